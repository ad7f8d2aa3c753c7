//! Steps: does a formula follow from the lines before it, and what becomes of the solutions?
//!
//! With one unknown the solutions decide (`solutions`). With several, the lines before are solved for what they give (`facts`), and
//! what is left of the new line says whether it follows, contradicts, or adds something.

use egen_math::compare::{Comparison, Verdict as Compared};
use egen_math::{Expr, Number, Op, Symbol};

use crate::decimal::{has_decimals, rounds};
use crate::equation::{self, Equation, has_waves, waves_of};
use crate::facts::{Known, factor_between, is_definition, restricting};
use crate::finding::{equal, listed, plain, rounded, told};
use crate::formula::{Atom, Formula, Sign};
use crate::judge::Judge;
use crate::periodic::contrast_of_period;
use crate::rearrange::{gives_power, is_square_completed, named, put_in, same_equation, solved_for};
use crate::row::{Finding, Verdict};
use crate::solutions::{Contrast, Value, contrast, is_true};
use crate::standing::ratio_sign;
use crate::statement::and;
use crate::term::{number, tidy, vanishes};
use crate::transform::{is_by_coefficients, scaled};

/// What a formula is judged by.
pub struct Given<'a> {
    /// The lines before that are in force.
    pub facts: Vec<&'a Formula>,
    /// The last of them that the new line may transform.
    pub before: &'a Formula,
    /// Does a word or an arrow say that the new line follows?
    pub follows: bool,
    /// Do the lines before contradict each other, since one of them was wrong?
    pub broken: bool,
    /// Was a line derived from another already?
    pub begun: bool,
}

/// Judges a formula.
pub fn judge_formula(judge: &Judge, given: &Given<'_>, new: &Formula) -> Finding {
    if new.variables().is_empty() && !new.is_opaque() {
        return constant(judge, given, new);
    }
    if let (Some(before), Some(after)) = (sides(given.before), sides(new))
        && let Some(finding) = equation::same(judge, &before, &after)
    {
        return finding;
    }
    if !judge.settings.assumptions.integers.is_empty() {
        return Finding::new(Verdict::Unknown, "equations in integers are not solved");
    }
    match unknown(given, new) {
        Some(name) => by_solutions(judge, given, new, &name),
        None => {
            let finding = by_elimination(judge, given, new);
            let open = matches!(finding.verdict, Verdict::Fact | Verdict::Unknown) && !finding.rounding;
            if open { alone(judge, given, new).unwrap_or(finding) } else { finding }
        }
    }
}

/// c² = a² + b², c² = 100, and then c² = 90: what lines say of one unknown alone is enough to contradict what is new, and what is the same as the last of them
/// follows: t = 3ˣ, (t - 1)(t - 9) = 0, and then t = 1 or t = 9.
fn alone(judge: &Judge, given: &Given<'_>, new: &Formula) -> Option<Finding> {
    let [name] = &new.variables()[..] else { return None };
    let known = restricting(given.facts.iter().copied(), name);
    let before = *known.last()?;
    if contrast(&[before], before, new, name).is_some_and(|found| found.is_same() && found.possible) {
        return Some(Finding::new(Verdict::Proved, "the same solutions"));
    }
    let found = contrast(&known, before, new, name)?;
    let alone = Given { facts: known.clone(), before, ..*given };
    (found.certain && found.possible && !found.kept && found.loses()).then(|| loses(judge, &alone, new, name, &found))
}

/// The sides of an equation.
pub fn sides(formula: &Formula) -> Option<Equation> {
    formula.equation().map(|[left, right]| [left.clone(), right.clone()])
}

/// The one variable of the new formula, if no line before ties it to another.
fn unknown(given: &Given<'_>, new: &Formula) -> Option<Symbol> {
    let [name] = &new.variables()[..] else { return None };
    // f(x) = x² defines f and says nothing of x.
    let mut about =
        given.facts.iter().filter(|fact| !is_definition(fact) && fact.variables().contains(name)).peekable();
    let known = about.peek().is_some() && about.all(|fact| fact.is_in(name));
    (known && !new.is_opaque()).then(|| name.clone())
}

/// A relation between numbers.
fn constant(judge: &Judge, given: &Given<'_>, new: &Formula) -> Finding {
    match (new.equation(), is_true(new)) {
        (Some([left, right]), _) => {
            let mut finding = equal(judge, left, right);
            if finding.verdict == Verdict::Refuted && !given.before.variables().is_empty() {
                finding.reason = format!("no values make {left} equal to {right}; {}", finding.reason);
            }
            finding
        }
        (None, Some(true)) => Finding::new(Verdict::Proved, "arithmetic"),
        (None, Some(false)) => Finding::new(Verdict::Refuted, "it is false, whatever the variables are"),
        (None, None) => Finding::new(Verdict::Unknown, "the values are too close to be told apart"),
    }
}

