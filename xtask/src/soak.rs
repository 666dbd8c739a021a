//! `cargo xtask soak`: finds growing memory, stale labels, and faults that happen once in hundreds of times.

use crate::{
    builds::SOAKED,
    root,
    run::{command, run},
    say, set_up,
    setup::{ADVERSARY, BENCH, PRODUCT, TASKS, setup},
    windows::windows,
};
use anyhow::{Context, Result, bail};
use std::{
    path::Path,
    process::{ExitCode, Stdio},
    time::{SystemTime, UNIX_EPOCH},
};

/// The randomised tests: the arguments that select them, and their trials here. `cargo xtask test` runs fewer trials, with a
/// fixed seed.
const RANDOMISED: &[(&[&str], u32)] = &[
    (&["--package", "deskpilot-linux", "--test", "alone"], 200),
    (&["--package", "deskpilot-linux", "--test", "it", "taken_for_a_person"], 200),
    // 20 times 40 sessions at once.
    (&["--package", "deskpilot-linux", "--lib", "namespaces"], 800),
    (&["--package", "deskpilot-cli", "--test", "it", "left_behind"], 1),
    (&["--package", "deskpilot-log", "--test", "it", "random::"], 200),
    (&["--package", "deskpilot-runtime", "--lib", "killed_at_random"], 50),
    (&["--package", "deskpilot-dataflow", "--lib", "killed_at_random"], 50),
    (&["--package", "deskpilot-server", "--lib", "malformed_requests"], 20_000),
    (&["--package", "deskpilot-server", "--test", "it", "described_requests"], 5000),
    (&FUZZED, 100_000),
];

/// The tests of whose cases `cargo xtask test` tries some of each kind.
const SOME_OF_EACH: [&[&str]; 9] = [
    &[
        "--package",
        "deskpilot-cli",
        "--test",
        "it",
        "--",
        "suite::",
        "calls::",
        "crashes::",
        "dataflow::",
        "datasets_guide::",
        "demonstrations::",
        "grounding::",
        "injected::",
        "looking::",
        "main_job::",
        "modes::",
        "opening::",
        "operators::",
        "page::",
        "private_files::",
        "settings::",
    ],
    &[
        "--package",
        "deskpilot-linux",
        "--test",
        "it",
        "--",
        "dialogs::",
        "identity::",
        "input_method::",
        "office::",
        "passwords::",
        "unmasked::",
    ],
    &["--package", "deskpilot-office", "--test", "it", "--", "calc::", "troubles::"],
    &["--package", "deskpilot-browser", "--test", "it"],
    &["--package", "deskpilot-agent", "--test", "it", "crash::"],
    &["--package", "deskpilot-agent", "--lib", "no_reply_is_a_panic"],
    &["--package", "deskpilot-desktop", "--lib", "no_text_is_too_long"],
    &["--package", "deskpilot-files", "--test", "it", "--", "archives::", "looks::"],
    &["--package", "deskpilot-text", "--test", "it", "page::"],
];

/// What the adversary does: actions under each policy, and native commands beside the files and pages that they change. The seed follows.
const ADVERSARIES: &[&[&str]] = &[&["--actions", "3000"], &["effects", "--native", "--actions", "1500"]];

/// The crates whose readers are fuzzed: minutes here, seconds in `cargo xtask test`.
const FUZZED: [&str; 30] = [
    "--package",
    "deskpilot-core",
    "--package",
    "deskpilot-dbus",
    "--package",
    "deskpilot-log",
    "--package",
    "deskpilot-model",
    "--package",
    "deskpilot-grounding",
    "--package",
    "deskpilot-external-agents",
    "--package",
    "deskpilot-agent",
    "--package",
    "deskpilot-tasks",
    "--package",
    "deskpilot-runtime",
    "--package",
    "deskpilot-traces",
    "--package",
    "deskpilot-documents",
    "--package",
    "deskpilot-demonstrations",
    "--package",
    "deskpilot-tool-servers",
    "--package",
    "deskpilot-web-search",
    "--lib",
    "fuzz::",
];

