//! probe
use egen_graph::prove::Prover;
use egen_math::{compare::{Proof, Settings}, read::read_expr, Verdict};
use egen_rules::RuleSet;
#[allow(clippy::print_stdout)]
fn main() {
    let mut rules = RuleSet::default();
    let mut files: Vec<_> = std::fs::read_dir("rules").unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    for f in files { if let Err(e) = RuleSet::load(&f).and_then(|r| rules.extend(r)) { println!("{e}"); } }
    println!("{} rules", rules.rules.len());
    let prover = Prover::new(rules);
    let path = std::env::args().nth(1).unwrap();
    let show = std::env::args().nth(2).is_some();
    let (mut alg, mut rl, mut agree, mut other) = (0, 0, 0, 0);
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let c: Vec<&str> = line.split('\t').collect();
        let (Ok(a), Ok(b)) = (read_expr(c[0]), read_expr(c[1])) else { println!("unreadable {line}"); continue };
        let t = std::time::Instant::now();
        let r = prover.prove(&a, &b, &Settings::default());
        let ms = t.elapsed().as_secs_f64() * 1e3;
        if ms > 500.0 { println!("SLOW {ms:.0} {a} = {b}"); }
        match r.verdict {
            Verdict::Proved(Proof::Steps(s)) if s.len() == 2 && s[1].why.starts_with("by algebra") => alg += 1,
            Verdict::Proved(p) => { rl += 1; if show { println!("RULES {ms:.1} ms {a} = {b}"); if let Proof::Steps(s) = p { for s in s { println!("     {}   {}", s.expr, s.why); } } } }
            Verdict::Agree => { agree += 1; println!("AGREE {ms:.0} ms  {a}  =  {b}"); }
            _ => other += 1,
        }
    }
    println!("algebra {alg}, rules {rl}, agree only {agree}, other {other}");
}
