//! Expressions that come back to a class, against filtering the enumeration.

use std::collections::BTreeSet;

use dashu_int::UBig;
use egen_grammar::Counts;
use egg::{Id, Language, RecExpr, SymbolLang};
use proptest::prelude::*;

use crate::support::*;

/// Has a node a child or a grandchild of its own class?
fn returns(expr: &RecExpr<SymbolLang>, graph: &Graph) -> bool {
    let classes = graph.lookup_expr_ids(expr).expect("a member of the graph");
    let class = |id: Id| graph.find(classes[usize::from(id)]);
    expr.iter().enumerate().any(|(at, node)| {
        let own = class(Id::from(at));
        node.children().iter().any(|&child| {
            class(child) == own || expr[child].children().iter().any(|&grandchild| class(grandchild) == own)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn leaving_out_returns_is_filtering(rows in rows()) {
        let (graph, root) = graph(&rows);
        let whole = counts(&graph, root, 7);
        let class = whole.grammar().root();
        prop_assume!(whole.total(class) < UBig::from(20_000u32));
        let without = Counts::new(whole.grammar().without_returns(), 7);
        let want: BTreeSet<String> =
            whole.enumerate(class).filter(|expr| !returns(expr, &graph)).map(|expr| expr.to_string()).collect();
        let got: Vec<String> = without.enumerate(class).map(|expr| expr.to_string()).collect();
        prop_assert_eq!(got.len(), want.len());
        prop_assert_eq!(got.into_iter().collect::<BTreeSet<_>>(), want);
        prop_assert_eq!(without.total(class), Counts::new(whole.grammar().for_root(7).without_returns().for_root(7), 7).total(class));
    }
}
