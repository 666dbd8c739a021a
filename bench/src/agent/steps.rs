//! Deskpilot's own time in each step: everything but the model and the desktop with its applications.

use super::{
    reading_model::ReadingModel,
    timed::{OutsideTime, TimedDesktop, TimedModel},
};
use crate::{app_under_test::AppUnderTest, perception, reference::TokenCounter, say};
use anyhow::{Context, Result};
use async_trait::async_trait;
use deskpilot_agent::{
    Confirmation, Deciders, Ending, Guidance, Images, Knowledge, LastPicture, OpenedWindows, Options, Ports,
    PromptOptions, RoundFinish, Session, SessionControl, Speculation, SystemClock, Timeouts, User,
    UserAbsent, UserReply,
};
use deskpilot_core::{
    Answer, Clipboard, Consent, Event, Mode, PauseCause, Policy, Question, View, fold::Limits,
    fold::QuestionId,
};
use deskpilot_desktop::{Budget, Desktop, GroundingTrigger, Puppeteer, RedactedDesktop};
use deskpilot_log::{FileLog, Journal, UiTrees};
use deskpilot_model::Model;
use serde::{Deserialize, Serialize};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// The steps in one window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct WindowSteps {
    /// The name of the window.
    pub(super) name: String,
    /// The most controls in the view of a step.
    pub(super) controls: usize,
    /// Milliseconds of Deskpilot's own time in each step.
    pub(super) own: Vec<f64>,
    /// Milliseconds of each whole step.
    pub(super) whole: Vec<f64>,
    /// Tokens of the list of controls in each prompt.
    pub(super) tokens: Vec<usize>,
    /// The log's kinds of entry, and the milliseconds of own time before each, the mean of the steps.
    pub(super) parts: Vec<(String, f64)>,
}

/// Takes so many steps in each window of many controls.
pub(super) async fn measure(steps: usize) -> Result<Vec<WindowSteps>> {
    let counter = TokenCounter::new()?;
    let mut windows = Vec::new();
    for (name, spec) in perception::windows_of_many_controls()? {
        say(&format!("  {name}"));
        let app = AppUnderTest::open(&spec).await?;
        let window = of_window(name, &app, spec.title, steps, &counter).await;
        app.close().await;
        windows.push(window.with_context(|| name.to_owned())?);
    }
    Ok(windows)
}

async fn of_window(
    name: &str,
    app: &AppUnderTest,
    title: &'static str,
    steps: usize,
    counter: &TokenCounter,
) -> Result<WindowSteps> {
    let folder = tempfile::tempdir()?;
    let outside = OutsideTime::default();
    let lists = Arc::new(Mutex::new(Vec::new()));
    let model = ReadingModel { title, steps, lists: lists.clone() };
    let model = Arc::new(TimedModel { inside: model, outside: outside.clone() });
    let desktop = TimedDesktop { inside: app.desktop().await?.0, outside: outside.clone() };
    let mut ports = ports(folder.path(), Box::new(desktop), model)?;
    let taken = Arc::new(Mutex::new(Vec::new()));
    ports.watchers.push(watcher(outside, taken.clone()));
    let mut session =
        Session::open(ports, options(steps), SessionControl::new(CancellationToken::new()), "bench")?;
    let ending = session.round("read every control").await?;
    anyhow::ensure!(matches!(ending, Ending::Ended(_)), "the session did not end: {ending:?}");
    let taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
    let lists = lists.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(WindowSteps {
        name: name.to_owned(),
        controls: taken.iter().map(|it| it.controls).max().unwrap_or(0),
        own: taken.iter().map(|it| millis(it.whole.saturating_sub(it.outside))).collect(),
        whole: taken.iter().map(|it| millis(it.whole)).collect(),
        tokens: lists.iter().map(|it| counter.tokens(it)).collect(),
        parts: parts(&taken),
    })
}

