//! Is every rule true of instances that were chosen to make it false?
//!
//! A rule's conditions are all that stands between it and a wrong proof: here the numeric guard is off, and each rule is applied to what
//! vanishes on an interval, to integers, and to what is huge, tiny or at the end of a domain. Where the rule fires, both sides are
//! evaluated with balls at points of the bad parts; nothing of the comparison is used.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use egen_graph::rewrite::Rewritings;
use egen_graph::saturate::{Limits, saturate};
use egen_graph::term::to_rec;
use egen_math::ball::Outcome;
use egen_math::eval::certified::{Certified, Coordinate};
use egen_math::tape::{Input, Tape};
use egen_math::{Assumptions, Expr, Node, Number, Op, Symbol};
use egen_read::read::read_expr;
use egen_rules::{Condition, Rule, RuleSet};

/// Each is 0 on an interval, or on a half line; `sqrt(x^2) + x` for x ≤ 0.
const FLAT: [&str; 12] = [
    "abs(x) - x",
    "abs(x - pi) - x + pi",
    "abs(ln(x)) - ln(x)",
    "abs(sin(x)) - sin(x)",
    "sqrt(x^2) + x",
    "x*sign(x) - x",
    "asin(sin(x)) - x",
    // These are known not to be negative, not to be positive, to lie in (-1, 1), in (-π/2, π/2).
    "sqrt(abs(x - pi) - x + pi)",
    "-abs(abs(x) - x)",
    "tanh(abs(x) - x)",
    "atan(abs(x) - x)",
    "atan(abs(x) - x)/4",
];

/// Huge, tiny, or at the end of a domain.
const EXTREME: [&str; 17] = [
    "10^30*x",
    "x/10^30",
    "exp(x)",
    "1/x",
    "asin(x)",
    "acosh(x)",
    "ln(x)",
    "x",
    "-x^2",
    "1 + x^2",
    "-exp(x)",
    "tanh(x)",
    "1 + exp(x)",
    "-1 - exp(x)",
    "tanh(x)/3",
    "acos(x)",
    "atan(x)/4",
];

/// Zero at some integers.
const INTEGER: [&str; 7] = ["n", "n - 50", "n - m - 77", "sin(pi*(n - 50)/97)", "abs(n - 50)", "pi*n/2", "(n - 50)^2"];

/// What is added, so that a pole which is not at 0 is hit too.
const SHIFTS: [&str; 6] = ["0", "1", "-1", "pi/2", "pi", "-pi/2"];

/// Values of x, and of what stands beside it.
const REAL_POINTS: [(&str, &str, &str); 10] = [
    ("4", "2", "3"),
    ("-3", "-2", "1/2"),
    ("5", "1/2", "-3"),
    ("100", "-7/3", "-1/2"),
    ("-1/2", "3/2", "2"),
    ("1/2", "1/3", "-2"),
    ("7/5", "-5", "7"),
    ("-100", "9/7", "4"),
    ("11/10", "1/5", "1/7"),
    ("9/10", "-1/9", "5/2"),
];

/// Values of n, m, and of the reals beside them.
const INTEGER_POINTS: [(&str, &str, &str, &str); 10] = [
    ("50", "0", "2", "3"),
    ("0", "0", "-2", "1/2"),
    ("147", "1", "1/2", "-3"),
    ("77", "0", "3/2", "2"),
    ("1", "3", "-7/3", "2"),
    ("-3", "2", "2", "-1/2"),
    ("2", "-2", "-1/3", "1/3"),
    ("-1", "0", "5", "-2"),
    ("127", "50", "2", "7"),
    ("3", "1", "4", "1/5"),
];

const NEAR: &str = "1/1000";
const BITS: usize = 192;

