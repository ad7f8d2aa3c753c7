//! Claims: what does an equation or an inequality say after the lines before it, and what does it leave for those after it?
//!
//! Named interpreters are asked in a declared order; the first that knows decides. Some can tell before the formula is judged (`BEFORE`):
//! it is a value to be checked, or nothing before speaks of it. The others look at what was found (`AFTER`): what does not follow may be another of the
//! solutions, another case, a new equation. What remains is a step.

use egen_math::Symbol;

use super::open::{Further, Split};
use super::{Derivation, kind};
use crate::cases::Cases;
use crate::contradiction;
use crate::facts::Fact;
use crate::formula::Formula;
use crate::implicit;
use crate::periodic::judge_family;
use crate::reader::Item;
use crate::rearrange::is_interchanged;
use crate::row::{Finding, Verdict};
use crate::solutions::is_true;
use crate::standing::{another_choice, another_condition, is_case_of, is_further, next_step};
use crate::step::{Given, judge_formula};

/// A formula of a line.
struct Said<'a> {
    item: &'a Item,
    formula: &'a Formula,
    /// Its variables.
    names: Vec<Symbol>,
    follows: bool,
}

/// A formula that was judged by the lines before.
struct Judged<'a> {
    said: Said<'a>,
    before: Fact,
    finding: Finding,
}

/// Interpreters of a formula that was not judged yet. One that knows what it is says so, and keeps what it leaves.
type Before = fn(&mut Derivation, &Said) -> Option<()>;
/// Interpreters of a formula that was judged. One may also find something else, on which the next ones go on.
type After = fn(&mut Derivation, &mut Judged) -> Option<()>;

const BEFORE: [(&str, Before); 6] = [
    ("numbers", numbers),
    ("family", family),
    ("quoted", quoted),
    ("unrelated", unrelated),
    ("tried", tried),
    ("bounds of a case", bounds),
];

const AFTER: [(&str, After); 11] = [
    ("implicit derivative", implicit_derivative),
    ("one of several equations", one_of_several),
    ("interchanged", interchanged),
    ("sets up", sets_up),
    ("list", list),
    ("case of a bar", case_of_bars),
    ("equation again", equation_again),
    ("another solution", another_solution),
    ("gives way", gives_way),
    ("condition", condition),
    ("anew", anew),
];

