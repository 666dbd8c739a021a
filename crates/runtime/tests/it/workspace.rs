//! A folder of logs, a text desktop and a scripted model for the sessions of a test.

use async_trait::async_trait;
use deskpilot_agent::{
    Deciders, Images, LastPicture, OpenedWindows, PromptOptions, RoundFinish, Speculation, Timeouts,
};
use deskpilot_core::{
    Clipboard, CommandSpec, Completion, Outcome, PathStyle, Policy, PolicyFile, Preset, Prompt, Secret, Size,
    Usage, fold::Limits,
};
use deskpilot_desktop::{
    Check, CheckDepth, Connection, ControlListener, Desktop, DesktopError, DesktopKind, DesktopOptions,
    FilePermissions, GroundingTrigger, Keyring, KeyringError, NativeAction, NativeUse, OpenDesktop,
    PersonWatch, Platform, PlatformError, Receiver, Scope, UserFolders, view::ViewOptions,
};
use deskpilot_grounding::PlainHttp;
use deskpilot_linux::Linux;
use deskpilot_log::UiTrees;
use deskpilot_model::{Model, ModelError};
use deskpilot_runtime::{
    AnswerRetention, Attendance, Budget, Config, Environment, Evaluation, GroundingConfig, GroundingKind,
    KnowledgeConfig, ModelConfig, OutFolder, PersonDetection, PolicyConfig, Respondents, SandboxUse,
    SaveExperience, SessionSpec, Sessions, SkillUse, TaskHome,
};
use deskpilot_testkit::TextDesktop;
use std::{
    collections::VecDeque,
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
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

/// Linux with text desktops, and with a keyring if the variable `KEYRING` is set.
#[derive(Debug, Default)]
pub(crate) struct TextPlatform {
    pub(crate) desktops: Arc<DesktopCounts>,
}

/// What became of text desktops.
#[derive(Debug, Default)]
pub(crate) struct DesktopCounts {
    pub(crate) opened: AtomicUsize,
    pub(crate) moved_in: AtomicUsize,
    pub(crate) closed: AtomicUsize,
    /// How often an application was closed on a desktop that was still there.
    pub(crate) applications_closed: AtomicUsize,
    /// Desktops that waited do not answer.
    pub(crate) are_dead: AtomicBool,
}

/// A keyring with one entry, `KEY`, which takes a moment.
struct OneEntryKeyring;

struct OpenTextDesktop(Arc<DesktopCounts>);

/// The native interface of an application without commands.
struct ClosableApplication(Arc<DesktopCounts>);

#[async_trait]
impl Receiver for ClosableApplication {
    fn name(&self) -> &str {
        "CLOSABLE"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        false
    }

    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        Err(DesktopError::NoSuchCommand(action.call.command.clone()))
    }

    async fn close_application(&mut self) {
        let is_open = self.0.closed.load(Ordering::SeqCst) == 0;
        self.0.applications_closed.fetch_add(usize::from(is_open), Ordering::SeqCst);
    }
}

const DESKTOP: &str = "window \"Untitled\" notepad\n  edit \"Text\"\n  button \"Send\"\n";

#[async_trait]
impl Platform for TextPlatform {
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
        is_there.then(|| Box::new(OneEntryKeyring) as Box<dyn Keyring>)
    }

    async fn checks(&self, _: CheckDepth) -> Vec<Check> {
        Vec::new()
    }

    fn installation(&self, packages: &[String]) -> Option<Vec<Vec<String>>> {
        Linux.installation(packages)
    }

    fn office_python(&self) -> Option<PathBuf> {
        Linux.office_python()
    }

    fn receivers(&self, _: &[(String, String)]) -> Vec<Box<dyn Receiver>> {
        vec![Box::new(ClosableApplication(self.desktops.clone()))]
    }

    async fn open(&self, _: &DesktopOptions) -> Result<Box<dyn OpenDesktop>, PlatformError> {
        self.desktops.opened.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(OpenTextDesktop(self.desktops.clone())))
    }

    fn listen(&self, folder: &Path) -> io::Result<Box<dyn ControlListener>> {
        Linux.listen(folder)
    }

    async fn connect(&self, folder: &Path) -> io::Result<Connection> {
        Linux.connect(folder).await
    }
}

#[async_trait]
impl Keyring for OneEntryKeyring {
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
impl OpenDesktop for OpenTextDesktop {
    async fn move_in(&mut self, _: &DesktopOptions) -> Result<(), PlatformError> {
        if self.0.are_dead.load(Ordering::SeqCst) {
            return Err(PlatformError::new(io::Error::other("it is dead"), None));
        }
        self.0.moved_in.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    async fn connect(&self) -> Result<Box<dyn Desktop>, PlatformError> {
        Ok(Box::new(TextDesktop::new(DESKTOP).unwrap()))
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

    async fn close(self: Box<Self>) {
        self.0.closed.fetch_add(1, Ordering::SeqCst);
    }
}

/// The settings of a session with its logs and other files in these folders.
pub(crate) fn config(logs: &Path, folder: &Path) -> Config {
    let policy = PolicyFile { preset: Preset::Unrestricted, ..PolicyFile::default() };
    let no_limits = Limits::default();
    let data = ("XDG_DATA_HOME".to_owned(), folder.join("data").display().to_string());
    Config {
        environment: Environment::new(vec![data], Arc::new(TextPlatform::default())),
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
        home: TaskHome::Fresh,
        out: OutFolder::Home,
        budget: Budget { round: no_limits, session: no_limits },
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
    }
}
