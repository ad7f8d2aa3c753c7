//! Summaries: how many rows hold, where, and how many clusters are wholly right?

use std::collections::BTreeMap;

use egen_math::Verdict;
use egen_math::compare::{Comparison, Domain};
use serde::Serialize;

use super::{Checked, Outcome};

/// What was found about all rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Rows that were checked.
    pub rows: u64,
    /// Those that equal their initial expression.
    pub holds: u64,
    /// Those that hold, by how their domain relates to that of the initial expression.
    pub domains: BTreeMap<&'static str, u64>,
    /// Those that hold over the complex numbers too.
    pub complex: u64,
    /// Those that certainly differ from their initial expression.
    pub refuted: u64,
    /// Those about which nothing could be told.
    pub unknown: u64,
    /// Among them, those that have no real value in common with their initial expression and agree with it over the complex numbers.
    pub complex_only: u64,
    /// Those that cannot be read.
    pub unreadable: u64,
    /// Those with a column that is wrong.
    pub mislabelled: u64,
    /// The wrong columns, and how often each is.
    pub columns: BTreeMap<&'static str, u64>,
    /// Clusters.
    pub clusters: u64,
    /// Clusters of which all rows hold, with all columns right.
    pub right_clusters: u64,
    /// The cluster of the last row, and whether it is right so far.
    #[serde(skip)]
    last: Option<(u64, bool)>,
}

impl Summary {
    /// Counts a row. The rows of a cluster must follow each other.
    pub fn add(&mut self, row: &Checked) {
        self.rows += 1;
        match &row.outcome {
            Outcome::Compared(Comparison { verdict, domain, complex, .. }) => match verdict {
                Verdict::Proved(_) | Verdict::Agree => {
                    self.holds += 1;
                    *self.domains.entry(domain.unwrap_or(Domain::Equal).name()).or_default() += 1;
                    self.complex += u64::from(*complex == Some(true));
                }
                Verdict::Refuted(_) => self.refuted += 1,
                Verdict::Unknown(_) => {
                    self.unknown += 1;
                    self.complex_only += u64::from(*complex == Some(true));
                }
            },
            Outcome::NoInitial(_) => self.unknown += 1,
            Outcome::Unreadable(_) => self.unreadable += 1,
        }
        self.mislabelled += u64::from(!row.faults.is_empty());
        for fault in &row.faults {
            *self.columns.entry(fault.column).or_default() += 1;
        }
        self.add_to_cluster(row.cluster, row.is_right());
    }

    /// A cluster counts as right until a row of it is not.
    fn add_to_cluster(&mut self, cluster: u64, right: bool) {
        let before = match self.last {
            Some((last, before)) if last == cluster => before,
            _ => {
                self.clusters += 1;
                self.right_clusters += 1;
                true
            }
        };
        self.right_clusters -= u64::from(before && !right);
        self.last = Some((cluster, before && right));
    }
}