/// The time of one step of an AppAgent.
struct StepTime {
    controls: usize,
    whole: Duration,
    outside: Duration,
    /// Own time from the entry before to each entry, by kind.
    parts: Vec<(&'static str, Duration)>,
}

/// Records the steps of the AppAgent, each from its beginning to its end.
fn watcher(outside: OutsideTime, taken: Arc<Mutex<Vec<StepTime>>>) -> deskpilot_agent::Watcher {
    let (mut began, mut controls, mut parts) = (None, None, Vec::new());
    let mut last = (Instant::now(), Duration::ZERO);
    Box::new(move |entry| {
        let now = (Instant::now(), outside.total());
        parts.push((kind(&entry.event), (now.0 - last.0).saturating_sub(now.1.saturating_sub(last.1))));
        match &entry.event {
            Event::StepStarted { .. } => {
                (began, controls) = (Some(now), None);
                parts.clear();
            }
            Event::Observed { view: View::App(view) } => controls = Some(view.controls.len()),
            Event::StepEnded { .. } => {
                if let (Some((at, before)), Some(controls)) = (began.take(), controls.take()) {
                    let (whole, outside) = (now.0 - at, now.1.saturating_sub(before));
                    let step = StepTime { controls, whole, outside, parts: std::mem::take(&mut parts) };
                    taken.lock().unwrap_or_else(PoisonError::into_inner).push(step);
                }
            }
            _ => {}
        }
        last = (Instant::now(), outside.total());
    })
}

/// The work that ends with an entry.
const fn kind(event: &Event) -> &'static str {
    match event {
        Event::Observed { .. } => "pictures",
        Event::Prompted { .. } => "prompt",
        Event::Replied { .. } | Event::AppDecided { .. } => "reply",
        Event::Ruled { .. } => "comparing, policy",
        Event::Acting { .. } => "picture of the control",
        Event::Acted { .. } => "action",
        _ => "log",
    }
}

/// The mean over all steps of the own time before each kind of entry, in milliseconds.
fn parts(taken: &[StepTime]) -> Vec<(String, f64)> {
    let mut sums: Vec<(String, f64)> = Vec::new();
    for (kind, time) in taken.iter().flat_map(|it| &it.parts) {
        let share = millis(*time) / taken.len() as f64;
        match sums.iter_mut().find(|(known, _)| known == kind) {
            Some((_, sum)) => *sum += share,
            None => sums.push(((*kind).to_owned(), share)),
        }
    }
    sums
}

/// The ports of a session in this folder that asks this model, with the log and the exports of a user's session.
pub(super) fn ports(folder: &Path, desktop: Box<dyn Desktop>, model: Arc<dyn Model>) -> Result<Ports> {
    ports_of(folder, desktop, Deciders::from_model(model, PromptOptions::default()))
}

/// The ports of a session in this folder with these deciders.
pub(super) fn ports_of(folder: &Path, desktop: Box<dyn Desktop>, deciders: Deciders) -> Result<Ports> {
    let puppeteer = Puppeteer::new(RedactedDesktop::new(desktop, Policy::default()), Vec::new());
    ports_with(folder, puppeteer, deciders)
}

/// The ports of a session in this folder with these deciders, which acts through this puppeteer.
pub(crate) fn ports_with(folder: &Path, puppeteer: Puppeteer, deciders: Deciders) -> Result<Ports> {
    let log = FileLog::create(folder, "bench")?;
    let journal = Journal::new(log, &[], UiTrees::Omitted, Box::new(|error| say(&error.to_string())))?;
    Ok(Ports {
        log: Box::new(journal),
        puppeteer,
        grounding: None,
        deciders,
        knowledge: Knowledge::default(),
        agents: Vec::new(),
        user: Box::new(AbsentUser),
        clock: Box::new(SystemClock),
        read_content: |_| None,
        check_kind: |_| Ok(()),
        watchers: Vec::new(),
    })
}

/// The options of a user's session, with room for so many steps.
pub(crate) fn options(steps: usize) -> Options {
    Options {
        mode: Mode::Normal,
        plan: None,
        subtask_steps: None,
        round: Limits { steps: u32::try_from(steps + 10).ok(), ..Limits::default() },
        session: Limits::default(),
        opened_windows: OpenedWindows::Keep,
        speculation: Speculation::On,
        finish: RoundFinish::Prepared,
        complaints: 3,
        policy: Policy::default(),
        path_style: deskpilot_core::PathStyle::Posix,
        clipboard: Clipboard::Own,
        home: "/".into(),
        working: PathBuf::new(),
        user_home: "/".into(),
        own_places: Vec::new(),
        timeouts: Timeouts::default(),
        remembered: Vec::new(),
        images: Images::Separate,
        last_picture: LastPicture::Omitted,
        look: Budget::LOOK,
        grounding: GroundingTrigger::Sparse,
        guidance: Guidance::On,
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// A user who never answers.
struct AbsentUser;

#[async_trait]
impl User for AbsentUser {
    async fn ask(&mut self, _: QuestionId, _: &[Question]) -> Result<UserReply<Vec<Answer>>, UserAbsent> {
        Err(UserAbsent)
    }

    async fn confirm(&mut self, _: &Confirmation<'_>) -> Result<UserReply<Consent>, UserAbsent> {
        Err(UserAbsent)
    }

    async fn hand_back(&mut self, _: QuestionId, _: &PauseCause) -> Result<(), UserAbsent> {
        Err(UserAbsent)
    }
}
