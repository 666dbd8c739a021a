//! The stage for tests of the loop: a text desktop, scripted or built-in models, a log in memory, a user with a script.

pub(crate) mod purse;

use async_trait::async_trait;
use deskpilot_agent::{
    Absent, AgentError, Confirmation, Deciders, Ending, Images, Knowledge, LastPicture, Options, Patience,
    Ports, PromptOptions, Session, SessionControl, Speculation, User, UserReply, Watcher, WhenDone,
};
use deskpilot_core::{
    Aim, Answer, BlobKind, BlobRef, Clipboard, Clock, Completion, Consent, Entry, Event, Mode, PathStyle,
    PauseCause, Policy, Prompt, Question, Timestamp, Verdict,
    fold::QuestionId,
    fold::{self, Limits},
};
use deskpilot_deciders::Steps;
use deskpilot_desktop::{Budget, Desktop, Puppeteer, Receiver, RedactedDesktop, TextDesktop, When};
use deskpilot_external_agents::ExternalAgent;
use deskpilot_log::{LogError, MemoryLog, SessionLog};
use deskpilot_model::{Model, ModelError};
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio_util::sync::CancellationToken;

/// A text editor and a calculator that can be opened.
pub(crate) const DESK: &str = include_str!("desk.txt");

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

/// Who decides for the agents of a test.
pub(crate) trait Decides {
    fn deciders(self) -> Deciders;
}

impl Decides for Deciders {
    fn deciders(self) -> Deciders {
        self
    }
}

impl Decides for Arc<dyn Model> {
    fn deciders(self) -> Deciders {
        Deciders::asking(self, PromptOptions { retries: 2, ..PromptOptions::default() })
    }
}

impl<M: Model + 'static> Decides for Arc<M> {
    fn deciders(self) -> Deciders {
        let model: Arc<dyn Model> = self;
        model.deciders()
    }
}

/// The decider that follows steps, for both agents.
pub(crate) fn steps() -> Deciders {
    Deciders::both(Arc::new(Steps))
}

/// A stage with everything on it.
pub(crate) struct Stage {
    pub(crate) desktop: TextDesktop,
    pub(crate) log: SharedLog,
    pub(crate) options: Options,
    pub(crate) session_control: SessionControl,
    pub(crate) user: ScriptedUser,
    pub(crate) agents: Vec<Arc<dyn ExternalAgent>>,
}

impl Stage {
    pub(crate) fn new(fixture: &str) -> Stage {
        Stage {
            desktop: TextDesktop::new(fixture).unwrap(),
            log: SharedLog::default(),
            options: Options {
                mode: Mode::Normal,
                plan: None,
                round: Limits { steps: Some(30), ..Limits::default() },
                session: Limits::default(),
                opened: WhenDone::Kept,
                speculation: Speculation::On,
                complaints: 2,
                policy: Policy::default(),
                clipboard: Clipboard::Own,
                path_style: PathStyle::Posix,
                home: "/home/u".into(),
                patience: Patience::default(),
                remembered: Vec::new(),
                images: Images::Separate,
                last_picture: LastPicture::Included,
                look: Budget::LOOK,
                grounding: When::Sparse,
            },
            session_control: SessionControl::new(CancellationToken::new()),
            user: ScriptedUser::default(),
            agents: Vec::new(),
        }
    }

    pub(crate) fn ports(&self, decides: impl Decides) -> Ports {
        Ports {
            log: Box::new(self.log.clone()),
            puppeteer: self.puppeteer(Box::new(self.desktop.clone()), Vec::new()),
            grounding: None,
            deciders: decides.deciders(),
            knowledge: Knowledge::default(),
            agents: self.agents.clone(),
            user: Box::new(self.user.clone()),
            clock: Box::new(Ticks::default()),
            watchers: Vec::new(),
        }
    }

    /// The hands at a desktop of which nothing is seen that the policy closes.
    pub(crate) fn puppeteer(
        &self,
        desktop: Box<dyn Desktop>,
        receivers: Vec<Box<dyn Receiver>>,
    ) -> Puppeteer {
        Puppeteer::new(RedactedDesktop::new(desktop, self.options.policy.clone()), receivers)
    }

    pub(crate) fn open(&self, decides: impl Decides) -> Result<Session, AgentError> {
        Session::open(self.ports(decides), self.options.clone(), self.session_control.clone(), "test")
    }

    /// A new session on another desktop, with somebody who is told of every entry.
    pub(crate) fn open_on(
        &self,
        desktop: Box<dyn Desktop>,
        decides: impl Decides,
        watcher: Watcher,
    ) -> Session {
        let puppeteer = self.puppeteer(desktop, Vec::new());
        let ports = Ports { puppeteer, watchers: vec![watcher], ..self.ports(decides) };
        Session::open(ports, self.options.clone(), self.session_control.clone(), "test").unwrap()
    }