fn by_solutions(judge: &Judge, given: &Given<'_>, new: &Formula, name: &Symbol) -> Finding {
    let assumed = judge.assumed();
    let known = restricting(given.facts.iter().copied().chain(&assumed), name);
    let Some(found) = contrast(&known, given.before, new, name) else {
        return Finding::new(Verdict::Unknown, "the solutions could not be found");
    };
    let bounded = known.iter().flat_map(|fact| fact.atoms()).any(|atom| atom.sign != Sign::Equal);
    // Solutions that come again and again are those of a period.
    let found = match !found.certain && !bounded && !new.is_solved() {
        true => contrast_of_period(judge, &known, given.before, new, name).filter(|one| one.certain).unwrap_or(found),
        false => found,
    };
    if found.loses() && found.kept && !found.gains() && !found.certain && !bounded && new.is_solved() {
        // sin(x) = 1/2, then x = π/6: an interval is meant that nobody wrote down.
        return Finding::new(Verdict::Unknown, "these are solutions, and there are more");
    }
    let waves = |formula: &Formula| formula.sides().any(has_waves);
    let ratios = waves(given.before) && waves(new) && waves_of(given.before) != waves_of(new);
    if found.loses() && found.kept && found.gains() && !bounded && ratios {
        // sin(x) = 3/5, then cos(x) = 4/5: the angle lies where nobody wrote down.
        return Finding::new(Verdict::Unknown, "it holds for some of the solutions");
    }
    if found.loses() {
        return loses(judge, given, new, name, &found);
    }
    if !found.certain {
        // The line before may be simpler than the first one, and was found to follow from it.
        let simpler = contrast(&[given.before], given.before, new, name).is_some_and(|found| found.is_same());
        return match simpler {
            true => Finding::new(Verdict::Proved, "the same solutions"),
            false => Finding::new(Verdict::Unknown, "not all solutions could be found"),
        };
    }
    if !found.possible {
        return after_none(given.before, new, name);
    }
    // x = 2, and then x² = 4: a value is put in, and nobody looks for solutions.
    let stated = given.before.is_solved() || given.facts.contains(&new) || ratios;
    // ln x + ln(x + 1) = 0, x > 0, and then x(x + 1) = 1: the condition goes on to hold.
    let conditions = || known.iter().filter(|fact| fact.is_condition()).fold(new.clone(), |all, one| and(&all, one));
    let within =
        |all: Formula| contrast(&known, given.before, &all, name).is_some_and(|found| found.certain && !found.gains());
    if found.gains() && !new.is_condition() && bounded && within(conditions()) {
        return Finding::new(Verdict::Proved, "the same solutions, under the conditions before");
    }
    let earlier = || known.iter().any(|fact| contrast(&[fact], fact, new, name).is_some_and(|found| found.is_same()));
    if found.gains() && !stated && !earlier() {
        return gained(&found, given.before, new, name);
    }
    let reason = if found.gains() { "it follows from the lines before" } else { "the same solutions" };
    Finding::new(Verdict::Proved, reason)
}

/// The finding that solutions are gained.
pub fn gained(found: &Contrast, before: &Formula, new: &Formula, name: &Symbol) -> Finding {
    let solution = |value: &Value| format!("{name} = {}", value.text());
    let point = found.gained_inside.as_ref().map(|n| format!("{name} = {}", plain(n)));
    let solutions: Vec<String> = found.gained.iter().map(solution).chain(point).collect();
    let do_not = if solutions.len() == 1 { "does" } else { "do" };
    let reason = format!("{} {do_not} not solve the line before{}", listed(&solutions), gained_by(before, new));
    Finding { solutions, ..Finding::new(Verdict::Gained, reason) }
}

/// What follows lines that no value satisfies: only what no value satisfies either is surely meant.
fn after_none(before: &Formula, new: &Formula, name: &Symbol) -> Finding {
    let unsure = || Finding::new(Verdict::Unknown, "the lines before contradict each other");
    let Some(found) = contrast(&[new], before, new, name).filter(|found| found.certain) else { return unsure() };
    if !found.possible {
        // x² = -5 has no solution either, and is not x² = -4.
        return match ratio_sign(before, new) == Some(false) && new.is_condition() {
            true => Finding::new(Verdict::Proved, "no solution, as before"),
            false => Finding::new(Verdict::Unknown, "no solution, as before; that it is the same is not seen"),
        };
    }
    match contrast(&[before], before, new, name) {
        Some(one) if one.certain && !one.possible && found.gains() => gained(&found, before, new, name),
        _ => unsure(),
    }
}

