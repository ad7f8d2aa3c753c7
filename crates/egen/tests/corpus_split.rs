//! Do `egen corpus split`, `merge` and `export` keep what they promise: no leaks, the same bytes, lines that read back?

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use egen_corpus::store::{Corpus, Domain, FORMAT, Manifest, Row, list_files, write_block};
use egen_math::compare::compare;
use egen_math::{Expr, Verdict};
use egen_read::print::{Form, print};
use egen_read::read::{Notation, Options, read, read_expr};
use serde_json::Value;
use tempfile::TempDir;

/// Standard output and standard error; the command must end with this status.
fn egen(status: i32, args: &[&str]) -> (String, String) {
    let output = Command::cargo_bin("egen").expect("built").args(args).output().expect("runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{args:?}\n{out}\n{err}");
    (out.into_owned(), err.into_owned())
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
}

fn row(cluster: u32, initial: &Expr, member: u32, expr: &Expr) -> Row {
    let prefix = print(expr, Form::Prefix);
    Row {
        cluster,
        initial: print(initial, Form::Prefix),
        member,
        tokens: prefix.split(' ').count() as u32,
        infix: expr.to_string(),
        latex: print(expr, Form::Latex),
        prefix,
        domain: Domain::Equal,
        complex: Some(true),
        operators: Vec::new(),
        part: "natural".into(),
        complete: false,
    }
}

/// A corpus of clusters that are written out here.
fn write(dir: &str, clusters: &[Vec<String>]) {
    for (block, some) in clusters.chunks(32).enumerate() {
        let mut rows = Vec::new();
        for (at, texts) in some.iter().enumerate() {
            let exprs: Vec<Expr> = texts.iter().map(|text| read_expr(text).expect(text)).collect();
            let number = (block * 32 + at) as u32;
            rows.extend((0u32..).zip(&exprs).map(|(member, expr)| row(number, &exprs[0], member, expr)));
        }
        write_block(dir, "train", block as u32, &rows).expect("written");
    }
}

fn clusters(texts: &[&[&str]]) -> Vec<Vec<String>> {
    texts.iter().map(|texts| texts.iter().map(|text| text.to_string()).collect()).collect()
}

