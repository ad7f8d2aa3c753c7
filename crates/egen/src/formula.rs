//! Formulas as arguments: how does `-x` come to be a formula and not a flag?
//!
//! For clap, what begins with a minus is a flag, or every argument behind it is a value. So a formula that begins with one gets a blank in
//! front before clap sees it, which [`formula`] takes away again.

use std::convert::Infallible;
use std::ffi::OsString;

use clap::{Arg, Command};

/// The name that formulas have in a help.
const NAME: &str = "EXPR";

/// A formula, as it was given.
pub fn formula(text: &str) -> Result<String, Infallible> {
    Ok(text.strip_prefix(' ').filter(|rest| rest.starts_with('-')).unwrap_or(text).to_string())
}

/// The arguments of a process, of which formulas do not begin with a minus.
pub fn set_apart(mut command: &Command, args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut out: Vec<OsString> = Vec::new();
    let mut ended = false;
    for (at, arg) in args.enumerate() {
        let text = arg.to_str().unwrap_or_default();
        if at > 0 && !ended {
            if let Some(inner) = command.find_subcommand(text) {
                command = inner;
            }
            ended = text == "--";
        }
        let minus = !ended && command.get_positionals().any(is_formula) && begins_with_minus(command, text);
        out.push(if minus { format!(" {text}").into() } else { arg });
    }
    out
}

fn is_formula(arg: &Arg) -> bool {
    arg.get_value_names().is_some_and(|names| names.iter().any(|name| name == NAME))
}

/// Does a text begin with one minus, and is it no flag of the command: neither `-h` nor `-n5`?
fn begins_with_minus(command: &Command, text: &str) -> bool {
    let Some(rest) = text.strip_prefix('-').filter(|rest| !rest.is_empty() && !rest.starts_with('-')) else {
        return false;
    };
    let flag = |letter: char| command.get_arguments().find(|arg| arg.get_short() == Some(letter));
    let mut letters = rest.chars();
    for letter in letters.by_ref() {
        match flag(letter) {
            None => return true,
            Some(arg) if arg.get_action().takes_values() => break,
            Some(_) => {}
        }
    }
    // A flag with its value: `-n5`, or `-n 5`.
    !letters.as_str().trim_start_matches('=').chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    #[test]
    fn a_minus_begins_a_formula_unless_it_is_a_flag() {
        let mut command = Cli::command();
        command.build();
        for (line, formulas) in [
            ("similar x -x --jsonl", vec!["-x"]),
            ("similar -2x -x^2 -v", vec!["-2x", "-x^2"]),
            ("embed -(x+1) -n+1", vec!["-(x+1)", "-n+1"]),
            ("expand -x -n5", vec!["-x"]),
            ("expand -n 5 -h", vec![]),
            ("embed - --model x", vec![]),
            ("embed -- -x", vec![]),
            ("score tasks -x", vec![]),
        ] {
            let given = format!("egen {line}");
            let found = set_apart(&command, given.split(' ').map(OsString::from));
            let apart: Vec<_> = found.iter().filter_map(|arg| arg.to_str()?.strip_prefix(' ')).collect();
            assert_eq!(apart, formulas, "{line}");
        }
    }
}