pub fn lost_solutions(found: &Contrast, name: &Symbol) -> Vec<String> {
    found.lost.iter().map(|value| format!("{name} = {}", value.text())).collect()
}

/// The finding that single solutions are lost.
pub fn lost(found: &Contrast, before: &Formula, new: &Formula, name: &Symbol) -> Finding {
    let solutions = lost_solutions(found, name);
    let are = if solutions.len() == 1 { "is" } else { "are" };
    let by = lost_by(before, new).unwrap_or_else(|| {
        let they = if solutions.len() == 1 { "it solves" } else { "they solve" };
        format!("{they} the line before")
    });
    let reason = format!("{} {are} lost: {by}", listed(&solutions));
    Finding { solutions, ..Finding::new(Verdict::Lost, reason) }
}

fn loses(judge: &Judge, given: &Given<'_>, new: &Formula, name: &Symbol, found: &Contrast) -> Finding {
    let solutions = lost_solutions(found, name);
    let wrong = found.lost_inside.is_some() || found.gains() || (!found.kept && found.certain);
    if !wrong {
        return lost(found, given.before, new, name);
    }
    if let Some(finding) = only_rounds(given.before, new, name, found) {
        return finding;
    }
    let root = found.lost.iter().find_map(|value| match value {
        Value::Exact(expr) => number(expr).cloned(),
        Value::Near(..) => None,
    });
    let point = found.lost_inside.clone().or(root.clone());
    if let (None, Some(root), Some(before), Some(after)) = (&found.lost_inside, root, sides(given.before), sides(new))
        && let Some(finding) = equation::refuted(judge, &before, &after, (name.clone(), root))
    {
        return finding;
    }
    let at: Vec<(Symbol, Number)> = point.into_iter().map(|n| (name.clone(), n)).collect();
    let reason = match (&at[..], solutions.first()) {
        ([(_, n)], _) => format!("{name} = {} solves the line before, and not this one", plain(n)),
        (_, Some(solution)) => format!("{solution} solves the line before, and not this one"),
        _ => "a solution of the line before does not solve this one".to_string(),
    };
    let fix = turned_sign(given, new, name);
    Finding { at, fix, ..Finding::new(Verdict::Refuted, reason) }
}

/// x² = 2, then x = 1.414: every new value is a solution of the line before, up to rounding.
fn only_rounds(before: &Formula, new: &Formula, name: &Symbol, found: &Contrast) -> Option<Finding> {
    if !new.is_solved() || found.lost_inside.is_some() {
        return None;
    }
    let decimals = new.atoms().any(|atom| has_decimals(&atom.right));
    let numbers: Vec<Expr> = found.lost.iter().map(Value::number).collect();
    let meant = |value: &Value| {
        let Value::Exact(value) = value else { return None };
        // 24/5 is no decimal, and the solution is exact.
        let meant = |number: &Expr| {
            let given: Vec<&Expr> = before.sides().chain([number]).collect();
            decimals && rounds(&given, [number, value], &[Vec::new()])
        };
        numbers.iter().position(meant)
    };
    let met: Vec<usize> = found.gained.iter().map(meant).collect::<Option<_>>()?;
    let (met, left): (Vec<usize>, Vec<usize>) = (0..found.lost.len()).partition(|at| met.contains(at));
    let of = |places: Vec<usize>| -> Vec<String> {
        places.into_iter().map(|at| format!("{name} = {}", found.lost[at].text())).collect()
    };
    let (met, left) = (of(met), of(left));
    let verb = if met.len() == 1 { "solves" } else { "solve" };
    let more = if left.is_empty() { String::new() } else { format!(", and so does {}", listed(&left)) };
    let reason = format!("{}{} {verb} the line before{more}", rounded(true), listed(&met));
    (!met.is_empty()).then(|| Finding { rounding: true, ..Finding::new(Verdict::Unknown, reason) })
}

