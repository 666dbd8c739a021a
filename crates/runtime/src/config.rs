//! The settings of a session as types. The program that starts sessions fills them in from files, arguments or a request.

use crate::{Environment, OutFolder, SandboxUse, SharedSkills, TaskHome};
use deskpilot_agent::{Images, LastPicture, OpenedWindows, RoundFinish, Speculation, Timeouts};
use deskpilot_core::{Clipboard, Policy, Size, fold::Limits};
use deskpilot_desktop::{DesktopKind, GroundingTrigger, NativeUse, view::ViewOptions};
use deskpilot_grounding::PlainHttp;
use deskpilot_log::UiTrees;
use deskpilot_model::ModelSize;
use std::{path::PathBuf, time::Duration};

/// All settings of a session.
#[derive(Clone, Debug)]
pub struct Config {
    /// The variables of the user's process. They name folders, keys and secrets.
    pub environment: Environment,
    /// The models, and how to reach them.
    pub model: ModelConfig,
    /// The pictures that a model gets.
    pub images: Images,
    /// Whether a model also gets the last step's picture.
    pub last_picture: LastPicture,
    /// The desktop to work on.
    pub desktop: DesktopKind,
    /// Width and height of a private desktop, in pixels.
    pub size: Size,
    /// How a window is described in text.
    pub view: ViewOptions,
    /// Whether the controls of each step are exported.
    pub ui_trees: UiTrees,
    /// The folder of the logs.
    pub log_dir: PathBuf,
    /// The home of the applications of a private desktop.
    pub home: TaskHome,
    /// Where applications save what is named without a folder.
    pub out: OutFolder,
    /// The limits of rounds and sessions.
    pub budget: Budget,
    /// Whether a reply may hold several actions.
    pub speculation: Speculation,
    /// Whether AppAgents use native commands of applications, or their windows.
    pub native: NativeUse,
    /// The file of the user's tool servers; `None` for the one in the settings folder.
    pub tools: Option<PathBuf>,
    /// Whether programs that agents run can write everywhere.
    pub sandbox: SandboxUse,
    /// Who ends a round whose last subtask is proven.
    pub finish: RoundFinish,
    /// Whether a session is judged when it has ended.
    pub evaluation: Evaluation,
    /// What happens at the end to windows that the session opened.
    pub opened_windows: OpenedWindows,
    /// How often an unusable reply goes back to the model within one step.
    pub complaints: u32,
    /// How often a failed model call is retried.
    pub retries: u32,
    /// What agents may do.
    pub policy: PolicyConfig,
    /// Whether the agents share the user's clipboard.
    pub clipboard: Clipboard,
    /// How long a session waits for people and for windows.
    pub timeouts: Timeouts,
    /// Whether the session pauses when a person uses the current desktop.
    pub person_detection: PersonDetection,
    /// What happens to the user's answers after the task.
    pub answers: AnswerRetention,
    /// The file of named secrets, if not the default one.
    pub secrets: Option<PathBuf>,
    /// The file of external agents, if not the default one.
    pub agents: Option<PathBuf>,
    /// How controls are found in pictures.
    pub grounding: GroundingConfig,
    /// When what a session did is kept for later ones.
    pub save_experience: SaveExperience,
    /// Whether skills are followed.
    pub skills: SkillUse,
    /// Web search as a knowledge source, if an engine is set.
    pub web_search: Option<WebSearchConfig>,
    /// Where knowledge is kept.
    pub knowledge: KnowledgeConfig,
    /// A file of prices that override the built-in ones.
    pub prices: Option<PathBuf>,
    /// Where the spans of sessions go, if a collector is set.
    pub traces: Option<TracesConfig>,
}

/// The models, and how to reach them.
#[derive(Clone, Debug)]
pub struct ModelConfig {
    /// The HostAgent's model.
    pub host: String,
    /// The AppAgents' model.
    pub app: String,
    /// The EvaluationAgent's model.
    pub judge: String,
    /// The computer-use model of the operator modes.
    pub operator: Option<String>,
    /// The provider's address, if not the default one.
    pub base_url: Option<String>,
    /// The variable with the key, if not the provider's default one.
    pub key_variable: Option<String>,
    /// The time limit of one reply.
    pub timeout: Duration,
    /// The longest wait before the next call that a provider may ask for.
    pub longest_wait: Duration,
    /// The sampling temperature, if not the provider's default.
    pub temperature: Option<f64>,
    /// The length limit of a reply, in tokens; `None` for all that the model allows.
    pub max_output_tokens: Option<u32>,
    /// How the shape of a reply is requested: `schema`, `grammar`, `json` or `text`.
    pub structured: String,
    /// How much guidance its prompts have; `None` for what its name and a deep check say.
    pub size: Option<ModelSize>,
    /// The proxy for hosted models, if not the system's.
    pub proxy: Option<String>,
    /// The longest side of pictures in pixels, if not the default of the model's kind.
    pub longest_side: Option<u32>,
}