impl Derivation<'_> {
    /// A formula after others.
    pub(super) fn formula(&mut self, item: &Item, formula: &Formula, follows: bool) {
        // Solve for x: what x is follows.
        let follows = follows || self.words.asked.is_some() && formula.gives() == self.words.asked.as_ref();
        let said = Said { item, formula, names: formula.variables(), follows };
        if BEFORE.iter().any(|(_, interpreter)| interpreter(self, &said).is_some()) {
            return;
        }
        let (before, finding) = self.judged(formula, follows);
        let mut judged = Judged { said, before, finding };
        if !AFTER.iter().any(|(_, interpreter)| interpreter(self, &mut judged).is_some()) {
            self.step(item, formula, &judged.before.formula, judged.finding);
        }
    }

    /// What is found by the lines before, and the last of them. A line that waited for this one is decided first.
    fn judged(&mut self, formula: &Formula, follows: bool) -> (Fact, Finding) {
        let before = self.scope.before(formula).expect("lines before are about it").clone();
        let mut finding = judge_formula(self.judge, &self.scope.given(&before.formula, follows), formula);
        if self.settle_further(formula, &finding) {
            finding = judge_formula(self.judge, &self.scope.given(&before.formula, follows), formula);
        }
        let finding = self.unless_meant_otherwise(finding, formula.is_solved(), |derivation, scope, to| {
            let before = before.formula.map(to);
            judge_formula(derivation.judge, &scope.given(&before, follows), &formula.map(to))
        });
        (before, finding)
    }

    /// A step, and what it means for the lines to come.
    fn step(&mut self, item: &Item, formula: &Formula, before: &Formula, finding: Finding) {
        let verdict = finding.verdict;
        let names = formula.variables();
        let derived = !matches!(verdict, Verdict::Fact | Verdict::Unknown) && !finding.further;
        let one = names.len() == 1 && before.variables() == names;
        let own = || names.len() == 1 && self.scope.formulas().any(|fact| fact.variables() == names);
        if finding.further {
            let wrong = verdict == Verdict::Refuted;
            self.open.further = Some(Further { row: self.rows.len(), formula: formula.clone(), wrong });
        } else if verdict == Verdict::Lost && self.open.cases.is_none() && (one || own()) {
            let base = self.scope.facts().to_vec();
            self.open.cases = Some(Cases::new(base, formula.clone(), self.rows.len()));
        } else if verdict.fails() || finding.rounding {
            // The lines to come go on from what is written here. Another case may still come.
            match &mut self.open.cases {
                Some(cases) if one && verdict == Verdict::Refuted => cases.wrong = true,
                _ => self.close_cases(),
            }
            if one || names.is_empty() {
                self.scope.forget(&names);
            } else {
                self.scope.broken = true;
            }
        }
        self.scope.learn(formula, derived);
        self.scope.begun |= verdict.is_step() || finding.further;
        self.push(item, kind(formula), Some(before.into()), Some(formula.into()), finding);
    }

    /// Lines without a solution end the chain.
    pub(super) fn contradicts(&mut self, item: &Item, formula: &Formula, finding: Finding) {
        self.settle_pending(Some(formula), false);
        self.scope.begun = true;
        self.aside(item, formula, finding);
        self.chain.tail = None;
    }

    /// What is found of a false relation between numbers that the lines before come to.
    pub(super) fn contradiction(&self, item: &Item, formula: &Formula) -> Option<Finding> {
        if is_true(formula) != Some(false) {
            return None;
        }
        let supposed = self.scope.supposed_on(item.line);
        let known = supposed.map_or(self.scope.facts(), |(_, base)| base);
        let facts: Vec<Formula> = known.iter().map(|fact| fact.formula.clone()).chain(self.open.formula()).collect();
        match supposed.map(|(value, _)| value).or_else(|| self.words.tried(item.line)) {
            Some(tried) => contradiction::judge_tried(&facts, tried, formula),
            None if self.scope.broken => None,
            None => contradiction::judge(&facts, formula),
        }
    }

    /// Is a formula quoted in letters that no line has, as the quadratic formula is?
    fn quotes(&self, formula: &Formula) -> bool {
        let Some(name) = formula.atoms().next().and_then(|atom| atom.gives()) else { return false };
        let same = formula.atoms().all(|atom| atom.gives() == Some(name));
        let pending = self.open.formula();
        let known: Vec<Symbol> = self.scope.formulas().chain(&pending).flat_map(Formula::variables).collect();
        let unsolved = |fact: &Formula| fact.is_in(name) && fact.equation().is_some() && !fact.is_solved();
        let open = self.scope.formulas().any(unsolved) || pending.as_ref().is_some_and(|pending| pending.is_in(name));
        let letters = formula.atoms().next().map_or_else(Vec::new, |atom| atom.right.variables());
        let foreign = !letters.is_empty() && !letters.iter().any(|one| one == name || known.contains(one));
        same && open && foreign && (letters.len() > 1 || formula.cases.len() > 1)
    }
}

impl Judged<'_> {
    fn fails(&self) -> bool {
        self.finding.verdict.fails()
    }

    fn holds(&self) -> bool {
        self.finding.verdict.holds()
    }
}

