//! Renamed: what is an old spelling called now?

use clap::Error;
use clap::error::{ContextKind, ContextValue};

/// A spelling that was given up.
struct Renamed {
    /// The command that had it, without `egen`.
    command: &'static str,
    old: Old,
    new: &'static str,
}

enum Old {
    Subcommand(&'static str),
    Flag(&'static str),
    /// A flag that has another meaning now, with the values that belonged to the old one; any, if none is named.
    Value(&'static str, &'static [&'static str]),
}

use Old::{Flag, Subcommand, Value};

const fn row(command: &'static str, old: Old, new: &'static str) -> Renamed {
    Renamed { command, old, new }
}

const TABLE: [Renamed; 16] = [
    row("corpus", Subcommand("edits"), "negatives"),
    row("corpus generate", Value("--from", &[]), "--source FILE"),
    row("corpus generate", Flag("--notation"), "--from NOTATION"),
    row("corpus generate", Flag("--part"), "--subdomain CONDITION"),
    row("corpus generate", Flag("--part-share"), "--subdomain-share SHARE"),
    row("corpus generate", Flag("--plain-share"), "--natural-share SHARE"),
    row("corpus generate", Value("--style", &["plain"]), "--style natural"),
    row("corpus export", Flag("--form"), "--to NOTATION"),
    row("corpus export", Value("--to", &["text", "jsonl", "original"]), "--format FORMAT"),
    row("corpus stats", Flag("--svg"), "--out FILE.svg"),
    row("corpus stats", Flag("--png"), "--out FILE.svg"),
    row("embed", Flag("--to"), "--format FORMAT"),
    row("export inputs", Flag("--to"), "--format FORMAT"),
    row("export batches", Flag("--count"), "--limit N"),
    row("graph", Flag("--svg"), "--out FILE.svg"),
    row("graph", Value("--json", &[]), "--out FILE.json"),
];

/// What to write instead of what clap does not know, if it is an old spelling of a command.
pub fn explain(command: &str, error: &Error) -> Option<String> {
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    // clap shows `--to <FORM>`.
    let argument = text(ContextKind::InvalidArg).and_then(|shown| shown.split([' ', '=']).next());
    let (subcommand, value) = (text(ContextKind::InvalidSubcommand), text(ContextKind::InvalidValue));
    let found = TABLE.iter().filter(|row| row.command == command).find_map(|row| match row.old {
        Subcommand(old) => (subcommand == Some(old)).then(|| (old.to_string(), row.new)),
        Flag(old) => (argument == Some(old) && value.is_none()).then(|| (old.to_string(), row.new)),
        Value(old, values) => {
            let value = value.filter(|value| values.is_empty() || values.contains(value))?;
            (argument == Some(old)).then(|| (format!("{old} {value}"), row.new))
        }
    });
    found.map(|(old, new)| format!("`egen {command} {old}` is now called `{new}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    #[test]
    fn an_old_spelling_gives_an_error_that_names_the_new_one() {
        for Renamed { command, old, new } in TABLE {
            let old = match old {
                Subcommand(old) => vec![old.to_string()],
                Flag(old) => vec![format!("{old}=value")],
                Value(old, values) => vec![format!("{old}={}", values.first().unwrap_or(&"file.txt"))],
            };
            let words = ["egen"].into_iter().chain(command.split(' ')).map(String::from).chain(old);
            let error = Cli::command().try_get_matches_from(words).expect_err(command);
            let message = explain(command, &error).unwrap_or_else(|| panic!("{command}: {error}"));
            assert!(message.contains(new), "{message}");
        }
    }

    #[test]
    fn a_new_spelling_is_there() {
        for Renamed { command, new, .. } in TABLE {
            let top = Cli::command();
            let found = command.split(' ').fold(&top, |found, name| found.find_subcommand(name).expect(name));
            let name = new.split(' ').next().expect("a word");
            let flag = name
                .strip_prefix("--")
                .is_some_and(|name| found.get_arguments().any(|arg| arg.get_long() == Some(name)));
            assert!(flag || found.find_subcommand(name).is_some(), "{command} {new}");
        }
    }
}
