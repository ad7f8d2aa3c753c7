//! Subjects: who is asked, and what must be said of them beside every number?

use std::path::Path;
use std::sync::Arc;

use egen_corpus::store::checksum;
use egen_math::Expr;
use egen_model::config::{Config, Pooling};
use egen_model::pass::Packed;
use egen_model::{Encoder, Points, Sequence, decode, encode};
use egen_train::config::Bundled;
use egen_weights::{Shipped, Training};
use serde::{Deserialize, Serialize};

use crate::baseline::{Bag, TreeEdits, ValueVector, Values};
use crate::error::EvalError;
use crate::given::Given;
use crate::model::Model;
use crate::pair::{Joined, Pair};
use crate::remember::Remember;
use crate::similar::{Embed, Similar};
use crate::spread::Spread;

/// Kinds of models that stand apart in every table: what they see makes their numbers no rivals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Symbols only, by the paper's recipe.
    Paper,
    /// Symbols only, by our recipe.
    Symbols,
    /// Symbols and values.
    Values,
    /// Trained on pairs that SymPy made, by the paper's recipe: SemEmb, as the paper has it.
    SemEmb,
    /// Nothing is learned: tokens, trees, values, random weights.
    Baseline,
    /// A model of texts in general.
    Text,
    /// No similarity: verdicts.
    Verdicts,
    /// A chat model, which is asked in words.
    LanguageModel,
}

/// What is said of a subject beside its numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Its name in tables and files: `cl-mean`.
    pub model: String,
    /// Which of its vectors: `mean over tokens`, `meaning`, `shape`; empty where it has none.
    pub vector: String,
    /// What it sees.
    pub class: Class,
    /// How it came about; nothing for what learns nothing.
    pub trained: Option<Training>,
}

/// How a subject answers.
pub enum Asked {
    /// By vectors, compared by cosine.
    Vectors(Arc<dyn Embed>),
    /// By a similarity without vectors.
    Similarities(Box<dyn Similar>),
    /// By deciding whether two expressions are equal.
    Verdicts,
}

/// What writes expressions.
pub trait Propose: Sync {
    /// At most `beam` expressions for the one that is read, the likeliest first.
    fn propose(&self, expr: &Expr, beam: usize) -> Result<Vec<Expr>, EvalError>;
}

/// How long SemEmb was trained.
const SEMEMB_MINUTES: f64 = 23.0;

/// What meaning weighs beside values at the points that a model is shown. Chosen on the derivations that are set aside for thresholds, by
/// the paper's Algorithm 1: equal expressions have equal values, and where a domain is narrower, meaning says that they are equal still.
const BESIDE_VALUES: f32 = 0.1;

/// The longest expression that is proposed, in tokens of the model.
const LONGEST: usize = 40;

/// A model with a decoder.
struct Writer {
    name: String,
    encoder: Encoder,
    packed: Packed,
    points: Points,
}

impl Writer {
    fn of(name: &str, encoder: &Encoder) -> Option<Box<dyn Propose>> {
        let writes = encoder.config().decoder > 0;
        writes.then(|| {
            let encoder = encoder.clone();
            Box::new(Writer { name: name.into(), packed: encoder.pack(), encoder, points: Points::default() }) as _
        })
    }
}

impl Propose for Writer {
    fn propose(&self, expr: &Expr, beam: usize) -> Result<Vec<Expr>, EvalError> {
        let config = self.encoder.config();
        let error = |source| EvalError::Token { model: self.name.clone(), expr: expr.to_string(), source };
        let sequence = Sequence::new(expr, config, &self.points).map_err(error)?;
        let names = encode(expr, config.max_tokens).map_err(error)?.names;
        let written = self.encoder.write(&sequence, &self.packed, beam, LONGEST);
        // A variable that the expression does not have stands for nothing.
        Ok(written.into_iter().filter_map(|(tokens, _)| decode(&tokens, &names).ok()).collect())
    }
}

