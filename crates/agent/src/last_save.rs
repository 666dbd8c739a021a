//! Before the desktop makes a session give up: saves what can be saved, and reports to the person what was not.

use crate::{
    AgentError, Halt,
    looker::StepContext,
    policy_gate::{OperationContext, PolicyRuling},
    world::WorldError,
};
use deskpilot_core::{
    Action, Aim, Call, Caution, Effect, Event, Gesture, Operation, Outcome, Ruling, Stage, Verb, Window,
    fold::{SAVE, file_in_title},
};
use deskpilot_desktop::DesktopError;
use std::time::Duration;
use tokio::time::timeout;

/// How long saving one document may take.
const SAVING: Duration = Duration::from_secs(10);

/// Ends the round because of the desktop.
pub(crate) async fn give_up(
    context: &mut StepContext<'_>,
    stage: Stage,
    error: &DesktopError,
) -> Result<(), AgentError> {
    context.journal.fault(stage, error.to_string(), error.remedy())?;
    let unsaved: Vec<Window> = context.journal.ledger().unsaved.windows().cloned().collect();
    for window in unsaved {
        save(context, window).await?;
    }
    let reason = match not_seen_saved(context.journal.ledger().unsaved.windows()) {
        None => error.to_string(),
        Some(documents) => format!("{error}; {documents}"),
    };
    context.journal.break_round(reason)
}

/// The sentence about the documents in these windows, which the session changed; `None` without any.
pub(crate) fn not_seen_saved<'w>(windows: impl Iterator<Item = &'w Window>) -> Option<String> {
    let titles: Vec<String> = windows.map(|it| format!("{:?}", it.title)).collect();
    (!titles.is_empty()).then(|| format!("changed and not seen saved: {}", titles.join(", ")))
}

/// Saves one document to the file that it has, if the policy allows that without a question.
async fn save(context: &mut StepContext<'_>, window: Window) -> Result<(), AgentError> {
    let Some((action, ruled)) = saving(context, window).await? else { return Ok(()) };
    let StepContext { world, journal, .. } = context;
    let operation = Operation::Act(Box::new(action));
    let PolicyRuling { ruling, grounds } = ruled;
    if ruling != Ruling::Allow {
        return Ok(());
    }
    let grounds = Some(grounds);
    journal.record(Event::Ruled { operation: operation.clone(), ruling, grounds, picture: None })?;
    let id = journal.ledger().steps.next_action();
    journal.record(Event::Acting { id, operation: operation.clone(), selected: None })?;
    let outcome = match timeout(SAVING, world.perform(&operation)).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(WorldError::Halted(halt))) => return Err(halt.into()),
        // No second fault: the round ends with the error that came first.
        Ok(Err(WorldError::Desktop(_))) | Err(_) => Outcome::from(Effect::Interrupted),
    };
    journal.record(Event::Acted { id, outcome })
}

/// The operation that saves, with its ruling: the native command, or the keys where the title names a file, so that no dialog
/// asks for one. `None` where nothing can be done.
async fn saving(
    context: &mut StepContext<'_>,
    window: Window,
) -> Result<Option<(Action, PolicyRuling)>, Halt> {
    let StepContext { world, journal, gate } = context;
    let commands = match timeout(SAVING, world.commands(&window)).await {
        Ok(commands) => commands?.commands,
        Err(_) => Vec::new(),
    };
    let call = |command: &str| Call { command: command.into(), ..Call::default() };
    if let Some(command) = commands.iter().find(|it| it.name == SAVE) {
        let action = Action { call: call(SAVE), window, aim: Aim::Window, verb: Verb::Native };
        let operation = Operation::Act(Box::new(action.clone()));
        let known = OperationContext { command: Some(command), ..OperationContext::default() };
        return Ok(Some((action, gate.judge(&operation, &Caution::Usual, &known, journal))));
    }
    if file_in_title(&window.title).is_none() {
        return Ok(None);
    }
    let (call, verb) = (call("keyboard_input"), Verb::Gesture(Gesture::save()));
    let action = Action { call, window, aim: Aim::Window, verb };
    let judging = gate.judge_fresh(&action.window, &action, &Caution::Usual, world, journal);
    let Ok(judged) = timeout(SAVING, judging).await else { return Ok(None) };
    Ok(judged?.map(|ruling| (action, ruling)))
}
