//! Quoted formulas: is a formula in letters that no line has, as the quadratic formula is?

use egen_math::{Node, Symbol};

use super::Derivation;
use crate::formula::{Formula, Sign};

impl Derivation<'_> {
    /// Is a formula quoted in letters that no line has?
    pub(super) fn quotes(&self, formula: &Formula) -> bool {
        let mut unknown = formula.atoms().map(|atom| match atom.left.node(atom.left.root()) {
            Node::Var(name) if atom.sign == Sign::Equal => Some((name, atom.right.variables())),
            _ => None,
        });
        let Some(Some((name, letters))) = unknown.next() else { return false };
        let same = unknown.all(|other| other.is_some_and(|(other, _)| other == name));
        let pending = self.open.formula();
        let known: Vec<Symbol> = self.scope.formulas().chain(&pending).flat_map(Formula::variables).collect();
        let alone = |fact: &Formula| fact.variables() == [name.clone()];
        let unsolved = |fact: &Formula| alone(fact) && fact.equation().is_some() && !fact.is_solved();
        let open = self.scope.formulas().any(unsolved) || pending.as_ref().is_some_and(alone);
        let foreign = !letters.is_empty() && !letters.contains(name) && !letters.iter().any(|one| known.contains(one));
        same && open && foreign && (letters.len() > 1 || formula.cases.len() > 1)
    }
}
