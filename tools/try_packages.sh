#!/usr/bin/env bash
# Do the packaged crates work outside of this workspace? Packages them, unpacks them into a folder, and runs a program there that depends on them.
#
#     bash tools/try_packages.sh [FOLDER]
#
# Without verification by `cargo package` itself: the program is built from the same files.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-$(mktemp -d)}
mkdir -p "$folder/program/src"

cargo package --workspace --locked --allow-dirty --no-verify --quiet --target-dir "$folder/target"
for crate in "$folder"/target/package/*.crate; do
    tar -xzf "$crate" -C "$folder"
done

{
    printf '[package]\nname = "program"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n'
    printf '%s = "*"\n' egen-math egen-read egen-rules egen-grammar egen-graph egen-check egen-corpus egen-model egen-weights egen-train egen-burn egen-eval egen
    printf 'egg = "0.11"\n\n[patch.crates-io]\n'
    for unpacked in "$folder"/egen*-[0-9]*/; do
        name=$(basename "$unpacked")
        printf '%s = { path = "%s" }\n' "${name%-*}" "${unpacked%/}"
    done
} > "$folder/program/Cargo.toml"

cat > "$folder/program/src/main.rs" <<'PROGRAM'
use egen_check::{Judge, check};
use egen_corpus::store::Corpus;
use egen_grammar::{Counts, Grammar};
use egen_graph::prove::Prover;
use egen_math::compare::Settings;
use egen_model::Embedder;
use egen_model::embedder::By;
use egen_read::read::{Options, read_expr};

fn main() {
    let rules = egen_rules::RuleSet::builtin().expect("the rules are in the package");
    println!("{} rules", rules.rules.len());
    let [a, b] = ["tanh(x/2)", "sinh(x)/(1 + cosh(x))"].map(|text| read_expr(text).expect(text));
    println!("{a} = {b}: {:?}", Prover::builtin().prove(&a, &b, &Settings::default()).verdict.is_equal());
    for row in check("x^2 = 2x\nx = 2", &Judge::builtin(), &Options::default()) {
        println!("{}: {} {}", row.input, row.finding.verdict.name(), row.finding.reason);
    }
    let mut graph: egg::EGraph<egg::SymbolLang, ()> = egg::EGraph::default();
    let x = graph.add_expr(&"x".parse().expect("a name"));
    graph.rebuild();
    let grammar = Grammar::from_egraph(&graph, x, |_| 1, |_, _, _| true);
    println!("{} expression equals x", Counts::new(grammar, 3).total(egen_grammar::ClassId(0)));
    println!("{}", Corpus::open("no such folder").err().expect("there is none"));
    let embedder = Embedder::bundled().expect("the models are in the package");
    let vectors: Vec<_> = embedder.embed(&[a, b]).into_iter().map(|vectors| vectors.expect("short")).collect();
    println!("cosine {:.3}", vectors[0].cosine(&vectors[1], By::Meaning));
    println!("{} tasks", egen_eval::TASKS.len());
    // The front door.
    let [double, product] = [r"\sin 2x", "2 sin(x) cos(x)"].map(|text| egen::read(text).expect(text));
    println!("{double} = {product}: {}", egen::equal(&double, &product).verdict.name());
    println!("{} forms of x + x", egen::count(&egen::read("x + x").expect("a sum"), &egen::Reach { max_tokens: 5, ..Default::default() }).expect("a value"));
}
PROGRAM
cargo run --quiet --manifest-path "$folder/program/Cargo.toml" --target-dir "$folder/target"
