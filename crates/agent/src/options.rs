//! The settings of a session, made once by the composition root.

use deskpilot_core::{Answer, Clipboard, Mode, PathStyle, Policy, TaskPlan, fold::Limits};
use deskpilot_deciders::ActionLimit;
use deskpilot_desktop::{Budget, GroundingTrigger};
use std::{path::PathBuf, time::Duration};

/// The settings of a session.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who splits the request and who acts.
    pub mode: Mode,
    /// The plan, in modes that follow one.
    pub plan: Option<TaskPlan>,
    /// The most steps of an AppAgent in one subtask; a round with a subtask that reaches it fails.
    pub subtask_steps: Option<u32>,
    /// The budget of a round; a round that exceeds it fails.
    pub round: Limits,
    /// The budget of the session.
    pub session: Limits,
    /// What happens to the windows that the session opened, when it closes.
    pub opened_windows: OpenedWindows,
    /// Whether a reply may hold several actions.
    pub speculation: Speculation,
    /// Who ends a round whose last subtask is proven.
    pub finish: RoundFinish,
    /// How often an invalid reply goes back to the model within one step.
    pub complaints: u32,
    /// Which operations are allowed, refused, or need a yes.
    pub policy: Policy,
    /// Whose clipboard the agents can read.
    pub clipboard: Clipboard,
    /// The grammar in which the platform writes paths.
    pub path_style: PathStyle,
    /// The applications' home folder.
    pub home: PathBuf,
    /// Where files without a folder are; empty if in the home.
    pub working: PathBuf,
    /// The user's own home folder, which `~` in a rule of the policy means.
    pub user_home: PathBuf,
    /// The canonical paths of the folders and files that hold Deskpilot's own settings and data.
    pub own_places: Vec<String>,
    /// How long the session waits for a person and for another session.
    pub timeouts: Timeouts,
    /// Answers of earlier sessions that the user wants remembered.
    pub remembered: Vec<Answer>,
    /// Which pictures a model sees.
    pub images: Images,
    /// Whether an AppAgent also sees its last step's picture.
    pub last_picture: LastPicture,
    /// How much of a window each step reads.
    pub look: Budget,
    /// When the grounding looks for controls in the picture of a window.
    pub grounding: GroundingTrigger,
    /// Whether the session guides its agents.
    pub guidance: Guidance,
}

/// How long a session waits for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For a person to hand back; after that the session stops and can be resumed.
    pub person: Duration,
    /// For another session to release a window; after that the subtask fails.
    pub window: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { person: Duration::from_secs(3600), window: Duration::from_secs(30) }
    }
}

/// Whether an AppAgent may decide on several actions at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speculation {
    /// Several actions per decision, done as long as the window stays as it was seen.
    On,
    /// One action per decision, then a new look.
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

/// Whether a session guides its agents by what it knows and by what they did before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guidance {
    /// Knowledge is looked up for a request and each subtask, and an agent that repeats itself is stopped.
    On,
    /// Neither: the client that decides looks again as often as it likes, and looks up what it needs.
    Off,
}

/// Who ends a round whose planned subtasks are all carried out, with every effect seen and everything promised there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundFinish {
    /// The session, with the comment that the HostAgent prepared when it assigned the last subtask.
    Prepared,
    /// The HostAgent, after another look.
    Host,
}

/// What happens to the windows that a session opened, when it closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenedWindows {
    /// They stay open for the user.
    Keep,
    /// They are asked to close; a window that asks whether to save stays.
    Close,
}

/// Which pictures a model sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Images {
    /// Clean and annotated side by side, as one picture.
    Concatenated,
    /// Clean and annotated, as two pictures.
    Separate,
    /// None, only the list of controls. The log keeps the pictures nevertheless.
    Omitted,
}

/// Whether a model also sees the last step's picture, with its control outlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPicture {
    /// It comes first.
    Included,
    /// It is left out.
    Omitted,
}
