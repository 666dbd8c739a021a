//! What an editor is shown of a session: updates of the protocol, folded from the entries of its log.

mod changed_file;
mod messages;
mod plan;
mod round_ending;
#[cfg(test)]
mod tests;
mod tool_calls;
mod tool_kind;

pub(crate) use changed_file::changed_file;
pub(crate) use messages::agent_message;
pub(crate) use tool_calls::{pause_title, picture_content, text_content, tool_call_id};
pub(crate) use tool_kind::tool_kind;

use agent_client_protocol::v1::schema::{Plan, PlanEntry, SessionUpdate, StopReason};
use deskpilot_core::{
    BlobRef, Entry, Projection, RoundState,
    fold::{QuestionId, Questions, Round},
};
use plan::plan_entries;
use round_ending::RoundEnding;
use tool_calls::ToolCalls;

/// Whether an entry is sent as it is written, or from a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Telling {
    /// As it is written: the editor shows what its person typed.
    Live,
    /// From a log: the editor knows nothing of it.
    Past,
}

/// An update, with the picture that belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PicturedUpdate {
    pub(crate) update: SessionUpdate,
    /// The picture of the step, among the blobs of the log.
    pub(crate) picture: Option<BlobRef>,
}

impl From<SessionUpdate> for PicturedUpdate {
    fn from(update: SessionUpdate) -> PicturedUpdate {
        PicturedUpdate { update, picture: None }
    }
}

/// What the editor knows of a session so far.
#[derive(Debug, Default)]
pub(crate) struct Updates {
    /// The number of the next entry.
    next: u64,
    round: Round,
    questions: Questions,
    ending: RoundEnding,
    calls: ToolCalls,
    plan: Vec<PlanEntry>,
}

impl Updates {
    /// The updates for an entry; none for one that was sent before.
    pub(crate) fn of_entry(&mut self, entry: &Entry, telling: Telling) -> Vec<PicturedUpdate> {
        if entry.seq < self.next {
            return Vec::new();
        }
        self.next = entry.seq + 1;
        self.round.apply(entry);
        self.questions.apply(entry);
        self.ending.apply(entry);
        let mut updates: Vec<PicturedUpdate> =
            messages::of_entry(entry, telling).into_iter().map(PicturedUpdate::from).collect();
        updates.extend(self.changed_plan());
        updates.extend(self.calls.of_entry(entry));
        updates
    }

    /// Why the turn of the last round ends.
    pub(crate) fn stop_reason(&self) -> StopReason {
        self.ending.stop_reason()
    }

    /// The state of the last round.
    pub(crate) const fn state(&self) -> &RoundState {
        &self.round.state
    }

    /// The last question of an agent that was sent, if nobody has answered it.
    pub(crate) fn asked(&self) -> Option<QuestionId> {
        matches!(self.round.state, RoundState::Asking(..)).then(|| self.questions.asked())
    }

    /// The plan, if it differs from the one that was sent last.
    fn changed_plan(&mut self) -> Option<PicturedUpdate> {
        let plan = plan_entries(&self.round);
        if plan.is_empty() || plan == self.plan {
            return None;
        }
        self.plan.clone_from(&plan);
        Some(SessionUpdate::Plan(Plan::new(plan)).into())
    }
}
