//! Our own time in each step: everything but the model and the application.

use super::{
    sizes::Counter,
    timed::{Outside, Timed, TimedModel},
    word::Reader,
};
use crate::{perception, say, stage::Stage};
use anyhow::{Context, Result};
use async_trait::async_trait;
use deskpilot_agent::{
    Absent, Confirmation, Deciders, Ending, Images, Knowledge, LastPicture, Options, Patience, Ports,
    PromptOptions, Session, SessionControl, Speculation, SystemClock, User, UserReply, WhenDone,
};
use deskpilot_core::{
    Answer, Clipboard, Consent, Event, Mode, PauseCause, Policy, Question, View, fold::Limits,
    fold::QuestionId,
};
use deskpilot_desktop::{Budget, Desktop, Puppeteer, RedactedDesktop, When};
use deskpilot_log::{FileLog, Journal, UiTrees};
use deskpilot_model::Model;
use serde::{Deserialize, Serialize};
use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// What was measured in one window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Window {
    /// What it is called.
    pub(super) name: String,
    /// The most controls that a step saw.
    pub(super) controls: usize,
    /// Our own milliseconds of every step.
    pub(super) own: Vec<f64>,
    /// Milliseconds of every step, everything counted.
    pub(super) whole: Vec<f64>,
    /// Tokens of what each step told of the controls.
    pub(super) tokens: Vec<usize>,
    /// Our own milliseconds up to each kind of entry, the mean of the steps.
    pub(super) parts: Vec<(String, f64)>,
}

/// Takes so many steps in every window with many controls.
pub(super) async fn measure(steps: usize) -> Result<Vec<Window>> {
    let counter = Counter::new()?;
    let mut windows = Vec::new();
    for (name, play) in perception::crowded()? {
        say(&format!("  {name}"));
        let stage = Stage::open(&play).await?;
        let window = of_window(name, &stage, play.title, steps, &counter).await;
        stage.close().await;
        windows.push(window.with_context(|| name.to_owned())?);
    }
    Ok(windows)
}

async fn of_window(
    name: &str,
    stage: &Stage,
    title: &'static str,
    steps: usize,
    counter: &Counter,
) -> Result<Window> {
    let folder = tempfile::tempdir()?;
    let outside = Outside::default();
    let shown = Arc::new(Mutex::new(Vec::new()));
    let reader = Reader { title, steps, shown: shown.clone() };
    let model = Arc::new(TimedModel { inside: reader, outside: outside.clone() });
    let desktop = Timed { inside: stage.desktop().await?.0, outside: outside.clone() };
    let mut ports = ports(folder.path(), Box::new(desktop), model)?;
    let taken = Arc::new(Mutex::new(Vec::new()));
    ports.watchers.push(watcher(outside, taken.clone()));
    let mut session =
        Session::open(ports, options(steps), SessionControl::new(CancellationToken::new()), "bench")?;
    let ending = session.round("read every control").await?;
    anyhow::ensure!(matches!(ending, Ending::Ended(_)), "the session did not end: {ending:?}");
    let taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
    let shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Window {
        name: name.to_owned(),
        controls: taken.iter().map(|it| it.controls).max().unwrap_or(0),
        own: taken.iter().map(|it| millis(it.whole.saturating_sub(it.outside))).collect(),
        whole: taken.iter().map(|it| millis(it.whole)).collect(),
        tokens: shown.iter().map(|it| counter.tokens(&it.controls)).collect(),
        parts: parts(&taken),
    })
}

/// One step of an AppAgent.
struct Taken {
    controls: usize,
    whole: Duration,
    outside: Duration,
    /// Our own time from the entry before to each entry.
    parts: Vec<(&'static str, Duration)>,
}

/// Watches steps: those of the AppAgent are counted from the beginning of one to its end.
fn watcher(outside: Outside, taken: Arc<Mutex<Vec<Taken>>>) -> deskpilot_agent::Watcher {
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
                    let step = Taken { controls, whole, outside, parts: std::mem::take(&mut parts) };
                    taken.lock().unwrap_or_else(PoisonError::into_inner).push(step);
                }
            }
            _ => {}
        }
        last = (Instant::now(), outside.total());
    })
}

/// What an entry is the end of.
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

/// The mean over all steps of what came before each kind of entry.
fn parts(taken: &[Taken]) -> Vec<(String, f64)> {
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

/// The doors of a session in this folder that asks this model, with the log and the exports that a user's session has.
pub(super) fn ports(folder: &Path, desktop: Box<dyn Desktop>, model: Arc<dyn Model>) -> Result<Ports> {
    ports_of(folder, desktop, Deciders::asking(model, PromptOptions::default()))
}

/// The doors of a session in this folder with these deciders.
pub(super) fn ports_of(folder: &Path, desktop: Box<dyn Desktop>, deciders: Deciders) -> Result<Ports> {
    let log = FileLog::create(folder, "bench")?;
    let journal = Journal::new(log, &[], UiTrees::Omitted, Box::new(|error| say(&error.to_string())))?;
    Ok(Ports {
        log: Box::new(journal),
        puppeteer: Puppeteer::new(RedactedDesktop::new(desktop, Policy::default()), Vec::new()),
        grounding: None,
        deciders,
        knowledge: Knowledge::default(),
        agents: Vec::new(),
        user: Box::new(NobodyThere),
        clock: Box::new(SystemClock),
        watchers: Vec::new(),
    })
}

/// The options that a user's session has, with room for so many steps.
pub(super) fn options(steps: usize) -> Options {
    Options {
        mode: Mode::Normal,
        plan: None,
        round: Limits { steps: u32::try_from(steps + 10).ok(), ..Limits::default() },
        session: Limits::default(),
        opened: WhenDone::Kept,
        speculation: Speculation::On,
        complaints: 3,
        policy: Policy::default(),
        path_style: deskpilot_core::PathStyle::Posix,
        clipboard: Clipboard::Own,
        home: "/".into(),
        patience: Patience::default(),
        remembered: Vec::new(),
        images: Images::Separate,
        last_picture: LastPicture::Omitted,
        look: Budget::LOOK,
        grounding: When::Sparse,
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Nobody answers while something is measured.
struct NobodyThere;

#[async_trait]
impl User for NobodyThere {
    async fn ask(&mut self, _: QuestionId, _: &[Question]) -> Result<UserReply<Vec<Answer>>, Absent> {
        Err(Absent)
    }

    async fn confirm(&mut self, _: &Confirmation<'_>) -> Result<UserReply<Consent>, Absent> {
        Err(Absent)
    }

    async fn hand_back(&mut self, _: QuestionId, _: &PauseCause) -> Result<(), Absent> {
        Err(Absent)
    }
}
