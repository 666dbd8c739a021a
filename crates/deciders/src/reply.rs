//! What the deciders of this crate reply, and the decisions made of it.

use crate::{AppDecided, AppScene, DeciderError, HostDecided, HostScene, Requested};
use deskpilot_core::{
    AppDecision, Assignment, Caution, HostDecision, HostRemarks, Launch, Question, Remarks, Subtask, Then,
    Window, fold::Round,
};

/// What a HostAgent does, and what it says.
pub(crate) struct HostReply<'s> {
    /// What it does.
    pub(crate) does: HostMove<'s>,
    /// What it says.
    pub(crate) remarks: HostRemarks,
}

/// What a HostAgent does.
#[derive(Debug)]
pub(crate) enum HostMove<'s> {
    /// It gives a subtask to a window.
    Assign(&'s Window, Subtask),
    /// It opens an application.
    Open(Launch),
    /// It opens an application for a subtask.
    OpenFor(Launch, Subtask),
    /// The request is carried out.
    Finish,
    /// The request cannot be carried out.
    Fail,
}

/// What an AppAgent does, and what it says.
pub(crate) struct AppReply {
    /// What it does.
    pub(crate) does: AppMove,
    /// What it says.
    pub(crate) remarks: Remarks,
}

/// What an AppAgent does.
pub(crate) enum AppMove {
    /// It acts.
    Act {
        /// What it does, in order.
        requested: Vec<Requested>,
        /// Whether it wants a yes first.
        caution: Caution,
        /// What follows.
        then: Then,
    },
    /// It asks the user.
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

    /// It ends with this comment for the user.
    pub(crate) fn ending(does: HostMove<'s>, thought: &str, comment: impl Into<String>) -> HostReply<'s> {
        let mut reply = HostReply::new(does, thought);
        reply.remarks.common.comment = comment.into();
        reply
    }

    /// The same with this plan: what it means to assign, and the same in lines for people.
    pub(crate) fn planning(mut self, planned: Vec<Subtask>, lines: Vec<String>) -> HostReply<'s> {
        (self.remarks.planned, self.remarks.common.plan) = (planned, lines);
        self
    }

    /// The decision, made in this scene.
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

    /// The same with this comment for the user.
    pub(crate) fn saying(mut self, comment: impl Into<String>) -> AppReply {
        self.remarks.comment = comment.into();
        self
    }

    /// The same with this plan.
    pub(crate) fn planning(mut self, plan: Vec<String>) -> AppReply {
        self.remarks.plan = plan;
        self
    }

    /// The decision, made in this scene. Fails where the scene has no such command or the command does not take this.
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

/// The subtask of this text that is assigned next: one that was planned or tried before keeps its id.
pub(crate) fn next_subtask(round: &Round, text: &str) -> Subtask {
    let index = round.next_subtask();
    let same = |it: &&Subtask| it.text.split_whitespace().eq(text.split_whitespace());
    let known = round.planned.iter().chain(round.subtasks.iter().rev().map(|it| &it.subtask)).find(same);
    match known {
        Some(known) => Subtask { index, message: Vec::new(), ..known.clone() },
        None => Subtask { id: numbered(index), index, text: text.to_owned(), ..Subtask::default() },
    }
}

/// A plan of subtasks with these texts, each for an application; the first has this index.
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
