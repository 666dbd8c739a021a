//! The environment for tests of the loop: a text desktop, scripted models or deciders, a log in memory, a scripted user.

pub(crate) mod bank_secret;

use async_trait::async_trait;
use deskpilot_agent::{
    AgentError, Confirmation, Deciders, Ending, Guidance, Images, Knowledge, LastPicture, OpenedWindows,
    Options, Ports, PromptOptions, RoundFinish, Session, SessionControl, Speculation, Timeouts, User,
    UserAbsent, UserReply, Watcher,
};
use deskpilot_core::{
    Aim, Answer, BlobKind, BlobRef, Clipboard, Clock, Completion, Consent, Entry, Event, LogOrigin, Mode,
    PathStyle, PauseCause, Policy, Prompt, Question, Timestamp, Verdict,
    fold::QuestionId,
    fold::{self, Limits},
};
use deskpilot_deciders::Steps;
use deskpilot_desktop::{Budget, Desktop, GroundingTrigger, Puppeteer, Receiver, RedactedDesktop};
use deskpilot_external_agents::ExternalAgent;
use deskpilot_log::{LogError, MemoryLog, SessionLog};
use deskpilot_model::{Model, ModelError};
use deskpilot_testkit::{TextDesktop, bound_reply, tries_also};
use std::{
    collections::{HashMap, VecDeque},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio_util::sync::CancellationToken;

/// A text editor and a calculator that can be opened.
pub(crate) const DESKTOP: &str = include_str!("desktop.txt");

/// Assigns the subtask to the first window.
pub(crate) fn assign(subtask: &str) -> String {
    format!(r#"{{"Status": "ASSIGN", "ControlLabel": "1", "Current Sub-Task": "{subtask}"}}"#)
}

/// One action on a control.
pub(crate) fn act(label: u32, function: &str, args: &str, plan: &str) -> String {
    format!(
        r#"{{"Status": "CONTINUE", "ControlLabel": "{label}", "Function": "{function}", "Args": {args}, "Plan": [{plan}]}}"#
    )
}

pub(crate) const FINISH: &str = r#"{"Status": "FINISH", "Comment": "done"}"#;

/// Converts a model into the deciders of a session.
pub(crate) trait IntoDeciders {
    fn into_deciders(self) -> Deciders;
}

impl IntoDeciders for Deciders {
    fn into_deciders(self) -> Deciders {
        self
    }
}

impl IntoDeciders for Arc<dyn Model> {
    fn into_deciders(self) -> Deciders {
        Deciders::from_model(self, PromptOptions { retries: 2, ..PromptOptions::default() })
    }
}

impl<M: Model + 'static> IntoDeciders for Arc<M> {
    fn into_deciders(self) -> Deciders {
        let model: Arc<dyn Model> = self;
        model.into_deciders()
    }
}

/// The decider that follows steps, for both agents.
pub(crate) fn steps() -> Deciders {
    Deciders::without_judge(Arc::new(Steps))
}

/// Everything that a session of a test works with.
pub(crate) struct TestEnv {
    pub(crate) desktop: TextDesktop,
    pub(crate) log: SharedLog,
    pub(crate) options: Options,
    pub(crate) session_control: SessionControl,
    pub(crate) user: ScriptedUser,
    pub(crate) agents: Vec<Arc<dyn ExternalAgent>>,
    /// When the session's clock begins.
    pub(crate) begins: Timestamp,
}

impl TestEnv {
    pub(crate) fn new(fixture: &str) -> TestEnv {
        TestEnv {
            desktop: TextDesktop::new(fixture).unwrap(),
            log: SharedLog::default(),
            options: Options {
                mode: Mode::Normal,
                plan: None,
                subtask_steps: None,
                round: Limits { steps: Some(30), ..Limits::default() },
                session: Limits::default(),
                opened_windows: OpenedWindows::Keep,
                speculation: Speculation::On,
                finish: RoundFinish::Prepared,
                complaints: 2,
                policy: Policy::default(),
                clipboard: Clipboard::Own,
                path_style: PathStyle::Posix,
                home: "/home/u".into(),
                working: PathBuf::new(),
                user_home: "/home/u".into(),
                own_places: Vec::new(),
                timeouts: Timeouts::default(),
                remembered: Vec::new(),
                images: Images::Separate,
                last_picture: LastPicture::Included,
                look: Budget::LOOK,
                grounding: GroundingTrigger::Sparse,
                guidance: Guidance::On,
            },
            session_control: SessionControl::new(CancellationToken::new()),
            user: ScriptedUser::default(),
            agents: Vec::new(),
            begins: Timestamp::default(),
        }
    }

    pub(crate) fn ports(&self, model: impl IntoDeciders) -> Ports {
        Ports {
            log: Box::new(self.log.clone()),
            puppeteer: self.puppeteer(Box::new(self.desktop.clone()), Vec::new()),
            grounding: None,
            deciders: model.into_deciders(),
            knowledge: Knowledge::default(),
            agents: self.agents.clone(),
            user: Box::new(self.user.clone()),
            clock: Box::new(TickingClock(AtomicU64::new(self.begins.0))),
            read_content: |path| std::fs::read_to_string(path).ok(),
            check_kind,
            watchers: Vec::new(),
        }
    }

    /// A puppeteer on this desktop, without the windows that the policy closes.
    pub(crate) fn puppeteer(
        &self,
        desktop: Box<dyn Desktop>,
        receivers: Vec<Box<dyn Receiver>>,
    ) -> Puppeteer {
        Puppeteer::new(RedactedDesktop::new(desktop, self.options.policy.clone()), receivers)
    }

    pub(crate) fn open(&self, model: impl IntoDeciders) -> Result<Session, AgentError> {
        Session::open(self.ports(model), self.options.clone(), self.session_control.clone(), "test")
    }

    /// A new session on another desktop, with a watcher.
    pub(crate) fn open_on(
        &self,
        desktop: Box<dyn Desktop>,
        model: impl IntoDeciders,
        watcher: Watcher,
    ) -> Session {
        let puppeteer = self.puppeteer(desktop, Vec::new());
        let ports = Ports { puppeteer, watchers: vec![watcher], ..self.ports(model) };
        Session::open(ports, self.options.clone(), self.session_control.clone(), "test").unwrap()
    }

    pub(crate) fn resume(&self, model: impl IntoDeciders) -> Result<Session, AgentError> {
        Session::resume(
            self.ports(model),
            self.options.clone(),
            self.session_control.clone(),
            &self.log.entries(),
        )
    }

    /// One round with these replies.
    pub(crate) async fn play(&self, request: &str, replies: &[String]) -> Ending {
        let mut session = self.open(Arc::new(Script::new(replies))).unwrap();
        session.round(request).await.unwrap()
    }

    /// The log as readable lines.
    pub(crate) fn transcript(&self) -> String {
        self.log.entries().iter().filter_map(fold::transcript_line).map(|line| format!("{line}\n")).collect()
    }
}

/// Plays one round with these replies on the fixture's desktop and compares the transcript.
pub(crate) async fn check(fixture: &str, replies: &[String], expected: expect_test::Expect) {
    let env = TestEnv::new(fixture);
    env.play("do it", replies).await;
    expected.assert_eq(&env.transcript());
}

/// Whether a PDF file begins as one; the checks of real sessions know more kinds.
fn check_kind(path: &Path) -> Result<(), String> {
    let is_pdf = path.extension().is_some_and(|it| it == "pdf");
    match std::fs::read(path) {
        Ok(bytes) if is_pdf && !bytes.starts_with(b"%PDF-") => Err("it is a text".into()),
        _ => Ok(()),
    }
}

/// A log that several sessions share, and that fails on request.
#[derive(Clone, Default)]
pub(crate) struct SharedLog {
    inside: Arc<Mutex<MemoryLog>>,
    /// Every stored blob, in order.
    pub(crate) kept: Arc<Mutex<Vec<Vec<u8>>>>,
    fail_at: Arc<Mutex<Option<u64>>>,
    /// What it says of the entries before the session.
    pub(crate) origin: LogOrigin,
}

impl SharedLog {
    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.inside.lock().unwrap().entries.clone()
    }

    /// Changes every entry, as somebody who writes a log can.
    pub(crate) fn rewrite(&self, change: impl FnMut(&mut Entry)) {
        self.inside.lock().unwrap().entries.iter_mut().for_each(change);
    }

    /// Makes writing the entry of this number fail, as if the process had been killed before it.
    pub(crate) fn fail_at(&self, seq: u64) {
        *self.fail_at.lock().unwrap() = Some(seq);
    }

    pub(crate) fn heal(&self) {
        *self.fail_at.lock().unwrap() = None;
    }
}

