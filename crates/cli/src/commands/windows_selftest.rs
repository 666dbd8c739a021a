//! `windows-selftest`: what the platform tries on this machine, as a page to send in.

use super::print;
use crate::{console::plain, exit::Exit};
use anyhow::{Context, Result};
use deskpilot_desktop::{Trial, TrialOutcome};
use deskpilot_runtime::Environment;
use std::time::Duration;

/// Where a page is sent.
const ISSUES: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/issues");

/// `deskpilot windows-selftest`
pub(crate) async fn windows_selftest(environment: &Environment) -> Result<Exit> {
    let platform = environment.platform();
    let nothing = || format!("there is nothing to try on {}: it is for Windows alone", platform.name());
    let mut trials = platform.self_test().with_context(nothing)?;
    print(&format!(
        "Self-test of Deskpilot {} on {}. It opens applications on your desktop and closes them again: leave keyboard and \
         pointer alone until it has ended.\n",
        env!("CARGO_PKG_VERSION"),
        platform.name()
    ));
    let mut all = Vec::new();
    while let Some(trial) = trials.recv().await {
        all.push(trial);
        print(&row(all.len(), &all[all.len() - 1]));
    }
    print(&summary(&all));
    let is_good = !all.iter().any(|it| matches!(it.outcome, TrialOutcome::Failed(_)));
    Ok(if is_good { Exit::Finished } else { Exit::Failed })
}

/// A trial as a line of the page.
fn row(number: usize, trial: &Trial) -> String {
    let (mark, seen) = match &trial.outcome {
        TrialOutcome::Passed(seen) => ("ok", seen),
        TrialOutcome::Failed(seen) => ("FAILED", seen),
        TrialOutcome::Skipped(why) => ("skipped", why),
    };
    let seconds = trial.took.as_secs_f64();
    format!("{number:>2}  {mark:<7} {seconds:>8.3} s  {}: {}", trial.name, plain(seen))
}

/// What the trials come to, and where to send the page.
fn summary(trials: &[Trial]) -> String {
    let count = |is_it: fn(&TrialOutcome) -> bool| trials.iter().filter(|it| is_it(&it.outcome)).count();
    let passed = count(|it| matches!(it, TrialOutcome::Passed(_)));
    let failed = count(|it| matches!(it, TrialOutcome::Failed(_)));
    let took: Duration = trials.iter().map(|it| it.took).sum();
    format!(
        "\n{} trials: {passed} ok, {failed} failed, {} skipped, in {:.1} s\n\
         Nothing of yours is on this page: no name, no title, no path. Send it as it is to {ISSUES}",
        trials.len(),
        trials.len() - passed - failed,
        took.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_numbers_its_trials_and_counts_what_came_of_them() {
        let trial = |name, outcome, millis| Trial { name, outcome, took: Duration::from_millis(millis) };
        let trials = [
            trial("a tree", TrialOutcome::Passed("12 controls".into()), 34),
            trial("a text", TrialOutcome::Failed("0x80004001".into()), 1500),
            trial("Excel", TrialOutcome::Skipped("not installed".into()), 0),
        ];
        let page: Vec<String> = (1..).zip(&trials).map(|(number, it)| row(number, it)).collect();
        let expected = [
            " 1  ok         0.034 s  a tree: 12 controls",
            " 2  FAILED     1.500 s  a text: 0x80004001",
            " 3  skipped    0.000 s  Excel: not installed",
        ];
        assert_eq!(page, expected);
        assert!(summary(&trials).contains("\n3 trials: 1 ok, 1 failed, 1 skipped, in 1.5 s\n"));
    }
}
