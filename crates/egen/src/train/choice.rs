//! Choices: which preset, changed how, and how often is what?

use std::fs;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use egen_burn::is_built;
use egen_train::Preset;
use egen_train::config::Bundled;
use egen_train::device::{Device, DeviceError};
use egen_train::run::Every;
use toml::{Table, Value};

/// A preset by its name, or from a file.
pub fn preset(name: &str) -> anyhow::Result<Preset> {
    if let Some(bundled) = Bundled::from_name(name) {
        return Ok(bundled.preset());
    }
    if !name.ends_with(".toml") {
        let names: Vec<&str> = Bundled::ALL.iter().map(|bundled| bundled.name()).collect();
        bail!("there is no preset `{name}`: expected {}, or a file that ends in .toml", names.join(", "));
    }
    let text = fs::read_to_string(name).with_context(|| name.to_string())?;
    Preset::from_toml(&text).with_context(|| name.to_string())
}

/// A preset with some settings changed, each as `training.rate=1e-3`.
pub fn change(preset: Preset, changes: &[String]) -> anyhow::Result<Preset> {
    if changes.is_empty() {
        return Ok(preset);
    }
    let mut table = Table::try_from(&preset)?;
    for change in changes {
        let wanted = || anyhow!("--set {change}: expected a name and a value, such as training.rate=1e-3");
        let (name, value) = change.split_once('=').ok_or_else(wanted)?;
        // A name needs no quotes here: model.pooling=mean.
        let parsed = toml::from_str::<Table>(&format!("{name} = {value}"));
        let parsed =
            parsed.or_else(|_| toml::from_str::<Table>(&format!("{name} = {value:?}"))).map_err(|_| wanted())?;
        merge(&mut table, parsed);
    }
    let text = toml::to_string(&table)?;
    Preset::from_toml(&text).with_context(|| format!("--set {}", changes.join(" --set ")))
}

fn merge(into: &mut Table, from: Table) {
    for (name, value) in from {
        match (into.get_mut(&name), value) {
            // What says its own kind is whole.
            (Some(Value::Table(old)), Value::Table(new)) if !new.contains_key("kind") => merge(old, new),
            (_, value) => {
                into.insert(name, value);
            }
        }
    }
}

/// `90s`, `45m`, `8h`.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let wanted = || "expected a number and a unit: 90s, 45m or 8h".to_string();
    let unit = match text.chars().last() {
        Some('s') => 1.0,
        Some('m') => 60.0,
        Some('h') => 3600.0,
        _ => return Err(wanted()),
    };
    let number: f64 = text[..text.len() - 1].parse().map_err(|_| wanted())?;
    let seconds = Some(number * unit).filter(|seconds| (1e-3..1e9).contains(seconds)).ok_or_else(wanted)?;
    Ok(Duration::from_secs_f64(seconds))
}

/// A number of steps, or a time.
pub fn parse_every(text: &str) -> Result<Every, String> {
    match text.parse() {
        Ok(0) => Err("expected at least 1".into()),
        Ok(steps) => Ok(Every::Steps(steps)),
        Err(_) => match parse_time(text) {
            Ok(time) => Ok(Every::Time(time)),
            Err(_) => Err("expected a number of steps, or a time: 500, 60s, 5m".into()),
        },
    }
}

/// A device that this build knows.
pub fn parse_device(name: &str) -> Result<Device, String> {
    match Device::from_name(name) {
        Some(device) if is_built(device) => Ok(device),
        Some(device) => Err(format!("{}: {}", DeviceError::NotBuilt(device), build(device))),
        None => Err(format!("expected {}", built().join(" or "))),
    }
}

/// How to build it in.
pub fn build(device: Device) -> String {
    format!("build it in with `cargo install --path crates/egen --features {}`", device.name())
}

/// What `--device` is for, with the devices that can be chosen.
pub fn device_help() -> String {
    let others: Vec<&str> =
        Device::ALL.iter().filter(|device| !is_built(**device)).map(|device| device.name()).collect();
    let missing = match others.is_empty() {
        true => String::new(),
        false => format!("; this build lacks {}, which are features of cargo", others.join(", ")),
    };
    format!("What computes: {}{missing} [default: cpu]", built().join(", "))
}

fn built() -> Vec<&'static str> {
    Device::ALL.iter().filter(|device| is_built(**device)).map(|device| device.name()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_train::config::{Loss, Pooling};

    #[test]
    fn settings_change_by_name() {
        let of = |changes: &[&str]| {
            change(preset("small").unwrap(), &changes.iter().map(|text| text.to_string()).collect::<Vec<_>>())
        };
        let changed = of(&["training.rate=1e-3", "model.layers=6", "model.pooling=mean"]).unwrap();
        assert_eq!((changed.training.rate, changed.model.layers, changed.model.pooling), (1e-3, 6, Pooling::Mean));
        let changed = of(&["training.contrast.temperature=0.07"]).unwrap();
        assert_eq!(changed.training.contrast, Some(Loss::BothDirections { temperature: 0.07, edit_weight: 1.5 }));
        let changed = of(&["training.contrast={kind='negatives-of-the-batch', temperature=0.1}"]).unwrap();
        assert_eq!(changed.training.contrast, Some(Loss::NegativesOfTheBatch { temperature: 0.1 }));
        assert!(of(&["training.rat=1"]).unwrap_err().chain().any(|cause| cause.to_string().contains("unknown field")));
        assert!(of(&["training.rate"]).is_err() && of(&["model.heads=3"]).is_err());
        assert!(preset("large").unwrap_err().to_string().contains("small-cl-mean"));
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("45m"), Ok(Duration::from_secs(2700)));
        assert_eq!(parse_time("1.5h"), Ok(Duration::from_secs(5400)));
        assert!(["", "45", "m", "-3s", "1e99h", "3é"].iter().all(|text| parse_time(text).is_err()));
        assert_eq!(parse_every("20"), Ok(Every::Steps(20)));
        assert_eq!(parse_every("20s"), Ok(Every::Time(Duration::from_secs(20))));
        assert!(parse_every("0").is_err() && parse_every("often").is_err());
    }
}
