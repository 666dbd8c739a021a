//! Checks receivers.

use super::desktop_under_test::{in_time, must};
use deskpilot_core::{Call, CommandSpec, Effect, Evidence, SideEffects};
use deskpilot_desktop::{DISCOVERY_TIMEOUT, DesktopError, NativeAction, RUN_GRACE, Receiver, Scope};
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use tokio::time::timeout;

/// What to check a receiver with. `None` skips the checks that need it.
#[derive(Clone, Copy, Debug)]
pub struct ReceiverFixture<'a> {
    /// A scope in which it has commands.
    pub here: Scope<'a>,
    /// A scope in which it has none.
    pub elsewhere: Option<Scope<'a>>,
    /// A call that succeeds in `here`.
    pub succeeds: Option<&'a Call>,
    /// A call that would take longer than [`SHORT`].
    pub slow: Option<&'a Call>,
}

/// The deadline of the slow call.
pub const SHORT: Duration = Duration::from_millis(300);
/// The deadline of other calls.
const USUAL: Duration = Duration::from_secs(10);
/// A command that no receiver has.
const UNKNOWN: &str = "no_such_command_8713";

/// Checks a receiver: the scopes that it serves, its tables, an unknown command, a success, and its deadline.
///
/// Panics at the first violation.
pub async fn check_receiver(receiver: &mut dyn Receiver, fixture: &ReceiverFixture<'_>) {
    assert!(receiver.serves(fixture.here), "{} does not serve {:?}", receiver.name(), fixture.here);
    if let Some(elsewhere) = fixture.elsewhere {
        assert!(!receiver.serves(elsewhere), "{} serves {elsewhere:?} too", receiver.name());
    }
    let commands = discover(receiver, fixture.here).await;
    check_tables(receiver, &commands);
    check_unknown_command(receiver, fixture.here).await;
    if let Some(call) = fixture.succeeds {
        check_success(receiver, &commands, call, fixture.here).await;
    }
    if let Some(call) = fixture.slow {
        check_deadline(receiver, &commands, call, fixture.here).await;
    }
}

async fn discover(receiver: &mut dyn Receiver, here: Scope<'_>) -> Vec<Arc<CommandSpec>> {
    let Ok(commands) = timeout(DISCOVERY_TIMEOUT, receiver.commands(here)).await else {
        panic!("{} does not say within {DISCOVERY_TIMEOUT:?} which commands it has", receiver.name());
    };
    must("commands", commands)
}

/// Every command is complete and unique, and the commands of the table are among them.
fn check_tables(receiver: &dyn Receiver, commands: &[Arc<CommandSpec>]) {
    let mut names = BTreeSet::new();
    for spec in commands {
        assert_eq!(spec.definition_error(), None, "{}", spec.name);
        assert!(names.insert(spec.name.as_ref()), "there are two commands {}", spec.name);
        assert!(spec.doc.ends_with('.'), "the description of {} has no end: {:?}", spec.name, spec.doc);
    }
    for spec in receiver.table() {
        assert!(names.contains(spec.name.as_ref()), "{} is in the table, and is not at hand", spec.name);
        assert_ne!(
            spec.side_effects,
            SideEffects::Unstated,
            "the table does not say what {} does",
            spec.name
        );
    }
}

async fn check_unknown_command(receiver: &mut dyn Receiver, scope: Scope<'_>) {
    let call = Call { command: UNKNOWN.into(), ..Call::default() };
    let action = NativeAction { call: &call, scope, deadline: USUAL };
    match in_time("an unknown command", receiver.run(&action)).await {
        Err(DesktopError::NoSuchCommand(name)) if name == UNKNOWN => {}
        other => panic!("an unknown command must be an error that names it, and is {other:?}"),
    }
}

async fn check_success(
    receiver: &mut dyn Receiver,
    commands: &[Arc<CommandSpec>],
    call: &Call,
    scope: Scope<'_>,
) {
    check_arguments(commands, call);
    let action = NativeAction { call, scope, deadline: USUAL };
    let outcome = must(&call.to_string(), in_time(&call.to_string(), receiver.run(&action)).await);
    assert!(outcome.effect.is_success(), "{call} must succeed: {}", outcome.effect);
    let proves_nothing = |it: &Evidence| [Evidence::Accepted, Evidence::NOTHING].contains(it);
    let is_unproven = matches!(&outcome.effect, Effect::Confirmed(it) if proves_nothing(it));
    assert!(!is_unproven, "{call} is confirmed by what proves nothing: {}", outcome.effect);
}

async fn check_deadline(
    receiver: &mut dyn Receiver,
    commands: &[Arc<CommandSpec>],
    call: &Call,
    scope: Scope<'_>,
) {
    check_arguments(commands, call);
    let action = NativeAction { call, scope, deadline: SHORT };
    let Ok(outcome) = timeout(SHORT + RUN_GRACE, receiver.run(&action)).await else {
        panic!("{call} had {SHORT:?}, and did not end");
    };
    let is_over = matches!(&outcome, Ok(it) if it.effect.is_success());
    assert!(!is_over, "{call} did not end in time, and is reported as successful: {outcome:?}");
}

fn check_arguments(commands: &[Arc<CommandSpec>], call: &Call) {
    let Some(spec) = commands.iter().find(|it| it.name == call.command) else {
        panic!("{} is not among the commands", call.command);
    };
    assert_eq!(spec.argument_error(&call.args), None, "{call} does not fit its table");
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_desktop::{Sandbox, ShellReceiver};
    use serde_json::{Map, json};

    fn run(argv: &[&str]) -> Call {
        let args = Map::from_iter([("argv".to_owned(), json!(argv))]);
        Call { command: "run_shell".into(), args }
    }

    #[tokio::test]
    async fn the_shell_keeps_every_promise() {
        let env = vec![("PATH".into(), "/usr/bin:/bin".into())];
        let mut shell = ShellReceiver { env, sandbox: Sandbox::None, folder: "/".into() };
        let (succeeds, slow) = (run(&["true"]), run(&["sleep", "60"]));
        let fixture = ReceiverFixture {
            here: Scope::Desktop,
            elsewhere: None,
            succeeds: Some(&succeeds),
            slow: Some(&slow),
        };
        check_receiver(&mut shell, &fixture).await;
    }
}
