//! Presets: which templates come with egen?

use std::fmt;
use std::str::FromStr;

/// Templates that come with egen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// About 5,000 expressions in x over the 34 operators of the paper.
    Paper,
    /// Those and ten times as many: several variables, two functions, second derivatives, formulas of physics.
    Wide,
}

/// A name that no preset has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no preset is called `{0}`; there are paper and wide")]
pub struct UnknownPreset(pub String);

type File = (&'static str, &'static str);

const PAPER: File = ("templates/paper.templates", include_str!("../../templates/paper.templates"));
const WIDE: File = ("templates/wide.templates", include_str!("../../templates/wide.templates"));
const FORMULAS: File = ("templates/formulas.templates", include_str!("../../templates/formulas.templates"));

impl Preset {
    /// Every preset.
    pub const ALL: [Preset; 2] = [Preset::Paper, Preset::Wide];

    /// Its name, as it is given on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Paper => "paper",
            Preset::Wide => "wide",
        }
    }

    /// Its template files, name and text.
    pub fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Preset::Paper => &[PAPER],
            Preset::Wide => &[PAPER, WIDE, FORMULAS],
        }
    }
}

impl FromStr for Preset {
    type Err = UnknownPreset;
    fn from_str(name: &str) -> Result<Preset, UnknownPreset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name).ok_or_else(|| UnknownPreset(name.to_owned()))
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