/// The sign that should have been turned.
fn turned_sign(given: &Given<'_>, new: &Formula, name: &Symbol) -> Option<String> {
    let atom = new.single().filter(|atom| atom.sign.turned() != atom.sign)?;
    let turned = Atom { sign: atom.sign.turned(), ..atom.clone() };
    let found = contrast(&[given.before], given.before, &Formula::of(turned.clone()), name)?;
    let [old, new_sign] = [atom.sign, turned.sign].map(Sign::symbol);
    let by = match ratio_sign(given.before, &Formula::of(atom.clone())) {
        Some(true) => ": multiplying by a negative number turns the sign",
        _ => "",
    };
    found.is_same().then(|| format!("it would hold with {new_sign} instead of {old}{by}"))
}

/// How a solution got lost, if both sides were divided.
fn lost_by(before: &Formula, new: &Formula) -> Option<String> {
    let (before, new) = before.single().zip(new.single())?;
    let by = factor_between(before, new)?;
    let whole = |old: &Expr, new: &Expr| vanishes(&(old.clone() - new.clone() * &by));
    (whole(&before.left, &new.left) && whole(&before.right, &new.right))
        .then(|| format!("both sides were divided by {by}"))
}

/// How a solution was gained, if both sides were squared or multiplied.
fn gained_by(before: &Formula, new: &Formula) -> String {
    let Some((before, new)) = before.single().zip(new.single()) else { return String::new() };
    let square = |side: &Expr| side.clone().binary(Op::Pow, &Expr::number(2));
    let squared = square(&before.left) - square(&before.right);
    if vanishes(&(squared.clone() - new.difference())) || vanishes(&(squared + new.difference())) {
        return ": both sides were squared".to_string();
    }
    factor_between(new, before).map_or(String::new(), |by| format!(": both sides were multiplied by {by}"))
}

/// "x = -4 and y = -3 solve the lines before, and not this one".
fn told_at(known: &Known, new: &Formula, name: &Symbol, value: &Value) -> Option<String> {
    let Value::Exact(at) = value else { return None };
    let names = new.variables();
    let others = known
        .given
        .iter()
        .filter(|(own, _)| names.contains(own))
        .filter_map(|(own, value)| Some(format!("{own} = {}", tidy(&value.substitute(name, at))?)));
    let all: Vec<String> = std::iter::once(format!("{name} = {at}")).chain(others).collect();
    (all.len() > 1).then(|| format!("{} solve the lines before, and not this one", listed(&all)))
}

fn by_elimination(judge: &Judge, given: &Given<'_>, new: &Formula) -> Finding {
    let all = Known::of(given.facts.iter().copied());
    if let Some(finding) = new.together().and_then(|parts| one_by_one(judge, given, &all, &parts)) {
        return finding;
    }
    if given.broken || all.impossible {
        return from_some(judge, given, new);
    }
    let put = all.put_into(new);
    let comparison = put.equation().map(|[left, right]| judge.decide(left, right));
    if let Some(finding) = follows_by(&all, new, &put, comparison.as_ref()) {
        return finding;
    }
    // x_1 = x_0 - f(x_0)/f'(x_0) says what x_1 is.
    let named = new.gives().is_some_and(|name| !given.facts.iter().any(|fact| fact.variables().contains(name)));
    if let (true, Some([left, right]), Some(comparison)) =
        (all.calls(new) && !named, put.equation(), comparison.clone())
        && matches!(comparison.verdict, Compared::Refuted(_))
    {
        return told(judge, left, right, comparison);
    }
    let names = put.variables();
    let rest: Vec<&Formula> = all.rest.iter().filter(|fact| fact.has_any(&names)).collect();
    if names.is_empty() && !put.is_opaque() {
        return contradicts(judge, &all, new, &put);
    }
    if let ([name], Some(last)) = (&names[..], rest.last())
        && rest.iter().all(|fact| fact.variables() == names)
    {
        let same = |fact: &&Formula| {
            sides(fact).zip(sides(&put)).is_some_and(|(fact, put)| equation::same(judge, &fact, &put).is_some())
        };
        if rest.iter().any(same) {
            return Finding::new(Verdict::Proved, format!("the same equation{}", told_of(&all, &new.variables())));
        }
        let Some(found) = contrast(&rest, last, &put, name) else {
            return Finding::new(Verdict::Unknown, "the solutions of the lines before could not be found");
        };
        if found.loses() && found.kept && put != *new && new.is_solved() && new.cases.len() == 1 {
            // y = 3 where x = 1 or x = 2: the value in one of the cases.
            return Finding::new(Verdict::Unknown, "it holds for one of the solutions of the lines before");
        }
        if !found.loses() {
            return match found.certain {
                true => Finding::new(Verdict::Proved, "it follows from the lines before"),
                false => Finding::new(Verdict::Unknown, "not all solutions of the lines before could be found"),
            };
        }
        // y = 4 or y = -5, where x = 3 gives 4 and x = -4 gives -3: a value is wrong, not lost.
        let exact = found.gained.iter().any(|value| matches!(value, Value::Exact(_)));
        let lost = match exact && found.kept {
            true => found,
            false => Contrast { gained: Vec::new(), gained_inside: None, ..found },
        };
        let mut finding = loses(judge, given, &put, name, &lost);
        if finding.verdict == Verdict::Refuted {
            finding.fix = None;
            if let Some(told) = lost.lost.first().and_then(|value| told_at(&all, new, name, value)) {
                finding.reason = told;
            }
        }
        let own = given.facts.iter().any(|fact| fact.variables() == names);
        let quantity = given.facts.iter().any(|fact| gives_power(fact, name));
        if finding.verdict == Verdict::Lost && (!own || quantity) {
            // The other solutions of a system may come later.
            let reason = format!("{} solves the lines before, too", listed(&finding.solutions));
            return Finding::new(Verdict::Unknown, reason);
        }
        return finding;
    }
    adds(judge, given, &all, new, comparison, rest.is_empty())
}

