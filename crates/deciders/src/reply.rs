//! Replies of this crate's deciders, and their conversion to decisions.

use crate::{AppDecided, AppScene, DeciderError, HostDecided, HostScene, Requested};
use deskpilot_core::{
    AppDecision, Assignment, Caution, HostDecision, HostRemarks, Launch, NextStatus, Question, Remarks,
    Subtask, Window, fold::Round,
};

/// A reply of a HostAgent.
pub(crate) struct HostReply<'s> {
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

/// A reply of an AppAgent.
pub(crate) struct AppReply {
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
        requested: Vec<Requested>,
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

impl<'s> HostReply<'s> {
    /// A reply with this thought.
    pub(crate) fn new(does: HostMove<'s>, thought: impl Into<String>) -> HostReply<'s> {
        let common = Remarks { thought: thought.into(), ..Remarks::default() };
        HostReply { does, remarks: HostRemarks { common, ..HostRemarks::default() } }
    }

    /// A reply that ends with this comment for the user.
    pub(crate) fn ending(does: HostMove<'s>, thought: &str, comment: impl Into<String>) -> HostReply<'s> {
        let mut reply = HostReply::new(does, thought);
        reply.remarks.common.comment = comment.into();
        reply
    }

    /// Adds a plan: the subtasks to assign, and their lines for people.
    pub(crate) fn planning(mut self, planned: Vec<Subtask>, lines: Vec<String>) -> HostReply<'s> {
        (self.remarks.planned, self.remarks.common.plan) = (planned, lines);
        self
    }

    /// Converts the reply to a decision in this scene.
    pub(crate) fn decided(self, scene: &HostScene<'_>) -> HostDecided {
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
        HostDecided { decision, remarks: self.remarks }
    }
}

impl AppReply {
    /// A reply with this thought.
    pub(crate) fn new(does: AppMove, thought: impl Into<String>) -> AppReply {
        AppReply { does, remarks: Remarks { thought: thought.into(), ..Remarks::default() } }
    }

    /// Adds a comment for the user.
    pub(crate) fn saying(mut self, comment: impl Into<String>) -> AppReply {
        self.remarks.comment = comment.into();
        self
    }

    /// Adds a plan.
    pub(crate) fn planning(mut self, plan: Vec<String>) -> AppReply {
        self.remarks.plan = plan;
        self
    }

    /// Converts the reply to a decision in this scene. Fails if the scene does not have a command or the
    /// command rejects its arguments.
    pub(crate) fn decided(self, scene: &AppScene<'_>) -> Result<AppDecided, DeciderError> {
        let decision = match self.does {
            AppMove::Act { requested, caution, then } => {
                let action = |it| scene.commands.action(it, scene.view).map_err(DeciderError::Rejected);
                let actions = requested.iter().map(action).collect::<Result<_, _>>()?;
                AppDecision::Act { actions, caution, then }
            }
            AppMove::Ask(questions) => AppDecision::Ask(questions),
            AppMove::Finish => AppDecision::Finish,
            AppMove::Fail => AppDecision::Fail,
        };
        Ok(AppDecided { decision, remarks: self.remarks })
    }
}

/// The next subtask with this text; a planned or earlier one with the same text keeps its id.
pub(crate) fn next_subtask(round: &Round, text: &str) -> Subtask {
    let index = round.next_subtask();
    let same = |it: &&Subtask| it.text.split_whitespace().eq(text.split_whitespace());
    let known = round.planned.iter().chain(round.subtasks.iter().rev().map(|it| &it.subtask)).find(same);
    match known {
        Some(known) => Subtask { index, message: Vec::new(), ..known.clone() },
        None => Subtask { id: numbered(index), index, text: text.to_owned(), ..Subtask::default() },
    }
}

/// A plan of subtasks from application and text; the first gets this index.
pub(crate) fn plan_of<'t>(first: u32, texts: impl IntoIterator<Item = (&'t str, String)>) -> Vec<Subtask> {
    let subtask = |(index, (application, text)): (u32, (&str, String))| Subtask {
        id: numbered(index),
        text,
        application: application.to_owned(),
        ..Subtask::default()
    };
    (first..).zip(texts).map(subtask).collect()
}

fn numbered(index: u32) -> String {
    format!("subtask{}", index.saturating_add(1))
}
