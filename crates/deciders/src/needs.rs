//! What a decider needs to be shown, and what its subtasks are.

use deskpilot_core::PictureLimits;

/// What a decider needs to be shown. As HostAgent it looks at the desktop, as AppAgent at a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// What it is shown of the desktop.
    pub desktop: DesktopNeed,
    /// What it is shown of a window.
    pub window: WindowNeed,
    /// How large a picture it sees best.
    pub pictures: PictureLimits,
    /// What its subtasks are, where it is the HostAgent's.
    pub assigns: Assigns,
}

impl Needs {
    /// A decider that looks at pictures with numbered controls, as far as the settings show any, and assigns goals.
    pub const USUAL: Needs = Needs {
        desktop: DesktopNeed::Picture,
        window: WindowNeed::Numbered,
        pictures: PictureLimits::NONE,
        assigns: Assigns::Goals,
    };
}

/// What a HostAgent is shown of the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesktopNeed {
    /// Its windows, the applications that can be opened, and a picture.
    Picture,
    /// Its windows; the applications before the first subtask. No picture is taken.
    Windows,
    /// The whole desktop as the only window. No picture is taken.
    Whole,
}

/// What an AppAgent is shown of its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowNeed {
    /// Its controls, and pictures with numbers on them or whatever the settings say.
    Numbered,
    /// A picture of nothing but the window: it works by places and not by controls.
    Clean,
    /// Its controls; whether they show in a picture already is the same to it.
    Controls,
}

/// What the subtasks of a HostAgent are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assigns {
    /// Goals: an AppAgent looks at what it did and says when a goal is reached. The window is pictured at the end.
    Goals,
    /// Steps of a plan: an AppAgent ends a step together with its last action, and a step counts as carried out only when
    /// everything done for it is known to have happened. The next step's look shows what became of it.
    PlanSteps,
}