/// A relation between numbers.
fn numbers(derivation: &mut Derivation, said: &Said) -> Option<()> {
    let Said { item, formula, follows, .. } = *said;
    if !said.names.is_empty() || formula.is_opaque() {
        return None;
    }
    match derivation.contradiction(item, formula) {
        Some(finding) => derivation.contradicts(item, formula, finding),
        None => {
            let given =
                Given { facts: Vec::new(), before: formula, follows, broken: false, begun: derivation.scope.begun };
            let finding = judge_formula(derivation.judge, &given, formula);
            derivation.aside(item, formula, finding);
        }
    }
    Some(())
}

/// Solutions that come again and again, `x = π/2 + 2kπ`.
fn family(derivation: &mut Derivation, said: &Said) -> Option<()> {
    let facts: Vec<&Formula> = derivation.scope.formulas().collect();
    let finding = judge_family(derivation.judge, &facts, said.formula)?;
    let before = derivation.scope.before(said.formula)?.formula.clone();
    derivation.step(said.item, said.formula, &before, finding);
    Some(())
}

fn quoted(derivation: &mut Derivation, said: &Said) -> Option<()> {
    let fact = || Finding::new(Verdict::Fact, "a formula in letters that no line gives");
    derivation.quotes(said.formula).then(|| derivation.aside(said.item, said.formula, fact()))
}

/// Nothing before speaks of it.
fn unrelated(derivation: &mut Derivation, said: &Said) -> Option<()> {
    (!derivation.scope.is_about(said.formula)).then(|| derivation.fact(said.item, said.formula, "given"))
}

/// Check x = 3: a value is put in.
fn tried(derivation: &mut Derivation, said: &Said) -> Option<()> {
    derivation.words.tries(said.item.line, said.formula).then(|| {
        derivation.words.check = Some((said.item.line, Some(said.formula.clone())));
        derivation.aside(said.item, said.formula, Finding::new(Verdict::Fact, "a value to be checked"));
    })
}

/// A condition on the line of a solution, under which the cases are all solutions: x = 4 (x > 0).
fn bounds(derivation: &mut Derivation, said: &Said) -> Option<()> {
    let Said { item, formula, .. } = *said;
    let mut cases = derivation.open.cases.clone().filter(|_| formula.is_condition())?;
    cases.base.push(Fact { formula: formula.clone(), derived: false });
    if derivation.rows[cases.row].line != item.line || !cases.is_complete(derivation.judge) {
        return None;
    }
    derivation.open.cases = None;
    let reason = format!("the same solutions, with {formula}");
    derivation.rows[cases.row].finding = Finding::new(Verdict::Proved, reason);
    derivation.fact(item, formula, "a condition");
    Some(())
}

/// x² + y² = 25, and then 2x + 2y·dy/dx = 0.
fn implicit_derivative(derivation: &mut Derivation, judged: &mut Judged) -> Option<()> {
    let Said { item, formula, .. } = judged.said;
    if !matches!(judged.finding.verdict, Verdict::Fact | Verdict::Unknown) || derivation.scope.broken {
        return None;
    }
    let finding = implicit::judge(derivation.judge, derivation.scope.facts(), formula)?;
    derivation.step(item, formula, &judged.before.formula, finding);
    Some(())
}

/// x² = y², x = y, and then x = -y: a line that was not derived may be one of several cases.
fn one_of_several(derivation: &mut Derivation, judged: &mut Judged) -> Option<()> {
    let about = derivation.scope.formulas().filter(|fact| fact.has_any(&judged.said.names)).count();
    let refuted = judged.finding.further && judged.finding.verdict == Verdict::Refuted;
    if refuted && !judged.before.derived && about > 1 {
        let reason = "something new: it is not seen to follow from the lines before";
        judged.finding = Finding::new(Verdict::Fact, reason);
    }
    None
}

/// y = 2x + 1, and then x = 2y + 1: the inverse is looked for.
fn interchanged(derivation: &mut Derivation, judged: &mut Judged) -> Option<()> {
    let Said { item, formula, ref names, .. } = judged.said;
    (!judged.holds() && is_interchanged(&judged.before.formula, formula)).then(|| {
        derivation.scope.retain(|fact| fact.formula.variables() != *names);
        derivation.fact(item, formula, "the letters of the line before are interchanged");
    })
}

