//! Does `egen check` find the wrong step, show what changed, and go on after trouble?

use std::fmt::Write as _;

use assert_cmd::Command;
use serde_json::Value;

struct Answer {
    stdout: String,
    stderr: String,
    status: i32,
}

fn check(args: &[&str], input: &str) -> Answer {
    let mut command = Command::cargo_bin("egen").expect("built");
    let output = command.arg("check").args(args).write_stdin(input).output().expect("runs");
    Answer {
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        status: output.status.code().expect("an exit code"),
    }
}

/// The answers in JSON, and the status.
fn objects(args: &[&str], input: &str) -> (Vec<Value>, i32) {
    let answer = check(&[&["--jsonl"], args].concat(), input);
    let objects = answer.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    (objects, answer.status)
}

/// The verdicts of steps, without facts and text.
fn verdicts(args: &[&str], input: &str) -> (Vec<String>, i32) {
    let (objects, status) = objects(args, input);
    let steps = objects.iter().filter(|object| !object["step"].is_null());
    (steps.map(|object| object["verdict"].as_str().expect("a verdict").to_string()).collect(), status)
}

#[test]
fn a_right_chain_is_proved() {
    let answer = check(&[], "(x+1)^2 - (x-1)^2\nx^2+2x+1 - (x^2-2x+1)\n4x\n");
    assert_eq!(
        answer.stdout,
        "                (x + 1)^2 - (x - 1)^2\n  \
           2  proved   = x^2 + 2*x + 1 - (x^2 - 2*x + 1)   by algebra\n  \
           3  proved   = 4*x                               by algebra\n\
         2 steps: 2 proved\n"
    );
    assert_eq!((answer.stderr.as_str(), answer.status), ("", 0));
}

#[test]
fn a_step_that_fills_a_gap_says_so() {
    let answer = check(&[], "(x^2-1)/(x-1) = (x+1)*(x-1)/(x-1) = x + 1\n");
    let last = answer.stdout.lines().nth(2).expect("three lines");
    assert_eq!(last, "  1  proved   = x + 1                     by algebra, at x = 1 before has no value");
}

#[test]
fn a_mistake_is_shown_with_what_changed_the_point_and_the_likely_slip() {
    let answer = check(&[], "(x-1)^2\nx^2 - 2x + 1\nx^2 + 2x + 1\n(x+1)^2\n");
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert_eq!(
        lines[2..],
        [
            "  3  refuted  = x^2 + 2*x + 1",
            "        before  x^2 - 2*x + 1",
            "                    ^^^^^",
            "         after  x^2 + 2*x + 1",
            "                    ^^^^^",
            "                at x = 1: before is 0, after is 4",
            "                it would hold with - 2*x instead of + 2*x",
            "  4  proved   = (x + 1)^2       by algebra",
            "3 steps: 2 proved, 1 refuted",
        ],
        "{}",
        answer.stdout
    );
    assert_eq!(answer.status, 1);
}

#[test]
fn environments_continuations_and_chains_are_read() {
    let align = "\\begin{align*}\n  \\sin 2x &= 2 \\sin x \\cos x && \\text{known} \\\\[2pt]\n  &= 2\\cos x\\sin x, \\\\ % turned\n  &= \\sin x \\cos x + \\cos x \\sin x.\n\\end{align*}\n";
    assert_eq!(verdicts(&[], align), (vec!["proved".to_string(); 3], 0));
    for text in [
        "(x+1)^2\n= x^2 + 2x + 1\n= x (x+2) + 1\n",
        "(x+1)^2 =\nx^2 + 2x + 1 =\nx (x+2) + 1\n",
        "(x+1)^2 = x^2 + 2x + 1 = x (x+2) + 1\n",
        "(x+1)^2 = x^2 + 2x + 1\n  = x (x+2) + 1\n",
        "\\[ (x+1)^2\n = x^{2} + 2x + 1\n = x(x+2) + 1 \\]\n",
        "$(x+1)^2$\n$x^2 + 2x + 1$\n$x(x+2) + 1$",
        "# a comment\ny = (x+1)^2\n% another\n = x^2 + 2x + 1\n = x (x+2) + 1\n",
        "pow + x 1 2\n+ + pow x 2 * 2 x 1\n+ * x + x 2 1\n",
        "(pow (+ x 1) 2)\n(+ (+ (pow x 2) (* 2 x)) 1)\n(+ (* x (+ x 2)) 1)\n",
    ] {
        assert_eq!(verdicts(&[], text), (vec!["proved".to_string(); 2], 0), "{text}");
    }
}

