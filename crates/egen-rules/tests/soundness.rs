//! One named test for each rule of `rules/`: is it sound, is its condition needed, is what was rejected wrong?

use egen_rules::{CheckSettings, Outcome, RuleSet, check, check_needs, check_rejected};
use libtest_mimic::{Arguments, Failed, Trial};

/// The set is finished when it has this many rules.
const ENOUGH: usize = 800;

fn main() {
    let arguments = Arguments::from_args();
    let set = match RuleSet::builtin() {
        Ok(set) => set,
        Err(error) => {
            let message = error.to_string();
            let trial = Trial::test("rules_load", move || Err(Failed::from(message)));
            libtest_mimic::run(&arguments, vec![trial]).exit();
        }
    };
    let total = set.rules.len();
    let mut trials = vec![Trial::test("there_are_enough_rules", move || {
        if total >= ENOUGH { Ok(()) } else { Err(format!("{total} rules, wanted {ENOUGH}").into()) }
    })];
    for rule in &set.rules {
        let name = format!("{}::{}", set.family_of(rule), rule.name);
        if rule.needs.is_some() {
            let rule = rule.clone();
            trials.push(Trial::test(format!("{name}::needs"), move || match check_needs(&rule) {
                Some(Err(fault)) => Err(format!("{}: {fault}", rule.place).into()),
                _ => Ok(()),
            }));
        }
        let rule = rule.clone();
        trials.push(Trial::test(name, move || match check(&rule, &CheckSettings::default()).real {
            Outcome::Sound => Ok(()),
            outcome => Err(format!("{}: {rule}\n{outcome}", rule.place).into()),
        }));
    }
    for rejected in set.rejected {
        let name = format!("{}::rejected::{}", set.families[rejected.family].name, rejected.name);
        trials.push(Trial::test(name, move || match check_rejected(&rejected) {
            Ok(_) => Ok(()),
            Err(fault) => Err(format!("{}: {rejected}\n{fault}", rejected.place).into()),
        }));
    }
    libtest_mimic::run(&arguments, trials).exit();
}