/// Relations that hold together, `x = 3, y = 2`: right if each of them follows, wrong if one is.
fn one_by_one(judge: &Judge, given: &Given<'_>, known: &Known, parts: &[Formula]) -> Option<Finding> {
    let findings: Vec<Finding> = parts.iter().map(|part| by_elimination(judge, given, part)).collect();
    if findings.iter().all(|one| one.verdict.holds()) {
        let verdict =
            if findings.iter().all(|one| one.verdict == Verdict::Proved) { Verdict::Proved } else { Verdict::Agree };
        let names: Vec<Symbol> = parts.iter().flat_map(Formula::variables).collect();
        return Some(Finding::new(verdict, format!("it follows from the lines before{}", told_of(known, &names))));
    }
    let all = Formula { cases: vec![parts.iter().flat_map(|part| part.atoms().cloned()).collect()] };
    let wrong = findings.into_iter().find(|finding| finding.verdict == Verdict::Refuted);
    wrong.filter(|_| known.impossible || !is_by_coefficients(given.before, &all))
}

/// ": x = 3, y = 2", or nothing.
fn told_of(known: &Known, names: &[Symbol]) -> String {
    let told = known.text(names);
    if told.is_empty() { told } else { format!(": {told}") }
}

/// The finding that a formula holds once what is known is put into it.
fn follows_by(known: &Known, new: &Formula, put: &Formula, comparison: Option<&Comparison>) -> Option<Finding> {
    let verdict = match (comparison, put.variables().is_empty()) {
        (Some(comparison), _) => match comparison.verdict {
            Compared::Proved(_) => Verdict::Proved,
            Compared::Agree => Verdict::Agree,
            Compared::Refuted(_) | Compared::Unknown(_) => return None,
        },
        (None, true) if is_true(put) == Some(true) => Verdict::Proved,
        (None, _) => return None,
    };
    Some(Finding::new(verdict, format!("it follows from the lines before{}", told_of(known, &new.variables()))))
}

/// After a wrong line only what follows from this line and one more is known to be right.
fn from_some(judge: &Judge, given: &Given<'_>, new: &Formula) -> Finding {
    const MOST: usize = 8;
    let [.., last] = &given.facts[..] else { return Finding::new(Verdict::Fact, "given") };
    let others = given.facts.iter().rev().skip(1).take(MOST);
    for facts in std::iter::once(vec![*last]).chain(others.map(|other| vec![*other, *last])) {
        let known = Known::of(facts.into_iter());
        let put = known.put_into(new);
        let comparison = put.equation().map(|[left, right]| judge.decide(left, right));
        if let Some(finding) = follows_by(&known, new, &put, comparison.as_ref()).filter(|_| !known.impossible) {
            return finding;
        }
    }
    Finding::new(Verdict::Unknown, "the lines before contradict each other")
}

