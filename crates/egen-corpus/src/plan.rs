//! Plans: which clusters will there be?
//!
//! Two initial expressions that are the same function become one cluster. Fingerprints say which may be; comparing decides.

use egen_math::Expr;
use egen_math::compare::{Certain, Settings, compare_with};
use egen_math::fingerprint::{Fingerprint, fingerprint};
use rustc_hash::FxHashMap;

/// A cluster to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Its number.
    pub id: u32,
    /// The expression that it is made from.
    pub initial: Expr,
    /// Other initial expressions that are the same function.
    pub also: Vec<Expr>,
}

/// The clusters of some initial expressions, in their order.
pub fn plan(initials: impl IntoIterator<Item = Expr>) -> Vec<Planned> {
    let settings = Settings { complex: false, certain: Certain::Once, ..Settings::default() };
    let mut clusters: Vec<Planned> = Vec::new();
    let mut known: FxHashMap<Fingerprint, Vec<usize>> = FxHashMap::default();
    for expr in initials {
        let met = fingerprint(&expr).map(|print| known.entry(print).or_default());
        let same = met.as_ref().and_then(|candidates| {
            let equal = |at: &&usize| compare_with(&clusters[**at].initial, &expr, &settings).verdict.is_equal();
            candidates.iter().find(equal).copied()
        });
        match same {
            Some(at) if clusters[at].initial == expr || clusters[at].also.contains(&expr) => {}
            Some(at) => clusters[at].also.push(expr),
            None => {
                if let Some(candidates) = met {
                    candidates.push(clusters.len());
                }
                clusters.push(Planned { id: clusters.len() as u32, initial: expr, also: Vec::new() });
            }
        }
    }
    clusters
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_math::read::read_expr;

    #[test]
    fn the_same_function_is_one_cluster() {
        let texts = ["sin(2*x)", "x + 1", "2*sin(x)*cos(x)", "1 + x", "x + 1", "sqrt(x^2)", "x", "abs(x)"];
        let clusters = plan(texts.iter().map(|text| read_expr(text).expect(text)));
        let sizes: Vec<(String, usize)> = clusters.iter().map(|c| (c.initial.to_string(), c.also.len())).collect();
        let want = [("sin(2*x)", 1), ("x + 1", 1), ("sqrt(x^2)", 1), ("x", 0)];
        assert_eq!(sizes, want.map(|(text, count)| (text.to_string(), count)));
    }
}
