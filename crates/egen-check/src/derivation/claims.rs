//! Claims: what does an equation or an inequality say after the lines before it?
//!
//! Named interpreters are asked in a declared order; the first that knows decides. Some can tell before the formula is judged (`BEFORE`):
//! it is a value to be checked, or nothing before speaks of it. The others look at what was found (`AFTER`): what does not follow may be another of the
//! solutions, another case, a new equation. What remains is a step. Interpreters only look; what a claim leaves for the lines to come is `taken`.

use std::time::Instant;

use super::Derivation;
use super::links::Understood;
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
use crate::standing::{another_choice, another_condition, is_case_of, is_condition, is_further, next_step};
use crate::step::{judge_formula, lone};

/// What a formula says.
pub(super) enum Claim {
    /// It is judged by itself: `2 + 2 = 4`.
    Alone(Finding),
    /// It is false, and so are the lines before: `3 = 5`.
    Contradiction(Finding),
    /// It is a step from a line before.
    Step { before: Formula, finding: Finding },
    /// It is shown, and nothing follows from it.
    Aside(&'static str),
    /// It is given, for the reason told.
    Given(&'static str),
    /// Its value is put in, to check it.
    Tried,
    /// It is the condition under which the cases before are all solutions.
    Bounds,
    /// It is the line before with other letters in their places.
    Interchanged,
    /// It sets up an equation: `f(x) = 0`.
    SetsUp(Understood),
    /// It is one of the two equations that an absolute value stands for.
    Case { base: Vec<Fact>, whole: Formula },
    /// After some solutions the equation is taken up again.
    Restored { before: Formula },
    /// It is another of the solutions, which these are now.
    AnotherSolution { cases: Cases, before: Formula },
    /// It is a condition for another case, in which these lines are in force.
    AnotherCondition(Vec<Fact>),
    /// It is another choice, with which these lines are in force; a part of it may be wrong.
    AnotherChoice { facts: Vec<Fact>, wrong: Option<Finding>, before: Formula },
    /// A new equation begins.
    Anew,
}

/// What is asked before a formula is judged.
struct Asked<'a, 'j> {
    derivation: &'a Derivation<'j>,
    item: &'a Item,
    formula: &'a Formula,
    follows: bool,
}

/// A formula that was judged by the lines before.
struct Judged<'a, 'j> {
    asked: Asked<'a, 'j>,
    before: Fact,
    finding: Finding,
}

/// What an interpreter of a judged formula says.
enum Says {
    /// This is what it claims.
    Claims(Claim),
    /// This is found instead; the next interpreters are asked.
    Finds(Finding),
}

/// Interpreters of a formula that was not judged yet.
type Before = fn(&Asked) -> Option<Claim>;
/// Interpreters of a formula that was judged.
type After = fn(&Judged) -> Option<Says>;

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
        let start = Instant::now();
        // Solve for x: what x is follows.
        let follows = follows || self.words.asked.is_some() && lone(formula) == self.words.asked.as_ref();
        let asked = Asked { derivation: self, item, formula, follows };
        let claim = match BEFORE.iter().find_map(|(_, interpreter)| interpreter(&asked)) {
            Some(claim) => claim,
            None => {
                let (before, finding) = self.judged(formula, follows);
                let asked = Asked { derivation: self, item, formula, follows };
                Judged { asked, before, finding }.claim()
            }
        };
        self.take_claim(item, formula, claim);
        self.timed(start);
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
}

impl Judged<'_, '_> {
    fn claim(mut self) -> Claim {
        for (_, interpreter) in AFTER {
            match interpreter(&self) {
                Some(Says::Claims(claim)) => return claim,
                Some(Says::Finds(finding)) => self.finding = finding,
                None => {}
            }
        }
        Claim::Step { before: self.before.formula, finding: self.finding }
    }

    fn is_wrong(&self) -> bool {
        matches!(self.finding.verdict, Verdict::Refuted | Verdict::Lost)
    }

    fn holds(&self) -> bool {
        self.finding.verdict.holds()
    }

