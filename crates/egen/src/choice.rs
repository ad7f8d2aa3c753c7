//! Choices: which values can an argument have, as its help and a shell's completions list them?

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use egen_corpus::template::Preset;
use egen_eval::TASKS;
use egen_read::print::Form;
use egen_train::config::Bundled;
use egen_weights::Shipped;

/// A notation that can be printed.
pub fn notation() -> impl TypedValueParser<Value = Form> {
    let parser = PossibleValuesParser::new(Form::ALL.iter().map(|form| form.name()));
    parser.map(|name| name.parse().expect("it is the name of a notation"))
}

/// A set of templates.
pub fn templates() -> impl TypedValueParser<Value = Preset> {
    let parser = PossibleValuesParser::new(Preset::ALL.iter().map(|preset| preset.name()));
    parser.map(|name| name.parse().expect("it is the name of a preset"))
}

/// A task.
pub fn task() -> PossibleValuesParser {
    PossibleValuesParser::new(TASKS.iter().map(|task| task.about().name))
}

/// A model: the name of one that comes with egen, a file, or the folder of a run.
pub fn model() -> NameOrPath {
    NameOrPath(Shipped::ALL.map(Shipped::name).to_vec())
}

/// How a model learns: a preset, or a file.
pub fn training() -> NameOrPath {
    NameOrPath(Bundled::ALL.iter().map(|bundled| bundled.name()).collect())
}

/// A name, of which some are known, or a path.
#[derive(Clone, Debug)]
pub struct NameOrPath(Vec<&'static str>);

impl TypedValueParser for NameOrPath {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}
