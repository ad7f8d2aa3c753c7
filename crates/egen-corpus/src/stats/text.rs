//! Text: how are the statistics shown to a person?

use std::fmt::{Display, Write};

use egen_read::print::group_digits;
use serde::Serialize;

use super::histogram::{Bin, Histogram};
use super::member::Padding;
use super::paper::{self, CATEGORIES, TABLE};
use super::summary::{Split, Stats};

/// Characters of the longest bar.
const BAR: f64 = 40.0;

/// The paper's table beside this corpus, histograms, operators and shares.
pub fn text(stats: &Stats) -> String {
    let mut out = table(stats);
    out.push_str(
        "Pairs are ordered, n·(n − 1) for a cluster of n; triplets are all pairs with all negatives (the paper draws about one\n\
         for each pair). Degenerate is a function right around its inverse, or ·1, ·0, +0, ^1, ^0, /1; the 62 % were measured on the\n\
         paper's published clusters.\n",
    );
    if stats.splits.len() > 1 {
        section(&mut out, "splits");
        for (name, split) in &stats.splits {
            let _ =
                writeln!(out, "  {name:<12} {:>12} rows {:>9} clusters", grouped(split.rows), grouped(split.clusters));
        }
    }
    histogram(&mut out, "cluster size", &stats.cluster_size);
    histogram(&mut out, "length in tokens, a number being its sign and its digits", &stats.model_tokens);
    operators(&mut out, stats);
    shares(&mut out, stats);
    rejects(&mut out, stats);
    out
}

/// A statistic of this corpus, of the paper's and of the Equivalent Expressions Dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// What it is.
    pub what: &'static str,
    /// Of the paper's corpus.
    pub paper: &'static str,
    /// Of the Equivalent Expressions Dataset.
    pub eed: &'static str,
    /// Of this corpus.
    pub here: String,
}

/// The paper's table of datasets with this corpus beside it.
pub fn compared(stats: &Stats) -> Vec<Compared> {
    let split = |name: &str| stats.splits.iter().find(|(split, _)| split == name).map(|(_, split)| split);
    let training =
        split("train").map_or((stats.pairs, stats.triplets), |Split { pairs, triplets, .. }| (*pairs, *triplets));
    let others = stats.operators.0.iter().filter(|(op, rows)| *rows > 0 && paper::category(*op).is_none()).count();
    let average = |values: &Histogram| values.mean().map_or("-".into(), |mean| format!("{mean:.1}"));
    let here: [String; 6] = [
        match others {
            0 => stats.operators_of_paper.present.to_string(),
            n => format!("{} + {n} others", stats.operators_of_paper.present),
        },
        average(&stats.cluster_size),
        average(&stats.model_tokens),
        short(training.0),
        short(training.1),
        split("test").map_or("-".into(), |test| grouped(test.rows)),
    ];
    let printed = TABLE.iter().zip(here);
    let mut rows: Vec<Compared> =
        printed.map(|(row, here)| Compared { what: row.what, paper: row.egen, eed: row.eed, here }).collect();
    let padded = percent(stats.degenerate.rows, stats.rows);
    let more = [
        ("degenerate members", "62 %", padded),
        ("clusters", "-", grouped(stats.clusters)),
        ("rows", "-", grouped(stats.rows)),
    ];
    rows.extend(more.map(|(what, paper, here)| Compared { what, paper, eed: "-", here }));
    rows
}

/// The same as lines.
pub fn table(stats: &Stats) -> String {
    let mut out = format!("{:<26} {:>9} {:>9}   this corpus\n", "", "paper", "EED");
    for Compared { what, paper, eed, here } in compared(stats) {
        let _ = writeln!(out, "{what:<26} {paper:>9} {eed:>9}   {here}");
    }
    out
}

fn section(out: &mut String, title: impl Display) {
    let _ = writeln!(out, "\n{title}");
}

fn histogram(out: &mut String, title: &str, values: &Histogram) {
    let (Some(mean), Some(median), Some(min), Some(max)) = (values.mean(), values.median(), values.min(), values.max())
    else {
        return;
    };
    section(out, format_args!("{title}: average {mean:.1}, median {median}, from {min} to {max}"));
    let bins = values.bins(25);
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0);
    for run in bins.chunk_by(|a, b| a.count == 0 && b.count == 0) {
        if run.len() > 2 {
            let _ = writeln!(out, "  {:>11} {:>11}", "…", 0);
            continue;
        }
        for Bin { from, to, count } in run {
            let name = if from == to { from.to_string() } else { format!("{from}–{to}") };
            let _ = writeln!(out, "  {:>11} {:>11}  {}", name, grouped(*count), bar(*count, most));
        }
    }
}

