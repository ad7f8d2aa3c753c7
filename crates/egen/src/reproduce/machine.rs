//! Machines: on what does this run, and by which command?

use std::{env, fs, thread};

use egen_eval::report::Machine;

/// This machine, as far as the system says what it is.
pub fn here() -> Machine {
    let processor = field("/proc/cpuinfo", "model name");
    let memory = field("/proc/meminfo", "MemTotal").and_then(|text| text.strip_suffix(" kB")?.parse::<f64>().ok());
    let name = field_with("/etc/os-release", "PRETTY_NAME", '=').map(|name| name.trim_matches('"').to_string());
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").ok().map(|text| text.trim().to_string());
    let parts = [name, Some(env::consts::OS.into()), kernel, Some(env::consts::ARCH.into())];
    Machine {
        cores: thread::available_parallelism().map_or(1, usize::from),
        processor,
        memory: memory.map(|kilobytes| (kilobytes * 1024.0 / 1e8).round() / 10.0),
        system: parts.into_iter().flatten().collect::<Vec<String>>().join(", "),
    }
}

/// The value of the first line `name: value` of a file.
fn field(file: &str, name: &str) -> Option<String> {
    field_with(file, name, ':')
}

fn field_with(file: &str, name: &str, between: char) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let mut lines = text.lines().filter_map(|line| line.split_once(between));
    lines.find(|(found, _)| found.trim() == name).map(|(_, value)| value.trim().to_string())
}

/// The command that runs, as a shell reads it.
pub fn command() -> String {
    let words = env::args().skip(1).map(|word| quoted(&word));
    std::iter::once("egen".to_string()).chain(words).collect::<Vec<String>>().join(" ")
}

/// A word with quotes around it, if it needs them.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_quoted_if_a_shell_would_change_it() {
        let words = ["--out", "a/b-1.0", "my report", "", "it's"].map(quoted);
        assert_eq!(words, ["--out", "a/b-1.0", "'my report'", "''", r"'it'\''s'"]);
    }

    #[test]
    fn this_machine_has_a_core_and_a_system() {
        let machine = here();
        assert!(machine.cores > 0 && machine.system.contains(env::consts::ARCH), "{machine:?}");
    }
}
