//! What follows a proven subtask as the HostAgent planned it, without asking it again: the next subtask in a window that is
//! known or that the plan opens, or the end of the round with the comment that it prepared.

use crate::{AgentError, Halt, RoundFinish, proof, session_parts::SessionParts};
use deskpilot_core::{
    Application, Assignment, Caution, DecisionSource, HostDecision, HostRemarks, Launch, Remarks, Subtask,
    SubtaskOutcome, Window,
    fold::{Blackboard, Round},
    normalized_name,
};
use deskpilot_deciders::FollowUp;
use deskpilot_desktop::label_windows;

/// A decision that the plan of an earlier decision holds already.
pub(crate) struct PlannedDecision {
    /// The decision.
    pub(crate) decision: HostDecision,
    /// Its remarks.
    pub(crate) remarks: HostRemarks,
}

/// The thought with each decision by the plan.
const THOUGHT: &str =
    "What the last subtask promised is there, and no effect of its actions is in doubt: the plan goes on.";

/// What the plan decides after the subtask; `None` when the HostAgent must be asked.
pub(crate) async fn planned_decision(
    parts: &mut SessionParts,
    ended: &SubtaskOutcome,
) -> Result<Option<PlannedDecision>, AgentError> {
    let round = parts.ledger().round.clone();
    let Some(when_done) = round.when_done.clone() else { return Ok(None) };
    let is_followed = parts.deciders.host.needs().follow_up == FollowUp::ByPlan;
    let has_failed = *ended != SubtaskOutcome::Finished || round.failed().next().is_some();
    if !is_followed || has_failed || !proof::is_proven(parts).await? {
        return Ok(None);
    }
    match round.planned.split_first() {
        None => Ok(end_of_round(parts, &round, &when_done).await?),
        Some((next, rest)) => assignment(parts, &round, next, rest, when_done).await,
    }
}

/// The end of the round, if the HostAgent prepared a comment and everything that the round promised is there.
async fn end_of_round(
    parts: &SessionParts,
    round: &Round,
    when_done: &str,
) -> Result<Option<PlannedDecision>, Halt> {
    let Some(comment) = filled_in(when_done, &parts.ledger().blackboard) else { return Ok(None) };
    let is_wanted = parts.options.finish == RoundFinish::Prepared && !comment.trim().is_empty();
    if !is_wanted || !proof::is_round_kept(round, parts).await? {
        return Ok(None);
    }
    let remarks = remarks(comment, Vec::new(), String::new());
    Ok(Some(PlannedDecision { decision: HostDecision::Finish, remarks }))
}

/// The assignment of the plan's next subtask, if what it needs is there, and its application has exactly one window or the plan opens
/// one for it.
async fn assignment(
    parts: &mut SessionParts,
    round: &Round,
    next: &Subtask,
    rest: &[Subtask],
    when_done: String,
) -> Result<Option<PlannedDecision>, AgentError> {
    let notes = &parts.ledger().blackboard.notes;
    let is_noted = |name: &str| notes.contains_key(name);
    let was_assigned = round.subtasks.iter().any(|it| it.subtask.id == next.id);
    if was_assigned || round.dependency_error(next, rest, &is_noted).is_some() {
        return Ok(None);
    }
    let launch = opening(parts, next).await?;
    let window = match launch {
        Some(_) => None,
        None => only_window(parts, round, &next.application).await?,
    };
    let subtask = Subtask { index: round.next_subtask(), ..next.clone() };
    let remarks = HostRemarks {
        subtask: subtask.to_string(),
        planned: rest.to_vec(),
        ..remarks(String::new(), rest.iter().map(ToString::to_string).collect(), when_done)
    };
    let decision = match (launch, window) {
        (Some(launch), _) => HostDecision::LaunchFor(launch, Caution::Usual, Box::new(subtask)),
        (None, Some(window)) => {
            let agent = parts.agent_for(&window);
            HostDecision::Assign(Box::new(Assignment { subtask, window, agent }))
        }
        (None, None) => return Ok(None),
    };
    Ok(Some(PlannedDecision { decision, remarks }))
}

