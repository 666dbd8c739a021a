//! The body of `output.md`: a line and a picture for each action of a session.

use super::{
    markdown::{escape_markup, items},
    pictures::StepPicture,
};
use crate::file::relative;
use deskpilot_core::{
    AppDecision, CheckResult, Entry, Event, HostDecision, Question, Verdict,
    fold::{ApprovalState, StepDecision, StepOperation, StepRecord},
};

/// How many characters of what an action read are shown.
const MOST_READ: usize = 300;

/// The text that an entry adds by itself, after the steps before it.
pub(super) fn heading(entry: &Entry) -> Option<String> {
    Some(match &entry.event {
        Event::RoundStarted { round, request } => format!("## Round {round}: {}\n\n", escape_markup(request)),
        Event::Judged { complete, reason, sub_scores, checks, .. } => {
            let scores = sub_scores
                .iter()
                .map(|(name, score)| format!("{name}: {score}"))
                .collect::<Vec<_>>()
                .join(", ");
            let checked = |it: &CheckResult| format!("{}: {} ({})", it.check, it.holds, it.found);
            let checks = checks.iter().map(checked).collect::<Vec<_>>().join("; ");
            let judged = [
                ("Complete", complete.to_string()),
                ("Reason", reason.clone()),
                ("Scores", scores),
                ("Checks", checks),
            ];
            format!("### Evaluation\n\n{}", items(&judged))
        }
        _ => return None,
    })
}

/// What a step adds: a line for each of its actions, each with its picture; a line where it assigned a subtask, asked or failed.
pub(super) fn section(step: &StepRecord) -> String {
    let who = step.agent.application().unwrap_or("plan");
    let line = |what: &str| {
        format!("Step {}, {}\n\n", step.number.session, escape_markup(&format!("{who}: {what}")))
    };
    let mut text = decided(step).map_or(String::new(), |it| line(&it));
    let mut is_shown = false;
    for it in &step.operations {
        text += &line(&format!("{}: {}", it.operation.description(), outcome(it)));
        let picture = match picture_of(step, it) {
            None if is_shown => None,
            None => {
                is_shown = true;
                step_picture(step)
            }
            own => own,
        };
        text += &picture.map_or(String::new(), |it| link(&it));
    }
    if let ApprovalState::Waiting(operation) = &step.approval {
        text += &line(&format!("{}: it waits for your approval", operation.description()));
        text += &step_picture(step).map_or(String::new(), |it| link(&it));
    }
    text += &step.error.as_ref().map_or(String::new(), |it| line(&format!("error: {}", it.message())));
    text + &step.verdict.as_ref().map_or(String::new(), verdict_line)
}

/// The round's verdict.
pub(super) fn verdict_line(verdict: &Verdict) -> String {
    format!("**The round {}**\n\n", escape_markup(&verdict.to_string()))
}

/// What a step decided that is no action.
fn decided(step: &StepRecord) -> Option<String> {
    let asked = |questions: &[Question]| {
        let texts: Vec<&str> = questions.iter().map(|it| it.0.as_str()).collect();
        format!("it asks: {}", texts.join(" / "))
    };
    match step.decision() {
        StepDecision::Host(HostDecision::Assign(it), _) => {
            Some(format!("subtask in the window {:?}: {}", it.window.title, it.subtask.text))
        }
        StepDecision::Host(HostDecision::Ask(questions), _)
        | StepDecision::App(AppDecision::Ask(questions), _) => Some(asked(questions)),
        _ => None,
    }
}

/// What came of an operation: the beginning of what it read, or else its effect.
fn outcome(done: &StepOperation) -> String {
    let effect = done.outcome.effect.to_string();
    let Some(read) = &done.outcome.output else { return effect };
    let beginning: String = read.chars().take(MOST_READ).collect();
    let more = if beginning.len() < read.len() { " …" } else { "" };
    let read = format!("{beginning}{more}");
    if done.outcome.effect.is_success() { read } else { format!("{effect}: {read}") }
}

/// The picture of an action with its target outlined, by its name in the folder of the log.
fn picture_of(step: &StepRecord, done: &StepOperation) -> Option<String> {
    let selected = done.selected.as_ref()?;
    // Only the last one of a step has a name of its own.
    let is_last = StepPicture::Selected.of(step) == Some(selected);
    if is_last { Some(StepPicture::Selected.name(step.number.session)) } else { relative(selected) }
}

/// The picture of what a step saw.
fn step_picture(step: &StepRecord) -> Option<String> {
    let has = |it: &StepPicture| it.of(step).is_some();
    let seen = [StepPicture::Annotated, StepPicture::Clean].into_iter().find(has);
    seen.map(|it| it.name(step.number.session))
}

fn link(picture: &str) -> String {
    format!("![{picture}]({picture})\n\n")
}
