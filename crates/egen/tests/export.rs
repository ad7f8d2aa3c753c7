//! What other programs read of models: is it what egen itself reads?

use assert_cmd::Command;
use serde_json::Value;

fn egen(args: &[&str], input: &str) -> (Vec<u8>, String, i32) {
    let output = Command::cargo_bin("egen").expect("built").args(args).write_stdin(input).output().expect("runs");
    (output.stdout, String::from_utf8(output.stderr).expect("UTF-8"), output.status.code().expect("an exit code"))
}

fn lines(bytes: &[u8]) -> Vec<String> {
    std::str::from_utf8(bytes).expect("UTF-8").lines().map(String::from).collect()
}

/// The headers of the safetensors files in a stream.
fn headers(mut stream: &[u8]) -> Vec<Value> {
    let mut found = Vec::new();
    while !stream.is_empty() {
        let size = u64::from_le_bytes(stream[..8].try_into().unwrap()) as usize;
        let header: Value = serde_json::from_slice(&stream[8..8 + size]).expect("a header");
        let ends = header.as_object().unwrap().values().filter_map(|tensor| tensor["data_offsets"][1].as_u64());
        stream = &stream[8 + size + ends.max().unwrap() as usize..];
        found.push(header);
    }
    found
}

#[test]
fn texts_have_the_words_of_the_vocabulary() {
    let (out, err, status) = egen(&["export", "vocabulary"], "");
    assert_eq!((err.as_str(), status), ("", 0));
    let tokens: Vec<Value> = lines(&out).iter().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let (out, err, status) = egen(
        &["export", "inputs", "--format", "text", "-"],
        "sin(t) - 12\ny^2 + f(x, y)\n\\frac{d}{dx} x^3\n(-0.25)*pi\n\\int x dx\n",
    );
    assert_eq!((err.as_str(), status), ("", 0));
    let texts = lines(&out);
    assert_eq!(texts[..3], ["sub sin x1 12", "add pow x2 2 f1_2 x1 x2", "diff pow x1 3 x1"]);
    let known = |word: &str| tokens.iter().any(|token| token["words"][0] == word) || word.parse::<i64>().is_ok();
    assert!(texts.iter().flat_map(|text| text.split(' ')).all(known), "{texts:?}");
}

#[test]
fn tensors_hold_a_row_for_each_token() {
    let many = "x + 1\n".repeat(1025);
    let (out, err, status) = egen(&["export", "inputs", "--model", "wide", "-"], &many);
    assert_eq!((err.as_str(), status), ("", 0));
    let shapes: Vec<[u64; 3]> = headers(&out)
        .iter()
        .map(|header| {
            let rows = |name: &str| header[name]["shape"][0].as_u64().expect(name);
            [rows("lengths"), rows("tokens"), rows("values")]
        })
        .collect();
    assert_eq!(shapes, [[1024, 4096, 4096], [1, 4, 4]]);
    let (out, err, status) = egen(&["export", "inputs", "-"], "x\nsin(\ny\n");
    assert!(status == 2 && err.contains("line 2: `sin(`"), "{err}");
    assert_eq!(headers(&out)[0]["lengths"]["shape"][0], 3, "what cannot be read keeps its place");
}

#[test]
fn a_model_survives_its_export() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("model.safetensors");
    let path = path.to_str().unwrap();
    assert_eq!(egen(&["export", "model", "symbols", "--out", path], "").2, 0);
    let [ours, theirs] = ["symbols", path].map(|model| egen(&["embed", "sin(2x)", "--model", model], "").0);
    assert_eq!(ours, theirs);
    assert_eq!(egen(&["export", "model", "--preset", "tiny", "--seed", "3", "--out", path], "").2, 0);
    assert_eq!(egen(&["embed", "sin(2x)", "--model", path], "").2, 0);
    let (_, err, status) = egen(&["export", "model", "nothing", "--out", path], "");
    assert!(status == 2 && err.contains("cl-mean"), "{err}");
}
