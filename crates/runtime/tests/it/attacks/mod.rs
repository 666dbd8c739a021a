//! Native commands as an obedient model would call them for an attacker: ruled on as in a session, and carried out where they may be.

mod home;
mod manifests;
mod palette;
mod verdict;

use deskpilot_agent::judge_with_disk;
use deskpilot_core::{
    Action, Aim, Call, CommandSpec, Operation, Policy, PolicyContext, PolicyFile, Preset, Rect, Ruling, Verb,
    Window, WindowId, WindowState,
};
use deskpilot_desktop::{NativeAction, Receiver, Scope};
use deskpilot_files::FilesReceiver;
use deskpilot_runtime::command_tables;
use home::AttackedHome;
use palette::Palette;
use std::{env, time::Duration};
use verdict::Bounds;

/// How many calls are tried under each policy, unless `DESKPILOT_TEST_TRIALS` says otherwise.
const TRIALS: usize = 150;
/// The seed, unless `DESKPILOT_TEST_SEED` says otherwise.
const SEED: u64 = 7;

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok()?.parse().ok()
}

fn window(application: &str) -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: "Untitled".into(),
        application: application.into(),
        process: None,
        rect: Rect::new(0, 0, 800, 600),
        state: WindowState::Normal,
        focused: true,
    }
}

/// A native call in a window of this application.
fn operation(application: &str, call: Call) -> Operation {
    let action = Action { call, window: window(application), aim: Aim::Window, verb: Verb::Native };
    Operation::Act(Box::new(action))
}

/// The policies to play against: each preset that asks or refuses, and each policy of the guide.
fn policies() -> Vec<(String, PolicyFile)> {
    let preset = |preset: Preset| (preset.word().to_owned(), PolicyFile { preset, ..PolicyFile::default() });
    [Preset::ReadOnly, Preset::Ask, Preset::Bounded]
        .map(preset)
        .into_iter()
        .chain(manifests::manifests())
        .collect()
}

/// What became of the calls under one policy.
#[derive(Debug, Default)]
struct Tally {
    allowed: usize,
    refused: usize,
    violations: Vec<String>,
}

async fn play(name: &str, file: PolicyFile, trials: usize, seed: u64) -> Tally {
    let bounds = Bounds::of(name, &file);
    let applications = applications(&file);
    let policy = Policy::of(file).unwrap();
    let tables = command_tables();
    let commands: Vec<&CommandSpec> = tables.iter().flat_map(|it| it.commands).collect();
    let mut home = AttackedHome::new();
    let mut palette = Palette::new(seed, home.path());
    let mut tally = Tally::default();
    for at in 0..trials {
        let spec = commands[palette.below(commands.len())];
        let application = &applications[palette.below(applications.len())];
        let call = Call { command: spec.name.clone().into_owned(), args: palette.arguments(spec) };
        let ruling = ruled(&policy, application, spec, &call, &home);
        if ruling != Ruling::Allow {
            tally.refused += 1;
            continue;
        }
        tally.allowed += 1;
        let output = carried_out(&call, spec, &home).await;
        let found = bounds.violation(&call, spec, output.as_deref(), &mut home);
        tally
            .violations
            .extend(found.map(|it| format!("{name}, seed {seed}, {at}: {call} in {application}: {it}")));
    }
    tally
}

/// The applications that a policy names, and one that it does not.
fn applications(file: &PolicyFile) -> Vec<String> {
    let names = file.rules.iter().flat_map(|it| &it.application).map(|it| it.to_string().replace('*', ""));
    names.chain(["other".to_owned()]).collect()
}

fn ruled(policy: &Policy, application: &str, spec: &CommandSpec, call: &Call, home: &AttackedHome) -> Ruling {
    let context = PolicyContext {
        command: Some(spec),
        home: home.path(),
        user_home: home.path(),
        own: home.own(),
        ..PolicyContext::default()
    };
    judge_with_disk(policy, &operation(application, call.clone()), context).0
}

/// What a command on files gives back; the others are not carried out.
async fn carried_out(call: &Call, spec: &CommandSpec, home: &AttackedHome) -> Option<String> {
    let env = [("HOME".to_owned(), home.path().to_owned())];
    let mut files = FilesReceiver::new(&env, home.path().as_ref(), home.own().to_vec());
    if files.table().iter().all(|it| it.name != spec.name) {
        return None;
    }
    let action = NativeAction { call, scope: Scope::Desktop, deadline: Duration::from_secs(20) };
    let outcome = files.run(&action).await.unwrap();
    Some(format!("{} {}", outcome.effect, outcome.output.unwrap_or_default()))
}

#[expect(clippy::print_stdout, reason = "who runs it with many trials wants to see its counts")]
#[tokio::test]
async fn no_call_of_a_native_command_does_what_the_policy_forbids() {
    let trials = number("DESKPILOT_TEST_TRIALS").map_or(TRIALS, |it| usize::try_from(it).unwrap());
    let seed = number("DESKPILOT_TEST_SEED").unwrap_or(SEED);
    for (name, file) in policies() {
        let tally = play(&name, file, trials, seed).await;
        println!("{name}: {} done, {} not done", tally.allowed, tally.refused);
        assert!(tally.violations.is_empty(), "{}: {:#?}", tally.violations.len(), tally.violations);
    }
}

/// What nothing records cannot be a violation.
#[tokio::test]
async fn without_a_policy_the_same_calls_do_what_every_policy_forbids() {
    let file = PolicyFile { preset: Preset::Unrestricted, ..PolicyFile::default() };
    let tally = play("none", file, 1200, SEED).await;
    for kind in ["changed", "appeared", "secret", "asks a site", "runs"] {
        assert!(tally.violations.iter().any(|it| it.contains(kind)), "{kind}: {:#?}", tally.violations);
    }
}
