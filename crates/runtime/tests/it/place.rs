//! A place for sessions: a folder of logs, a desktop that is a text, and a model with a list of replies.

use async_trait::async_trait;
use deskpilot_agent::{Deciders, Images, LastPicture, OpenedWindows, PromptOptions, Speculation, Timeouts};
use deskpilot_core::{
    Clipboard, Completion, PathStyle, Policy, PolicyFile, Preset, Prompt, Secret, Size, Usage, fold::Limits,
};
use deskpilot_desktop::{
    Check, CheckDepth, Connection, ControlListener, Desktop, DesktopKind, DesktopOptions, FilePermissions,
    GroundingTrigger, Keyring, KeyringError, OpenDesktop, PersonWatch, Platform, PlatformError, UserFolders,
    view::ViewOptions,
};
use deskpilot_grounding::PlainHttp;
use deskpilot_linux::Linux;
use deskpilot_log::UiTrees;
use deskpilot_model::{Model, ModelError};
use deskpilot_runtime::{
    Answering, Answers, Budget, Config, Environment, Evaluation, GroundingConfig, GroundingKind, ModelConfig,
    Noticed, People, PolicyConfig, SessionSpec, Sessions,
};
use deskpilot_testkit::TextDesktop;
use std::{
    collections::VecDeque,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

pub(crate) const ASK: &str = r#"{"Status": "PENDING", "Questions": ["Which one?"]}"#;
pub(crate) const FINISH: &str = r#"{"Status": "FINISH", "Comment": "done"}"#;
/// What a model of these tests replies when it is to think until the session is stopped.
pub(crate) const THINK: &str = "think";

/// How long anything may take on a busy machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// What the future gives, which must come in time.
pub(crate) async fn soon<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(DEADLINE, future).await {
        Ok(value) => value,
        Err(_) => unreachable!("not in time: {what}"),
    }
}

/// A folder for logs.
pub(crate) struct Place {
    folder: tempfile::TempDir,
    logs: PathBuf,
}

impl Place {
    pub(crate) fn new() -> Place {
        Place::within("logs")
    }

    /// With the logs in a folder of this name.
    pub(crate) fn within(logs: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let logs = folder.path().join(logs);
        Place { folder, logs }
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

    /// A session that is asked for these things, with a model that replies so.
    pub(crate) fn spec(
        &self,
        task: &str,
        requests: &[&str],
        replies: &[&str],
        people: &People,
    ) -> SessionSpec {
        let model: Arc<dyn Model> =
            Arc::new(Script(Mutex::new(replies.iter().map(|it| (*it).to_owned()).collect())));
        let deciders = Deciders::from_model(model, PromptOptions::default());
        let requests = requests.iter().map(|it| (*it).to_owned());
        let spec = SessionSpec::with(config(&self.logs, self.folder.path()), task, requests, deciders);
        SessionSpec { answering: Answering::Whoever(people.clone()), ..spec }
    }
}

/// Replies from a list.
struct Script(Mutex<VecDeque<String>>);

#[async_trait]
impl Model for Script {
    fn name(&self) -> &str {
        "script"
    }

    async fn complete(&self, _: &Prompt) -> Result<Completion, ModelError> {
        let reply = self.0.lock().unwrap().pop_front();
        match reply {
            Some(reply) if reply == THINK => std::future::pending().await,
            Some(text) => Ok(Completion { text, model: "script".into(), usage: Usage::default() }),
            None => Err(ModelError::Exhausted { model: "script".into(), replies: 0 }),
        }
    }
}

/// Linux with a desktop that is a text, and with a keyring where the variable `KEYRING` is set.
#[derive(Debug)]
pub(crate) struct Text;

/// A keyring with one entry, `KEY`, which takes a moment.
struct OneEntry;

struct Opened;

const DESK: &str = "window \"Untitled\" notepad\n  edit \"Text\"\n";

#[async_trait]
impl Platform for Text {
    fn name(&self) -> &'static str {
        Linux.name()
    }

    fn path_style(&self) -> PathStyle {
        Linux.path_style()
    }

    fn folders(&self, variables: &[(String, String)]) -> UserFolders {
        Linux.folders(variables)
    }

    fn files(&self) -> &dyn FilePermissions {
        &Linux
    }

    fn keyring(&self, variables: &[(String, String)]) -> Option<Box<dyn Keyring>> {
        let is_there = variables.iter().any(|(name, _)| name == "KEYRING");
        is_there.then(|| Box::new(OneEntry) as Box<dyn Keyring>)
    }

    async fn checks(&self, _: CheckDepth) -> Vec<Check> {
        Vec::new()
    }

    async fn open(&self, _: &DesktopOptions) -> Result<Box<dyn OpenDesktop>, PlatformError> {
        Ok(Box::new(Opened))
    }

    fn listen(&self, folder: &Path) -> io::Result<Box<dyn ControlListener>> {
        Linux.listen(folder)
    }

    async fn connect(&self, folder: &Path) -> io::Result<Connection> {
        Linux.connect(folder).await
    }
}

#[async_trait]
impl Keyring for OneEntry {
    async fn read(&self, name: &str) -> Result<Secret, KeyringError> {
        tokio::time::sleep(Duration::from_millis(1)).await;
        if name == "KEY" { Ok(Secret::new("kept")) } else { Err(KeyringError::Absent) }
    }

    async fn write(&self, _: &str, _: &Secret) -> Result<(), KeyringError> {
        Err(KeyringError::Locked)
    }

    async fn remove(&self, _: &str) -> Result<(), KeyringError> {
        Err(KeyringError::Absent)
    }
}

#[async_trait]
impl OpenDesktop for Opened {
    async fn connect(&self) -> Result<Box<dyn Desktop>, PlatformError> {
        Ok(Box::new(TextDesktop::new(DESK).unwrap()))
    }

    fn environment(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    fn programs(&self) -> Vec<String> {
        Vec::new()
    }

    async fn watch_person(&self) -> Result<Box<dyn PersonWatch>, PlatformError> {
        Err(PlatformError::new(io::Error::other("nobody sits at a text"), None))
    }

    async fn close(self: Box<Self>) {}
}

fn config(logs: &Path, folder: &Path) -> Config {
    let policy = PolicyFile { preset: Preset::Unrestricted, ..PolicyFile::default() };
    let no_limits = Limits::default();
    Config {
        environment: Environment::new(Vec::new(), Arc::new(Text)),
        model: ModelConfig {
            host: "steps".into(),
            app: "steps".into(),
            judge: "steps".into(),
            operator: None,
            base_url: None,
            key_variable: None,
            timeout: DEADLINE,
            temperature: None,
            max_output_tokens: None,
            structured: "text".into(),
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
        budget: Budget { round: no_limits, session: no_limits },
        speculation: Speculation::On,
        evaluation: Evaluation::Off,
        opened_windows: OpenedWindows::Keep,
        complaints: 0,
        retries: 0,
        policy: PolicyConfig { policy: Policy::of(policy).unwrap(), file: Some(folder.join("policy.toml")) },
        clipboard: Clipboard::Own,
        timeouts: Timeouts { person: DEADLINE, window: DEADLINE },
        noticed: Noticed::Off,
        answers: Answers::Forget,
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
        knowledge: Vec::new(),
        prices: None,
    }
}