/// What is left is false, whatever the variables are.
fn contradicts(judge: &Judge, known: &Known, new: &Formula, put: &Formula) -> Finding {
    if is_true(put) != Some(false) || !known.rest.is_empty() {
        return Finding::new(Verdict::Unknown, "it could not be told whether the lines before have a solution");
    }
    let given = known.text(&new.variables());
    let (finding, says) = match put.equation() {
        Some([left, right]) => {
            let shown = [left, right].map(|side| tidy(side).unwrap_or_else(|| side.clone()));
            let says = format!(": the left side is then {}, the right side is {}", shown[0], shown[1]);
            (equal(judge, left, right), says)
        }
        None => (Finding::new(Verdict::Refuted, ""), String::new()),
    };
    let verdict = if finding.rounding { finding.verdict } else { Verdict::Refuted };
    let reason = format!("{}the lines before give {given}{says}", rounded(finding.rounding));
    let at = known.given.iter().filter_map(|(name, value)| Some((name.clone(), number(value)?.clone())));
    Finding { verdict, at: at.collect(), ..finding.because(reason) }
}

/// A formula that does not follow and does not contradict: something new, or a division by what may be zero.
fn adds(
    judge: &Judge,
    given: &Given<'_>,
    known: &Known,
    new: &Formula,
    comparison: Option<Comparison>,
    free: bool,
) -> Finding {
    let found = scaled(judge, given, new)
        .or_else(|| multiplied(given.before, new))
        .or_else(|| divided(judge, given, known, new, free))
        .or_else(|| named(judge, given.before, new, given.follows))
        .or_else(|| solved_for(judge, given, new))
        .or_else(|| put_in(judge, given, new));
    if let Some(finding) = found {
        return finding;
    }
    let refuted = comparison.as_ref().is_some_and(|one| matches!(one.verdict, Compared::Refuted(_)));
    if let (true, true, true, Some(comparison), Some([left, right])) =
        (given.follows, free, refuted, comparison, known.put_into(new).equation())
        && !is_by_coefficients(given.before, new)
        // Let y = x + 1, then y² = 4: the name is there for an equation that was not written.
        && (new.is_solved() || given.before.gives().is_none_or(|name| !new.is_in(name)))
    {
        let finding = told(judge, left, right, comparison);
        let reason = format!("it does not follow from the lines before: {}", finding.reason);
        return finding.because(reason);
    }
    // Of a quantity that depends on several others nobody gives two equations of a system.
    let rearranged = new.gives().is_some_and(|name| given.before.gives() != Some(name) || new.variables().len() > 2);
    let rearranged = rearranged || is_square_completed(given.before, new);
    if (given.begun || rearranged) && same_equation(judge, given, new).is_some() {
        let reason = "it is not seen to follow from the line before; it may be a further equation";
        return Finding { further: true, ..Finding::new(Verdict::Unknown, reason) };
    }
    let opaque = new.is_opaque() && !refuted;
    let reason =
        if opaque { "taken as given" } else { "something new: it is not seen to follow from the lines before" };
    Finding::new(Verdict::Fact, reason)
}

/// Both sides were multiplied by a polynomial: a/b = c/d, and then a·d = b·c.
fn multiplied(before: &Formula, new: &Formula) -> Option<Finding> {
    let (before, new) = before.single().zip(new.single())?;
    let equations = before.sign == Sign::Equal && new.sign == Sign::Equal;
    let factor = factor_between(new, before).filter(|_| equations)?;
    Some(Finding::new(Verdict::Proved, format!("both sides were multiplied by {factor}")))
}

/// Both sides were divided by something that is zero, or may be.
fn divided(judge: &Judge, given: &Given<'_>, known: &Known, new: &Formula, free: bool) -> Option<Finding> {
    let (before, after) = given.before.single().zip(new.single())?;
    let factor = factor_between(before, after)?;
    if !free || new.is_opaque() {
        return None;
    }
    let fails = |known: &Known| {
        let put = known.put_into(new);
        let [left, right] = put.equation()?;
        matches!(judge.decide(left, right).verdict, Compared::Refuted(_)).then_some(())
    };
    if vanishes(&known.put(&factor)) {
        fails(known)?;
        let reason = format!("both sides were divided by {factor}, which is 0 by the lines before");
        let told = known.text(&factor.variables());
        return Some(Finding { solutions: vec![told], ..Finding::new(Verdict::Lost, reason) });
    }
    let zero = Formula::of(Atom::equal(&factor, &Expr::number(0)));
    let known = Known::of(given.facts.iter().copied().chain([&zero]));
    if known.impossible || !known.rest.is_empty() {
        return None;
    }
    fails(&known)?;
    let solution = known.text(&factor.variables());
    let reason = format!("{solution} is lost: both sides were divided by {factor}");
    Some(Finding { solutions: vec![solution], ..Finding::new(Verdict::Lost, reason) })
}