/// f(x) = 0 is an equation to be solved, where f was defined.
fn sets_up(derivation: &mut Derivation, judged: &mut Judged) -> Option<()> {
    let Said { item, formula, follows, .. } = judged.said;
    let open = judged.fails() && !follows && formula.has_calls();
    let [left, right] = formula.equation().filter(|_| open)?;
    let understood = derivation.understood(left, right, true)?;
    let finding = derivation.adopt(understood);
    derivation.aside(item, formula, finding);
    Some(())
}

/// Is it one of a list, y = x², y = x³, y = 2ˣ, of which nothing was derived?
fn list(derivation: &mut Derivation, judged: &mut Judged) -> Option<()> {
    let Said { item, formula, follows, ref names } = judged.said;
    let gives = |one: &Formula| one.gives().cloned().filter(|_| !one.is_solved());
    let name = gives(formula);
    let open = judged.fails() && !follows && !judged.finding.further && name.is_some();
    let mut about = derivation.scope.facts().iter().filter(|fact| fact.formula.has_any(names));
    let listed = open && about.all(|fact| !fact.derived && gives(&fact.formula) == name);
    listed.then(|| derivation.fact(item, formula, "something new: another equation for the same name"))
}

/// One of the two equations that an absolute value stands for. It is solved by itself; what it gives is checked later.
fn case_of_bars(derivation: &mut Derivation, judged: &mut Judged) -> Option<()> {
    let Said { item, formula, ref names, .. } = judged.said;
    if judged.holds() {
        return None;
    }
    let facts = derivation.scope.facts();
    let split = derivation.open.split.clone().filter(|split| split.whole.variables() == *names);
    let split = split.or_else(|| {
        let fact = facts.iter().rev().find(|fact| fact.formula.variables() == *names)?;
        Some(Split { base: facts.to_vec(), whole: fact.formula.clone() })
    })?;
    if !is_case_of(derivation.judge, &split.whole, formula) {
        return None;
    }
    let second = derivation.open.split.as_ref().is_some_and(|open| open.whole == split.whole);
    if second {
        derivation.open.cases = None;
    }
    derivation.close_cases();
    let others = split.base.iter().filter(|fact| fact.formula.variables() != *names);
    derivation.scope.replace(others.cloned().collect());
    if !second {
        // What the other case gives is lost if it does not come.
        derivation.open.cases = Some(Cases::new(split.base.clone(), formula.clone(), derivation.rows.len()));
    }
    derivation.open.split = Some(split);
    derivation.fact(item, formula, "one of the cases");
    Some(())
}

/// x = 1 was found by a guess, and the equation is taken up again.
fn equation_again(derivation: &mut Derivation, judged: &mut Judged) -> Option<()> {
    let Said { item, formula, .. } = judged.said;
    let judge = derivation.judge;
    let cases = derivation.open.cases.take_if(|cases| cases.is_restored(judge, formula))?;
    derivation.is_one_of(&cases);
    derivation.scope.replace(cases.base);
    derivation.step(item, formula, &judged.before.formula, Finding::new(Verdict::Proved, "the same solutions"));
    Some(())
}