/// What the plan opens for its next subtask; `None` if nothing, and where the application is not installed or does not start here.
async fn opening(parts: &mut SessionParts, next: &Subtask) -> Result<Option<Launch>, Halt> {
    let Some(file) = next.opens.clone().filter(|_| !next.application.trim().is_empty()) else {
        return Ok(None);
    };
    let launch = Launch { application: next.application.clone(), file: None, ..Launch::default() };
    let installed = parts.world.resolve_application(&launch).await?.filter(|it| it.refused.is_none());
    Ok(installed.map(|_| Launch { file: Some(file).filter(|it| !it.is_empty()), ..launch }))
}

fn remarks(comment: String, plan: Vec<String>, when_done: String) -> HostRemarks {
    let common = Remarks { thought: THOUGHT.to_owned(), plan, comment, ..Remarks::default() };
    HostRemarks { common, when_done, source: DecisionSource::Plan, ..HostRemarks::default() }
}

/// The only window of the application; `None` without one, with several, and where agents may not work.
async fn only_window(
    parts: &mut SessionParts,
    round: &Round,
    application: &str,
) -> Result<Option<Window>, Halt> {
    if application.trim().is_empty() {
        return Ok(None);
    }
    let launch = Launch { application: application.to_owned(), file: None, ..Launch::default() };
    let installed = parts.world.resolve_application(&launch).await?;
    let windows = parts.world.windows().await?;
    let windows = label_windows(parts.gate.without_closed_titles(windows));
    let names = names_of(round, application, installed.as_ref());
    let mut own = windows.into_iter().filter(|it| names.contains(&normalized_name(&it.application)));
    let window = own.next().filter(|it| parts.gate.off_limits(it).is_none());
    Ok(if own.next().is_some() { None } else { window })
}

/// The names under which windows of the application may be listed: the one in the plan, those of the installed application, and
/// the one of the window in which a subtask for it was carried out.
fn names_of(round: &Round, application: &str, installed: Option<&Application>) -> Vec<String> {
    let wanted = normalized_name(application);
    let before = round.subtasks.iter().filter(|it| normalized_name(&it.subtask.application) == wanted);
    let before = before.map(|it| it.application.as_str());
    let own = installed.into_iter().flat_map(|it| {
        // The name of a desktop entry may begin with a reversed domain, as in `org.gnome.Calculator`.
        let last = it.id.rsplit('.').next().unwrap_or(&it.id);
        [it.name.as_str(), it.id.as_str(), last].into_iter().chain(it.aliases.iter().map(String::as_str))
    });
    let mut names: Vec<String> = before.chain(own).map(normalized_name).collect();
    names.push(wanted);
    names
}

/// The prepared comment with the text of a note in place of each `{NAME}`; `None` if it names a note that is not there. Braces around
/// what can be no name, such as a formula, stay.
fn filled_in(comment: &str, board: &Blackboard) -> Option<String> {
    let (mut filled, mut rest) = (String::new(), comment);
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        filled.push_str(before);
        match is_name(name) {
            true => filled.push_str(board.notes.get(name.trim())?),
            false => filled.extend(["{", name, "}"]),
        }
        rest = after;
    }
    filled.push_str(rest);
    Some(filled)
}

fn is_name(text: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '.' | ' ');
    !text.trim().is_empty() && text.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_written_out_in_the_comment_and_none_may_be_missing() {
        let mut board = Blackboard::default();
        board.notes.insert("total".into(), "42 {x}".into());
        for (comment, expected) in [
            ("The total is {total}.", Some("The total is 42 {x}.")),
            ("{ total }{total}", Some("42 {x}42 {x}")),
            ("saved", Some("saved")),
            ("", Some("")),
            ("It is {sum}", None),
            ("{=SUM(A1:A3)} is {total}", Some("{=SUM(A1:A3)} is 42 {x}")),
            ("{}", Some("{}")),
            ("It is {total", None),
        ] {
            assert_eq!(filled_in(comment, &board).as_deref(), expected, "{comment}");
        }
    }
}