impl SessionLog for SharedLog {
    fn append(&mut self, at: Timestamp, event: Event) -> Result<Entry, LogError> {
        let mut inside = self.inside.lock().unwrap();
        if *self.fail_at.lock().unwrap() == Some(inside.entries.len() as u64) {
            return Err(LogError::NotWritten {
                path: "events.jsonl".into(),
                source: std::io::Error::other("full"),
            });
        }
        inside.append(at, event)
    }

    fn origin(&self) -> LogOrigin {
        self.origin
    }

    fn keep(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, LogError> {
        self.kept.lock().unwrap().push(bytes.to_vec());
        self.inside.lock().unwrap().keep(kind, bytes)
    }

    fn blob(&self, blob: &BlobRef) -> Result<Vec<u8>, LogError> {
        self.inside.lock().unwrap().blob(blob)
    }
}

/// A clock that advances a millisecond at each reading.
#[derive(Default)]
pub(crate) struct TickingClock(AtomicU64);

impl Clock for TickingClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// A user with prepared answers, who is absent when they run out.
#[derive(Clone, Default)]
pub(crate) struct ScriptedUser {
    pub(crate) answers: Arc<Mutex<VecDeque<String>>>,
    pub(crate) consents: Arc<Mutex<VecDeque<Consent>>>,
    /// The confirmations that the user was asked for.
    pub(crate) asked: Arc<Mutex<Vec<Approval>>>,
    /// Whether the user never answers.
    pub(crate) thinks: Arc<Mutex<bool>>,
    /// Runs while the user is asked.
    pub(crate) meanwhile: Arc<Mutex<Option<Meanwhile>>>,
}

/// The text of a confirmation, and the bytes of its picture.
pub(crate) type Approval = (String, Option<usize>);

/// Runs while the user is asked.
pub(crate) type Meanwhile = Box<dyn FnMut() + Send>;

#[async_trait]
impl User for ScriptedUser {
    async fn ask(
        &mut self,
        _: QuestionId,
        questions: &[Question],
    ) -> Result<UserReply<Vec<Answer>>, UserAbsent> {
        let mut answers = self.answers.lock().unwrap();
        questions
            .iter()
            .map(|it| Ok(Answer { question: it.0.clone(), answer: answers.pop_front().ok_or(UserAbsent)? }))
            .collect::<Result<Vec<_>, _>>()
            .map(Into::into)
    }