/// A bar of blocks; an eighth of a block is the least that shows.
fn bar(count: u64, most: u64) -> String {
    let eighths = (8.0 * BAR * count as f64 / most.max(1) as f64).ceil() as usize;
    let last = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + last
}

fn operators(out: &mut String, stats: &Stats) {
    section(out, format_args!("rows with each operator: {} of the paper's 34", stats.operators_of_paper.present));
    let rows = |op| stats.operators.0.iter().find(|(other, _)| *other == op).map_or(0, |(_, rows)| *rows);
    let entry = |op: egen_math::Op| format!("  {:>5} {:>11}", op.info().prefix[1], grouped(rows(op)));
    let others: Vec<_> =
        stats.operators.0.iter().map(|(op, _)| *op).filter(|op| paper::category(*op).is_none()).collect();
    let groups = CATEGORIES.iter().map(|category| (category.name, category.operators));
    for (name, ops) in groups.chain([("not in the paper", others.as_slice())]) {
        for (at, line) in ops.chunks(4).enumerate() {
            let entries: String = line.iter().map(|op| entry(*op)).collect();
            let _ = writeln!(out, "  {:<28}{entries}", if at == 0 { name } else { "" });
        }
    }
    if !stats.operators_of_paper.missing.is_empty() {
        let _ = writeln!(out, "  missing: {}", stats.operators_of_paper.missing.join(", "));
    }
}

fn shares(out: &mut String, stats: &Stats) {
    let rows = stats.rows;
    section(out, "members");
    let mut line = |what: &str, count: u64, of: u64| {
        let _ = writeln!(out, "  {what:<58} {:>11}  {:>7}", grouped(count), percent(count, of));
    };
    let derivatives = &stats.derivatives;
    line("with a derivative", derivatives.rows, rows);
    line("free of d/dx, in clusters of a derivative", derivatives.free, derivatives.members);
    line("  clusters of a derivative where half or more are", derivatives.clusters_half_free, derivatives.clusters);
    for (name, count) in &stats.domain {
        line(&format!("domain: {name}"), *count, rows);
    }
    let complex = &stats.complex;
    for (name, count) in [("agree", complex.agree), ("differ", complex.differ), ("could not be told", complex.unknown)]
    {
        line(&format!("over the complex numbers: {name}"), count, rows);
    }
    for (part, count) in &stats.parts {
        line(&format!("drawn from: {part}"), *count, rows);
    }
    for kind in Padding::ALL {
        let count = stats.degenerate.by_kind.get(&kind).copied().unwrap_or(0);
        // That there is nothing trivial is said in one line.
        if count > 0 || !kind.is_trivial() {
            line(&format!("with {}", kind.name()), count, rows);
        }
    }
    line("that a person might write: no sin(acos(u)), −(−u), 1/(1/u)", stats.plain, rows);
    line("with any of ·1, ·0, +0, ^1, ^0, /1", stats.degenerate.trivial, rows);
    line("the same as another of the cluster but for order", stats.near_duplicates, rows);
    line("in more than one cluster", stats.in_several_clusters.rows, rows);
    if stats.splits.len() > 1 {
        let _ = writeln!(
            out,
            "  {:<58} {:>11}",
            "  expressions in more than one split",
            grouped(stats.in_several_clusters.between_splits)
        );
    }
    let _ = writeln!(out, "  {:<58} {:>11}", "complete clusters", grouped(stats.complete_clusters));
}

fn rejects(out: &mut String, stats: &Stats) {
    section(out, format_args!("rejected candidates: {}", grouped(stats.rejects.total)));
    let mut reasons: Vec<_> = stats.rejects.reasons.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (reason, count) in reasons {
        let _ = writeln!(out, "  {:>11}  {reason}", grouped(*count));
    }
}

/// `12.3 %`, or `-` when there is nothing to share.
fn percent(part: u64, of: u64) -> String {
    match of {
        0 => "-".into(),
        _ => format!("{:.1} %", 100.0 * part as f64 / of as f64),
    }
}

/// `1,234,567`.
pub(super) fn grouped(n: impl Into<u128>) -> String {
    group_digits(&n.into().to_string())
}

/// `3.51 M`, as the paper's table has it; large numbers only.
fn short(n: u128) -> String {
    let named = [(1e12, "T"), (1e9, "G"), (1e6, "M")];
    match named.into_iter().find(|(unit, _)| n as f64 >= *unit) {
        Some((unit, name)) if n as f64 / unit < 1e5 => format!("{:.2} {name}", n as f64 / unit),
        _ => grouped(n),
    }
}
