//! Finding: which changes of a row make another function of it?
//!
//! Sure of it is `compare`, which gives a point at which balls tell the edit from its row. The other members are asked at fixed points: an
//! edit that has the value of one of them wherever both are seen is left out, since √x² − x is 0 for a member that is defined for
//! positive x only.

use egen_graph::bounds::Bounds;
use egen_graph::expand::Arithmetic;
use egen_graph::grammar::{Dedup, seeded};
use egen_graph::term::to_rec;
use egen_math::Expr;
use egen_math::compare::{Certain, Settings, Verdict, compare_with};
use egen_read::print::{Form, print};

use crate::pairs::{Kind, edit};
use crate::split::points::{Seen, cells, differ, meet};
use crate::split::stream::mix;
use crate::store::{Edit, Row};

/// Changes tried for each edit that is wanted.
const TRIES: usize = 12;

/// A cluster, with what is seen of its members.
pub struct Members<'a> {
    rows: &'a [Row],
    exprs: Vec<Expr>,
    seen: Vec<Vec<Seen>>,
    bounds: Bounds,
}

impl<'a> Members<'a> {
    /// `exprs` are the expressions of `rows`.
    pub fn new(rows: &'a [Row], exprs: Vec<Expr>, bounds: Bounds) -> Members<'a> {
        let seen = exprs.iter().map(cells).collect();
        Members { rows, exprs, seen, bounds }
    }

    /// Edits of these kinds of a row, up to `wanted`. They depend on the seed and on the cluster alone.
    pub fn edits(&self, at: usize, wanted: usize, kinds: &[Kind], seed: u64) -> Vec<Edit> {
        let Row { cluster, member, .. } = self.rows[at];
        let mut rng = seeded(mix(mix(seed, u64::from(cluster)), u64::from(member)));
        let mut known = Dedup::new(Arithmetic);
        let mut out = Vec::with_capacity(wanted);
        for _ in 0..wanted * TRIES {
            if out.len() == wanted {
                break;
            }
            let Some((edited, kind)) = edit(&self.exprs[at], &mut rng) else { continue };
            if kinds.contains(&kind)
                && self.bounds.admits(&edited)
                && known.insert(&to_rec(&edited))
                && self.differs(&edited, at)
            {
                out.push(Edit { cluster, member, prefix: print(&edited, Form::Prefix), kind });
            }
        }
        out
    }

    fn differs(&self, edited: &Expr, at: usize) -> bool {
        let seen = cells(edited);
        // Comparing what is equal takes a thousand times as long as looking.
        if !differ(&self.seen[at], &seen) || self.seen.iter().any(|member| meet(member, &seen)) {
            return false;
        }
        let settings = Settings { complex: false, certain: Certain::Once, max_points: 64, ..Settings::default() };
        matches!(compare_with(&self.exprs[at], edited, &settings).verdict, Verdict::Refuted(_))
    }
}