/// Is it another of the solutions, where a line before gave some of them only?
fn another_solution(derivation: &mut Derivation, judged: &mut Judged) -> Option<()> {
    let Said { item, formula, .. } = judged.said;
    let mut cases = derivation.open.cases.clone().filter(|_| !judged.holds())?;
    if !cases.admits(derivation.judge, formula) {
        return None;
    }
    derivation.scope.replace(cases.base.clone());
    // Cases that are only listed hold together; after lines about one case the next one is looked at.
    let derived = derivation.rows[cases.row..].iter().any(|row| row.finding.verdict == Verdict::Proved);
    let only_listed = cases.all.is_solved() && !derived;
    derivation.scope.learn(if only_listed { &cases.all } else { formula }, true);
    let complete = cases.is_complete(derivation.judge);
    if complete {
        derivation.is_one_of(&cases);
    }
    derivation.open.cases = Some(cases).filter(|_| !complete);
    let finding = Finding::new(Verdict::Fact, "another of the solutions");
    derivation.push(item, kind(formula), Some((&judged.before.formula).into()), Some(formula.into()), finding);
    Some(())
}

/// Do earlier lines that were only given make room for another case, or for a further condition?
fn gives_way(derivation: &mut Derivation, judged: &mut Judged) -> Option<()> {
    let Said { item, formula, follows, .. } = judged.said;
    let (judge, facts) = (derivation.judge, derivation.scope.facts());
    if judged.holds() || follows {
        return None;
    }
    if formula.is_condition() {
        if let Some(facts) = another_condition(judge, facts, formula) {
            // x² = 4, x = 2, x < 0: what is missing is looked for in this case.
            if let Some(cases) = derivation.open.cases.take() {
                derivation.is_one_of(&cases);
            }
            derivation.scope.replace(facts);
            derivation.fact(item, formula, "another case");
            return Some(());
        }
        // x < 1 or x > 2 is found by solving, and not given beside other conditions.
        let further = judged.fails() && formula.cases.len() == 1 && is_further(facts, &judged.before, formula);
        return further.then(|| derivation.fact(item, formula, "a further condition"));
    }
    let choice = || another_choice(judge, facts, formula).filter(|_| judged.fails());
    let facts = next_step(facts, formula).or_else(choice)?;
    // x = 2, f(2) = 5: the value is another one, and what is said of it may be wrong.
    let mut scope = derivation.scope.with_facts(facts.clone());
    scope.begun = true;
    let parts = formula.together().filter(|_| scope.is_about(formula));
    let wrong = parts.into_iter().flatten().filter(|part| !part.is_solved()).find_map(|part| {
        let found = judge_formula(judge, &scope.given(&judged.before.formula, true), &part);
        Some(found).filter(|found| found.verdict == Verdict::Refuted)
    });
    derivation.close_cases();
    derivation.scope.replace(facts);
    match wrong {
        Some(finding) => derivation.step(item, formula, &judged.before.formula, finding),
        None => derivation.fact(item, formula, "another case"),
    }
    Some(())
}

/// x > 0 after an equation says where to look for solutions, and an equation after x > 0 is the one to be solved there.
fn condition(derivation: &mut Derivation, judged: &mut Judged) -> Option<()> {
    let Said { formula, follows, ref names, .. } = judged.said;
    let is_condition = formula.is_condition();
    let equation = |fact: &Formula| !fact.is_condition() && fact.variables() == *names;
    let claimed = follows || !is_condition && derivation.scope.formulas().any(equation);
    if claimed || judged.holds() || is_condition == judged.before.formula.is_condition() {
        return None;
    }
    let (verdict, reason) = match (judged.finding.verdict, is_condition) {
        // x > 0 after ln(x) + ln(x + 1) = 0: where to look is weaker than what is looked for.
        (Verdict::Gained, true) => (Verdict::Proved, "it follows from the lines before"),
        (Verdict::Gained, false) => return None,
        (_, true) => (Verdict::Fact, "a condition"),
        (_, false) => (Verdict::Fact, "given"),
    };
    judged.finding = Finding::new(verdict, reason);
    None
}