#[test]
fn one_line_in_latex_makes_the_next_ones_latex() {
    let (objects, status) = objects(&[], "\\frac{2xy}{2}\nxy\nyx\n\nvx*t\nt*vx\n");
    assert_eq!((objects[1]["before"].as_str(), objects[1]["after"].as_str()), (Some("x*y"), Some("y*x")));
    assert_eq!((objects[2]["before"].as_str(), status), (Some("`vx`*t"), 0));
}

#[test]
fn blank_lines_separate_problems() {
    let (objects, status) = objects(&[], "x\nx + 0\n\n\ny\n2y/2\n");
    let places: Vec<(u64, u64, u64)> = objects
        .iter()
        .map(|o| (o["problem"].as_u64().expect("n"), o["step"].as_u64().expect("n"), o["line"].as_u64().expect("n")))
        .collect();
    assert_eq!((places, status), (vec![(1, 1, 2), (2, 1, 6)], 0));
    let answer = check(&[], "x\nx + 0\n\ny\n2y\n");
    assert!(answer.stdout.ends_with("2 steps in 2 problems: 1 proved, 1 refuted\n"), "{}", answer.stdout);
}

#[test]
fn a_line_that_cannot_be_read_is_underlined_and_the_rest_is_checked() {
    let answer = check(&[], "x + 1\n= x + * 2\n= 1 + x\n");
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert!(lines[0].starts_with("  2  unread     x + * 2"), "{}", answer.stdout);
    assert_eq!(lines[1].trim_start(), "^", "{}", answer.stdout);
    assert_eq!(lines[1].find('^'), lines[0].find('*'), "{}", answer.stdout);
    assert_eq!(lines.last(), Some(&"1 line was not understood: line 2"), "{}", answer.stdout);
    assert_eq!((answer.stderr.as_str(), answer.status), ("", 3));
    let (objects, status) = objects(&[], "x + 1\n)\n1 + x\n");
    assert!(objects[0]["error"].as_str().is_some_and(|text| text.starts_with("line 2: ")), "{}", objects[0]);
    assert_eq!((&objects[0]["line"], objects[1]["verdict"].as_str(), status), (&2.into(), Some("proved"), 3));
    // What is wrong outweighs what was not understood.
    assert_eq!(check(&[], "x + 1\n= x + * 2\n\n2 + 2\n= 5\n").status, 1);
}

#[test]
fn a_claim_among_words_that_is_not_understood_is_named() {
    let answer = check(&[], "So $2+2=4$ and $5! = 121$.\n");
    assert!(answer.stdout.ends_with("1 line was not understood: line 1\n"), "{}", answer.stdout);
    assert_eq!(answer.status, 3, "{}", answer.stdout);
    let (objects, _) = objects(&[], "So $2+2=4$ and $5! = 121$.\n");
    let understood: Vec<&Value> = objects.iter().map(|object| &object["understood"]).collect();
    assert!(understood.contains(&&true.into()) && understood.contains(&&false.into()), "{objects:?}");
    let answer = check(&[], "5! = 121\n7! = 1\n");
    assert!(answer.stdout.contains("2 lines were not understood: lines 1 and 2"), "{}", answer.stdout);
    assert_eq!(answer.status, 3);
}

