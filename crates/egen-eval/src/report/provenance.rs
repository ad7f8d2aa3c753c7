//! Provenance: who made this report, of what, on which machine, by which command?

use std::time::SystemTime;

use serde::Serialize;

/// Where a report comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Provenance {
    /// When it was written.
    pub date: String,
    /// The version of egen.
    pub version: String,
    /// The commit that egen was built from, if the build knew it.
    pub commit: Option<String>,
    /// The command, as it was given.
    pub command: String,
    /// The machine.
    pub machine: Machine,
    /// How long the command ran, in seconds.
    pub seconds: f64,
    /// The stages, in their order.
    pub stages: Vec<StageTime>,
}

/// A machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Machine {
    /// Cores that the command could use.
    pub cores: usize,
    /// The model of the processor, if the system says it.
    pub processor: Option<String>,
    /// The memory in GB, if the system says it.
    pub memory: Option<f64>,
    /// The operating system.
    pub system: String,
}

/// A stage of the command.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StageTime {
    /// Its name.
    pub name: String,
    /// What it made: `20,212 rows in 279 clusters`.
    pub made: String,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Was it kept from an earlier run?
    pub kept: bool,
}

/// A time as people read it, in UTC: `Thu, 19 Nov 2026 21:12:48 GMT`.
pub fn date(time: SystemTime) -> String {
    httpdate::fmt_http_date(time)
}

/// How long something took: `8.2 s`, `6.2 min`, `3 h 5 min`.
pub fn duration(seconds: f64) -> String {
    let minutes = seconds / 60.0;
    match minutes {
        ..1.0 => format!("{seconds:.1} s"),
        ..120.0 => format!("{minutes:.1} min"),
        _ => {
            let whole = minutes.round() as u64;
            format!("{} h {} min", whole / 60, whole % 60)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_the_unit_that_fits() {
        let found = [8.26, 372.0, 7200.0, 11_100.0, 10_795.0].map(duration);
        assert_eq!(found, ["8.3 s", "6.2 min", "2 h 0 min", "3 h 5 min", "3 h 0 min"]);
    }
}