fn read(text: &str) -> Expr {
    read_expr(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A fraction.
fn number(text: &str) -> Number {
    let whole = |text: &str| Number::from(text.parse::<i64>().expect("digits"));
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    whole(over).combine(Op::Div, &whole(under)).expect("not over 0")
}

/// Expressions for a rule's variables.
#[derive(Clone)]
struct Instance {
    given: Vec<(Symbol, Expr)>,
    integers: bool,
}

impl Instance {
    /// All at once: a variable of the rule may be called like one of the expressions.
    fn of(&self, side: &Expr) -> Expr {
        let inner = |name: &Symbol| Symbol::new(&format!("{name}_of_rule"));
        let renamed = self
            .given
            .iter()
            .fold(side.clone(), |side, (name, _)| side.substitute(name, &Expr::variable(inner(name).as_str())));
        self.given.iter().fold(renamed, |side, (name, value)| side.substitute(&inner(name), value))
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.given.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        f.write_str(&parts.join(", "))
    }
}

/// What a variable of a rule may be.
enum Place {
    /// Anything.
    Free,
    /// A variable.
    Bound,
    /// One of these.
    Only(&'static [&'static str]),
}

fn place(rule: &Rule, name: &Symbol) -> Place {
    for condition in &rule.when {
        match condition {
            Condition::Even(n) if n == name => return Place::Only(&["2", "-2", "0"]),
            Condition::Odd(n) if n == name => return Place::Only(&["3", "-1", "1"]),
            Condition::Number(n) if n == name => return Place::Only(&["2", "-1/2", "-1"]),
            Condition::Integer(n) if n == name => return Place::Only(&["2", "-1", "k"]),
            Condition::Variable(n) if n == name => return Place::Bound,
            _ => {}
        }
    }
    let binds = |side: &Expr| {
        side.nodes().iter().any(|node| match node {
            Node::Binary(op, _, by) if op.binds() => matches!(side.node(*by), Node::Var(n) if n == name),
            _ => false,
        })
    };
    if binds(&rule.left) || binds(&rule.right) { Place::Bound } else { Place::Free }
}

/// Instances of a rule. Each variable gets each attack, with plain partners; a pole is hit by solving for the variable where it stands
/// alone, and by shifts where it stands in something.
fn instances(rule: &Rule) -> Vec<Instance> {
    let names = rule.left.variables();
    let mut out = Vec::new();
    if names.iter().all(|name| matches!(place(rule, name), Place::Bound)) {
        let given = names.iter().zip(["x", "y"]).map(|(name, variable)| (name.clone(), read(variable)));
        out.push(Instance { given: given.collect(), integers: false });
    }
    let at_zero = |(a, b): &(Expr, Expr)| {
        [a, b].iter().all(|side| matches!(side.nodes(), [Node::Var(_)] | [Node::Num(_)]))
            && matches!(b.nodes(), [Node::Num(n)] if n.is_zero())
    };
    let shifts: &[&str] = if rule.off.iter().all(at_zero) { &SHIFTS[..1] } else { &SHIFTS };
    let partners: [&[&str]; 3] = [&["y", "z", "y + z"], &["exp(y)", "exp(z)", "2"], &["x", "y", "z"]];
    let bound: Vec<bool> = names.iter().map(|name| matches!(place(rule, name), Place::Bound)).collect();
    // With the partner that is left out, the attacked variable is alone.
    let rows = if names.len() > 1 { partners.len() } else { 1 };
    for (at, name) in names.iter().enumerate() {
        if bound[at] {
            continue;
        }
        for (row, partner) in partners[..rows].iter().enumerate() {
            let mut integers_only = false;
            let mut beside: Vec<(Symbol, Expr)> = Vec::new();
            for (other, name) in names.iter().enumerate().filter(|(other, _)| *other != at) {
                let chosen = match place(rule, name) {
                    Place::Bound => "x",
                    Place::Only(list) => list[(at + other) % list.len()],
                    Place::Free => partner[(other + names.len() - at - 1) % partner.len()],
                };
                integers_only |= chosen == "k";
                beside.push((name.clone(), read(chosen)));
            }
            let mut add = |value: Expr, integers: bool| {
                let mut given = beside.clone();
                given.push((name.clone(), value));
                out.push(Instance { given, integers: integers || integers_only });
            };
            if let Place::Only(list) = place(rule, name) {
                list.iter().for_each(|text| add(read(text), true));
                continue;
            }
            for (list, integers) in [(&FLAT[..], false), (&INTEGER[..], true)] {
                for text in list {
                    for shift in shifts {
                        let value = if *shift == "0" { read(text) } else { read(&format!("{text} + ({shift})")) };
                        add(value, integers);
                    }
                    for (a, b) in &rule.off {
                        let partners = Instance { given: beside.clone(), integers };
                        for (one, rest) in [(a, b), (b, a)] {
                            let alone = matches!(one.node(one.root()), Node::Var(n) if n == name);
                            if alone && !rest.variables().is_empty() && !rest.variables().contains(name) {
                                add(partners.of(rest).binary(Op::Add, &read(text)), integers);
                            }
                        }
                        if a.variables().len() + b.variables().len() > 1 && b.variables().len() < 2 {
                            // x + y = 0, sqrt(b) = -a.
                            add(read(text).binary(Op::Sub, &partners.of(&read("y"))), integers);
                            add(read(&format!("{text} - sqrt(y)")), integers);
                        }
                    }
                }
            }
            for text in EXTREME.iter().filter(|_| row == 0) {
                add(read(text), false);
            }
        }
    }
    // The same everywhere: a = b, x = y.
    if names.len() > 1 {
        for (text, integers) in FLAT.iter().map(|text| (text, false)).chain(INTEGER.iter().map(|text| (text, true))) {
            let given = names
                .iter()
                .zip(&bound)
                .map(|(name, bound)| (name.clone(), if *bound { read("x") } else { read(text) }));
            out.push(Instance { given: given.collect(), integers });
        }
    }
    out
}

#[derive(Clone, Debug)]
struct Failure {
    rule: String,
    instance: String,
    at: String,
    /// The right side has no value where the left side has one.
    lost: bool,
}

/// Does the rule fire, and if so, at which point is it wrong?
fn attack(rule: &Rule, rules: &Rewritings, instance: &Instance) -> (bool, Option<Failure>) {
    let (left, right) = (instance.of(&rule.left), instance.of(&rule.right));
    let integers: Vec<Symbol> = if instance.integers { ["n", "m", "k"].map(Symbol::new).to_vec() } else { Vec::new() };
    let assumptions = Assumptions { integers: integers.clone(), ..Assumptions::none() };
    let limits = Limits {
        nodes: 300,
        rounds: 1,
        time: Duration::from_secs(1),
        extend: false,
        guard: false,
        ..Limits::default()
    };
    let run = saturate(&[&left], &assumptions, rules, &limits, false, |_, _| false);
    let meets =
        run.graph.lookup_expr(&to_rec(&right)).is_some_and(|id| run.graph.find(id) == run.graph.find(run.roots[0]));
    if !meets {
        return (false, None);
    }
    let mut tape = Tape::new(&integers);
    let (Ok(a), Ok(b)) = (tape.record(&left), tape.record(&right)) else { return (true, None) };
    let fails = |point: &dyn Fn(&str) -> Option<Number>| -> Option<bool> {
        let mut inputs = Vec::new();
        for input in tape.inputs() {
            let Input::Variable(name) = input else { return None };
            inputs.push(Coordinate::Exact(point(name.as_str())?));
        }
        let values = Certified::evaluate(&tape, &inputs, BITS);
        match (values.get(a), values.get(b)) {
            (Outcome::Value(a), Outcome::Value(b)) if !a.overlaps(b) => Some(false),
            (Outcome::Value(_), Outcome::Undefined) => Some(true),
            _ => None,
        }
    };
    let failure =
        |at: String, lost: bool| Some(Failure { rule: rule.name.clone(), instance: instance.to_string(), at, lost });
    if instance.integers {
        for (n, m, y, z) in INTEGER_POINTS {
            let point = |name: &str| {
                Some(number(match name {
                    "n" | "k" => n,
                    "m" => m,
                    "y" => y,
                    "z" | "x" => z,
                    _ => return None,
                }))
            };
            // The integers are what they are; a real beside them must not be at an isolated exception.
            if let Some(lost) = fails(&point) {
                let moved = |name: &str| match name {
                    "n" | "m" | "k" => point(name),
                    _ => point(name).map(|x| x.combine(Op::Add, &number(NEAR)).expect("a sum")),
                };
                if fails(&moved).is_some() {
                    return (true, failure(format!("n = {n}, m = {m}, y = {y}, z = {z}"), lost));
                }
            }
        }
    } else {
        for (x, y, z) in REAL_POINTS {
            let point = |name: &str| {
                Some(number(match name {
                    "x" => x,
                    "y" => y,
                    "z" => z,
                    _ => return None,
                }))
            };
            if let Some(lost) = fails(&point) {
                let moved = |name: &str| point(name).map(|x| x.combine(Op::Add, &number(NEAR)).expect("a sum"));
                if fails(&moved).is_some() {
                    return (true, failure(format!("x = {x}, y = {y}, z = {z}"), lost));
                }
            }
        }
    }
    (true, None)
}

#[test]
fn no_rule_is_false_of_an_instance() {
    let set = RuleSet::builtin().unwrap_or_else(|error| panic!("{error}"));
    let variables: Vec<Symbol> = ["x", "y", "z", "n", "m", "k"].map(Symbol::new).to_vec();
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut failures, mut fired, mut tried, mut asleep) = (Vec::new(), 0, 0, Vec::new());
        while let Some(rule) = set.rules.get(next.fetch_add(1, Ordering::Relaxed)) {
            let rules = Rewritings::of(std::iter::once(rule), &variables);
            let mut any = false;
            for instance in instances(rule) {
                let (met, failure) = attack(rule, &rules, &instance);
                tried += 1;
                fired += usize::from(met);
                any |= met;
                failures.extend(failure);
            }
            if !any {
                asleep.push(rule.name.clone());
            }
        }
        (failures, fired, tried, asleep)
    };
    let threads = thread::available_parallelism().map_or(2, usize::from);
    let parts: Vec<_> = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().map(|handle| handle.join().expect("no worker panics")).collect()
    });
    let (mut failures, mut fired, mut tried, mut asleep) = (Vec::new(), 0, 0, Vec::new());
    for part in parts {
        failures.extend(part.0);
        fired += part.1;
        tried += part.2;
        asleep.extend(part.3);
    }
    let mut by_rule: BTreeMap<&str, Vec<&Failure>> = BTreeMap::new();
    for failure in &failures {
        by_rule.entry(&failure.rule).or_default().push(failure);
    }
    let line = |(rule, failures): (&&str, &Vec<&Failure>)| {
        let worst = failures.iter().find(|failure| !failure.lost).unwrap_or(&failures[0]);
        let what = if worst.lost { "loses its value" } else { "is false" };
        format!("{rule}: {} instances, {what} for {} at {}", failures.len(), worst.instance, worst.at)
    };
    let lines: Vec<String> = by_rule.iter().map(line).collect();
    assert!(lines.is_empty(), "{} rules fail:\n{}", lines.len(), lines.join("\n"));
    // Were they reached at all? What stays asleep is mostly rules for a half of a period.
    assert!(fired > tried / 2, "{fired} of {tried} instances fired");
    assert!(asleep.len() < 60, "{} rules never fired: {asleep:?}", asleep.len());
}
