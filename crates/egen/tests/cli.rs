//! Does the command answer as its help says: data on stdout, reports on stderr, the right status?

use assert_cmd::Command;

struct Answer {
    stdout: String,
    stderr: String,
    status: i32,
}

fn egen(args: &[&str], input: &[u8]) -> Answer {
    let output = Command::cargo_bin("egen").expect("built").args(args).write_stdin(input).output().expect("runs");
    Answer {
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        status: output.status.code().expect("an exit code"),
    }
}

fn objects(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn parse_prints_another_notation_and_says_what_it_read() {
    let answer = egen(&["parse", r"\frac{1}{2} \sin^{2} x"], b"");
    assert_eq!((answer.stdout.as_str(), answer.status), ("1/2*sin(x)^2\n", 0));
    assert_eq!(answer.stderr, "read as latex\n");
    let answer = egen(&["parse", "sin^2 x", "--to", "latex", "--from", "infix"], b"");
    assert_eq!((answer.stdout.as_str(), answer.stderr.as_str()), ("\\sin^{2} x\n", ""));
}

#[test]
fn a_text_that_cannot_be_read_is_underlined() {
    let answer = egen(&["parse", "x + * 2"], b"");
    assert_eq!((answer.stdout.as_str(), answer.status), ("", 2));
    let lines: Vec<&str> = answer.stderr.lines().collect();
    assert!(lines[0].starts_with("error: "), "{}", answer.stderr);
    assert_eq!(lines[1..], ["  | x + * 2", "  |     ^"]);
}

#[test]
fn lines_keep_their_numbers() {
    let answer = egen(&["parse", "-"], b"x\n)\ny\n");
    assert_eq!((answer.stdout.as_str(), answer.status), ("x\n\ny\n", 2));
    assert!(answer.stderr.starts_with("error: line 2: "), "{}", answer.stderr);
}

#[test]
fn jsonl_answers_an_object_a_line() {
    let answer = egen(&["parse", "-", "--jsonl", "--to", "prefix"], b"2x\n\\sin x\nx +\n");
    let objects = objects(&answer.stdout);
    assert_eq!(objects[0]["ok"], true);
    assert_eq!((objects[0]["output"].as_str(), objects[0]["reading"].as_str()), (Some("* 2 x"), Some("infix")));
    assert_eq!(objects[1]["reading"], "latex");
    assert_eq!((&objects[2]["ok"], &objects[2]["at"]), (&serde_json::json!(false), &serde_json::json!(3)));
    assert!(objects[2]["error"].is_string());
}

#[test]
fn jsonl_says_the_kind_and_lists_readings() {
    let answer = egen(&["parse", "-", "--jsonl"], b"x = 2\n1/2x\nx +\n2x\n");
    let objects = objects(&answer.stdout);
    let kinds: Vec<_> = objects.iter().map(|object| object["kind"].as_str()).collect();
    assert_eq!(kinds, [Some("equation"), Some("expression"), None, Some("expression")]);
    assert!([0, 2, 3].iter().all(|&at| objects[at].get("readings").is_none()), "{objects:?}");
    assert_eq!(objects[1]["ok"], false);
    let readings = objects[1]["readings"].as_array().expect("there are several");
    let outputs: Vec<_> = readings.iter().map(|reading| reading["output"].as_str()).collect();
    assert_eq!(outputs, [Some("1/2*x"), Some("1/(2*x)")]);
    let choice = serde_json::json!([{"ambiguity": "quotient", "meaning": "goes on"}]);
    assert_eq!(readings[1]["choices"], choice);
}

#[test]
fn eval_gives_certain_digits() {
    for (args, want) in [
        (&["eval", "x^2 + 1", "--at", "x=1.5"][..], "3.25"),
        (&["eval", "exp(pi*sqrt(163))", "--digits", "40"], "262537412640768743.9999999999992500725972"),
        (&["eval", "sin(x)", "--at", "x=pi/6"], "0.5"),
        (&["eval", "d/dx (x*y)", "--at", "x=2,y=3"], "3"),
        (&["eval", "sqrt(-4)", "--complex"], "2i"),
        (&["eval", "-x", "--at", "x=-2"], "2"),
        (&["eval", "sqrt(x - 1/9)", "--at", "x=1/9"], "0"),
    ] {
        let answer = egen(args, b"");
        assert_eq!((answer.stdout.trim_end(), answer.status), (want, 0), "{args:?}: {}", answer.stderr);
    }
}

#[test]
fn eval_says_what_is_missing_or_undefined() {
    let answer = egen(&["eval", "x + y", "--at", "x=1"], b"");
    assert_eq!((answer.status, answer.stderr.contains("--at y=")), (2, true), "{}", answer.stderr);
    for (expr, at) in [("1/x", "x=0"), ("1/(3x - 1)", "x=1/3")] {
        let answer = egen(&["eval", expr, "--at", at], b"");
        assert_eq!((answer.stdout.as_str(), answer.status), ("undefined\n", 1), "{expr}: {}", answer.stderr);
    }
    for expr in ["10^(10^(10^10))", "f(2)", "1e99999"] {
        assert_ne!(egen(&["eval", expr], b"").status, 0, "{expr}");
    }
}

#[test]
fn equal_has_a_status_for_each_verdict() {
    for (args, status) in [
        (&["equal", "sin(2x)", "2 sin(x) cos(x)"][..], 0),
        (&["equal", "sin(x)^2 + cos(x)^2 = 1"], 0),
        (&["equal", "sqrt(x^2)", "x"], 1),
        (&["equal", "sqrt(x^2)", "x", "--assume", "x > 0"], 0),
        (&["equal", "sqrt(x^2)", "x", "--assume", "-1 < x < 1"], 1),
        (&["equal", "-x", "-1*x"], 0),
        (&["equal", "x +", "x"], 2),
        (&["equal", "x"], 2),
        (&["equal", "f(x)", "g(x)"], 3),
        (&["equal", "x", "x", "--assume", "nonsense"], 2),
    ] {
        let answer = egen(args, b"");
        assert_eq!(answer.status, status, "{args:?}: {} {}", answer.stdout, answer.stderr);
    }
    let answer = egen(&["equal", "sqrt(x^2)", "x"], b"");
    assert!(answer.stdout.contains("at x = -1: the first is 1, the second is -1"), "{}", answer.stdout);
}

#[test]
fn equal_names_single_points() {
    for (left, right, want) in [
        ("x^2/x", "x", "  the same domain, single points aside\n  at x = 0 the first has no value\n"),
        ("sign(x)^2", "1", "  the same domain\n  at x = 0 they differ (single points do not count)\n"),
        (
            "x*(x-1)*(x-2)",
            "x^2*(x-1)^2*(x-2)^2/(x*(x-1)*(x-2))",
            "  at x = 0, x = 1 and x = 2 the second has no value\n",
        ),
        ("sin(2x)", "2 sin(x) cos(x)", "  the same domain\n  also over the complex numbers\n"),
    ] {
        let answer = egen(&["equal", left, right], b"");
        assert!(answer.stdout.contains(want), "{}", answer.stdout);
    }
    let answer = egen(&["equal", "x/x", "1", "--jsonl"], b"");
    let want = serde_json::json!([{ "at": { "x": 0.0 }, "found": "no first value" }]);
    assert_eq!(objects(&answer.stdout)[0]["except"], want);
}

#[test]
fn pairs_get_an_object_each_in_order() {
    let pairs = b"x+x\t2x\textra\tcolumns\nsqrt(x^2)\tx\nx +\tx\nonly one\nf(x)\tg(x)\n";
    let answer = egen(&["equal", "--pairs", "-", "--jsonl"], pairs);
    let objects = objects(&answer.stdout);
    let verdicts: Vec<&str> = objects.iter().map(|o| o["verdict"].as_str().expect("a verdict")).collect();
    assert_eq!(verdicts, ["proved", "refuted", "error", "error", "unknown"]);
    assert_eq!(objects.iter().map(|o| o["line"].as_u64()).collect::<Vec<_>>(), [1, 2, 3, 4, 5].map(Some));
    assert_eq!(objects[0]["input"], serde_json::json!(["x+x", "2x"]));
    assert_eq!(objects[1]["notes"], serde_json::json!([]));
    assert_eq!(objects[4]["notes"][0], "`f` is read as an unknown function");
    assert_eq!(objects[1]["at"]["x"], -1.0);
    assert!(objects[2]["error"].is_string() && objects[3]["error"].is_string() && objects[4]["reason"].is_string());
    assert!(objects.iter().all(|o| o["ms"].is_number()));
    assert_eq!(answer.status, 2);
}

#[test]
fn strict_refuses_what_needs_a_note() {
    let answer = egen(&["equal", "log(x)", "ln(x)", "--strict"], b"");
    assert!(answer.stderr.contains("natural logarithm"), "{}", answer.stderr);
    assert_eq!(answer.status, 2);
    let answer = egen(&["equal", "--pairs", "-", "--jsonl", "--strict"], b"log(x)\tln(x)\nx+x\t2*x\n");
    let verdicts: Vec<String> = objects(&answer.stdout).iter().map(|o| o["verdict"].to_string()).collect();
    assert_eq!(verdicts, ["\"error\"", "\"proved\""]);
    assert_eq!(egen(&["parse", "xy", "--strict"], b"").status, 2);
    assert_eq!(egen(&["eval", "2 + ln(1)", "--strict"], b"").stdout, "2\n");
}

#[test]
fn expansions_and_counts_are_printed() {
    let answer = egen(&["expand", "(x+8)-8", "-n", "3", "--nodes", "500"], b"");
    assert_eq!((answer.stdout.lines().next(), answer.stdout.lines().count(), answer.status), (Some("x"), 3, 0));
    let answer = egen(&["count", "sin(x)", "--max-tokens", "9", "--nodes", "500"], b"");
    assert!(answer.stdout.contains("expressions of at most 9 tokens equal sin(x)"), "{}", answer.stdout);
    let answer = egen(&["equal", "sin(x)^2 + cos(x)^2", "1"], b"");
    assert!(answer.stdout.starts_with("proved") && answer.stdout.contains("by algebra"), "{}", answer.stdout);
    assert_eq!(egen(&["rules", "check", "tan-def"], b"").status, 0);
}

#[test]
fn help_has_examples_and_completions_are_printed() {
    for args in [
        &["--help"][..],
        &["parse", "--help"],
        &["eval", "--help"],
        &["equal", "--help"],
        &["expand", "--help"],
        &["count", "--help"],
    ] {
        assert!(egen(args, b"").stdout.contains("Examples:"), "{args:?}");
    }
    let script = egen(&["completions", "bash"], b"").stdout;
    // Notations, models, presets, tasks and formats.
    for word in ["_egen", "sympy", "cl-mean", "small-seq2seq", "retrieval", "parquet", "wide"] {
        assert!(script.contains(word), "{word}");
    }
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let page = egen(&["man"], b"").stdout;
    assert!(page.contains(".TH") && page.contains("egen\\-corpus"), "{page}");
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("man1");
    assert_eq!(egen(&["man", "--out", folder.to_str().expect("UTF-8")], b"").status, 0);
    for name in ["egen.1", "egen-equal.1", "egen-corpus-generate.1"] {
        assert!(std::fs::read_to_string(folder.join(name)).expect(name).contains(".SH"), "{name}");
    }
}

#[test]
fn colours_notes_and_details_are_chosen_with_every_command() {
    let args = ["equal", "log(x)", "x"];
    let with = |more: &[&str]| egen(&[&args[..], more].concat(), b"");
    assert!(
        with(&["--color", "always"]).stdout.contains('\u{1b}')
            && !with(&["--color", "never"]).stdout.contains('\u{1b}')
    );
    assert!(with(&[]).stderr.contains("note: ") && with(&["-q"]).stderr.is_empty());
    assert!(egen(&["--quiet", "parse", "x"], b"").stderr.is_empty());
    let details = egen(&["expand", "x+1", "-n", "1", "--nodes", "50", "--verbose"], b"").stderr;
    assert!(details.contains("INFO"), "{details}");
}

#[test]
fn an_old_spelling_says_what_it_is_called_now() {
    for (args, new) in [
        (&["corpus", "edits", "split"] as &[&str], "negatives"),
        (&["embed", "x", "--to", "npy"], "--format FORMAT"),
        (&["corpus", "export", "corpus", "--to", "original"], "--format FORMAT"),
        (&["graph", "x", "--svg", "x.svg"], "--out FILE.svg"),
    ] {
        let answer = egen(args, b"");
        assert!(answer.status == 2 && answer.stderr.contains(&format!("is now called `{new}`")), "{}", answer.stderr);
    }
}

#[test]
fn hostile_input_is_answered() {
    let deep = format!("{}x{}", "(".repeat(100_000), ")".repeat(100_000));
    let answer = egen(&["parse", "-"], deep.as_bytes());
    assert_eq!(answer.status, 2);
    assert!(answer.stderr.contains("nested"), "{}", answer.stderr);
    let answer = egen(&["parse", "-", "--jsonl"], b"\xff\xfe\nx+1\n");
    assert_eq!(objects(&answer.stdout)[1]["output"], "x + 1");
}

#[test]
fn what_says_nothing_or_two_things_is_refused() {
    for args in [&["eval", "x", "--at", "x=1,x=2"][..], &["eval", "x", "--at", "x=1", "--at", "x=1"]] {
        let answer = egen(args, b"");
        assert_eq!((answer.stdout.as_str(), answer.status), ("", 2), "{args:?}");
        assert_eq!(answer.stderr, "error: --at gives x twice\n");
    }
    assert_eq!(egen(&["eval", "x + y", "--at", "x=1,y=2"], b"").stdout, "3\n");
    for points in ["0", "100000000"] {
        let answer = egen(&["rules", "check", "tan-def", "--points", points], b"");
        assert!(answer.status == 2 && answer.stderr.contains("is not in 1..=1000000"), "{}", answer.stderr);
    }
    assert_eq!(egen(&["rules", "check", "tan-def", "--points", "1"], b"").status, 0);
}

#[test]
fn a_point_that_is_no_double_is_exact() {
    let answer = egen(&["equal", "sqrt(x*(10^-331-x))", "2*sqrt(x*(10^-331-x))", "--jsonl"], b"");
    assert_eq!(answer.status, 1, "{}", answer.stderr);
    let point = &objects(&answer.stdout)[0]["at"]["x"];
    let text = point.as_str().expect("a text");
    // Between 0 and 10^-331: a fraction with a denominator as long as that.
    let (one, denominator) = text.split_once('/').expect("a fraction");
    assert!(one == "1" && denominator.len() > 331 && denominator.bytes().all(|c| c.is_ascii_digit()), "{text}");
    let answer = egen(&["equal", "--pairs", "-"], b"sqrt(x*(10^-331-x))\t2*sqrt(x*(10^-331-x))\n");
    assert!(answer.stdout.trim_end().ends_with(&format!("\tx={text}")), "{}", answer.stdout);
}
