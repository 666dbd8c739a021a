//! Work between the steps: prepares a window for its AppAgent, and closes the windows that the session opened.

use crate::{
    AgentError,
    journal::Journal,
    world::{World, WorldError},
};
use deskpilot_core::{
    Action, Aim, Assignment, Call, Effect, Event, Gesture, Operation, Remedy, Stage, SubtaskOutcome, Verb,
};
use deskpilot_desktop::DesktopError;

/// Brings the window forward and registers its AppAgent with the native commands. A window that is gone ends the subtask.
pub(crate) async fn register(
    assignment: &Assignment,
    world: &mut World,
    journal: &mut Journal,
) -> Result<(), AgentError> {
    match world.bring_forward(&assignment.window).await {
        Ok(window) => {
            let at_hand = world.commands(&window).await?.commands;
            let tools = at_hand.iter().map(|it| it.name.to_string()).collect();
            journal.record(Event::Registered { agent: assignment.agent.clone(), window, tools })
        }
        Err(WorldError::Halted(halt)) => Err(halt.into()),
        Err(WorldError::Desktop(error)) => fail_subtask(&error, journal),
    }
}

/// Ends a subtask whose window cannot be used; the HostAgent decides what comes next.
pub(crate) fn fail_subtask(error: &DesktopError, journal: &mut Journal) -> Result<(), AgentError> {
    journal.fault(Stage::UpdateStatus, error.to_string(), Remedy::TellAgent)?;
    journal.record(Event::SubtaskEnded {
        outcome: outcome_of(error),
        comment: String::new(),
        missing: Vec::new(),
    })
}

/// The outcome of a subtask whose window cannot be used.
pub(crate) fn outcome_of(error: &DesktopError) -> SubtaskOutcome {
    match error {
        DesktopError::WindowGone(title) => SubtaskOutcome::WindowGone(title.clone()),
        error => SubtaskOutcome::Errored(error.to_string()),
    }
}

/// Asks every window that the session opened to close, and records it like any other operation.
pub(crate) async fn close_opened_windows(world: &mut World, journal: &mut Journal) -> Result<(), AgentError> {
    for window in journal.ledger().opened.windows.clone().into_iter().rev() {
        // Closing one window may have closed another.
        if !world.windows().await?.iter().any(|it| it.id == window.id) {
            continue;
        }
        let call = Call { command: "close_window".into(), ..Call::default() };
        let verb = Verb::Gesture(Gesture::Close);
        let operation = Operation::Act(Box::new(Action { call, window, aim: Aim::Window, verb }));
        let id = journal.ledger().steps.next_action();
        journal.record(Event::Acting { id, operation: operation.clone(), selected: None })?;
        let outcome = match world.perform(&operation).await {
            Ok(outcome) => outcome,
            Err(WorldError::Halted(halt)) => return Err(halt.into()),
            Err(WorldError::Desktop(error)) => Effect::Refused(error.into()).into(),
        };
        journal.record(Event::Acted { id, outcome })?;
    }
    Ok(())
}
