//! Turns the log of a session that carried out a task into a plan: what was done becomes the steps.

use crate::PlanStep;
use deskpilot_core::{Action, ActionId, AppDecision, Effect, Entry, Event, Launch, Operation};
use deskpilot_deciders::plan::without_folder;
use std::collections::BTreeMap;
use thiserror::Error;

/// Commands that look or wait. The executor of a plan does so where it is needed.
const LOOKS: &[&str] = &["wait", "find_control", "show_more", "annotation", "describe_command"];

/// Why a log cannot become a plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RehearsalError {
    /// Another application than that of the document was used.
    #[error("the task uses another application than that of its document, which a plan cannot: {0}")]
    OtherApplication(String),
    /// Nothing was done.
    #[error("nothing was done in the document: write steps that change it")]
    Nothing,
}

/// The actions of a session on its document, as steps of a plan.
///
/// Actions that only look or wait are left out, and those without effect. Each step says which step of the request it is for.
///
/// # Errors
/// The session used another application, or did nothing.
pub(super) fn plan_of(entries: &[Entry], document: &Launch) -> Result<Vec<PlanStep>, RehearsalError> {
    let mut begun: BTreeMap<ActionId, (&Action, String)> = BTreeMap::new();
    let (mut purpose, mut left, mut steps) = (String::new(), Vec::<String>::new(), Vec::new());
    for entry in entries {
        match &entry.event {
            Event::AppDecided { decision: AppDecision::Act { .. }, remarks } => {
                // The agent removes a step from its plan when it starts it, so the removed step is the purpose.
                match left.first() {
                    Some(next) if remarks.plan.len() < left.len() => purpose.clone_from(next),
                    Some(_) => {}
                    None => purpose.clone_from(&remarks.thought),
                }
                left.clone_from(&remarks.plan);
            }
            Event::Acting { id, operation: Operation::Act(action), .. } => {
                begun.insert(*id, (action, purpose.clone()));
            }
            Event::Acting { operation: Operation::Launch(launch), .. } if launch == document => {}
            Event::Acting { operation, .. } => {
                return Err(RehearsalError::OtherApplication(operation.to_string()));
            }
            Event::Acted { id, outcome } => {
                let Some((action, purpose)) = begun.remove(id) else { continue };
                if is_step(action, &outcome.effect) {
                    steps.push(step(steps.len() + 1, action, &purpose));
                }
            }
            // Later entries only close windows, and are no part of the request.
            Event::RoundEnded { .. } => break,
            _ => {}
        }
    }
    if steps.is_empty() { Err(RehearsalError::Nothing) } else { Ok(steps) }
}

/// Whether the action is a step: it had an effect, or it moved the caret or the selection, which often shows nowhere.
fn is_step(action: &Action, effect: &Effect) -> bool {
    let is_done = match effect {
        Effect::NoChange(_) => action.only_moves(),
        effect => effect.is_success(),
    };
    is_done && !LOOKS.contains(&action.call.command.as_str())
}

fn step(number: usize, action: &Action, purpose: &str) -> PlanStep {
    let subtask = if purpose.trim().is_empty() { action.to_string() } else { purpose.trim().to_owned() };
    PlanStep {
        step: number as i64,
        subtask,
        control_label: action.label().map(|it| it.to_string()),
        control_text: without_folder(action.control_text()).to_owned(),
        function: action.call.command.clone(),
        args: action.call.args.clone(),
    }
}
