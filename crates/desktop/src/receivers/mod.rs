//! Native commands: which are available, which receiver runs one, and the receiver for every platform, [`ShellReceiver`].

mod shell;
mod start_up_words;
mod tame_environment;
#[cfg(test)]
mod tests;

pub(crate) use shell::RUN_SHELL;
pub use shell::{SHELL_COMMANDS, ShellReceiver};

use crate::{
    COMPLETION_TIMEOUT, CommandGaps, DISCOVERY_TIMEOUT, DesktopError, LaunchExtra, NativeAction,
    READY_TIMEOUT, RUN_GRACE, Receiver, Scope,
};
use deskpilot_core::{
    Application, Call, CommandSpec, Effect, Evidence, Launch, NoChangeReason, Outcome, Window,
};
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;

/// The time limit of a native command that asks for no other.
const DEADLINE: Duration = Duration::from_secs(60);

/// The available native commands.
#[derive(Clone, Debug, Default)]
pub struct NativeCommands {
    /// The commands in the order of the receivers; every name once.
    pub commands: Vec<Arc<CommandSpec>>,
    /// Why commands are missing, one sentence each.
    pub troubles: Vec<String>,
    /// Why the application of the window takes none, a sentence for the agent there.
    pub limit: Option<String>,
}

/// The commands of the receivers that serve this scope. The first of two commands with the same name wins; a malformed
/// command is left out.
pub(crate) async fn commands(receivers: &mut [Box<dyn Receiver>], scope: Scope<'_>) -> NativeCommands {
    let mut at_hand = NativeCommands::default();
    for receiver in receivers.iter_mut().filter(|it| it.serves(scope)) {
        match discover(receiver.as_mut(), scope).await {
            Ok(found) => found.into_iter().for_each(|it| at_hand.add(it)),
            Err(error) => at_hand.troubles.push(format!("{} has no commands now: {error}", receiver.name())),
        }
        let CommandGaps { troubles, limit } = receiver.take_gaps(scope);
        at_hand.limit = at_hand.limit.or(limit);
        at_hand.troubles.extend(troubles.iter().map(|it| format!("{}: {it}", receiver.name())));
    }
    at_hand
}

impl NativeCommands {
    fn add(&mut self, spec: Arc<CommandSpec>) {
        match spec.definition_error() {
            Some(error) => self.troubles.push(format!("a native command is left out: {error}")),
            None if self.commands.iter().any(|it| it.name == spec.name) => {}
            None => self.commands.push(spec),
        }
    }
}

async fn discover(
    receiver: &mut dyn Receiver,
    scope: Scope<'_>,
) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
    let late =
        DesktopError::Hung { application: receiver.name().to_owned(), millis: millis(DISCOVERY_TIMEOUT) };
    timeout(DISCOVERY_TIMEOUT, receiver.commands(scope)).await.unwrap_or(Err(late))
}

/// The call with what only its receiver knows written out, see [`Receiver::complete`].
///
/// # Errors
/// What the call means is not there.
pub(crate) async fn complete(
    receivers: &mut [Box<dyn Receiver>],
    call: &Call,
    scope: Scope<'_>,
) -> Result<Option<Call>, DesktopError> {
    // Commands that are discovered mean nothing that they do not say.
    let has_it = |it: &&mut Box<dyn Receiver>| it.table().iter().any(|it| it.name == call.command);
    for receiver in receivers.iter_mut().filter(|it| it.serves(scope)).filter(has_it) {
        let found = discover(receiver.as_mut(), scope).await.unwrap_or_default();
        let Some(spec) = found.iter().find(|it| it.name == call.command) else { continue };
        // Arguments that do not fit are refused where it is run.
        if spec.argument_error(&call.args).is_some() {
            return Ok(None);
        }
        let late = DesktopError::Hung {
            application: receiver.name().to_owned(),
            millis: millis(COMPLETION_TIMEOUT),
        };
        let action = NativeAction { call, scope, deadline: COMPLETION_TIMEOUT };
        return timeout(COMPLETION_TIMEOUT, receiver.complete(&action)).await.unwrap_or(Err(late));
    }
    Ok(None)
}

/// Runs a native command through the first receiver that has it in this scope.
pub(crate) async fn run(
    receivers: &mut [Box<dyn Receiver>],
    call: &Call,
    scope: Scope<'_>,
) -> Result<Outcome, DesktopError> {
    for receiver in receivers.iter_mut().filter(|it| it.serves(scope)) {
        // A receiver that does not answer has no commands now.
        let found = discover(receiver.as_mut(), scope).await.unwrap_or_default();
        if let Some(spec) = found.iter().find(|it| it.name == call.command) {
            return match spec.argument_error(&call.args) {
                Some(refusal) => Ok(Effect::Refused(refusal).into()),
                None => {
                    let deadline = receiver.deadline(call).unwrap_or(DEADLINE);
                    run_in_time(receiver.as_mut(), &NativeAction { call, scope, deadline }).await
                }
            };
        }
    }
    Err(DesktopError::NoSuchCommand(call.command.clone()))
}

/// Runs a command and downgrades an effect that its evidence does not prove. Drops a command that exceeds its deadline.
pub(crate) async fn run_in_time(
    receiver: &mut dyn Receiver,
    action: &NativeAction<'_>,
) -> Result<Outcome, DesktopError> {
    match timeout(action.deadline + RUN_GRACE, receiver.run(action)).await {
        Ok(outcome) => outcome.map(|it| Outcome { effect: downgrade_unproven(it.effect), ..it }),
        Err(_) => {
            let (command, millis) = (&action.call.command, millis(action.deadline));
            Ok(Effect::Partial(format!("{command} started and did not finish within {millis} ms")).into())
        }
    }
}

/// The effect, which stays confirmed only if its evidence shows a change or a text that was read.
fn downgrade_unproven(effect: Effect) -> Effect {
    match effect {
        Effect::Confirmed(Evidence::Accepted) => {
            Effect::unverified("the application accepted it; no effect was observed")
        }
        Effect::Confirmed(same @ Evidence::Controls { added: 0, removed: 0, changed: 0, .. }) => {
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

/// What the receivers want an application launched with, each once.
///
/// # Errors
/// The application cannot read the document as the launch says.
pub(crate) fn launch_extras(
    receivers: &mut [Box<dyn Receiver>],
    application: &Application,
    launch: &Launch,
) -> Result<Vec<LaunchExtra>, DesktopError> {
    let life_cycles = receivers.iter_mut().filter_map(|it| it.life_cycle());
    let mut extras: Vec<LaunchExtra> = Vec::new();
    for life_cycle in life_cycles {
        for extra in life_cycle.launch_extras(application, launch)? {
            if !extras.contains(&extra) {
                extras.push(extra);
            }
        }
    }
    Ok(extras)
}

/// Waits until the receivers of a window that a launch has opened reach its application, or until the limit.
pub(crate) async fn wait_until_ready(receivers: &mut [Box<dyn Receiver>], window: &Window) {
    let ready = async {
        for receiver in receivers.iter_mut().filter(|it| it.serves(Scope::Window(window))) {
            if let Some(life_cycle) = receiver.life_cycle() {
                life_cycle.wait_until_ready(window).await;
            }
        }
    };
    // The window takes everything meanwhile.
    let _ = timeout(READY_TIMEOUT, ready).await;
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
