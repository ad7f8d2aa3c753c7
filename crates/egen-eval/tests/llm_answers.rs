//! Answers of chat models: are they read, marked and counted as a person would?

use egen_eval::algebra::{Analogy, Kind};
use egen_eval::llm::answer::{Mark, Unreadable, mark, wrong_steps};
use egen_eval::llm::chat::{Finish, Reply, Tokens};
use egen_eval::llm::endpoint::EndpointError;
use egen_eval::llm::marks::{Said, score_algebra, score_mistakes};
use egen_eval::llm::{Endpoint, Key, question, sample};
use egen_eval::mistakes::{Cases, Derivation};
use egen_eval::score::Score;
use egen_math::Expr;
use egen_read::read::read_expr;

fn reply(content: &str) -> Reply {
    Reply { content: content.into(), finish: Finish::Whole, tokens: None }
}

#[test]
fn answers_are_read_from_what_servers_send() {
    let read = |body: &str| Reply::read(&serde_json::from_str(body).unwrap());
    let body = r#"{"choices":[{"message":{"role":"assistant","content":"Answer: 2"},"finish_reason":"stop"}],
        "usage":{"prompt_tokens":10,"completion_tokens":3}}"#;
    assert_eq!(read(body), Some(Reply { tokens: Some(Tokens { input: 10, output: 3 }), ..reply("Answer: 2") }));
    let long = r#"{"choices":[{"message":{"content":"Let us"},"finish_reason":"length"}]}"#;
    assert_eq!(read(long), Some(Reply { finish: Finish::Truncated, ..reply("Let us") }));
    let refused = r#"{"choices":[{"message":{"content":null,"refusal":"I will not"},"finish_reason":"stop"}]}"#;
    assert_eq!(read(refused), Some(Reply { finish: Finish::Refused, ..reply("I will not") }));
    let nothing = r#"{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}"#;
    assert_eq!(read(nothing), Some(reply("")));
    for body in ["{}", r#"{"choices":[]}"#, r#"{"choices":[{}]}"#, "[1]"] {
        assert_eq!(read(body), None, "{body}");
    }
}

#[test]
fn steps_are_read_from_the_line_that_was_asked_for_and_from_no_other() {
    let read = |text: &str| wrong_steps(&reply(text), 6).map(|steps| steps.into_iter().collect::<Vec<_>>());
    assert_eq!(read("Answer: 3"), Ok(vec![3]));
    assert_eq!(read("Step 1 is fine, step 2 too.\n\n**Answer:** 3."), Ok(vec![3]));
    assert_eq!(read("Answer: 2? No.\n`answer: 2, 4`\n"), Ok(vec![2, 4]));
    assert_eq!(read("<think>\nAnswer: 5\n</think>\n**Answer: None**"), Ok(vec![]));
    for text in ["", "Step 3 is wrong.", "Answer:", "Answer: step 2 or 3", "<think>Answer: 3</think>"] {
        assert_eq!(read(text), Err(Unreadable::NoAnswer), "{text}");
    }
    assert_eq!(read("Answer: 3, 12"), Err(Unreadable::OutOfRange));
    let cut = Reply { finish: Finish::Truncated, ..reply("Answer: 1") };
    assert_eq!(wrong_steps(&cut, 6), Err(Unreadable::Truncated));
    let refused = Reply { finish: Finish::Refused, ..reply("no") };
    assert_eq!(wrong_steps(&refused, 6), Err(Unreadable::Refused));
}

#[test]
fn formulas_are_right_in_any_order_and_equal_ones_are_counted_apart() {
    let [x1, y1, x2, y2] = ["sin(x)", "cos(x - pi/2)", "sec(x)", "csc(x + pi/2)"].map(|text| read_expr(text).unwrap());
    let analogy = Analogy { kind: Kind::Equivalent, relation: String::new(), printed: None, x1, y1, x2, y2 };
    let no_answer = Mark::Unreadable(Unreadable::NoAnswer);
    for (text, want) in [
        ("Answer: csc(x + pi/2)", Mark::Right),
        ("A quarter of a period.\n\n**Answer:** csc(π/2 + x).", Mark::Right),
        (r"Answer: $\csc\left(x + \frac{\pi}{2}\right)$", Mark::Right),
        ("Answer: y2 = csc(x + pi/2)", Mark::Right),
        ("Answer: 1/cos(x)", Mark::Otherwise),
        ("Answer: sec(x)", Mark::Wrong),
        ("Answer: csc(x - pi/2)", Mark::Wrong),
        ("Answer: csc(x + ", no_answer),
        ("Answer: foo(x)", no_answer),
        ("Answer: unknown", no_answer),
        ("csc(x + pi/2)", no_answer),
    ] {
        assert_eq!(mark(&analogy, &reply(text)), want, "{text}");
    }
}

fn value(scores: &[Score], name: &str) -> f64 {
    scores.iter().find(|score| score.name == name).unwrap_or_else(|| panic!("no {name}")).value
}