/// Sets up, runs the tests of what is not compiled daily, the randomised tests and the adversary, soaks, and checks for
/// Windows; the example gets the arguments after `soak`.
pub(crate) fn soak(args: &[&str]) -> Result<ExitCode> {
    let root = root()?;
    setup(&root, &[PRODUCT, BENCH, TASKS, ADVERSARY])?;
    set_up()?;
    let seed = seed(args)?;
    say(&format!("seed {seed}: `cargo xtask soak --seed {seed}` repeats this run"));
    let soaked: Vec<&str> = SOAKED.iter().flat_map(|it| ["--package", it]).collect();
    run_tests(&root, &soaked, &[])?;
    for tests in SOME_OF_EACH {
        run_tests(&root, tests, &[("DESKPILOT_TEST_CASES", "all")])?;
    }
    for (test, trials) in RANDOMISED {
        let variables =
            [("DESKPILOT_TEST_TRIALS", trials.to_string()), ("DESKPILOT_TEST_SEED", seed.clone())];
        run_tests(&root, test, &variables.each_ref().map(|(name, value)| (*name, value.as_str())))?;
    }
    for arguments in ADVERSARIES {
        run(&root, "cargo", &adversary(arguments, &seed))?;
    }
    let cargo = "run --quiet --release --locked --package deskpilot-linux --example soak --";
    let cargo: Vec<&str> = cargo.split(' ').collect();
    let seeded = ["--seed", seed.as_str()];
    let seeded: &[&str] = if args.contains(&"--seed") { &[] } else { &seeded };
    run(&root, "cargo", &[cargo.as_slice(), args, seeded].concat())?;
    // Last: what it says where it is skipped must be seen.
    windows()?;
    Ok(ExitCode::SUCCESS)
}

/// The command that runs the adversary with these arguments and this seed.
fn adversary<'a>(arguments: &[&'a str], seed: &'a str) -> Vec<&'a str> {
    let cargo = "run --quiet --release --locked --package deskpilot-adversary --";
    cargo.split(' ').chain(arguments.iter().copied()).chain(["--seed", seed]).collect()
}

/// Runs the tests that these arguments select, with these variables.
fn run_tests(root: &Path, test: &[&str], variables: &[(&str, &str)]) -> Result<()> {
    let shown: Vec<String> = variables.iter().map(|(name, value)| format!("{name}={value} ")).collect();
    let line = format!("{}cargo test --locked {}", shown.concat(), test.join(" "));
    say(&format!("$ {line}"));
    let output = command("cargo")
        .args(["test", "--locked"])
        .args(test)
        .envs(variables.iter().copied())
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo does not start")?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() || !stdout.contains(" ... ok") {
        bail!("{line} failed or ran nothing:\n{stdout}");
    }
    Ok(())
}

/// The seed of the random numbers: the argument after `--seed`, or the time in milliseconds.
fn seed(args: &[&str]) -> Result<String> {
    let given = args.iter().skip_while(|it| **it != "--seed").nth(1);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is before 1970")?;
    Ok(given.map_or_else(|| now.as_millis().to_string(), |it| (*it).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_that_is_given_is_taken() {
        assert_eq!(seed(&["--minutes", "2", "--seed", "7"]).unwrap(), "7");
        assert!(seed(&["--minutes", "2"]).unwrap().parse::<u64>().unwrap() > 7);
    }

    #[test]
    fn the_adversary_attacks_the_policies_and_compares_native_commands_with_their_files() {
        let commands: Vec<String> = ADVERSARIES.iter().map(|it| adversary(it, "7").join(" ")).collect();
        let endings = ["-- --actions 3000 --seed 7", "-- effects --native --actions 1500 --seed 7"];
        assert_eq!(commands.len(), endings.len());
        for (command, ending) in commands.iter().zip(endings) {
            assert!(command.ends_with(ending), "{command}");
        }
    }
}