    pub(crate) fn resume(&self, decides: impl Decides) -> Result<Session, AgentError> {
        Session::resume(
            self.ports(decides),
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

    /// What happened, as a person reads it.
    pub(crate) fn transcript(&self) -> String {
        self.log.entries().iter().filter_map(fold::transcript_line).map(|line| format!("{line}\n")).collect()
    }
}

/// One round on the desktop of the fixture with these replies, as a person reads it.
pub(crate) async fn check(fixture: &str, replies: &[String], expected: expect_test::Expect) {
    let stage = Stage::new(fixture);
    stage.play("do it", replies).await;
    expected.assert_eq(&stage.transcript());
}

/// A log that several sessions share, and that can be made to fail.
#[derive(Clone, Default)]
pub(crate) struct SharedLog {
    inside: Arc<Mutex<MemoryLog>>,
    /// Every blob that was kept, in order.
    pub(crate) kept: Arc<Mutex<Vec<Vec<u8>>>>,
    fail_at: Arc<Mutex<Option<u64>>>,
}

impl SharedLog {
    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.inside.lock().unwrap().entries.clone()
    }

    /// The entry of this number cannot be written, as if the process had been killed before it.
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

    fn keep(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, LogError> {
        self.kept.lock().unwrap().push(bytes.to_vec());
        self.inside.lock().unwrap().keep(kind, bytes)
    }

    fn blob(&self, blob: &BlobRef) -> Result<Vec<u8>, LogError> {
        self.inside.lock().unwrap().blob(blob)
    }
}

/// A clock that ticks a millisecond at each look.
#[derive(Default)]
pub(crate) struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// A user who answers what was prepared, and is absent otherwise.
#[derive(Clone, Default)]
pub(crate) struct ScriptedUser {
    pub(crate) answers: Arc<Mutex<VecDeque<String>>>,
    pub(crate) consents: Arc<Mutex<VecDeque<Consent>>>,
    /// What was asked, and how large the picture was that came with it.
    pub(crate) asked: Arc<Mutex<Vec<Approval>>>,
    /// Whether the user thinks for ever.
    pub(crate) thinks: Arc<Mutex<bool>>,
    /// What happens while the user thinks.
    pub(crate) meanwhile: Arc<Mutex<Option<Meanwhile>>>,
}

/// What was asked, and how many bytes its picture has.
pub(crate) type Approval = (String, Option<usize>);

/// Something that happens meanwhile.
pub(crate) type Meanwhile = Box<dyn FnMut() + Send>;

#[async_trait]
impl User for ScriptedUser {
    async fn ask(&mut self, _: QuestionId, questions: &[Question]) -> Result<UserReply<Vec<Answer>>, Absent> {
        let mut answers = self.answers.lock().unwrap();
        questions
            .iter()
            .map(|it| Ok(Answer { question: it.0.clone(), answer: answers.pop_front().ok_or(Absent)? }))
            .collect::<Result<Vec<_>, _>>()
            .map(Into::into)
    }

    async fn confirm(&mut self, asked: &Confirmation<'_>) -> Result<UserReply<Consent>, Absent> {
        let told = format!("{}: {}", asked.waiting.operation.description(), asked.waiting.reason);
        self.asked.lock().unwrap().push((told, asked.picture.map(<[u8]>::len)));
        if let Some(meanwhile) = self.meanwhile.lock().unwrap().as_mut() {
            meanwhile();
        }
        if *self.thinks.lock().unwrap() {
            std::future::pending::<()>().await;
        }
        self.consents.lock().unwrap().pop_front().map(Into::into).ok_or(Absent)
    }

    async fn hand_back(&mut self, _: QuestionId, _: &PauseCause) -> Result<(), Absent> {
        Err(Absent)
    }
}

/// A model with a list of replies, that keeps what it was shown.
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
            Some(text) => Ok(Completion { text, model: "script".into(), usage: Default::default() }),
            None => Err(ModelError::Exhausted { model: "script".into(), replies: 0 }),
        }
    }
}

/// Runs a job until the log refuses the entry of this number; `None` when the job has ended before.
#[expect(clippy::panic, reason = "a test that cannot go on fails")]
pub(crate) async fn cut_off_at(seq: u64, stage: Stage, model: impl Decides, job: &str) -> Option<Stage> {
    stage.log.fail_at(seq);
    let cut = match stage.open(model) {
        Ok(mut session) => session.round(job).await,
        Err(error) => Err(error),
    };
    match cut {
        Err(AgentError::Log(_)) => Some(stage),
        Err(other) => panic!("{other}"),
        Ok(ending) => {
            assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{}", stage.transcript());
            None
        }
    }
}

/// The inputs that reached the desktop, in words.
pub(crate) fn performed(stage: &Stage) -> Vec<String> {
    stage.desktop.performed().iter().map(|it| format!("{:?} on {}", it.gesture, named(&it.aim))).collect()
}

fn named(aim: &Aim) -> String {
    match aim {
        Aim::Control(control) => control.id().to_string(),
        other => format!("{other:?}"),
    }
}
