//! A folder of logs, a text desktop and a scripted model for the sessions of a test.

use async_trait::async_trait;
use deskpilot_agent::{
    Deciders, Images, LastPicture, OpenedWindows, PromptOptions, RoundFinish, Speculation, Timeouts,
};
use deskpilot_core::{Clipboard, Completion, Policy, PolicyFile, Preset, Prompt, Size, Usage, fold::Limits};
use deskpilot_desktop::{DesktopKind, GroundingTrigger, NativeUse, view::ViewOptions};
use deskpilot_grounding::PlainHttp;
use deskpilot_linux::Linux;
use deskpilot_log::UiTrees;
use deskpilot_model::{Model, ModelError};
use deskpilot_runtime::{
    AnswerRetention, Attendance, Budget, Config, Environment, Evaluation, GroundingConfig, GroundingKind,
    KnowledgeConfig, ModelConfig, OutFolder, PersonDetection, PolicyConfig, Respondents, SandboxUse,
    SaveExperience, SessionSpec, Sessions, SkillUse, TaskHome,
};
use deskpilot_testkit::TextPlatform;
use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

pub(crate) const ASK: &str = r#"{"Status": "PENDING", "Questions": ["Which one?"]}"#;
/// Gives the window to an AppAgent.
pub(crate) const ASSIGN: &str =
    r#"{"Status": "ASSIGN", "ControlLabel": "1", "Current Sub-Task": "send: send it"}"#;
/// Presses the button, for which the default policy wants a yes.
pub(crate) const SEND: &str =
    r#"{"Status": "CONTINUE", "ControlLabel": "2", "Function": "click_input", "Args": {}}"#;
pub(crate) const FINISH: &str = r#"{"Status": "FINISH", "Comment": "done"}"#;
/// The scripted reply of a model that thinks until the session is stopped.
pub(crate) const THINK: &str = "think";

/// The time limit of every wait, for a busy machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// The result of the future; fails the test if it does not come in time.
pub(crate) async fn soon<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(DEADLINE, future).await {
        Ok(value) => value,
        Err(_) => unreachable!("not in time: {what}"),
    }
}

/// A folder for logs.
pub(crate) struct Workspace {
    folder: tempfile::TempDir,
    logs: PathBuf,
}

impl Workspace {
    pub(crate) fn new() -> Workspace {
        Workspace::within("logs")
    }

    /// A workspace with the logs in a folder of this name.
    pub(crate) fn within(logs: &str) -> Workspace {
        let folder = tempfile::tempdir().unwrap();
        let logs = folder.path().join(logs);
        Workspace { folder, logs }
    }

    pub(crate) fn sessions() -> Sessions {
        Sessions::new(Arc::new(|_| {}))
    }

    pub(crate) fn log(&self, task: &str) -> PathBuf {
        self.logs.join(task)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.logs
    }

    /// A session with these requests, and a model that gives these replies.
    pub(crate) fn spec(
        &self,
        task: &str,
        requests: &[&str],
        replies: &[&str],
        respondents: &Respondents,
    ) -> SessionSpec {
        let model: Arc<dyn Model> =
            Arc::new(ScriptedModel(Mutex::new(replies.iter().map(|it| (*it).to_owned()).collect())));
        let deciders = Deciders::from_model(model, PromptOptions::default());
        let requests = requests.iter().map(|it| (*it).to_owned());
        let spec = SessionSpec::with(config(&self.logs, self.folder.path()), task, requests, deciders);
        SessionSpec { attendance: Attendance::Attended(respondents.clone()), ..spec }
    }
}

/// A model with a list of replies.
struct ScriptedModel(Mutex<VecDeque<String>>);

#[async_trait]
impl Model for ScriptedModel {
    fn name(&self) -> &str {
        "test/scripted"
    }

    async fn complete(&self, _: &Prompt) -> Result<Completion, ModelError> {
        let reply = self.0.lock().unwrap().pop_front();
        match reply {
            Some(reply) if reply == THINK => std::future::pending().await,
            Some(text) => Ok(Completion { text, model: "test/scripted".into(), usage: Usage::default() }),
            None => Err(ModelError::Exhausted { model: "test/scripted".into(), replies: 0 }),
        }
    }
}

const DESKTOP: &str = "window \"Untitled\" notepad\n  edit \"Text\"\n  button \"Send\"\n";

/// Linux with text desktops.
pub(crate) fn text_platform() -> TextPlatform {
    TextPlatform::new(Arc::new(Linux), DESKTOP)
}

/// The settings of a session with its logs and other files in these folders.
pub(crate) fn config(logs: &Path, folder: &Path) -> Config {
    let policy = PolicyFile { preset: Preset::Unrestricted, ..PolicyFile::default() };
    let no_limits = Limits::default();
    let data = ("XDG_DATA_HOME".to_owned(), folder.join("data").display().to_string());
    Config {
        environment: Environment::new(vec![data], Arc::new(text_platform())),
        model: ModelConfig {
            host: "steps".into(),
            app: "steps".into(),
            judge: "steps".into(),
            operator: None,
            base_url: None,
            key_variable: None,
            timeout: DEADLINE,
            longest_wait: DEADLINE,
            temperature: None,
            max_output_tokens: None,
            structured: "text".into(),
            size: None,
            proxy: None,
            longest_side: None,
        },
        images: Images::Omitted,
        last_picture: LastPicture::Omitted,
        desktop: DesktopKind::Private,
        size: Size { width: 800, height: 600 },
        view: ViewOptions::default(),
        ui_trees: UiTrees::Omitted,
        log_dir: logs.to_owned(),
        home: TaskHome::Fresh,
        out: OutFolder::Home,
        budget: Budget { subtask_steps: None, round: no_limits, session: no_limits },
        speculation: Speculation::On,
        native: NativeUse::On,
        sandbox: SandboxUse::On,
        tools: None,
        finish: RoundFinish::Prepared,
        evaluation: Evaluation::Off,
        opened_windows: OpenedWindows::Keep,
        complaints: 0,
        retries: 0,
        policy: PolicyConfig { policy: Policy::of(policy).unwrap(), file: Some(folder.join("policy.toml")) },
        clipboard: Clipboard::Own,
        timeouts: Timeouts { person: DEADLINE, window: DEADLINE },
        person_detection: PersonDetection::Off,
        answers: AnswerRetention::Forget,
        secrets: None,
        agents: None,
        grounding: GroundingConfig {
            kind: GroundingKind::None,
            when: GroundingTrigger::Sparse,
            deadline: DEADLINE,
            url: None,
            key_variable: None,
            plain_http: PlainHttp::Loopback,
            weights: None,
        },
        save_experience: SaveExperience::Never,
        skills: SkillUse::Off,
        web_search: None,
        knowledge: KnowledgeConfig::default(),
        prices: None,
        traces: None,
    }
}
