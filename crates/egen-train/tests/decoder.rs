//! The decoder: does it learn to write, and is what it writes the likeliest?

use std::sync::LazyLock;

use egen_model::batch::KeptPoints;
use egen_model::pass::{Lesson, Pass, Way};
use egen_model::store::Precision;
use egen_model::tokens::Prefix;
use egen_model::{Batch, Encoder, Points, Sequence, Token, encode};
use egen_read::read::read_expr;
use egen_train::config::{Bundled, Config, Generation, Preset};
use egen_train::examples::target;
use egen_train::{Examples, Trainer};
use rand_core::SeedableRng;
use rand_pcg::Pcg64;

const PAIRS: [[&str; 2]; 5] = [
    ["sin(2*x)", "2*sin(x)*cos(x)"],
    ["x^2 - 1", "(x - 1)*(x + 1)"],
    ["exp(2*x)", "exp(x)^2"],
    ["cos(x)", "sin(x + pi/2)"],
    ["12*x*y", "(3*y)*(4*x)"],
];

fn sequence(text: &str, config: &Config) -> Sequence {
    Sequence::new(&read_expr(text).unwrap(), config, &Points::default()).unwrap()
}

fn examples(config: &Config) -> Examples {
    let mut examples = Examples::default();
    for [read, written] in PAIRS {
        examples.batch.push(&sequence(read, config), KeptPoints::ALL);
        examples.targets.push(target(&read_expr(written).unwrap(), config.max_tokens).unwrap());
    }
    examples
}

/// Trains until the pairs are known by heart.
fn train(threads: usize) -> (f32, Encoder) {
    let Preset { model, training } = Bundled::TinySeq2seq.preset();
    let parts = [examples(&model)];
    let mut trainer = Trainer::new(Encoder::new(model, &mut Pcg64::seed_from_u64(3)), training, threads);
    let losses = (0..400).map(|_| trainer.step(&parts, 5e-3).unwrap().generation.unwrap());
    (losses.last().unwrap(), trainer.encoder().clone())
}

static TRAINED: LazyLock<(f32, Encoder)> = LazyLock::new(|| train(2));

fn tokens(text: &str) -> Vec<Token> {
    encode(&read_expr(text).unwrap(), 100).unwrap().tokens
}

/// The logarithm of the probability of tokens, as training computes it.
fn log_probability(encoder: &Encoder, read: &str, written: &[Token]) -> f32 {
    let mut batch = Batch::new();
    batch.push(&sequence(read, encoder.config()), KeptPoints::ALL);
    let target: Vec<u8> = [Token::Start].iter().chain(written).map(|token| token.index() as u8).collect();
    let lesson = Lesson { targets: &[target], generation: Generation { smoothing: 0.0, weight: 1.0 } };
    let mut vectors = vec![0.0; encoder.config().width];
    let loss = Pass::new(1, Way::Both).forward(encoder, &encoder.pack(), &batch, Some(lesson), &mut vectors);
    -loss.unwrap() * written.len() as f32
}

fn ended(written: &[Token]) -> Vec<Token> {
    [written, &[Token::End]].concat()
}

#[test]
fn a_tiny_model_learns_pairs_by_heart_and_writes_them() {
    let (loss, encoder) = &*TRAINED;
    let packed = encoder.pack();
    for [read, written] in PAIRS {
        let found = encoder.write(&sequence(read, encoder.config()), &packed, 1, 40);
        assert_eq!(found.len(), 1, "{read}, loss {loss}");
        assert_eq!(found[0].0, tokens(written), "{read}, loss {loss}");
    }
}

#[test]
fn training_repeats_itself_for_a_number_of_threads() {
    let (loss, encoder) = train(2);
    assert_eq!((loss, encoder.weights()), (TRAINED.0, TRAINED.1.weights()));
}

#[test]
fn probabilities_are_those_of_training() {
    let encoder = &TRAINED.1;
    for [read, _] in PAIRS {
        let found = encoder.write(&sequence(read, encoder.config()), &encoder.pack(), 4, 20);
        assert!(found.len() > 1 && found.is_sorted_by(|a, b| a.1 >= b.1), "{read}: {found:?}");
        for (written, got) in found {
            let want = log_probability(encoder, read, &ended(&written));
            assert!((got - want).abs() < 1e-3 * (1.0 + want.abs()), "{read}: {got}, want {want}");
        }
    }
}