#[test]
fn formulas_are_printed_in_the_notation_in_which_they_were_written() {
    let (rows, _) = objects(&[], "\\frac{x}{2} + \\frac{x}{2}\n= x^{2}\n\nx/2 + x/2\n= x^2\n");
    let [latex, infix] = &rows[..] else { panic!("two rows: {rows:?}") };
    assert_eq!((latex["notation"].as_str(), infix["notation"].as_str()), (Some("latex"), Some("infix")));
    assert_eq!((latex["before"].as_str(), infix["before"].as_str()), (Some("x/2 + x/2"), Some("x/2 + x/2")));
    assert_eq!(latex["before_latex"].as_str(), Some("\\frac{x}{2} + \\frac{x}{2}"));
    assert!(infix["before_latex"].is_null() && infix["after_latex"].is_null());
    let answer = check(&[], "\\frac{x}{2} + \\frac{x}{2}\n= x^{2}\n");
    let wanted = "  2  refuted  = x^{2}\n        before  \\frac{x}{2} + \\frac{x}{2}\n";
    assert!(answer.stdout.contains(wanted), "{}", answer.stdout);
}

#[test]
fn rows_name_their_file() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("homework.txt");
    std::fs::write(&path, "x\n)\nx\n").expect("written");
    let name = path.to_str().expect("UTF-8");
    let (rows, status) = objects(&[name], "");
    assert!(rows[0]["error"].as_str().is_some_and(|text| text.starts_with(&format!("{name}:2: "))), "{}", rows[0]);
    assert!(rows.iter().all(|row| row["file"] == name && row["problem"] == 1) && status == 3, "{rows:?}");
    assert_eq!(check(&["/no/such/file"], "").status, 2);
}

#[test]
fn objects_have_the_same_keys_for_every_step() {
    let (objects, status) = objects(&[], "x\nx + 1\nx + 2 - 1\nf(x)\n\n2x = 4\nx = 2\n");
    assert_eq!((objects.len(), status), (5, 1));
    for object in &objects {
        let keys: Vec<&str> = object.as_object().expect("an object").keys().map(String::as_str).collect();
        for key in [
            "file",
            "problem",
            "step",
            "line",
            "input",
            "notes",
            "notation",
            "understood",
            "before_latex",
            "after_latex",
            "solutions",
            "error",
            "before",
            "after",
            "verdict",
            "domain",
            "at",
            "complex",
            "reason",
            "why",
            "changed",
            "fix",
            "rounding",
            "equation",
            "ms",
        ] {
            assert!(keys.contains(&key), "{key} is missing: {object}");
        }
    }
    let [wrong, proved, unknown, fact, equation] = &objects[..] else { panic!("five rows") };
    assert_eq!((fact["verdict"].as_str(), fact["step"].is_null()), (Some("fact"), true));
    assert_eq!(wrong["changed"], serde_json::json!({"before": "", "after": "+ 1"}));
    assert!(wrong["at"]["x"].is_number() && wrong["reason"].is_string() && wrong["why"].is_null());
    assert_eq!(proved["why"], serde_json::json!(["by algebra"]));
    assert!(unknown["reason"].is_string() && unknown["verdict"] == "unknown");
    assert_eq!((&equation["equation"], equation["before"].as_str()), (&true.into(), Some("2*x = 4")));
}

#[test]
fn likely_slips_are_named() {
    for (text, fix) in [
        ("(a+b)^2 = a^2 + b^2", "it would hold with + 2*a*b added"),
        ("x - (y - z) = x - y - z", "it would hold with + z instead of - z"),
        ("d/dx cos(x) = sin(x)", "it would hold with -sin(x) instead of sin(x)"),
        ("-966.48/14.8 = 65.302", "up to rounding it would hold with -65.302 instead of 65.302"),
        ("2x + 3 = 7\n2x = 10", "it would hold with 4 instead of 10"),
    ] {
        let (objects, status) = objects(&[], text);
        let last = objects.last().expect("a row");
        assert_eq!((last["fix"].as_str(), status), (Some(fix), 1), "{text}");
    }
}

