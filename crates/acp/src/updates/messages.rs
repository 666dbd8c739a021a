//! What agents and people say in a session, as messages and thoughts.

use super::Telling;
use agent_client_protocol::v1::schema::{ContentBlock, ContentChunk, SessionUpdate, TextContent};
use deskpilot_core::{
    AppDecision, Entry, Event, HostDecision, Question, Remarks, Verdict, adds_nothing, fold::transcript_line,
    without_control_chars,
};
use deskpilot_runtime::plain;

/// The messages and thoughts of an entry.
pub(super) fn of_entry(entry: &Entry, telling: Telling) -> Vec<SessionUpdate> {
    match &entry.event {
        Event::RoundStarted { request, .. } => typed(request, telling),
        Event::Answered { answers, .. } if telling == Telling::Past => {
            let answers: Vec<&str> = answers.iter().map(|it| it.answer.as_str()).collect();
            typed(&answers.join("\n"), telling)
        }
        Event::Asked { questions } => vec![agent_message(&asked(questions))],
        Event::HostDecided { decision, remarks } => {
            // The verdict repeats what is said at the end.
            let is_last = matches!(decision, HostDecision::Finish | HostDecision::Fail);
            let comment = if is_last { "" } else { remarks.common.comment.as_str() };
            remark_updates(&remarks.common, comment)
        }
        Event::AppDecided { decision, remarks } => match decision {
            // The editor gets a question when it is asked.
            AppDecision::Ask(_) => remark_updates(remarks, ""),
            _ => remark_updates(remarks, &remarks.comment),
        },
        Event::RoundEnded { verdict } => vec![agent_message(&ended(verdict))],
        // Their operations are tool calls, and their subtasks the plan.
        Event::StepStarted { .. }
        | Event::Ruled { .. }
        | Event::Acting { .. }
        | Event::Acted { .. }
        | Event::Confirmed { .. }
        | Event::SubtaskEnded { .. }
        | Event::Stopped => Vec::new(),
        _ => transcript_line(entry).iter().map(|line| thought(line)).collect(),
    }
}

/// A message to the person: a paragraph of its own.
pub(crate) fn agent_message(text: &str) -> SessionUpdate {
    SessionUpdate::AgentMessageChunk(paragraph(text))
}

/// What a person typed, for an editor that does not show it.
fn typed(text: &str, telling: Telling) -> Vec<SessionUpdate> {
    match telling {
        Telling::Live => Vec::new(),
        Telling::Past => vec![SessionUpdate::UserMessageChunk(paragraph(text))],
    }
}

fn remark_updates(remarks: &Remarks, comment: &str) -> Vec<SessionUpdate> {
    let thought = Some(remarks.thought.as_str()).filter(|it| !it.trim().is_empty()).map(thought);
    let comment = Some(comment).filter(|it| !adds_nothing(it)).map(agent_message);
    thought.into_iter().chain(comment).collect()
}

fn thought(text: &str) -> SessionUpdate {
    SessionUpdate::AgentThoughtChunk(paragraph(text))
}

fn asked(questions: &[Question]) -> String {
    questions.iter().map(|it| it.0.as_str()).collect::<Vec<_>>().join("\n\n")
}

fn ended(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Finished(comment) if adds_nothing(comment) => "Finished.".to_owned(),
        Verdict::Finished(comment) => comment.clone(),
        Verdict::Failed(reason) => format!("Failed: {reason}"),
        Verdict::Errored(reason) => format!("Failed with an error: {reason}"),
    }
}

/// The text, which may have several lines, and an empty line: editors join the parts of a message.
fn paragraph(text: &str) -> ContentChunk {
    let lines: Vec<String> = without_control_chars(text).lines().map(plain).collect();
    ContentChunk::new(ContentBlock::Text(TextContent::new(format!("{}\n\n", lines.join("\n")))))
}
