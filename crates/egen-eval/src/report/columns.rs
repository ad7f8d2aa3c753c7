//! Columns: which models stand beside the paper's numbers?
//!
//! A column is one model with one vector and one way to compare, chosen before any test: no number is the best of several. Models that
//! learn nothing come first, since every other column must be held against them.

use crate::subject::{Class, Identity};
use crate::table::{Row, Table, Tables};

/// A column of every table that sets models side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The model, by its name in tables; of several the first that was asked anything.
    pub models: &'static [&'static str],
    /// Its vector. A file that comes with the program and one that was trained here call the same vector differently.
    pub vectors: &'static [&'static str],
    /// What the title adds to the model's name, where another column has the same model.
    pub suffix: &'static str,
    /// What the model reads, and whether it learned.
    pub sees: &'static str,
    /// What it is, and why it has a column.
    pub about: &'static str,
}

/// All columns, in their order.
pub static COLUMNS: [Column; 9] = [
    Column {
        models: &["values alone"],
        vectors: &[""],
        suffix: "",
        sees: "nothing learned",
        about: "compares the values of two expressions at fixed points",
    },
    Column {
        models: &["values as a vector"],
        vectors: &["values"],
        suffix: "",
        sees: "nothing learned",
        about: "has the same values as a vector, for the tasks that need one",
    },
    Column {
        models: &["tree edit distance"],
        vectors: &[""],
        suffix: "",
        sees: "nothing learned",
        about: "counts the edits from one tree to the other",
    },
    Column {
        models: &["seq2seq"],
        vectors: &["shape", "mean over tokens"],
        suffix: "",
        sees: "symbols only, the paper's recipe",
        about: "is the paper's encoder and decoder at width 128",
    },
    Column {
        models: &["cl-mean"],
        vectors: &["mean over tokens"],
        suffix: "",
        sees: "symbols only, the paper's recipe",
        about: "is the paper's contrastive model CL Mean at width 128",
    },
    Column {
        models: &["symbols"],
        vectors: &["mean and root"],
        suffix: "",
        sees: "symbols only, our recipe",
        about: "is our contrastive model without values",
    },
    Column {
        models: &["wide", "values"],
        vectors: &["meaning", "mean, root and values"],
        suffix: "",
        sees: "symbols and values",
        about: "is our model of semantic embeddings, compared by cosine; it is the one to read",
    },
    Column {
        models: &["values"],
        vectors: &["meaning beside values"],
        suffix: ", joined",
        sees: "symbols and values",
        about: "joins the semantic embedding with the values themselves; its weight was chosen on the derivations that are set aside for \
                thresholds",
    },
    Column {
        models: &["values and seq2seq"],
        vectors: &["shape, tokens and spread meaning"],
        suffix: "",
        sees: "symbols and values, two models",
        about: "joins syntactic and semantic embeddings for analogies",
    },
];

/// The place in [`COLUMNS`] of the model that sentences, figures and examples are about.
const PRINCIPAL: usize = 6;

/// A column with the model that fills it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The column.
    pub column: &'static Column,
    /// The model.
    pub identity: Identity,
}

impl Chosen {
    /// What stands above the column.
    pub fn title(&self) -> String {
        format!("{}{}", self.identity.model, self.column.suffix)
    }

    /// The row of the model in a table.
    pub fn row<'a>(&self, table: &'a Table) -> Option<&'a Row> {
        table.rows.iter().find(|row| row.identity == self.identity)
    }

    /// Does the model learn nothing?
    pub fn is_untrained(&self) -> bool {
        self.identity.class == Class::Baseline
    }
}

/// The columns whose models were asked anything.
pub fn chosen(tables: &Tables) -> Vec<Chosen> {
    let rows = || tables.tasks.values().flat_map(|table| &table.rows);
    let find = |column: &'static Column| {
        let of = |model: &&str| {
            let is =
                |identity: &&Identity| identity.model == **model && column.vectors.contains(&identity.vector.as_str());
            rows().map(|row| &row.identity).find(is)
        };
        let identity = column.models.iter().find_map(&of)?.clone();
        Some(Chosen { column, identity })
    };
    COLUMNS.iter().filter_map(find).collect()
}

/// The model that sentences, figures and examples are about.
pub fn principal(columns: &[Chosen]) -> Option<&Chosen> {
    columns.iter().find(|one| one.column == &COLUMNS[PRINCIPAL])
}
