//! Single operators: how do sin x, cos x, … and what equals them lie, for one model beside another?

use egen_corpus::cluster::{Settings, make};
use egen_corpus::plan::Planned;
use egen_corpus::svg::Mark;
use egen_graph::prove::Prover;
use egen_math::{Expr, Op};
use rayon::prelude::*;

use super::Figure;
use super::colour::{COLOURS, INK};
use super::scatter::{Named, Panel, draw};
use super::tsne::{Settings as Plane, tsne};
use crate::error::EvalError;
use crate::labelled::{Labelled, exprs, read};
use crate::matrix::Matrix;
use crate::retrieval::{answer, score};
use crate::similar::{Embed, Similar, nearest, vectors};
use crate::subject::Subject;

/// The paper shows 17 of its 34 operators and does not say which.
pub const OPERATORS: [Op; 17] = [
    Op::Sin,
    Op::Cos,
    Op::Tan,
    Op::Csc,
    Op::Sec,
    Op::Cot,
    Op::Asin,
    Op::Acos,
    Op::Atan,
    Op::Sinh,
    Op::Cosh,
    Op::Tanh,
    Op::Asinh,
    Op::Acosh,
    Op::Atanh,
    Op::Ln,
    Op::Exp,
];

/// Members of each.
const MEMBERS: u32 = 40;
/// Not the seed of a corpus, so that members are others than those that were trained on, as far as there are others.
const SEED: u64 = 17;

/// The operators applied to x, and expressions that equal them, made as a corpus makes them. The clusters are the places in [`OPERATORS`].
pub fn single() -> Result<Vec<Labelled>, EvalError> {
    let settings = Settings { members: MEMBERS, seed: SEED, ..Settings::default() };
    let prover = Prover::builtin();
    let of = |(at, op): (usize, &Op)| {
        let initial = Expr::variable("x").unary(*op);
        let rows = make(&Planned { id: at as u32, initial, also: Vec::new() }, &prover, &settings).rows;
        rows.iter().map(|row| Ok(Labelled { cluster: at as u32, expr: read(&row.prefix)? })).collect()
    };
    let clusters: Vec<Result<Vec<Labelled>, EvalError>> = OPERATORS.par_iter().enumerate().map(of).collect();
    Ok(clusters.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// Their planes for some models, side by side. Models without vectors have none.
pub fn clusters(cases: &[Labelled], subjects: &[&Subject]) -> Result<Figure, EvalError> {
    let mut panels = Vec::new();
    for (subject, model) in subjects.iter().filter_map(|subject| Some((subject, subject.vectors()?))) {
        let plane = tsne(&unit(model, cases)?, &Plane::new(30.0));
        let found = answer(cases, model)?;
        let at = |name: &str| -> Result<f64, EvalError> {
            let scores = score(cases, &found)?;
            Ok(scores.into_iter().find(|score| score.name == name).map_or(0.0, |score| score.value))
        };
        panels.push(Panel {
            title: subject.identity.model.clone(),
            below: format!("equal among the nearest 5: {:.1} %, 20: {:.1} %", 100.0 * at("@5")?, 100.0 * at("@20")?),
            points: plane.into_iter().zip(cases).map(|(at, case)| (at, Some(case.cluster as usize))).collect(),
            named: Vec::new(),
        });
    }
    let names: Vec<String> = OPERATORS.iter().map(|op| op.info().prefix[1].to_string()).collect();
    let caption = format!(
        "{} single-operator expressions and their equivalents ({} points) by t-SNE with perplexity 30, on vectors of length 1. The paper shows 17 \
         operators too and does not name them. These functions are part of the training corpus: the figure shows how vectors lie, not how models \
         do on new functions.",
        OPERATORS.len(),
        cases.len(),
    );
    Ok(Figure {
        name: "clusters".into(),
        canvas: draw("Single-operator expressions and their equivalents", &panels, &names),
        caption,
    })
}

/// The query and how many are found.
const QUERY: Op = Op::Cos;
const FOUND: usize = 4;

/// A query among all others, and the four that each model finds nearest to it. Models without vectors have no plane.
pub fn search(cases: &[Labelled], others: &[Labelled], subjects: &[&Subject]) -> Result<Option<Figure>, EvalError> {
    let is_query = |case: &Labelled| OPERATORS[case.cluster as usize] == QUERY;
    let Some(query) = cases.iter().position(is_query) else { return Ok(None) };
    let all: Vec<Labelled> = cases.iter().chain(others).cloned().collect();
    let equal = |at: usize| at < cases.len() && is_query(&cases[at]);
    let text = |at: usize| all[at].expr.to_string();
    let mut panels = Vec::new();
    for (subject, model) in subjects.iter().filter_map(|subject| Some((subject, subject.vectors()?))) {
        let space = Similar::read(model, &exprs(&all))?;
        let found = nearest(&*space, query..query + 1, 0..all.len(), FOUND).swap_remove(0);
        let plane = tsne(&unit(model, &all)?, &Plane::new(25.0));
        let mut named = Vec::new();
        for (rank, at) in found.into_iter().map(|at| at as usize).enumerate() {
            let (colour, wrong) = if equal(at) { (COLOURS[2], "") } else { (COLOURS[1], " (not equal)") };
            let text = format!("{}. {}{wrong}", rank + 1, text(at));
            named.push(Named { at: plane[at], mark: Mark::ALL[rank + 1], colour, radius: 6.5, text });
        }
        let text = format!("the query, {}", text(query));
        named.push(Named { at: plane[query], mark: Mark::Circle, colour: INK, radius: 4.5, text });
        let group = |at: usize| equal(at).then_some(0);
        panels.push(Panel {
            title: subject.identity.model.clone(),
            below: "blue: equal to the query; grey: not equal".into(),
            points: plane.iter().enumerate().map(|(at, place)| (*place, group(at))).collect(),
            named,
        });
    }
    Ok(Some(Figure {
        name: "search".into(),
        canvas: draw("A retrieval", &panels, &[]),
        caption: format!(
            "The query {} among {} expressions, {} of them of the test part, and the {FOUND} nearest ones by each model (green: equal to the query, \
             orange: not), by t-SNE with perplexity 25.",
            text(query),
            all.len(),
            others.len(),
        ),
    }))
}

/// Vectors of length 1, since all tasks compare by cosine.
fn unit(model: &dyn Embed, cases: &[Labelled]) -> Result<Matrix, EvalError> {
    Ok(vectors(model, &exprs(cases))?.normalised())
}
