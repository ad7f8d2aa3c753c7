//! Training: by which settings, on what and for how long was each model trained?

use egen_train::config::{Bundled, Loss, Preset, Schedule};

use crate::subject::Identity;
use crate::table::Tables;

/// The preset that a model was trained by; nothing for one that no preset describes.
pub fn preset_of(model: &str) -> Option<Bundled> {
    match model {
        "wide" | "values" => Some(Bundled::Small),
        "symbols" => Some(Bundled::SmallSymbols),
        "seq2seq" | "sememb" => Some(Bundled::SmallSeq2seq),
        "cl-mean" => Some(Bundled::SmallClMean),
        "cl-max" => Some(Bundled::SmallClMax),
        _ => None,
    }
}

/// The trained models of the tables, each once.
pub(super) fn trained(tables: &Tables) -> Vec<&Identity> {
    let mut all: Vec<&Identity> = Vec::new();
    for row in tables.tasks.values().flat_map(|table| &table.rows) {
        let identity = &row.identity;
        if identity.trained.is_some() && all.iter().all(|other| other.model != identity.model) {
            all.push(identity);
        }
    }
    all.sort_by(|a, b| (a.class, &a.model).cmp(&(b.class, &b.model)));
    all
}

/// A setting of the paper's table, as a preset has it.
pub(super) struct Setting {
    /// Its name.
    pub name: &'static str,
    /// Its value in a preset.
    pub of: fn(&Preset) -> String,
}

/// The settings of the paper's table, in its order.
pub(super) const SETTINGS: [Setting; 13] = [
    Setting { name: "model dimension", of: |preset| preset.model.width.to_string() },
    Setting { name: "attention heads", of: |preset| preset.model.heads.to_string() },
    Setting { name: "feedforward dimension", of: |preset| preset.model.hidden.to_string() },
    Setting { name: "encoder layers", of: |preset| preset.model.layers.to_string() },
    Setting { name: "decoder layers", of: |preset| preset.model.decoder.to_string() },
    Setting { name: "reads values", of: |preset| if preset.model.values > 0 { "yes" } else { "no" }.into() },
    Setting { name: "optimizer", of: |_| "AdamW".into() },
    Setting { name: "learning rate", of: |preset| scientific(preset.training.rate) },
    Setting { name: "weight decay", of: |preset| scientific(preset.training.decay) },
    Setting { name: "scheduler", of: |preset| schedule(&preset.training.schedule) },
    Setting { name: "loss", of: loss },
    Setting { name: "batch size", of: |preset| preset.training.batch.to_string() },
    Setting { name: "gradient clipping", of: |preset| format!("{:.1}", preset.training.clip) },
];

fn scientific(x: f32) -> String {
    format!("{x:e}")
}

fn schedule(schedule: &Schedule) -> String {
    match schedule {
        Schedule::Cosine { warmup, least } => {
            format!("half a cosine to {}, warm-up {:.0} %", scientific(*least), 100.0 * warmup)
        }
        Schedule::WarmRestarts { first, factor, least } => {
            format!("cosine with warm restarts, T₀ {first}, factor {factor}, to {}", scientific(*least))
        }
    }
}

fn loss(preset: &Preset) -> String {
    let contrast = preset.training.contrast.map(|contrast| match contrast {
        Loss::NegativesOfTheBatch { temperature } => format!("negatives of the batch, τ {temperature}"),
        Loss::BothDirections { temperature, edit_weight } => {
            format!("both directions, τ {temperature}, edits weighted e^{edit_weight}")
        }
    });
    let generation =
        preset.training.generation.map(|generation| format!("cross-entropy, label smoothing {}", generation.smoothing));
    [contrast, generation].into_iter().flatten().collect::<Vec<_>>().join("; ")
}