    fn facts(&self) -> &[Fact] {
        self.asked.derivation.scope.facts()
    }
}

fn when(condition: bool, claim: impl FnOnce() -> Claim) -> Option<Says> {
    condition.then(|| Says::Claims(claim()))
}

/// A relation between numbers.
fn numbers(asked: &Asked) -> Option<Claim> {
    let Asked { derivation, item, formula, follows } = asked;
    if !formula.variables().is_empty() || formula.is_opaque() {
        return None;
    }
    let contradiction = derivation.contradiction(item, formula).map(Claim::Contradiction);
    let alone = || {
        let scope = derivation.scope.with_facts(Vec::new());
        let mut given = scope.given(formula, *follows);
        given.broken = false;
        Claim::Alone(judge_formula(derivation.judge, &given, formula))
    };
    Some(contradiction.unwrap_or_else(alone))
}

/// Solutions that come again and again, `x = π/2 + 2kπ`.
fn family(asked: &Asked) -> Option<Claim> {
    let scope = &asked.derivation.scope;
    let facts: Vec<&Formula> = scope.formulas().collect();
    let finding = judge_family(asked.derivation.judge, &facts, asked.formula)?;
    let before = scope.before(asked.formula)?.formula.clone();
    Some(Claim::Step { before, finding })
}

fn quoted(asked: &Asked) -> Option<Claim> {
    let aside = || Claim::Aside("a formula in letters that no line gives");
    asked.derivation.quotes(asked.formula).then(aside)
}

/// Nothing before speaks of it.
fn unrelated(asked: &Asked) -> Option<Claim> {
    (!asked.derivation.scope.is_about(asked.formula)).then_some(Claim::Given("given"))
}

/// Check x = 3: a value is put in.
fn tried(asked: &Asked) -> Option<Claim> {
    asked.derivation.words.tries(asked.item.line, asked.formula).then_some(Claim::Tried)
}

/// A condition on the line of a solution: x = 4 (x > 0).
fn bounds(asked: &Asked) -> Option<Claim> {
    let derivation = asked.derivation;
    let mut cases = derivation.open.cases.clone().filter(|_| is_condition(asked.formula))?;
    let here = derivation.rows[cases.row].line == asked.item.line;
    cases.base.push(Fact { formula: asked.formula.clone(), derived: false });
    (here && cases.is_complete(derivation.judge)).then_some(Claim::Bounds)
}

/// x² + y² = 25, and then 2x + 2y·dy/dx = 0.
fn implicit_derivative(judged: &Judged) -> Option<Says> {
    let derivation = judged.asked.derivation;
    let open = matches!(judged.finding.verdict, Verdict::Fact | Verdict::Unknown) && !derivation.scope.broken;
    let found = open.then(|| implicit::judge(derivation.judge, judged.facts(), judged.asked.formula));
    let finding = found.flatten()?;
    Some(Says::Claims(Claim::Step { before: judged.before.formula.clone(), finding }))
}

/// x² = y², x = y, and then x = -y: a line that was not derived may be one of several cases.
fn one_of_several(judged: &Judged) -> Option<Says> {
    let Judged { asked, before, finding } = judged;
    let names = asked.formula.variables();
    let about = judged.facts().iter().filter(|fact| fact.formula.has_any(&names)).count();
    let several = finding.further && finding.verdict == Verdict::Refuted && !before.derived && about > 1;
    let reason = "something new: it is not seen to follow from the lines before";
    several.then(|| Says::Finds(Finding::new(Verdict::Fact, reason)))
}

/// y = 2x + 1, and then x = 2y + 1: the inverse is looked for.
fn interchanged(judged: &Judged) -> Option<Says> {
    let same = !judged.holds() && is_interchanged(&judged.before.formula, judged.asked.formula);
    when(same, || Claim::Interchanged)
}

/// f(x) = 0 is an equation to be solved, where f was defined.
fn sets_up(judged: &Judged) -> Option<Says> {
    let Asked { derivation, formula, follows, .. } = &judged.asked;
    let open = judged.is_wrong() && !follows && formula.has_calls();
    let [left, right] = formula.equation().filter(|_| open)?;
    Some(Says::Claims(Claim::SetsUp(derivation.understood(left, right, true)?)))
}

/// Is it one of a list, y = x², y = x³, y = 2ˣ, of which nothing was derived?
fn list(judged: &Judged) -> Option<Says> {
    let formula = judged.asked.formula;
    let gives = |one: &Formula| lone(one).cloned().filter(|_| !one.is_solved());
    let (names, name) = (formula.variables(), gives(formula));
    let mut about = judged.facts().iter().filter(|fact| fact.formula.has_any(&names));
    let open = judged.is_wrong() && !judged.asked.follows && !judged.finding.further && name.is_some();
    let listed = open && about.all(|fact| !fact.derived && gives(&fact.formula) == name);
    when(listed, || Claim::Given("something new: another equation for the same name"))
}

/// One of the two equations that an absolute value stands for.
fn case_of_bars(judged: &Judged) -> Option<Says> {
    let Asked { derivation, formula, .. } = &judged.asked;
    if judged.holds() {
        return None;
    }
    let names = formula.variables();
    let (base, whole) = match &derivation.open.split {
        Some(split) if split.whole.variables() == names => (split.base.clone(), split.whole.clone()),
        _ => {
            let fact = judged.facts().iter().rev().find(|fact| fact.formula.variables() == names)?;
            (judged.facts().to_vec(), fact.formula.clone())
        }
    };
    when(is_case_of(derivation.judge, &whole, formula), || Claim::Case { base, whole })
}

/// x = 1 was found by a guess, and the equation is taken up again.
fn equation_again(judged: &Judged) -> Option<Says> {
    let Asked { derivation, formula, .. } = &judged.asked;
    let cases = derivation.open.cases.as_ref()?;
    let before = || judged.before.formula.clone();
    when(cases.is_restored(derivation.judge, formula), || Claim::Restored { before: before() })
}

/// Is it another of the solutions, where a line before gave some of them only?
fn another_solution(judged: &Judged) -> Option<Says> {
    let Asked { derivation, formula, .. } = &judged.asked;
    let mut cases = derivation.open.cases.clone().filter(|_| !judged.holds())?;
    let admitted = cases.admits(derivation.judge, formula);
    when(admitted, || Claim::AnotherSolution { cases, before: judged.before.formula.clone() })
}

/// Do earlier lines that were only given make room for another case, or for a further condition?
fn gives_way(judged: &Judged) -> Option<Says> {
    let Asked { derivation, formula, follows, .. } = &judged.asked;
    let (judge, wrong) = (derivation.judge, judged.is_wrong());
    if judged.holds() || *follows {
        return None;
    }
    if is_condition(formula) {
        if let Some(facts) = another_condition(judge, judged.facts(), formula) {
            return Some(Says::Claims(Claim::AnotherCondition(facts)));
        }
        // x < 1 or x > 2 is found by solving, and not given beside other conditions.
        let further = wrong && formula.cases.len() == 1 && is_further(judged.facts(), &judged.before, formula);
        return when(further, || Claim::Given("a further condition"));
    }
    let choice = || another_choice(judge, judged.facts(), formula).filter(|_| wrong);
    let facts = next_step(judged.facts(), formula).or_else(choice)?;
    // x = 2, f(2) = 5: the value is another one, and what is said of it may be wrong.
    let mut scope = derivation.scope.with_facts(facts.clone());
    scope.begun = true;
    let parts = formula.together().filter(|_| scope.is_about(formula));
    let wrong = parts.into_iter().flatten().filter(|part| !part.is_solved()).find_map(|part| {
        let found = judge_formula(judge, &scope.given(&judged.before.formula, true), &part);
        Some(found).filter(|found| found.verdict == Verdict::Refuted)
    });
    Some(Says::Claims(Claim::AnotherChoice { facts, wrong, before: judged.before.formula.clone() }))
}

/// x > 0 after an equation says where to look for solutions, and an equation after x > 0 is the one to be solved there.
fn condition(judged: &Judged) -> Option<Says> {
    let Asked { formula, follows, .. } = judged.asked;
    let names = formula.variables();
    let equation = |fact: &Fact| !is_condition(&fact.formula) && fact.formula.variables() == names;
    let claimed = follows || (!is_condition(formula) && judged.facts().iter().any(equation));
    if claimed || judged.holds() || is_condition(formula) == is_condition(&judged.before.formula) {
        return None;
    }
    let (verdict, reason) = match (judged.finding.verdict, is_condition(formula)) {
        // x > 0 after ln(x) + ln(x + 1) = 0: where to look is weaker than what is looked for.
        (Verdict::Gained, true) => (Verdict::Proved, "it follows from the lines before"),
        (Verdict::Gained, false) => return None,
        (_, true) => (Verdict::Fact, "a condition"),
        (_, false) => (Verdict::Fact, "given"),
    };
    Some(Says::Finds(Finding::new(verdict, reason)))
}

/// A new equation in one unknown, after the one before was solved.
fn anew(judged: &Judged) -> Option<Says> {
    let Asked { formula, follows, .. } = judged.asked;
    let solved = judged.before.formula.is_solved() && !formula.is_solved();
    let fresh = formula.variables().len() == 1 && solved && !follows && formula.equation().is_some();
    when(fresh && judged.finding.verdict == Verdict::Refuted, || Claim::Anew)
}

impl Derivation<'_> {
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