/// Who is asked.
pub struct Subject {
    /// What is said beside the numbers.
    pub identity: Identity,
    /// How it answers.
    pub asked: Asked,
    /// How it writes, if it does.
    pub writer: Option<Box<dyn Propose>>,
    /// The checksum of what it learned: answers that other weights gave under its name are not its own. Nothing for what learns nothing.
    pub weights: Option<String>,
}

impl Subject {
    /// A subject with vectors, which are remembered.
    pub fn with_vectors(identity: Identity, model: impl Embed + 'static) -> Subject {
        let asked = Asked::Vectors(Arc::new(Remember::new(Box::new(model))));
        Subject { identity, asked, writer: None, weights: None }
    }

    /// The models that come with the program, each by its own vectors, and the two of the embedder together.
    pub fn shipped() -> Result<Vec<Subject>, EvalError> {
        let mut all = Vec::new();
        for shipped in Shipped::ALL {
            let encoder = shipped.encoder()?;
            let class = match shipped {
                Shipped::Wide | Shipped::Values => Class::Values,
                Shipped::Symbols => Class::Symbols,
                Shipped::Seq2Seq | Shipped::ClMean | Shipped::ClMax => Class::Paper,
            };
            let vector = match shipped {
                Shipped::Wide | Shipped::Values => "meaning",
                Shipped::Seq2Seq => "shape",
                Shipped::Symbols | Shipped::ClMean | Shipped::ClMax => pooling(encoder.config()),
            };
            let identity = Identity {
                model: shipped.name().into(),
                vector: vector.into(),
                class,
                trained: Some(shipped.training()),
            };
            all.push(Subject::of(identity, encoder, shipped.bytes()));
        }
        all.extend(Subject::together(&all));
        all.push(Subject::sememb()?);
        Ok(all)
    }

    /// SemEmb as the paper has it: `seq2seq` with as many steps, on pairs that SymPy made. A rival, and so not among the models that
    /// people use; its card in egen-weights says how it came about.
    pub fn sememb() -> Result<Subject, EvalError> {
        let bytes = egen_weights::SEMEMB;
        let like = Shipped::Seq2Seq.training();
        let identity = Identity {
            model: "sememb".into(),
            vector: "mean over tokens".into(),
            class: Class::SemEmb,
            trained: Some(Training { on: "SymPy's pairs".into(), minutes: SEMEMB_MINUTES, ..like }),
        };
        Ok(Subject::of(identity, Encoder::from_bytes(bytes)?, bytes))
    }

    /// Vectors of meaning with vectors of shape and with values, if the models of these are there.
    pub fn together(all: &[Subject]) -> Vec<Subject> {
        let find = |shipped: Shipped| all.iter().find(|subject| subject.identity.model == shipped.name());
        let (Some(meaning), shape) = (find(Shipped::Values), find(Shipped::Seq2Seq)) else { return Vec::new() };
        let Asked::Vectors(of_meaning) = &meaning.asked else { return Vec::new() };
        // What they are made of is remembered already.
        let of = |identity: Identity, weights: Option<String>, vectors: Arc<dyn Embed>| Subject {
            identity,
            asked: Asked::Vectors(vectors),
            writer: None,
            weights,
        };
        let mut found = Vec::new();
        if let Some((shape, Asked::Vectors(of_shape))) = shape.map(|shape| (shape, &shape.asked)) {
            let pair = Pair { meaning: of_meaning.clone(), other: of_shape.clone() };
            let identity = |vector: &str| Identity {
                model: format!("{} and {}", meaning.identity.model, shape.identity.model),
                vector: vector.into(),
                class: Class::Values,
                trained: None,
            };
            let weights = meaning.weights.as_ref().zip(shape.weights.as_ref()).map(|(a, b)| format!("{a} {b}"));
            let both = Joined { pair: pair.clone(), share: 0.5 };
            found.push(of(identity("both"), weights.clone(), Arc::new(both)));
            found.push(of(identity("shape, tokens and spread meaning"), weights, Arc::new(Spread::new(pair))));
        }
        let pair = Pair { meaning: of_meaning.clone(), other: Arc::new(ValueVector) };
        let identity = Identity { vector: "meaning beside values".into(), ..meaning.identity.clone() };
        let beside = Joined { pair, share: BESIDE_VALUES };
        found.push(of(identity, meaning.weights.clone(), Arc::new(beside)));
        found
    }

