//! What events say in the line of a step.

use super::screen::Mark;
use deskpilot_core::{
    AgentKind, AgentName, AppDecision, Divergence, Entry, Event, HostDecision, Note, Ruling,
    fold::{BudgetLevel, transcript_line},
};

/// What an agent without an application is called.
pub(super) fn role(agent: &AgentName) -> &'static str {
    match agent.kind() {
        AgentKind::HostAgent => "plan",
        AgentKind::EvaluationAgent => "judge",
        AgentKind::AppAgent => "work",
    }
}

/// The phrase for an event, and how the step goes by it; `None` for what needs no word here.
pub(super) fn of(event: &Event) -> Option<(String, Mark)> {
    Some(match event {
        Event::HostDecided { decision: HostDecision::Fail, .. } => ("gives up".to_owned(), Mark::Failed),
        Event::HostDecided { decision, .. } => (decided(decision)?, Mark::Done),
        Event::AppDecided { decision: AppDecision::Ask(_), .. } => ("asks you".to_owned(), Mark::Done),
        Event::Held { divergence: divergence @ Divergence::LeftOut(_), .. } => {
            (format!("one action skipped ({divergence})"), Mark::Done)
        }
        Event::Held { operations, divergence } => {
            let left = match operations.len() {
                0 => "not finished yet".to_owned(),
                1 => "one action not done".to_owned(),
                many => format!("{many} actions not done"),
            };
            (format!("{left} ({divergence})"), Mark::Attention)
        }
        Event::Rejected { complaint } => (format!("the reply was invalid ({complaint})"), Mark::Attention),
        Event::Faulted { message, .. } => (message.clone(), Mark::Attention),
        Event::Noted { note: Note::Text { name, text } } => (format!("noted {name}: {text:?}"), Mark::Done),
        Event::Judged { complete, reason, .. } => (format!("complete: {complete}: {reason}"), Mark::Done),
        Event::Paused { cause } => (format!("paused: {cause}"), Mark::Attention),
        Event::BudgetUsed { scope, used, level: BudgetLevel::Nearly } => {
            let scope = scope.name();
            (format!("four fifths of the budget of the {scope} are used: {used}"), Mark::Attention)
        }
        Event::RoundReopened { .. } => ("goes on where a limit ended it".to_owned(), Mark::Done),
        Event::HandedBack => ("handed back".to_owned(), Mark::Done),
        _ => return None,
    })
}

/// What the terminal of a run shows by itself, and a log does not: questions, what the person said, warnings. `None` for other entries.
pub(super) fn dialogue(entry: &Entry) -> Option<String> {
    match &entry.event {
        Event::Ruled { ruling: Ruling::Confirm(reason), operation, .. } => {
            Some(format!("needs approval: {} ({reason})", operation.description()))
        }
        Event::HostDecided { decision: HostDecision::Ask(_), .. }
        | Event::AppDecided { decision: AppDecision::Ask(_), .. }
        | Event::SessionResumed { .. }
        | Event::Answered { .. }
        | Event::Confirmed { .. }
        | Event::Advised { .. } => transcript_line(entry),
        _ => None,
    }
}

/// What the HostAgent decided; `None` for operations: their own line appears when they begin.
fn decided(decision: &HostDecision) -> Option<String> {
    Some(match decision {
        HostDecision::Assign(it) => format!("{}: {}", it.window.application, it.subtask.text),
        HostDecision::Ask(_) => "asks you".to_owned(),
        HostDecision::Finish => "all is done".to_owned(),
        HostDecision::Fail
        | HostDecision::Look
        | HostDecision::Launch(..)
        | HostDecision::LaunchFor(..)
        | HostDecision::LaunchAll(..)
        | HostDecision::Run(..)
        | HostDecision::Delegate(..) => return None,
    })
}