#[test]
fn rounding_is_neither_right_nor_refuted() {
    for text in [
        "-966.48/14.8\n-65.302\n",
        "6/2.3 = 2.6",
        "3x = 2\nx = 0.667",
        "x^2 = 2\nx = 1.414 or x = -1.414",
        "x^5 - x - 1 = 0\nx = 1.1673",
        "x + y = 5\nx = 1/3\ny = 4.67",
    ] {
        let (objects, status) = objects(&[], text);
        let last = objects.last().expect("a row");
        let found = (last["verdict"].as_str(), &last["rounding"], status);
        assert_eq!(found, (Some("unknown"), &true.into(), 3), "{text}");
        let reason = last["reason"].as_str().expect("a reason");
        assert!(reason.starts_with("equal up to rounding only: "), "{reason}");
    }
    for text in ["x^2 = 2\nx = 1.43 or x = -1.414", "x^5 - x - 1 = 0\nx = 1.18", "x + y = 5\nx = 1/3\ny = 4.8"] {
        let (objects, status) = objects(&[], text);
        assert_eq!((objects.last().expect("a row")["verdict"].as_str(), status), (Some("refuted"), 1), "{text}");
    }
}

#[test]
fn equations_must_keep_their_solutions() {
    for (text, verdict, status) in [
        ("2x + 3 = 7\n2x = 4\nx = 2", "proved", 0),
        ("2x + 3 = 7\n\\Rightarrow 2x = 4 = 2^2", "proved", 0),
        ("3 = x + 1\nx + 1 = 3", "proved", 0),
        ("sqrt(2) x = 2\nx = sqrt(2)", "proved", 0),
        ("f(x) = (x+1)^2\nf(x) = x^2 + 2x + 1", "proved", 0),
        ("2x + 3 = 7\n2x = 10", "refuted", 1),
        ("x^2 = 4\nx = 2", "lost", 1),
        ("sqrt(x) = x - 2\nx = (x - 2)^2", "gained", 3),
        ("sin(x) = 1/2\nx = pi/6", "unknown", 3),
    ] {
        let (found, exit) = verdicts(&[], text);
        assert!(found.iter().all(|found| found == verdict) && exit == status, "{text}: {found:?}, {exit}");
    }
    let answer = check(&[], "2x + 3 = 7\n2x = 10\n");
    assert!(answer.stdout.contains("x = 2 solves the line before"), "{}", answer.stdout);
}

#[test]
fn identities_that_take_nothing_up_are_claims_by_themselves() {
    let text = "(a+b)^2 = a^2 + b^2\nsin(2x) = 2 sin(x) cos(x)\n";
    assert_eq!(verdicts(&[], text), (vec!["refuted".to_string(), "proved".to_string()], 1));
    let chain = "sin(2x) = 2 sin(x)\n2 sin(x) = sin(x) + sin(x)\n";
    assert_eq!(verdicts(&[], chain), (vec!["refuted".to_string(), "proved".to_string()], 1));
}

#[test]
fn assumptions_and_options_are_heard() {
    assert_eq!(check(&[], "sqrt(x^2)\nx\n").status, 1);
    let answer = check(&["--assume", "x > 0"], "sqrt(x^2)\nx\n");
    assert!(answer.stdout.ends_with("1 step: 1 proved, for x > 0\n") && answer.status == 0, "{}", answer.stdout);
    assert_eq!(verdicts(&["--numeric", "--threads", "1"], "x + x\n2x\n"), (vec!["agree".to_string()], 0));
    assert_eq!(verdicts(&[], "f(x)\ng(x)\n"), (vec!["unknown".to_string()], 3));
    assert!(check(&["--help"], "").stdout.contains("Examples:"));
}

#[test]
fn nothing_to_check_is_trouble() {
    for text in ["", "\n\n# nothing\n", "x + 1\n", "\\begin{align}\n\\end{align}\n", "y = x + 1\n"] {
        let answer = check(&[], text);
        assert_eq!((answer.stdout.contains("step"), answer.status), (false, 2), "{text}");
        assert!(answer.stderr.contains("no steps found"), "{text}: {}", answer.stderr);
    }
    let answer = check(&[], "= x\n");
    assert!(answer.stdout.contains("takes up the one before") && answer.status == 3, "{}", answer.stdout);
}