    /// A model in a file that training wrote, under a name, and how it came about if that is known.
    pub fn from_file(name: &str, path: &Path, trained: Option<Training>) -> Result<Subject, EvalError> {
        let bytes = std::fs::read(path)
            .map_err(|source| EvalError::File { path: path.into(), source: serde_json::Error::io(source) })?;
        let encoder = Encoder::from_bytes(&bytes)?;
        let config = encoder.config();
        let class = match (config.values > 0, &config.pooling) {
            (true, _) => Class::Values,
            (false, Pooling::Mean | Pooling::Max) => Class::Paper,
            (false, Pooling::MeanAndRoot | Pooling::MeanRootAndValues) => Class::Symbols,
        };
        let identity = Identity { model: name.into(), vector: pooling(config).into(), class, trained };
        Ok(Subject::of(identity, encoder, &bytes))
    }

    /// Vectors that another program gave, under a name.
    pub fn given(name: &str, path: &Path) -> Result<Subject, EvalError> {
        let identity = Identity { model: name.into(), vector: "given".into(), class: Class::Text, trained: None };
        let weights = Some(checksum(&std::fs::read(path)?));
        Ok(Subject { weights, ..Subject::with_vectors(identity, Given::read(name, path)?) })
    }

    /// An encoder whose file has these bytes.
    fn of(identity: Identity, encoder: Encoder, bytes: &[u8]) -> Subject {
        let (writer, weights) = (Writer::of(&identity.model, &encoder), Some(checksum(bytes)));
        let model = Model::new(identity.model.clone(), encoder);
        Subject { writer, weights, ..Subject::with_vectors(identity, model) }
    }

    /// What learns nothing.
    pub fn baselines() -> Vec<Subject> {
        let identity = |model: &str, vector: &str| Identity {
            model: model.into(),
            vector: vector.into(),
            class: Class::Baseline,
            trained: None,
        };
        let untrained = Model::untrained(Bundled::SmallSymbols.preset().model, 0);
        let similar = |name: &str, similar: Box<dyn Similar>| Subject {
            identity: identity(name, ""),
            asked: Asked::Similarities(similar),
            writer: None,
            weights: None,
        };
        let verdicts = Identity { class: Class::Verdicts, ..identity("egen equal", "") };
        vec![
            Subject::with_vectors(identity("bag of tokens", "counts"), Bag),
            Subject::with_vectors(identity("untrained encoder", "mean and root"), untrained),
            Subject::with_vectors(identity("values as a vector", "values"), ValueVector),
            similar("tree edit distance", Box::new(TreeEdits)),
            similar("values alone", Box::new(Values)),
            Subject { identity: verdicts, asked: Asked::Verdicts, writer: None, weights: None },
        ]
    }

    /// Its vectors, if it has any.
    pub fn vectors(&self) -> Option<&dyn Embed> {
        match &self.asked {
            Asked::Vectors(model) => Some(&**model),
            Asked::Similarities(_) | Asked::Verdicts => None,
        }
    }

    /// Its similarity, if it has one.
    pub fn similar(&self) -> Option<&dyn Similar> {
        match &self.asked {
            Asked::Vectors(model) => Some(model),
            Asked::Similarities(similar) => Some(&**similar),
            Asked::Verdicts => None,
        }
    }
}

/// How a model makes one vector of its rows.
fn pooling(config: &Config) -> &'static str {
    match config.pooling {
        Pooling::Mean => "mean over tokens",
        Pooling::Max => "maximum over tokens",
        Pooling::MeanAndRoot => "mean and root",
        Pooling::MeanRootAndValues => "mean, root and values",
    }
}
