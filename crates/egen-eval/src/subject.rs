//! Subjects: who is asked, and what must be said of them beside every number?

use egen_math::Expr;
use egen_model::config::{Bundled, Config, Pooling};
use egen_model::embedder::{By, Embedder};
use egen_model::shipped::{Shipped, Training};
use serde::{Deserialize, Serialize};

use crate::baseline::{Bag, ValueVector, Values};
use crate::error::EvalError;
use crate::model::{Model, Vectors};
use crate::remember::Remember;
use crate::similar::{Embed, Similar};

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
    Vectors(Remember),
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
    /// A subject with vectors.
    pub fn with_vectors(identity: Identity, model: impl Embed + 'static) -> Subject {
        Subject { identity, asked: Asked::Vectors(Remember::new(Box::new(model))), writer: None, weights: None }
    }

    /// The models that come with the program, each by its own vectors, and the two of the embedder together.
    pub fn shipped() -> Result<Vec<Subject>, EvalError> {
        let mut all = Vec::new();
        for shipped in Shipped::ALL {
            let encoder = shipped.encoder()?;
            let class = match shipped {
                Shipped::Values => Class::Values,
                Shipped::Symbols => Class::Symbols,
                Shipped::Seq2Seq | Shipped::ClMean | Shipped::ClMax => Class::Paper,
            };
            let vector = match shipped {
                Shipped::Values => "meaning",
                Shipped::Seq2Seq => "shape",
                Shipped::Symbols | Shipped::ClMean | Shipped::ClMax => pooling(encoder.config()),
            };
            let identity = Identity {
                model: shipped.name().into(),
                vector: vector.into(),
                class,
                trained: Some(shipped.training()),
            };
            all.push(Subject::with_vectors(identity, Model::new(shipped.name(), encoder)));
        }
        let identity =
            Identity { model: "values and seq2seq".into(), vector: "both".into(), class: Class::Values, trained: None };
        all.push(Subject::with_vectors(identity, Vectors::new(Embedder::bundled()?, By::Both)));
        Ok(all)
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
        let values = Asked::Similarities(Box::new(Values));
        let verdicts = Identity { class: Class::Verdicts, ..identity("egen equal", "") };
        vec![
            Subject::with_vectors(identity("bag of tokens", "counts"), Bag),
            Subject::with_vectors(identity("untrained encoder", "mean and root"), untrained),
            Subject::with_vectors(identity("values as a vector", "values"), ValueVector),
            Subject { identity: identity("values alone", ""), asked: values, writer: None, weights: None },
            Subject { identity: verdicts, asked: Asked::Verdicts, writer: None, weights: None },
        ]
    }

    /// Its vectors, if it has any.
    pub fn vectors(&self) -> Option<&dyn Embed> {
        match &self.asked {
            Asked::Vectors(model) => Some(model),
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