    async fn confirm(&mut self, asked: &Confirmation<'_>) -> Result<UserReply<Consent>, UserAbsent> {
        let question = format!("{}: {}", asked.waiting.operation.description(), asked.waiting.reason);
        self.asked.lock().unwrap().push((question, asked.picture.map(<[u8]>::len)));
        if let Some(meanwhile) = self.meanwhile.lock().unwrap().as_mut() {
            meanwhile();
        }
        if *self.thinks.lock().unwrap() {
            std::future::pending::<()>().await;
        }
        self.consents.lock().unwrap().pop_front().map(Into::into).ok_or(UserAbsent)
    }

    async fn hand_back(&mut self, _: QuestionId, _: &PauseCause) -> Result<(), UserAbsent> {
        Err(UserAbsent)
    }
}

/// The reply of a provider that does not enforce the schema: it may be anything.
pub(crate) fn unenforced(reply: &str) -> String {
    format!("{UNENFORCED}{reply}")
}

/// Marks a reply that no schema binds.
const UNENFORCED: char = '\u{2063}';

/// A model with a list of replies that keeps its prompts. A provider that enforces the prompt's schema binds it, but for replies
/// that are [`unenforced`].
pub(crate) struct Script {
    replies: Mutex<VecDeque<String>>,
    pub(crate) shown: Mutex<Vec<Prompt>>,
}

impl Script {
    pub(crate) fn new(replies: &[String]) -> Script {
        Script { replies: Mutex::new(replies.iter().cloned().collect()), shown: Mutex::default() }
    }

    /// The text of a section of the `nth` prompt.
    pub(crate) fn section(&self, nth: usize, name: &str) -> String {
        self.shown.lock().unwrap()[nth].section(name).to_owned()
    }
}

#[async_trait]
impl Model for Script {
    fn name(&self) -> &str {
        "script"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        self.shown.lock().unwrap().push(prompt.clone());
        match self.replies.lock().unwrap().pop_front() {
            Some(text) => {
                let text = match text.strip_prefix(UNENFORCED) {
                    Some(text) => text.to_owned(),
                    None => bound_reply(&text, &prompt.contract)
                        .unwrap_or_else(|why| unreachable!("no provider lets a model write {text}: {why}")),
                };
                Ok(Completion { text, model: "script".into(), usage: Default::default() })
            }
            None => Err(ModelError::Exhausted { model: "script".into(), replies: 0 }),
        }
    }
}

/// The entries of a whole job before which this run cuts it off: in a usual run the first two of each kind. Before the second entry
/// there is no request to resume.
pub(crate) fn cuts(whole: &TestEnv) -> Vec<u64> {
    let most = if tries_also("cuts before later entries of a kind") { usize::MAX } else { 2 };
    let mut counts = HashMap::new();
    let mut cuts = Vec::new();
    for (seq, entry) in (0..).zip(whole.log.entries()) {
        let count: &mut usize = counts.entry(std::mem::discriminant(&entry.event)).or_default();
        *count += 1;
        if seq >= 2 && *count <= most {
            cuts.push(seq);
        }
    }
    cuts
}

/// Runs a job until writing the entry of this number fails; `None` when the job ends before.
#[expect(clippy::panic, reason = "a test that cannot go on fails")]
pub(crate) async fn cut_off_at(
    seq: u64,
    env: TestEnv,
    model: impl IntoDeciders,
    job: &str,
) -> Option<TestEnv> {
    env.log.fail_at(seq);
    let cut = match env.open(model) {
        Ok(mut session) => Box::pin(session.round(job)).await,
        Err(error) => Err(error),
    };
    match cut {
        Err(AgentError::Log(_)) => Some(env),
        Err(other) => panic!("{other}"),
        Ok(ending) => {
            assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{}", env.transcript());
            None
        }
    }
}

/// The inputs that reached the desktop, as text.
pub(crate) fn performed(env: &TestEnv) -> Vec<String> {
    env.desktop.performed().iter().map(|it| format!("{:?} on {}", it.gesture, named(&it.aim))).collect()
}

fn named(aim: &Aim) -> String {
    match aim {
        Aim::Control(control) => control.id().to_string(),
        other => format!("{other:?}"),
    }
}
