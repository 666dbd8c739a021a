//! The transcript of a session for a person: one line for each entry worth one.

use super::BudgetLevel;
use crate::{
    Answer, AppDecision, Consent, DecisionSource, Divergence, Entry, Event, HostDecision, LogOrigin, Note,
    Outcome, Question, Ruling, SubtaskOutcome, with_missing,
};

/// The line for an entry; `None` for entries that a watching person need not see.
pub fn transcript_line(entry: &Entry) -> Option<String> {
    Some(match &entry.event {
        Event::SessionResumed { desktop, origin: LogOrigin::Own, .. } => {
            format!("resumed on {}", desktop.name)
        }
        Event::SessionResumed { desktop, origin, .. } => {
            format!("resumed on {}; {origin}; no yes from before holds", desktop.name)
        }
        Event::RoundStarted { round, request } => format!("round {round}: {request}"),
        Event::StepStarted { step, agent } => format!("step {}: {agent}", step.session),
        Event::Rejected { complaint } => format!("rejected: {complaint}"),
        Event::HostDecided { decision, remarks } => {
            by(remarks.source, host(decision, &remarks.common.comment))
        }
        Event::AppDecided { decision, remarks } => app(decision, &remarks.comment)?,
        Event::Ruled { ruling: Ruling::Confirm(reason), operation, .. } => {
            format!("needs approval: {operation} ({reason})")
        }
        Event::Ruled { ruling: Ruling::Refuse(reason), operation, .. } => {
            format!("refused: {operation} ({reason})")
        }
        Event::Held { operations, divergence } => match operations.as_slice() {
            [] => format!("not finished yet ({divergence})"),
            [one] if matches!(divergence, Divergence::LeftOut(_)) => format!("skipped: {one} ({divergence})"),
            [one] => format!("not done: {one} ({divergence})"),
            several => format!("{} actions not done ({divergence})", several.len()),
        },
        Event::Acting { operation, .. } => format!("{operation}"),
        Event::Acted { outcome, .. } => acted(outcome),
        Event::Answered { answers, .. } => answered(answers),
        Event::Confirmed { consent: Consent::Unanswered(why), .. } => format!("nobody answered: {why}"),
        Event::Confirmed { consent, .. } => format!("the user: {consent}"),
        Event::Noted { note } => noted(note)?,
        Event::Saved { file, content, .. } => format!("saved {file}: {content:?}"),
        Event::Faulted { message, .. } => format!("problem: {message}"),
        Event::Advised { message } => format!("note: {message}"),
        Event::SubtaskEnded { outcome, comment, missing } => match outcome {
            SubtaskOutcome::Finished => with_missing(&with_comment("subtask finished", comment), missing),
            SubtaskOutcome::Failed(reason) => format!("subtask failed: {reason}"),
            SubtaskOutcome::Errored(_) | SubtaskOutcome::WindowGone(_) => {
                format!("subtask failed with an error: {}", outcome.reason().unwrap_or_default())
            }
        },
        Event::BudgetUsed { scope, used, level: BudgetLevel::Nearly } => {
            format!("four fifths of the budget of the {} are used: {used}", scope.name())
        }
        Event::RoundReopened { .. } => "goes on where a limit ended it".into(),
        Event::RoundEnded { verdict } => verdict.to_string(),
        Event::Judged { complete, reason, .. } => {
            with_comment(&format!("judged complete: {complete}"), reason)
        }
        Event::Paused { cause } => format!("paused: {cause}"),
        Event::HandedBack => "handed back".into(),
        Event::Stopped => "stopped".into(),
        _ => return None,
    })
}

fn answered(answers: &[Answer]) -> String {
    let lines = answers.iter().map(|it| format!("answered {:?}: {:?}", it.question, it.answer));
    lines.collect::<Vec<_>>().join("; ")
}

/// The line for a note; `None` for a screenshot.
fn noted(note: &Note) -> Option<String> {
    Some(match note {
        Note::Text { name, text } => format!("noted {name}: {text:?}"),
        Note::Renamed { name, to } => format!("the note {name} is now {to}"),
        Note::Dropped { name } => format!("dropped the note {name}"),
        Note::Screenshot { .. } => return None,
    })
}

fn by(source: DecisionSource, line: String) -> String {
    match source {
        DecisionSource::Decider => line,
        DecisionSource::Plan => format!("by the plan: {line}"),
    }
}

fn acted(outcome: &Outcome) -> String {
    let settled = outcome.settled.map(|it| format!(" ({it})")).unwrap_or_default();
    match &outcome.output {
        Some(output) if outcome.is_reading() => format!("  confirmed: read {output:?}{settled}"),
        Some(output) => format!("  {}{settled}: {output:?}", outcome.effect),
        None => format!("  {}{settled}", outcome.effect),
    }
}

fn host(decision: &HostDecision, comment: &str) -> String {
    match decision {
        HostDecision::Assign(it) => {
            format!("assign to {} ({}): {}", it.window.application, it.window.title, it.subtask.text)
        }
        HostDecision::Launch(launch, _) => format!("decide: {launch}"),
        HostDecision::LaunchFor(launch, _, subtask) => {
            format!("decide: {launch}, for this: {}", subtask.text)
        }
        HostDecision::LaunchAll(launches, _, subtask) => {
            let all: Vec<String> = launches.iter().map(ToString::to_string).collect();
            match subtask {
                Some(subtask) => format!("decide: {}, for this: {}", all.join(", "), subtask.text),
                None => format!("decide: {}", all.join(", ")),
            }
        }
        HostDecision::Run(shell, _) => format!("decide: {shell}"),
        HostDecision::Delegate(it, _) => format!("decide: {it}"),
        HostDecision::Ask(questions) => ask(questions),
        HostDecision::Look => "decide: look again".to_owned(),
        HostDecision::Finish => with_comment("decide: finish", comment),
        HostDecision::Fail => with_comment("decide: fail", comment),
    }
}

fn app(decision: &AppDecision, comment: &str) -> Option<String> {
    match decision {
        // Its actions have lines of their own.
        AppDecision::Act { .. } => None,
        AppDecision::Ask(questions) => Some(ask(questions)),
        AppDecision::Finish => Some(with_comment("decide: finish", comment)),
        AppDecision::Fail => Some(with_comment("decide: fail", comment)),
    }
}

fn ask(questions: &[Question]) -> String {
    format!("ask: {}", questions.iter().map(|it| it.0.as_str()).collect::<Vec<_>>().join(" / "))
}

fn with_comment(what: &str, comment: &str) -> String {
    if comment.is_empty() { what.to_owned() } else { format!("{what}: {comment}") }
}