/// All files below a folder with their bytes.
fn contents(dir: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut todo = vec![PathBuf::from(dir)];
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                todo.push(path);
            } else {
                let name = path.strip_prefix(dir).expect("inside").to_owned();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

fn rows(dir: &str, split: &str) -> Vec<Row> {
    Corpus::open(dir).expect("a corpus").rows(split).collect::<Result<_, _>>().expect("rows")
}

/// Ten functions, each in two clusters that give each other away in different ways, and twenty that stand alone.
fn twins() -> Vec<Vec<String>> {
    let mut out = Vec::new();
    for k in 2..12 {
        match k % 3 {
            // The same expression up to order.
            0 => {
                out.push(vec![format!("sin(x) + {k}"), format!("{k} - sin(-x)")]);
                out.push(vec![format!("sin(x)*1 + {k}"), format!("{k} + sin(x)")]);
            }
            // The same function.
            1 => {
                out.push(vec![format!("cos(x)*{k}"), format!("{k}*sin(x + pi/2)")]);
                out.push(vec![format!("{k}/sec(x)"), format!("{k}*cos(-x)")]);
            }
            // Different functions that have members equal on a part only.
            _ => {
                out.push(vec![format!("x + {k}"), format!("sqrt(x)^2 + {k}")]);
                out.push(vec![format!("abs(x) + {k}"), format!("sqrt(x^2) + {k}")]);
            }
        }
    }
    out.extend((2..22).map(|k| vec![format!("x^{k} + tan(x)")]));
    out
}

#[test]
fn a_planted_leak_is_moved_out_of_training() {
    let folder = Folder::new();
    let (corpus, out) = (folder.path("corpus"), folder.path("split"));
    write(&corpus, &twins());
    let sizes = ["--test-min", "2", "--test-max", "2"];
    let args = [&["corpus", "split", &corpus, "--out", &out, "--test-clusters", "6"], &sizes[..]].concat();
    let (text, _) = egen(0, &args);
    assert!(text.contains("moved out of training: 6 clusters with 12 rows"), "{text}");
    assert!(text.contains("test: 12 rows in 6 clusters"), "{text}");
    assert!(text.contains("train: 36 rows in 28 clusters"), "{text}");
    let exprs = |split| rows(&out, split).iter().map(|row| read_expr(&row.infix).expect("a row")).collect::<Vec<_>>();
    for (train, test) in exprs("train").iter().flat_map(|a| exprs("test").into_iter().map(move |b| (a, b))) {
        assert!(!compare(train, &test).verdict.is_equal(), "{train} and {test}");
    }
    let manifest = Manifest::read(&out).expect("readable").expect("there");
    assert_eq!(manifest.settings["split"]["moved"].as_array().map(Vec::len), Some(6));
    assert!(manifest.verify(&out).is_empty());
}

#[test]
fn what_another_corpus_holds_out_is_kept_out_of_training_too() {
    let folder = Folder::new();
    let [held, other, split, out] = ["held", "other", "split", "out"].map(|name| folder.path(name));
    write(&held, &clusters(&[&["sin(2*x)", "2*sin(x)*cos(x)"], &["x^2 + 1", "1 + x*x"], &["exp(x)", "exp(x/2)^2"]]));
    egen(0, &["corpus", "split", &held, "--out", &split, "--test-clusters", "2", "--test-min", "2", "--test-max", "2"]);
    let tested: Vec<String> = rows(&split, "test").into_iter().map(|row| row.infix).collect();
    write(&other, &clusters(&[&["tan(x) + y", "y + sin(x)/cos(x)"], &[&format!("0 + {}", tested[1])]]));
    let args = ["corpus", "split", &other, "--out", &out, "--test-clusters", "0", "--away-from", &split];
    let (text, _) = egen(0, &args);
    assert!(text.contains("train: 2 rows in 1 clusters"), "{text}");
    assert!(text.contains("moved out of training: 1 clusters with 1 rows"), "{text}");
}

#[test]
fn a_text_of_clusters_becomes_a_corpus_and_what_does_not_hold_is_kept_apart() {
    let folder = Folder::new();
    let [text, out, merged] = ["clusters.txt", "corpus", "merged"].map(|name| folder.path(name));
    let lines =
        "sin(2x)\n2 sin(x) cos(x)\nsin(x)\n\nsqrt(x^2)\nabs(x)\nabs(x)\n)(\n\n2 cos(x) sin(x)\nsin(x + x)\n\nx\n";
    fs::write(&text, lines).expect("written");
    let (said, hint) = egen(0, &["corpus", "import", &text, "--out", &out]);
    assert!(said.contains("6 rows in 3 clusters"), "{said}");
    assert!(
        said.contains("2 rows that do not hold or cannot be read, 1 that repeat another, 1 clusters of a single row"),
        "{said}"
    );
    assert!(hint.contains("rejects/"), "{hint}");
    let corpus = Corpus::open(&out).expect("a corpus");
    let rejects: Vec<_> = corpus.rejects().collect::<Result<_, _>>().expect("rejects");
    assert_eq!((rejects[0].reason.as_str(), rejects[0].at.is_empty()), ("differs", false));
    assert!(Manifest::read(&out).expect("readable").expect("there").verify(&out).is_empty());
    egen(0, &["corpus", "verify", &out]);
    let (said, _) = egen(0, &["corpus", "merge", &out, "--out", &merged]);
    assert!(said.contains("in 2 clusters"), "{said}");
    egen(2, &["corpus", "import", &text, "--out", &out]);
    fs::write(&text, "x\n\ny\n").expect("written");
    let (_, error) = egen(2, &["corpus", "import", &text, "--out", &folder.path("none")]);
    assert!(error.contains("no cluster of clusters.txt has two expressions"), "{error}");
}

#[test]
fn a_split_has_the_sizes_asked_for_and_the_same_bytes_again() {
    let folder = Folder::new();
    let corpus = folder.path("corpus");
    let all: Vec<Vec<String>> =
        (2..42).map(|k| (0..12).map(|m| format!("x*{k} + sin(x) + {m} - {m}")).collect()).collect();
    write(&corpus, &all);
    let split = |name: &str, seed: &str| {
        let out = folder.path(name);
        let counts = ["--test-clusters", "8", "--validation-clusters", "4", "--test-min", "5", "--test-max", "9"];
        egen(0, &[&["corpus", "split", &corpus, "--out", &out, "--seed", seed], &counts[..]].concat());
        out
    };
    let (one, again, other) = (split("one", "1"), split("again", "1"), split("other", "2"));
    assert_eq!(contents(&one), contents(&again));
    assert_ne!(contents(&one), contents(&other));
    let mut seen = BTreeSet::new();
    let mut sizes = BTreeSet::new();
    for (split, count) in [("test", 8), ("validation", 4), ("train", 28)] {
        let clusters: Vec<Vec<Row>> =
            Corpus::open(&one).expect("opens").clusters(split).collect::<Result<_, _>>().expect("rows");
        assert_eq!(clusters.len(), count, "{split}");
        for rows in clusters {
            assert!(seen.insert(rows[0].cluster));
            // Rows can be traced: numbers are those of the whole corpus, and the initial expression is kept.
            assert_eq!(rows[0].member, 0);
            let of = &all[rows[0].cluster as usize];
            assert!(rows.iter().all(|row| read_expr(&row.infix) == read_expr(&of[row.member as usize])));
            if split == "train" {
                assert_eq!(rows.len(), 12);
            } else {
                assert!((5..=9).contains(&rows.len()));
                sizes.insert(rows.len());
            }
        }
    }
    assert!(sizes.len() > 2, "{sizes:?}");
    let card = fs::read_to_string(Path::new(&one).join("README.md")).expect("a card");
    assert!(card.contains("split: validation") && card.contains("| test | 8 |"), "{card}");
}

#[test]
fn what_cannot_be_split_says_why() {
    let folder = Folder::new();
    let (corpus, out) = (folder.path("corpus"), folder.path("split"));
    let all: Vec<Vec<String>> = (2..42).map(|k| (0..3).map(|m| format!("x*{k} + {m} - {m}")).collect()).collect();
    write(&corpus, &all);
    let (_, err) = egen(2, &["corpus", "split", &corpus, "--out", &out, "--test-min", "2"]);
    assert!(err.contains("40 of 40") && err.contains("try --test-clusters 4"), "{err}");
    let (_, err) = egen(2, &["corpus", "split", &corpus, "--out", &out]);
    assert!(err.contains("lower --test-min"), "{err}");
    let (_, err) = egen(2, &["corpus", "split", &corpus, "--out", &corpus, "--test-clusters", "1"]);
    assert!(err.contains("choose another folder"), "{err}");
    egen(0, &["corpus", "split", &corpus, "--out", &out, "--test-clusters", "4", "--test-min", "2"]);
    let (_, err) = egen(2, &["corpus", "split", &out, "--out", &folder.path("again")]);
    assert!(err.contains("is split already"), "{err}");
}

#[test]
fn merged_shards_are_the_bytes_of_an_undivided_run() {
    let folder = Folder::new();
    let generate = |out: &str, shard: &[&str]| {
        let settings = ["--limit", "70", "--members", "6", "--max-tokens", "13"];
        egen(0, &[&["corpus", "generate", "--preset", "paper", "--out", out], &settings[..], shard].concat());
    };
    let (whole, merged) = (folder.path("whole"), folder.path("merged"));
    generate(&whole, &[]);
    let parts: Vec<String> = (0..4).map(|i| folder.path(&format!("part-{i}"))).collect();
    for (at, part) in parts.iter().enumerate() {
        generate(part, &["--shard", &format!("{at}/4")]);
    }
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    // In any order, one of them twice; the last has no block at all.
    let order = [parts[2], parts[0], parts[3], parts[1], parts[0]];
    let (text, _) = egen(0, &[&["corpus", "merge"], &order[..], &["--out", &merged]].concat());
    assert!(text.starts_with("4 shards of one run\n"), "{text}");
    assert_eq!(contents(&whole), contents(&merged));

    let again = folder.path("again");
    let (_, err) = egen(2, &["corpus", "merge", parts[0], parts[3], "--out", &again]);
    assert!(err.contains("of 4 shards these are missing: 1, 2"), "{err}");
    let (_, err) = egen(2, &[&["corpus", "merge"], &parts[..], &["--out", &merged]].concat());
    assert!(err.contains("choose another folder"), "{err}");
    let mut manifest = Manifest::read(parts[1]).expect("readable").expect("there");
    manifest.seed = 5;
    manifest.write(parts[1]).expect("written");
    let (_, err) = egen(2, &[&["corpus", "merge"], &parts[..], &["--out", &again]].concat());
    assert!(err.contains("its seed is 5"), "{err}");
    let other = fs::read(Path::new(parts[0]).join("data/train-00000.parquet")).expect("a block");
    manifest.seed = 0;
    manifest.write(parts[1]).expect("written");
    fs::write(Path::new(parts[1]).join("data/train-00001.parquet"), other).expect("written");
    let (_, err) = egen(2, &[&["corpus", "merge"], &parts[..], &["--out", &again]].concat());
    assert!(err.contains("train-00001.parquet: its checksum is"), "{err}");
}

#[test]
fn different_corpora_are_joined_by_function() {
    let folder = Folder::new();
    let (one, two, out) = (folder.path("one"), folder.path("two"), folder.path("out"));
    write(&one, &clusters(&[&["sin(2*x)", "2*sin(x)*cos(x)"], &["x", "x + 0"], &["cos(x)"]]));
    write(
        &two,
        &clusters(&[&["exp(x)"], &["cos(x)*2*sin(x)", "sin(x + x)", "sin(x*2)"], &["sqrt(x)^2", "abs(x)", "0 + x"]]),
    );
    let (text, _) = egen(0, &["corpus", "merge", &one, &two, "--out", &out]);
    assert!(text.contains("2 clusters became part of another, 3 members repeat others"), "{text}");
    assert!(text.contains("1 do not equal the new initial expression"), "{text}");
    let rows = rows(&out, "train");
    let found: Vec<(u32, u32, &str)> = rows.iter().map(|row| (row.cluster, row.member, row.infix.as_str())).collect();
    let want = [
        (0, 0, "sin(2*x)"),
        (0, 1, "2*sin(x)*cos(x)"),
        (0, 2, "sin(x + x)"),
        (1, 0, "x"),
        (1, 1, "x + 0"),
        (1, 2, "sqrt(x)^2"),
        (2, 0, "cos(x)"),
        (3, 0, "exp(x)"),
    ];
    assert_eq!(found, want);
    assert_eq!((rows[5].domain, rows[5].initial.as_str()), (Domain::Narrower, "x"));
    let manifest = Manifest::read(&out).expect("readable").expect("there");
    assert!(manifest.verify(&out).is_empty());
    assert_eq!((manifest.format, manifest.files), (FORMAT, list_files(&out).expect("files")));
}

#[test]
fn exports_read_back() {
    let folder = Folder::new();
    let corpus = folder.path("corpus");
    let texts: [&[&str]; 3] =
        [&["sin(2*x)", "2*sin(x)*cos(x)", "sin(x + x)"], &["-x/3", "x/(-3)"], &["d/dx ln(x)", "1/x", "x^(-1)"]];
    write(&corpus, &clusters(&texts));
    let export = |args: &[&str]| egen(0, &[&["corpus", "export", &corpus], args].concat()).0;

    let prefix = Options { notation: Some(Notation::Prefix), ..Options::default() };
    let original = export(&["--format", "original"]);
    let back: Vec<Vec<Expr>> = original
        .split("\n\n")
        .map(|cluster| cluster.lines().map(|line| read(line, &prefix).expect(line).sides.remove(0)).collect())
        .collect();
    let want: Vec<Vec<Expr>> =
        texts.iter().map(|texts| texts.iter().map(|text| read_expr(text).expect(text)).collect()).collect();
    assert_eq!(back, want);
    let lines: Vec<&str> = original.lines().filter(|line| !line.is_empty()).collect();
    let parsed = Command::cargo_bin("egen")
        .expect("built")
        .args(["parse", "-", "--from", "prefix", "--to", "prefix"])
        .write_stdin(lines.join("\n"))
        .output()
        .expect("runs");
    assert_eq!(String::from_utf8_lossy(&parsed.stdout).lines().collect::<Vec<_>>(), lines);

    let objects: Vec<Value> =
        export(&["--format", "jsonl"]).lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(objects.len(), 8);
    assert_eq!((&objects[3]["infix"], &objects[3]["cluster"]), (&"-x/3".into(), &1.into()));
    assert_eq!(export(&["--to", "latex", "--limit", "1"]), "\\sin\\left(2 x\\right)\n");
    assert_eq!(export(&["--to", "paper", "--limit", "1"]), "sin mul INT+ 2 x\n");

    let pairs = export(&["--pairs"]);
    let distinct: BTreeSet<&str> = pairs.lines().collect();
    assert_eq!((pairs.lines().count(), distinct.len()), (14, 14));
    assert_eq!(pairs, export(&["--pairs"]));
    assert_ne!(pairs, export(&["--pairs", "--seed", "1"]));
    assert!(pairs.starts_with(&export(&["--pairs", "--limit", "3"])));
    assert_eq!(export(&["--pairs", "--even", "--limit", "40"]).lines().count(), 40);

    let file = folder.path("triplets.tsv");
    egen(0, &["corpus", "export", &corpus, "--triplets", "--hard", "1", "--to", "infix", "--out", &file]);
    let triplets = fs::read_to_string(&file).expect("a file");
    assert_eq!(triplets.lines().count(), 14);
    for line in triplets.lines() {
        let [anchor, positive, negative] =
            line.split('\t').map(|text| read_expr(text).expect(text)).collect::<Vec<_>>().try_into().expect("three");
        assert!(compare(&anchor, &positive).verdict.is_equal(), "{line}");
        assert!(matches!(compare(&anchor, &negative).verdict, Verdict::Refuted(_)), "{line}");
    }
    egen(2, &["corpus", "export", &corpus, "--pairs", "--format", "original"]);
    let (_, err) = egen(2, &["corpus", "export", &corpus, "--split", "test"]);
    assert!(err.contains("there is no split `test`"), "{err}");
}

/// The shell forbids files of more than a few kilobytes, as a full disk would.
#[cfg(unix)]
#[test]
fn without_room_the_advice_is_what_can_be_done() {
    let folder = Folder::new();
    let [corpus, out] = ["corpus", "out"].map(|name| folder.path(name));
    write(&corpus, &(1..200).map(|n| vec![format!("sin({n}*x)"), format!("sin(x*{n})")]).collect::<Vec<_>>());
    for command in [&["split", &corpus, "--test-clusters", "0"][..], &["merge", &corpus]] {
        let output = std::process::Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$0\" corpus \"$@\""])
            .arg(env!("CARGO_BIN_EXE_egen"))
            .args(command)
            .args(["--out", &out])
            .output()
            .expect("runs");
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        let wanted = format!("; allow larger files (ulimit -f), then delete {out} and run it again");
        assert!(output.status.code() == Some(2) && message.contains(&wanted), "{message}");
        fs::remove_dir_all(&out).expect("removed");
    }
}
