//! The presets that come with the crate: which settings did we, or the paper, find good?

use super::Preset;

/// The presets that come with the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bundled {
    /// The sizes and the contrastive training of the paper.
    Paper,
    /// The paper's encoder and decoder.
    PaperSeq2seq,
    /// The default: width 128, four layers, symbols and values.
    Small,
    /// The default without values.
    SmallSymbols,
    /// The paper's encoder and decoder at width 128.
    SmallSeq2seq,
    /// The paper's contrastive training at width 128; vectors are means.
    SmallClMean,
    /// The same; vectors are maxima.
    SmallClMax,
    /// For tests.
    Tiny,
    /// For tests, with a decoder.
    TinySeq2seq,
}

impl Bundled {
    /// All of them.
    pub const ALL: [Bundled; 9] = [
        Bundled::Paper,
        Bundled::PaperSeq2seq,
        Bundled::Small,
        Bundled::SmallSymbols,
        Bundled::SmallSeq2seq,
        Bundled::SmallClMean,
        Bundled::SmallClMax,
        Bundled::Tiny,
        Bundled::TinySeq2seq,
    ];

    /// Its name, which is also its file's.
    pub fn name(self) -> &'static str {
        self.file().0
    }

    /// The preset with this name.
    pub fn from_name(name: &str) -> Option<Bundled> {
        Bundled::ALL.into_iter().find(|bundled| bundled.name() == name)
    }

    /// The preset.
    pub fn preset(self) -> Preset {
        Preset::from_toml(self.file().1).expect("the presets of the crate are read by a test")
    }

    fn file(self) -> (&'static str, &'static str) {
        match self {
            Bundled::Paper => ("paper", include_str!("../../presets/paper.toml")),
            Bundled::PaperSeq2seq => ("paper-seq2seq", include_str!("../../presets/paper-seq2seq.toml")),
            Bundled::Small => ("small", include_str!("../../presets/small.toml")),
            Bundled::SmallSymbols => ("small-symbols", include_str!("../../presets/small-symbols.toml")),
            Bundled::SmallSeq2seq => ("small-seq2seq", include_str!("../../presets/small-seq2seq.toml")),
            Bundled::SmallClMean => ("small-cl-mean", include_str!("../../presets/small-cl-mean.toml")),
            Bundled::SmallClMax => ("small-cl-max", include_str!("../../presets/small-cl-max.toml")),
            Bundled::Tiny => ("tiny", include_str!("../../presets/tiny.toml")),
            Bundled::TinySeq2seq => ("tiny-seq2seq", include_str!("../../presets/tiny-seq2seq.toml")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Generation, Loss, Schedule, Training};

    #[test]
    fn every_preset_reads_and_survives_being_written() {
        for bundled in Bundled::ALL {
            let preset = bundled.preset();
            assert_eq!(Bundled::from_name(bundled.name()), Some(bundled));
            assert_eq!(Preset::from_toml(&toml::to_string(&preset).unwrap()).unwrap(), preset);
        }
    }

    #[test]
    fn the_paper_preset_has_the_sizes_of_the_paper() {
        let Preset { model, training } = Bundled::Paper.preset();
        assert_eq!((model.width, model.heads, model.hidden, model.layers), (512, 8, 2048, 6));
        assert_eq!((training.rate, training.decay, training.clip, training.batch), (1e-4, 1e-2, 4.0, 256));
        assert_eq!(training.contrast, Some(Loss::NegativesOfTheBatch { temperature: 0.1 }));
        assert_eq!(training.schedule, Schedule::WarmRestarts { first: 10, factor: 2, least: 1e-8 });
        let written = Bundled::PaperSeq2seq.preset();
        assert_eq!(written.model, Config { decoder: 6, ..model });
        let generation = Some(Generation { smoothing: 0.1, weight: 1.0 });
        assert_eq!(written.training, Training { contrast: None, generation, ..training });
    }
}