/// A new equation in one unknown, after the one before was solved.
fn anew(derivation: &mut Derivation, judged: &mut Judged) -> Option<()> {
    let Said { item, formula, follows, ref names } = judged.said;
    let solved = judged.before.formula.is_solved() && !formula.is_solved();
    let fresh = names.len() == 1 && solved && !follows && formula.equation().is_some();
    (fresh && judged.finding.verdict == Verdict::Refuted).then(|| {
        derivation.close_cases();
        derivation.scope.retain(|fact| !fact.formula.has_any(names));
        derivation.fact(item, formula, "a new equation: it does not follow from the line before");
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use crate::judge::Judge;
    use egen_read::read::Options;

    /// What the last line of a text claims, by the interpreter that decides it: verdict and reason.
    const EXAMPLES: [(&str, &str, Verdict, &str); 17] = [
        ("numbers", "x = 1\n2 < 3", Verdict::Proved, "arithmetic"),
        ("family", "sin(x) = 1\nx = π/2 + 2kπ", Verdict::Proved, "the same solutions, one for each integer"),
        (
            "quoted",
            "x^2 + 3x + 1 = 0\nx = (-b ± sqrt(b^2 - 4ac))/(2a)",
            Verdict::Fact,
            "a formula in letters that no line gives",
        ),
        ("unrelated", "x = 1\ny > 2", Verdict::Fact, "given"),
        ("tried", "x^2 - x = 2\nCheck:\nx = 2", Verdict::Fact, "a value to be checked"),
        ("bounds of a case", "x^2 = 4\nx = 2 for x > 0", Verdict::Fact, "a condition"),
        (
            "implicit derivative",
            "x^2 + y^2 = 25\n2x + 2y dy/dx = 0",
            Verdict::Proved,
            "the derivative by x of x^2 + y^2 = 25",
        ),
        (
            "one of several equations",
            "x^2 = y^2\nx = y\nx = -y",
            Verdict::Fact,
            "something new: it is not seen to follow from the lines before",
        ),
        ("interchanged", "y = 2x + 1\nx = 2y + 1", Verdict::Fact, "the letters of the line before are interchanged"),
        ("sets up", "f(x) = x^2 - 1\nf(x) = 0", Verdict::Fact, "an equation to be solved"),
        ("list", "y = x^2\ny = 2^x\ny = x + 5", Verdict::Fact, "something new: another equation for the same name"),
        ("case of a bar", "abs(x - 1) = 3\nx - 1 = 3\nx - 1 = -3", Verdict::Fact, "one of the cases"),
        ("equation again", "x^3 - x = 0\nx = 1\nx(x - 1)(x + 1) = 0", Verdict::Proved, "the same solutions"),
        ("another solution", "x^2 = 4\nx = 2\nx = -2", Verdict::Fact, "another of the solutions"),
        ("gives way", "x > 2\nx < 1", Verdict::Fact, "another case"),
        ("condition", "x^2 = 4\nx > 0", Verdict::Fact, "a condition"),
        ("anew", "x + 1 = 3\nx = 2\n3x = 12", Verdict::Fact, "a new equation: it does not follow from the line before"),
    ];

    #[test]
    fn each_interpreter_has_an_example() {
        let named = BEFORE.iter().map(|(name, _)| *name).chain(AFTER.iter().map(|(name, _)| *name));
        assert!(named.eq(EXAMPLES.iter().map(|(name, ..)| *name)), "in the order in which they are asked");
        for (name, text, verdict, reason) in EXAMPLES {
            let rows = check(text, &Judge::builtin(), &Options::default());
            let last = &rows.last().expect("a row").finding;
            assert_eq!((last.verdict, last.reason.as_str()), (verdict, reason), "{name}: {text}");
        }
    }

    #[test]
    fn a_condition_makes_cases_complete() {
        let rows = check("x^2 = 4\nx = 2 for x > 0", &Judge::builtin(), &Options::default());
        assert_eq!(rows[1].finding.reason, "the same solutions, with x > 0");
        let rows = check("x^2 = 4\nx = 2 for x > -3", &Judge::builtin(), &Options::default());
        assert_eq!(rows[1].finding.verdict, Verdict::Lost);
    }
}
