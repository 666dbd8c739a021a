//! What a session may do and show, decided once at the rim.

use deskpilot_core::{Answer, Clipboard, Mode, PathStyle, Policy, TaskPlan, fold::Limits};
use deskpilot_deciders::ActionLimit;
use deskpilot_desktop::{Budget, When};
use std::{path::PathBuf, time::Duration};

/// The settings of a session.
#[derive(Clone, Debug)]
pub struct Options {
    /// How it runs.
    pub mode: Mode,
    /// The plan that is followed, where the mode follows one.
    pub plan: Option<TaskPlan>,
    /// What a round may use up before it fails.
    pub round: Limits,
    /// What the session may use up.
    pub session: Limits,
    /// What becomes of the windows that the session opened, when it ends.
    pub opened: WhenDone,
    /// Whether a reply may hold several actions.
    pub speculation: Speculation,
    /// How often a reply that cannot be followed goes back to the model within one step.
    pub complaints: u32,
    /// What may be done, and when the user is asked.
    pub policy: Policy,
    /// Whose clipboard the agents can read.
    pub clipboard: Clipboard,
    /// The grammar in which the platform writes paths.
    pub path_style: PathStyle,
    /// The home of the applications: what is named without a folder is there.
    pub home: PathBuf,
    /// How long it is waited for a person who is to hand back, and for a window that another session works in.
    pub patience: Patience,
    /// What the user answered in earlier sessions and wants remembered.
    pub remembered: Vec<Answer>,
    /// Which pictures a model is shown.
    pub images: Images,
    /// Whether an AppAgent is shown its last step's picture too.
    pub last_picture: LastPicture,
    /// How much of a window is read at each step.
    pub look: Budget,
    /// When somebody is asked what is in the picture of a window.
    pub grounding: When,
}

/// How long it is waited for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For a person who took over: then the session stops, and can be resumed.
    pub person: Duration,
    /// For another session that works in the window: then the subtask has failed.
    pub window: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { person: Duration::from_secs(3600), window: Duration::from_secs(30) }
    }
}

/// Whether an AppAgent may decide upon several actions at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speculation {
    /// It may: they are done as long as the window stays as it was seen.
    On,
    /// One action, one look.
    Off,
}

impl From<Speculation> for ActionLimit {
    fn from(speculation: Speculation) -> ActionLimit {
        match speculation {
            Speculation::On => ActionLimit::Several,
            Speculation::Off => ActionLimit::One,
        }
    }
}

/// What becomes of windows that were opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenDone {
    /// They stay: whoever asked may want to go on with them.
    Kept,
    /// They are asked to close; one that asks whether to save stays.
    Closed,
}

/// Which pictures a model is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Images {
    /// Clean and annotated side by side, as one picture.
    Concatenated,
    /// Clean and annotated, as two pictures.
    Separate,
    /// None: the list of controls only. The log keeps the pictures all the same.
    Omitted,
}

/// Whether the last step's picture, with its control outlined, is shown too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPicture {
    /// It is shown first.
    Included,
    /// It is not.
    Omitted,
}