#[test]
fn a_line_that_is_nested_too_deep_does_not_stop_the_rest() {
    let deep = format!("{}x{}", "(".repeat(100_000), ")".repeat(100_000));
    let answer = check(&[], &format!("x + x\n{deep}\n2x\n"));
    assert_eq!((answer.status, answer.stdout.contains("proved")), (3, true), "{}", answer.stdout);
    assert!(answer.stdout.contains("nested") && answer.stdout.len() < 1000, "{}", answer.stdout);
}

#[test]
fn a_long_derivation_is_one() {
    let mut text = String::new();
    for n in 0..10_000 {
        writeln!(text, "x + 0*{}", n % 7).expect("a string");
    }
    let (objects, status) = objects(&["--numeric"], &text);
    assert_eq!((objects.len(), status), (9_999, 0));
    assert_eq!(objects[9_998]["step"], 9_999);
}

#[test]
fn rows_say_what_was_read_and_what_was_not() {
    let (rows, status) = objects(&[], "Divide both sides by 2.\nlog(x) + log(x) = 2 log(x)\n");
    let [text, step] = &rows[..] else { panic!("two rows: {rows:?}") };
    assert_eq!((text["verdict"].as_str(), text["input"].as_str()), (Some("skipped"), Some("Divide both sides by 2")));
    assert_eq!((step["verdict"].as_str(), step["line"].as_u64(), status), (Some("proved"), Some(2), 0));
    assert!(step["notes"][0].as_str().is_some_and(|note| note.contains("natural logarithm")), "{step}");
    let (strict, status) = objects(&["--strict"], "log(x) + log(x) = 2 log(x)\n");
    assert_eq!((strict[0]["verdict"].as_str(), status), (Some("error"), 3));
}

#[test]
fn lost_and_gained_solutions_are_listed() {
    let (lost, status) = objects(&[], "x^2 = 2x\nx = 2\n");
    assert_eq!((&lost[1]["solutions"], status), (&serde_json::json!(["x = 0"]), 1));
    assert_eq!(lost[1]["reason"], "x = 0 is lost: both sides were divided by x");
    let (gained, status) = objects(&[], "sqrt(x + 2) = x\nx + 2 = x^2\n");
    assert_eq!((&gained[1]["solutions"], status), (&serde_json::json!(["x = -1"]), 3));
    let (turned, status) = objects(&[], "-2x < 6\nx < -3\n");
    assert_eq!((&turned[1]["at"], status), (&serde_json::json!({"x": 0.0}), 1));
    assert!(turned[1]["fix"].as_str().is_some_and(|fix| fix.contains("turns the sign")), "{}", turned[1]);
}

#[test]
fn what_is_not_a_text_is_refused_by_its_name() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path.to_str().expect("UTF-8").to_string()
    };
    let zeros = file("zeros", b"\x7fELF\x02\x01\0\0\0 x = 1\n");
    let noise = file("noise", &(0..4096u32).map(|n| 128 | (n * 37 % 128) as u8).collect::<Vec<_>>());
    let folder = dir.path().to_str().expect("UTF-8").to_string();
    for (path, wanted) in [
        (&zeros, format!("{zeros} is not a text (in UTF-8)")),
        (&noise, format!("{noise} is not a text (in UTF-8)")),
        (&folder, format!("cannot read {folder}")),
    ] {
        let answer = check(&[path], "");
        assert_eq!((answer.stdout.as_str(), answer.status), ("", 2), "{}", answer.stderr);
        assert!(answer.stderr.contains(&wanted), "{}", answer.stderr);
    }
    let late = file("late", format!("{}\0\n", "x = x\n".repeat(5_000)).as_bytes());
    let answer = check(&[&late], "");
    assert!(answer.status == 2 && answer.stderr.contains("late is not a text: line 5001 holds"), "{}", answer.stderr);
    let accents = file("accents", "Gleichung für α:\nx = x\n".as_bytes());
    assert_eq!(check(&[&accents], "").status, 0);
}
