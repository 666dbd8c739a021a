//! Drafts of decisions, which this crate's deciders write before commands are checked.

use crate::{ActionRequest, AppResponse, AppScene, DeciderError, HostResponse, HostScene};
use deskpilot_core::{
    AppDecision, Assignment, Caution, HostDecision, HostRemarks, Launch, NextStatus, Question, Remarks,
    Subtask, Window, fold::Round,
};

/// A draft of a HostAgent's decision.
pub(crate) struct HostDraft<'s> {
    /// The move.
    pub(crate) does: HostMove<'s>,
    /// The remarks.
    pub(crate) remarks: HostRemarks,
}

/// A move of a HostAgent.
#[derive(Debug)]
pub(crate) enum HostMove<'s> {
    /// Assigns a subtask to a window.
    Assign(&'s Window, Subtask),
    /// Launches an application.
    Open(Launch),
    /// Launches an application for a subtask.
    OpenFor(Launch, Subtask),
    /// The request is carried out.
    Finish,
    /// The request cannot be carried out.
    Fail,
}

/// A draft of an AppAgent's decision.
pub(crate) struct AppDraft {
    /// The move.
    pub(crate) does: AppMove,
    /// The remarks.
    pub(crate) remarks: Remarks,
}

/// A move of an AppAgent.
pub(crate) enum AppMove {
    /// Performs actions.
    Act {
        /// The actions, in order.
        requested: Vec<ActionRequest>,
        /// Whether it asks for approval first.
        caution: Caution,
        /// What follows when all succeeded.
        then: NextStatus,
    },
    /// Asks the user.
    Ask(Vec<Question>),
    /// The subtask is carried out.
    Finish,
    /// The subtask cannot be carried out.
    Fail,
}

impl<'s> HostDraft<'s> {
    /// A draft with this thought.
    pub(crate) fn new(does: HostMove<'s>, thought: impl Into<String>) -> HostDraft<'s> {
        let common = Remarks { thought: thought.into(), ..Remarks::default() };
        HostDraft { does, remarks: HostRemarks { common, ..HostRemarks::default() } }
    }

    /// A draft that ends the request with this comment for the user.
    pub(crate) fn with_ending(
        does: HostMove<'s>,
        thought: &str,
        comment: impl Into<String>,
    ) -> HostDraft<'s> {
        let mut draft = HostDraft::new(does, thought);
        draft.remarks.common.comment = comment.into();
        draft
    }

    /// Adds a plan: the subtasks to assign, and their lines for people.
    pub(crate) fn with_plan(mut self, planned: Vec<Subtask>, lines: Vec<String>) -> HostDraft<'s> {
        (self.remarks.planned, self.remarks.common.plan) = (planned, lines);
        self
    }

    /// Converts the draft to a response in this scene.
    pub(crate) fn into_response(self, scene: &HostScene<'_>) -> HostResponse {
        let decision = match self.does {
            HostMove::Assign(window, subtask) => {
                let agent = (scene.agent_for)(window);
                HostDecision::Assign(Box::new(Assignment { subtask, window: window.clone(), agent }))
            }
            HostMove::Open(launch) => HostDecision::Launch(launch, Caution::Usual),
            HostMove::OpenFor(launch, subtask) => {
                HostDecision::LaunchFor(launch, Caution::Usual, Box::new(subtask))
            }
            HostMove::Finish => HostDecision::Finish,
            HostMove::Fail => HostDecision::Fail,
        };
        HostResponse { decision, remarks: self.remarks }
    }
}

impl AppDraft {
    /// A draft with this thought.
    pub(crate) fn new(does: AppMove, thought: impl Into<String>) -> AppDraft {
        AppDraft { does, remarks: Remarks { thought: thought.into(), ..Remarks::default() } }
    }

    /// Adds a comment for the user.
    pub(crate) fn with_comment(mut self, comment: impl Into<String>) -> AppDraft {
        self.remarks.comment = comment.into();
        self
    }

    /// Adds a plan.
    pub(crate) fn with_plan(mut self, plan: Vec<String>) -> AppDraft {
        self.remarks.plan = plan;
        self
    }

    /// Converts the draft to a response in this scene. Fails if the scene does not have a command or the
    /// command rejects its arguments.
    pub(crate) fn into_response(self, scene: &AppScene<'_>) -> Result<AppResponse, DeciderError> {
        let decision = match self.does {
            AppMove::Act { requested, caution, then } => {
                let actions = |it| scene.commands.actions(it, scene.view).map_err(DeciderError::Rejected);
                let actions = requested.iter().map(actions).collect::<Result<Vec<_>, _>>()?.concat();
                AppDecision::Act { actions, caution, then, independent: Vec::new() }
            }
            AppMove::Ask(questions) => AppDecision::Ask(questions),
            AppMove::Finish => AppDecision::Finish,
            AppMove::Fail => AppDecision::Fail,
        };
        Ok(AppResponse { decision, remarks: self.remarks })
    }
}

/// The next subtask with this text; a planned or earlier one with the same text keeps its id.
pub(crate) fn next_subtask(round: &Round, text: &str) -> Subtask {
    let index = round.next_subtask();
    let same = |it: &&Subtask| it.text.split_whitespace().eq(text.split_whitespace());
    let known = round.planned.iter().chain(round.subtasks.iter().rev().map(|it| &it.subtask)).find(same);
    match known {
        Some(known) => Subtask { index, message: Vec::new(), ..known.clone() },
        None => Subtask { id: subtask_id(index), index, text: text.to_owned(), ..Subtask::default() },
    }
}

/// A plan of subtasks from application and text; the first gets this index.
pub(crate) fn plan_of<'t>(first: u32, texts: impl IntoIterator<Item = (&'t str, String)>) -> Vec<Subtask> {
    let subtask = |(index, (application, text)): (u32, (&str, String))| Subtask {
        id: subtask_id(index),
        text,
        application: application.to_owned(),
        ..Subtask::default()
    };
    (first..).zip(texts).map(subtask).collect()
}

fn subtask_id(index: u32) -> String {
    format!("subtask{}", index.saturating_add(1))
}