/// The limits of subtasks, rounds and sessions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Steps of each subtask.
    pub subtask_steps: Option<u32>,
    /// Of each round.
    pub round: Limits,
    /// Of the whole session.
    pub session: Limits,
}

/// The policy, and the file that gets the rules when the user answers "always".
#[derive(Clone, Debug)]
pub struct PolicyConfig {
    /// What agents may do, and when the user is asked.
    pub policy: Policy,
    /// `None` if the user has no settings folder.
    pub file: Option<PathBuf>,
}

/// How controls are found in pictures, and when.
#[derive(Clone, Debug)]
pub struct GroundingConfig {
    /// What reads the picture.
    pub kind: GroundingKind,
    /// When it is read.
    pub when: GroundingTrigger,
    /// The time limit of one picture.
    pub deadline: Duration,
    /// The service's address.
    pub url: Option<String>,
    /// The variable with the service's key, if it needs one.
    pub key_variable: Option<String>,
    /// Where pictures may be sent unencrypted.
    pub plain_http: PlainHttp,
    /// The folder of the text reader's weights, if not the default one.
    pub weights: Option<PathBuf>,
}

/// Which search engine is asked for knowledge, and what is done with its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebSearchConfig {
    /// The engine.
    pub engine: String,
    /// Its address, if not the usual one.
    pub address: Option<String>,
    /// The variable with its key, if not the engine's usual one.
    pub key_variable: Option<String>,
    /// How many results are used.
    pub results: usize,
    /// How many pages of them are read.
    pub pages: usize,
    /// How long passages are kept; zero for not at all.
    pub max_age: Duration,
    /// Where the results of an OpenSearch address are.
    pub json: JsonPointers,
}

/// Where the spans of sessions go, and what is in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracesConfig {
    /// The collector's address.
    pub endpoint: String,
    /// Whether spans hold texts.
    pub content: TraceContent,
    /// The variable with the headers that the collector wants, if not the usual one.
    pub headers_variable: Option<String>,
    /// The span that sessions are parts of, as W3C Trace Context writes it.
    pub parent: Option<String>,
}

/// Whether spans hold what a task is about: requests, replies, what is typed, questions, answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceContent {
    /// They hold times, numbers and words of Deskpilot.
    Omitted,
    /// They hold it, as the log has it: without secrets.
    Included,
}

/// Where results are in JSON, as JSON pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonPointers {
    /// From the answer to the list of results.
    pub results: String,
    /// From a result to its title.
    pub title: String,
    /// From a result to its address.
    pub url: String,
    /// From a result to what it shows of the page.
    pub snippet: String,
}

/// What finds controls in pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundingKind {
    /// Nothing.
    None,
    /// Text recognition on this machine.
    Ocr,
    /// A service.
    Service,
}

/// Where knowledge is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnowledgeConfig {
    /// Whether agents are shown experience.
    pub experience: ExperienceUse,
    /// The file of the index, if not the one in the data folder.
    pub index: Option<PathBuf>,
    /// A folder of help documents that sessions keep in the index.
    pub help_documents: Option<PathBuf>,
    /// The folder of the embedding model's weights, if not the one in the data folder.
    pub weights: Option<PathBuf>,
}

/// Whether a session is judged when it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The EvaluationAgent judges it.
    On,
    /// It is not judged.
    Off,
}

/// When what a session did is kept for later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveExperience {
    /// As `Auto`; where nothing judged what was done, the person at the terminal is asked.
    Always,
    /// When the person at the terminal says so.
    Ask,
    /// After what checks or an evaluation called right; of the rest at most facts about the application.
    Auto,
    /// Never.
    Never,
}

/// Whether agents are shown what earlier sessions found out: experience and warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExperienceUse {
    /// Where it fits.
    #[default]
    On,
    /// Never.
    Off,
}

/// Whether skills are followed.
#[derive(Clone, Debug)]
pub enum SkillUse {
    /// Where one fits word by word and a person agreed. Clones of one configuration read the skills once.
    On(SharedSkills),
    /// Never.
    Off,
}

/// Whether the session pauses when a person uses the current desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonDetection {
    /// It pauses.
    On,
    /// It continues.
    Off,
}

/// What happens to the user's answers after the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerRetention {
    /// The user decides for each answer.
    Ask,
    /// They are kept for later tasks.
    Remember,
    /// They are not kept.
    Forget,
}
