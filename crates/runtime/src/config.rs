//! The settings of sessions as types. Whoever starts sessions fills them in, from files, arguments or a request.

use crate::Environment;
use deskpilot_agent::{Images, LastPicture, OpenedWindows, Speculation, Timeouts};
use deskpilot_core::{Clipboard, Policy, Size, fold::Limits};
use deskpilot_desktop::{DesktopKind, When, view::ViewOptions};
use deskpilot_grounding::PlainHttp;
use deskpilot_knowledge::{SOURCES, SourceSpec};
use deskpilot_log::UiTrees;
use std::{path::PathBuf, time::Duration};

/// All settings of a session.
#[derive(Clone, Debug)]
pub struct Config {
    /// The variables of the user's process: folders, keys and secrets are found by them.
    pub environment: Environment,
    /// Which models, and how they are reached.
    pub model: ModelConfig,
    /// Which pictures a model is shown.
    pub images: Images,
    /// Whether the last step's picture is shown too.
    pub last_picture: LastPicture,
    /// Which desktop is worked on.
    pub desktop: DesktopKind,
    /// Width and height of a private desktop, in pixels.
    pub size: Size,
    /// How much of a window is told.
    pub view: ViewOptions,
    /// Whether the controls of each step are exported too.
    pub ui_trees: UiTrees,
    /// The folder of the logs.
    pub log_dir: PathBuf,
    /// What may be used up.
    pub budget: Budget,
    /// Whether a reply may hold several actions.
    pub speculation: Speculation,
    /// Whether a session that ended is judged.
    pub evaluation: Evaluation,
    /// What becomes of the windows that a session opened.
    pub opened_windows: OpenedWindows,
    /// How often a reply that cannot be followed goes back to the model within one step.
    pub complaints: u32,
    /// How often a model call that may succeed later is tried again.
    pub retries: u32,
    /// What may be done.
    pub policy: PolicyConfig,
    /// Whose clipboard the agents can read.
    pub clipboard: Clipboard,
    /// How long sessions wait for others.
    pub timeouts: Timeouts,
    /// Whether a person who uses the current desktop is noticed.
    pub noticed: Noticed,
    /// What becomes of the user's answers after the task.
    pub answers: Answers,
    /// The file of named secrets, where it is not the usual one.
    pub secrets: Option<PathBuf>,
    /// The file of other agents, where it is not the usual one.
    pub agents: Option<PathBuf>,
    /// Who finds controls in pictures.
    pub grounding: GroundingConfig,
    /// The sources of knowledge that are used, and where each is opened.
    pub knowledge: Vec<(&'static SourceSpec, PathBuf)>,
    /// A file of prices that win over the built-in ones.
    pub prices: Option<PathBuf>,
}

/// Which models, and how they are reached.
#[derive(Clone, Debug)]
pub struct ModelConfig {
    /// The HostAgent's.
    pub host: String,
    /// The AppAgents'.
    pub app: String,
    /// The EvaluationAgent's.
    pub judge: String,
    /// The computer-use model of the modes in which one acts.
    pub operator: Option<String>,
    /// The provider's address, where it is not the usual one.
    pub base_url: Option<String>,
    /// The variable with the key, where it is not the provider's usual one.
    pub key_variable: Option<String>,
    /// How long one reply may take.
    pub timeout: Duration,
    /// The sampling temperature, where it is not the provider's own.
    pub temperature: Option<f64>,
    /// The longest reply, in tokens.
    pub max_output_tokens: Option<u32>,
    /// How a reply's shape is asked for: `schema`, `json` or `text`.
    pub structured: String,
    /// The proxy for hosted models, where it is not the system's.
    pub proxy: Option<String>,
    /// The longest side of its pictures, where it is not what its kind sees best.
    pub longest_side: Option<u32>,
}

/// What may be used up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// In a round.
    pub round: Limits,
    /// In the whole session.
    pub session: Limits,
}

/// The policy, and where the rules are kept that the user makes by answering "always".
#[derive(Clone, Debug)]
pub struct PolicyConfig {
    /// What may be done, and when the user is asked.
    pub policy: Policy,
    /// `None` where nobody has a folder for settings.
    pub file: Option<PathBuf>,
}

/// Who finds controls in pictures, when and how.
#[derive(Clone, Debug)]
pub struct GroundingConfig {
    /// Who.
    pub kind: GroundingKind,
    /// When.
    pub when: When,
    /// How long one picture may take.
    pub deadline: Duration,
    /// The service's address.
    pub url: Option<String>,
    /// The variable with the service's key, if it wants one.
    pub key_variable: Option<String>,
    /// Where pictures may be sent unencrypted.
    pub plain_http: PlainHttp,
    /// The folder of the text reader's weights, where it is not the usual one.
    pub weights: Option<PathBuf>,
}

/// Who finds controls in pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundingKind {
    /// Nobody.
    None,
    /// Text is read on this machine.
    Ocr,
    /// A service is asked.
    Service,
}

/// Whether a session that ended is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// By the EvaluationAgent.
    On,
    /// It is not.
    Off,
}

/// Whether a person who uses the current desktop is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// The agent pauses.
    On,
    /// It goes on.
    Off,
}

/// What becomes of the user's answers after the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// The user is asked.
    Ask,
    /// They are kept for later tasks.
    Remember,
    /// They are not.
    Forget,
}

/// The sources of knowledge for which a setting names a place; `setting` gives the text of a setting, if it has any.
pub fn knowledge(setting: impl Fn(&str) -> Option<String>) -> Vec<(&'static SourceSpec, PathBuf)> {
    SOURCES.iter().filter_map(|spec| Some((spec, PathBuf::from(setting(spec.setting)?)))).collect()
}