/// Untrained, where no token is far ahead of the others.
#[test]
fn a_beam_of_one_takes_the_likeliest_token_each_time() {
    let encoder = Encoder::new(Bundled::TinySeq2seq.preset().model, &mut Pcg64::seed_from_u64(5));
    for read in ["sin(x)", "x^2 - 1"] {
        let (mut prefix, mut written) = (Prefix::default(), Vec::new());
        loop {
            // Both expressions have one variable and no unknown function, and no other names are written.
            let known = |token: &Token| !matches!(token, Token::Variable(1..) | Token::Function { .. });
            let allowed = Token::all().filter(|token| known(token) && prefix.allows(*token, 8 - written.len()));
            let score = |token: &Token| log_probability(&encoder, read, &[&written[..], &[*token]].concat());
            let best = allowed.max_by(|a, b| score(a).total_cmp(&score(b))).unwrap();
            if best == Token::End {
                break;
            }
            prefix.push(best);
            written.push(best);
        }
        let found = encoder.write(&sequence(read, encoder.config()), &encoder.pack(), 1, 8);
        assert_eq!(found.iter().map(|found| found.0.clone()).collect::<Vec<_>>(), [written], "{read}");
    }
}

#[test]
fn a_wider_beam_finds_nothing_less_likely() {
    let encoder = &TRAINED.1;
    let packed = encoder.pack();
    for read in ["sin(2*x)", "x^2 - 1", "cos(3*x)", "x + y", "exp(x)"] {
        let write = |beam: usize| encoder.write(&sequence(read, encoder.config()), &packed, beam, 30);
        let (one, five) = (write(1), write(5));
        assert!(five.len() == 5 && five[0].1 >= one[0].1 - 1e-4, "{read}: {one:?} {five:?}");
    }
}

#[test]
fn a_model_with_a_decoder_survives_its_file() {
    let encoder = &TRAINED.1;
    let again = Encoder::from_bytes(&encoder.to_bytes(Precision::Single).unwrap()).unwrap();
    assert_eq!((again.config(), again.weights()), (encoder.config(), encoder.weights()));
    let write = |encoder: &Encoder| encoder.write(&sequence("cos(x)", encoder.config()), &encoder.pack(), 3, 30);
    assert_eq!(write(&again), write(encoder));
}

#[test]
fn a_step_of_the_papers_model_can_be_made() {
    let Preset { model, training } = Bundled::PaperSeq2seq.preset();
    let parts = [examples(&model)];
    let mut trainer = Trainer::new(Encoder::new(model, &mut Pcg64::seed_from_u64(3)), training, 2);
    let step = trainer.step(&parts, 1e-4).unwrap();
    let guess = (Token::COUNT as f32).ln();
    assert!(step.contrast.is_none() && step.nearest.is_none() && step.generation == Some(step.loss), "{step:?}");
    assert!((step.loss - guess).abs() < 2.0, "{step:?}, and {guess} by guessing");
}

#[test]
fn both_objectives_add_up_and_parts_are_averaged() {
    let Preset { model, mut training } = Bundled::TinySeq2seq.preset();
    training.contrast = Bundled::Tiny.preset().training.contrast;
    training.generation = Some(Generation { smoothing: 0.1, weight: 0.5 });
    let mut both = examples(&model);
    PAIRS.iter().for_each(|[_, partner]| both.batch.push(&sequence(partner, &model), KeptPoints::ALL));
    both.groups = (0..PAIRS.len() as u32).collect();
    let step = |parts: &[Examples]| {
        let encoder = Encoder::new(model.clone(), &mut Pcg64::seed_from_u64(3));
        let mut trainer = Trainer::new(encoder, training.clone(), 2);
        trainer.step(parts, 1e-3).unwrap()
    };
    let one = step(std::slice::from_ref(&both));
    assert!((one.loss - one.contrast.unwrap() - 0.5 * one.generation.unwrap()).abs() < 1e-5, "{one:?}");
    let twice = step(&[both.clone(), both.clone()]);
    assert!((one.loss - twice.loss).abs() < 1e-5 && (one.norm - twice.norm).abs() < 1e-4, "{one:?} {twice:?}");
    let mut other = both.clone();
    other.targets.reverse();
    let (second, mean) = (step(std::slice::from_ref(&other)), step(&[both, other]));
    assert!((0.5 * (one.loss + second.loss) - mean.loss).abs() < 1e-5, "{one:?} {second:?} {mean:?}");
    assert!(mean.norm < 0.5 * (one.norm + second.norm) && one.loss != second.loss, "{one:?} {second:?} {mean:?}");
}
