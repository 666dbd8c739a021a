//! The needs of a decider: what it must be shown, and what kind of subtasks it assigns.

use deskpilot_core::PictureLimits;

/// What a decider must be shown. As HostAgent it sees the desktop, as AppAgent a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// What it needs of the desktop.
    pub desktop: DesktopNeed,
    /// What it needs of a window.
    pub window: WindowNeed,
    /// The picture size that it handles best.
    pub pictures: PictureLimits,
    /// What kind of subtasks it assigns as HostAgent.
    pub subtask_kind: SubtaskKind,
    /// What follows a proven subtask as its HostAgent planned it.
    pub follow_up: FollowUp,
}

impl Needs {
    /// The default: pictures with numbered controls, as far as the settings allow, and goals as subtasks.
    pub const DEFAULT: Needs = Needs {
        desktop: DesktopNeed::Picture,
        window: WindowNeed::Numbered,
        pictures: PictureLimits::NONE,
        subtask_kind: SubtaskKind::Goals,
        follow_up: FollowUp::Asked,
    };
}

/// What a HostAgent is shown of the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesktopNeed {
    /// Its windows, the applications that can be launched, and a picture.
    Picture,
    /// Its windows, and the applications before the first subtask. No picture is taken.
    Windows,
    /// The whole desktop as its only window. No picture is taken.
    Whole,
}

/// What an AppAgent is shown of its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowNeed {
    /// Its controls, and pictures with numbered labels or whatever the settings say.
    Numbered,
    /// A plain picture of the window, because it works by coordinates and not by controls.
    Clean,
    /// Its controls, whether or not a picture shows them yet.
    Controls,
    /// Its controls, once a picture shows them. The log keeps that picture without numbers, which nobody looks for.
    Listed,
}

/// The commands that press keys.
pub(crate) const KEYBOARD_COMMANDS: &[&str] = &["keyboard_input", "set_edit_text"];

/// What an AppAgent reads of the tool bars and menus of its window. Some applications show there late what an action changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarsNeed {
    /// Their states after the last action.
    Current,
    /// Nothing: its next action is for the keyboard, whatever they show.
    Nothing,
}

/// What kind of subtasks a HostAgent assigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubtaskKind {
    /// Goals: an AppAgent observes its results and says when a goal is reached. A picture of the window is
    /// taken at the end.
    Goals,
    /// Steps of a plan: an AppAgent ends a step together with its last action, and a step counts as carried out
    /// only if all its actions are known to have happened. The observation of the next step shows the result.
    PlanSteps,
    /// Visits: an AppAgent does in its window what a client asks for call by call. Nobody judges a visit, and its last observation
    /// is its result.
    Visits,
}

/// Who decides what follows a subtask whose results are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowUp {
    /// The HostAgent's decider is asked.
    Asked,
    /// Its plan: the next subtask begins at once where its window is known, and the round ends with the prepared comment. A
    /// decider whose decisions cost money or time wants this.
    ByPlan,
}
