//! Native interfaces: which of their commands are at hand, who carries one out, and the receivers that are the same on every
//! platform.

mod shell;
#[cfg(test)]
mod tests;

pub(crate) use shell::RUN_SHELL;
pub use shell::ShellReceiver;

use crate::{DISCOVERY, DesktopError, GRACE, NativeAction, Receiver, Scope};
use deskpilot_core::{Application, Call, CommandSpec, Effect, Evidence, NoChangeReason, Outcome, Refusal};
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;

/// How long a native command may take.
const DEADLINE: Duration = Duration::from_secs(60);

/// The native commands at hand.
#[derive(Clone, Debug, Default)]
pub struct NativeCommands {
    /// Each of them, those of the first receiver first; every name once.
    pub commands: Vec<Arc<CommandSpec>>,
    /// What was left out, and why, in sentences.
    pub troubles: Vec<String>,
}

/// The commands of the receivers that serve this scope. Of two of one name the first counts; one that does not look like a
/// command of ours is left out.
pub(crate) async fn commands(receivers: &mut [Box<dyn Receiver>], scope: Scope<'_>) -> NativeCommands {
    let mut at_hand = NativeCommands::default();
    for receiver in receivers.iter_mut().filter(|it| it.serves(scope)) {
        match discovered(receiver.as_mut(), scope).await {
            Ok(found) => found.into_iter().for_each(|it| at_hand.add(it)),
            Err(error) => at_hand.troubles.push(format!("{} is silent: {error}", receiver.name())),
        }
    }
    at_hand
}

impl NativeCommands {
    fn add(&mut self, spec: Arc<CommandSpec>) {
        match spec.definition_error() {
            Some(flaw) => self.troubles.push(format!("a native command is left out: {flaw}")),
            None if self.commands.iter().any(|it| it.name == spec.name) => {}
            None => self.commands.push(spec),
        }
    }
}

async fn discovered(
    receiver: &mut dyn Receiver,
    scope: Scope<'_>,
) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
    let late = DesktopError::Hung { application: receiver.name().to_owned(), millis: millis(DISCOVERY) };
    timeout(DISCOVERY, receiver.commands(scope)).await.unwrap_or(Err(late))
}

/// Carries a native command out, by the first receiver that has it here.
pub(crate) async fn run(
    receivers: &mut [Box<dyn Receiver>],
    call: &Call,
    scope: Scope<'_>,
) -> Result<Outcome, DesktopError> {
    for receiver in receivers.iter_mut().filter(|it| it.serves(scope)) {
        // One that is silent does not have it now.
        let found = discovered(receiver.as_mut(), scope).await.unwrap_or_default();
        if let Some(spec) = found.iter().find(|it| it.name == call.command) {
            return match spec.argument_error(&call.args) {
                Some(refusal) => Ok(Effect::Refused(refusal).into()),
                None => by(receiver.as_mut(), &NativeAction { call, scope, deadline: DEADLINE }).await,
            };
        }
    }
    Err(DesktopError::NoSuchCommand(call.command.clone()))
}

/// What a receiver says of a command, as far as its evidence goes. One that does not end is dropped.
pub(crate) async fn by(
    receiver: &mut dyn Receiver,
    action: &NativeAction<'_>,
) -> Result<Outcome, DesktopError> {
    match timeout(action.deadline + GRACE, receiver.run(action)).await {
        Ok(outcome) => outcome.map(|it| Outcome { effect: proven(it.effect), ..it }),
        Err(_) => {
            let (command, millis) = (&action.call.command, millis(action.deadline));
            Ok(Effect::Partial(format!("{command} was begun, and did not end within {millis} ms")).into())
        }
    }
}

/// An effect is confirmed only by evidence that something is different, or was read.
fn proven(effect: Effect) -> Effect {
    match effect {
        Effect::Confirmed(Evidence::Accepted) => {
            Effect::Unverified("the application accepted it, and nothing more was seen".into())
        }
        Effect::Confirmed(same @ Evidence::Tree { added: 0, removed: 0, changed: 0, .. }) => {
            Effect::NoChange(NoChangeReason::Same(same))
        }
        Effect::Confirmed(Evidence::Value { before: Some(before), after: Some(after), of })
            if before == after =>
        {
            Effect::NoChange(NoChangeReason::Same(Evidence::Value {
                before: Some(before),
                after: Some(after),
                of,
            }))
        }
        other => other,
    }
}

/// What an agent is told who asks about a command: all about the one of this name, or the names that have this in them.
pub(crate) fn describe(at_hand: &NativeCommands, name: &str) -> Outcome {
    let said = |found: usize, output: String| {
        let effect = Effect::Confirmed(Evidence::State(format!("described: {found}")));
        Outcome { output: Some(output), ..effect.into() }
    };
    if let Some(spec) = at_hand.commands.iter().find(|it| it.name == name) {
        return said(1, spec.to_string());
    }
    let alike: Vec<String> = at_hand
        .commands
        .iter()
        .filter(|it| it.name.contains(name))
        .map(|it| it.short_description())
        .collect();
    match alike.len() {
        0 => Effect::Refused(Refusal::NoSuchCommand(name.to_owned())).into(),
        found => said(found, alike.join("\n")),
    }
}

/// The arguments with which the receivers want an application started; each once.
pub(crate) fn launch_args(receivers: &[Box<dyn Receiver>], application: &Application) -> Vec<String> {
    let mut args: Vec<String> = Vec::new();
    for arg in receivers.iter().flat_map(|it| it.launch_args(application)) {
        if !args.contains(&arg) {
            args.push(arg);
        }
    }
    args
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