#[test]
fn mistakes_by_hand() {
    let one = |steps: usize, mistake| Derivation {
        lines: (0..=steps as i64).map(Expr::number).collect(),
        mistake,
        kinds: vec!["made".into(); steps],
        changed: None,
    };
    // Found with a false alarm; missed; unreadable.
    let derivations = [one(4, Some(2)), one(3, Some(3)), one(3, Some(1))];
    let said = [Said::Wrong([2, 4].into()), Said::Wrong([].into()), Said::Unreadable(Unreadable::Refused)];
    let scores = score_mistakes(&derivations, &said);
    let check = |name: &str, want: f64| assert!((value(&scores, name) - want).abs() < 1e-12, "{name}");
    check("mistake precision", 1.0 / 2.0);
    check("mistake recall", 1.0 / 3.0);
    check("mistake F1", 2.0 / 5.0);
    // Right steps: 3, 2 and 2; passed 2, 2 and none; called right 2, 3 and none.
    check("no mistake precision", 4.0 / 5.0);
    check("no mistake recall", 4.0 / 7.0);
    check("no mistake F1", 8.0 / 12.0);
    check("read", 2.0 / 3.0);
    assert!(scores.iter().all(|score| score.low.is_finite() && score.high.is_finite()));
    let nothing = score_mistakes(&derivations[..1], &said[2..]);
    assert!(nothing.iter().all(|score| score.value == 0.0 && score.high.is_finite()), "{nothing:?}");
}

#[test]
fn algebra_by_hand() {
    let marks = [Mark::Right, Mark::Otherwise, Mark::Wrong, Mark::Unreadable(Unreadable::NoAnswer)];
    let [x1, y1, x2, y2] = ["x^2", "(-x)^2", "abs(x)", "abs(-x)"].map(|text| read_expr(text).unwrap());
    let one = Analogy { kind: Kind::Equivalent, relation: String::new(), printed: None, x1, y1, x2, y2 };
    let scores = score_algebra(&vec![one; 4], &marks);
    assert_eq!(
        ["all", "equivalent", "equal but written otherwise", "shift", "read"].map(|name| value(&scores, name)),
        [0.25, 0.25, 0.25, 0.0, 0.75]
    );
}

fn endpoint(url: &str) -> Result<Endpoint, EndpointError> {
    Endpoint::new(url, Key::new(" sk-secret-1 \n").unwrap())
}

#[test]
fn a_key_is_never_shown() {
    let found = endpoint("https://api.example.org/v1").unwrap();
    assert!(!format!("{found:?}").contains("secret"));
    assert_eq!((Key::new(" "), Key::new("two words")), (Ok(None), Err(EndpointError::Key)));
}

#[test]
fn urls_are_taken_as_people_give_them_and_others_refused_with_the_reason() {
    for (url, base) in [
        ("https://api.example.org/v1/", "https://api.example.org/v1"),
        ("https://api.example.org/v1/chat/completions", "https://api.example.org/v1"),
        ("http://localhost:11434/v1", "http://localhost:11434/v1"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
    ] {
        assert_eq!(endpoint(url).unwrap().base(), base);
    }
    for url in ["api.example.org/v1", "ftp://example.org", "", "https://"] {
        assert_eq!(endpoint(url), Err(EndpointError::Url(url.trim_end_matches('/').into())));
    }
    for secret in ["https://me:pw@example.org", "https://example.org/v1?key=pw", "https://example.org/sk-secret-1"] {
        assert_eq!(endpoint(secret), Err(EndpointError::Secret));
    }
    assert!(endpoint("http://192.168.0.7:8000/v1").unwrap_err().to_string().contains("unprotected to 192.168.0.7"));
    assert!(Endpoint::new("http://192.168.0.7:8000/v1", None).is_ok());
}

fn cases() -> Cases {
    let one = |steps: usize, mistake: Option<usize>, at: i64| Derivation {
        lines: (0..=steps as i64).map(|line| Expr::number(1000 * at + line)).collect(),
        mistake,
        kinds: vec!["made".into(); steps],
        changed: None,
    };
    let test = (0..400).map(|at| one(3 + at % 5, (at % 3 > 0).then_some(1 + at % 3), at as i64)).collect();
    Cases { train: vec![one(3, None, 1), one(20, Some(1), 2), one(5, Some(3), 3)], test, unread: 0 }
}

#[test]
fn a_sample_has_the_papers_size_and_share_of_mistakes() {
    let cases = cases();
    let some = sample::derivations(&cases, sample::STEPS, 7).unwrap();
    let steps: usize = some.iter().map(Derivation::steps).sum();
    let mistakes = some.iter().filter(|one| one.mistake.is_some()).count();
    assert!(steps.abs_diff(sample::STEPS) <= 4 && mistakes.abs_diff(50) <= 2, "{steps} {mistakes}");
    assert_eq!(some, sample::derivations(&cases, sample::STEPS, 7).unwrap());
    assert_ne!(some, sample::derivations(&cases, sample::STEPS, 8).unwrap());
    let fewer = sample::derivations(&cases, 40, 7).unwrap();
    assert_eq!(fewer[..fewer.len() - 1], some[..fewer.len() - 1]);
    assert!(sample::derivations(&Cases::default(), sample::STEPS, 7).is_err());
}

#[test]
fn the_example_is_a_usual_one_of_the_train_part() {
    assert_eq!(sample::example(&cases(), 0).unwrap().steps(), 5);
    assert!(sample::example(&Cases::default(), 0).is_err());
}

#[test]
fn analogies_are_at_least_the_papers_number_and_the_example_is_none_of_them() {
    let all = sample::analogies(None, 3).unwrap();
    assert!(all.len() >= 584, "{}", all.len());
    assert_eq!(all.iter().filter(|one| one.printed.is_some()).count(), 21);
    assert_eq!(sample::analogies(Some(5), 3).unwrap(), all[..5]);
    let asked = |one: &Analogy| question::analogies(std::slice::from_ref(one)).concat();
    assert!(
        all.iter().map(asked).all(|said| said[0].content.split("\n\n").nth(1) != said[2].content.split("\n\n").next())
    );
}
