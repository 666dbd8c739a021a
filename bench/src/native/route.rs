//! One task by one route: a session on a private desktop of its own, which follows what is written down for that route.

use super::{
    check::Traces,
    document::write_document,
    form_server::FormServer,
    open_document::{OpenDocument, receivers},
    tasks::{Document, Subject, Task},
    tokens::{ModelTexts, PromptedScript},
};
use crate::{
    agent::{ports_with, session_options},
    app_under_test::HOME,
};
use anyhow::{Context, Result, ensure};
use deskpilot_agent::{Deciders, Ending, Options, Session, SessionControl};
use deskpilot_browser::BrowserReceiver;
use deskpilot_core::{AppView, Event, Operation, Policy, Verb, Verdict, View, policy::Preset};
use deskpilot_deciders::{Decider, Script};
use deskpilot_desktop::{NativeUse, Puppeteer, Receiver, RedactedDesktop, WebBrowser};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions, Seat};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

/// How many actions a session may take.
const MOST_STEPS: usize = 300;
/// How many controls an error names.
const MOST_NAMED: usize = 400;

/// The profile of Firefox in the home of a private desktop.
const PROFILE: &str = ".mozilla/firefox/deskpilot";
/// The page that is open before the one with the form.
const BEFORE_FORM: &str =
    "<!doctype html><meta charset=\"utf-8\"><title>document.</title><h1>Begin here</h1>";
/// The placeholder for the address of the task's server in acts.
const SERVER: &str = "{server}";

/// How a task is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// By native commands.
    Native,
    /// In the window alone.
    Window,
}

/// A task that was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct RouteTimes {
    /// The actions in the application.
    pub(super) actions: usize,
    /// The decisions: each is a model call where a language model decides.
    pub(super) decisions: usize,
    /// Seconds from the first action in the open document to the end of the last.
    pub(super) seconds: f64,
}

impl RouteTimes {
    /// Adds the figures of another task.
    pub(super) fn add(&mut self, other: RouteTimes) {
        self.actions += other.actions;
        self.decisions += other.decisions;
        self.seconds += other.seconds;
    }
}

/// Writes the file on which a task begins into a folder.
pub(super) async fn prepare(task: &Task, folder: &Path) -> Result<PathBuf> {
    let file = folder.join(task.subject.file_name());
    match &task.subject {
        Subject::Document(document) => prepare_document(document, &file).await?,
        Subject::Form(_) => fs::write(&file, BEFORE_FORM)?,
    }
    Ok(file)
}

async fn prepare_document(document: &Document, file: &Path) -> Result<()> {
    write_document(document.kind, &document.body, file).await?;
    if document.prepared.is_empty() {
        return Ok(());
    }
    let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
    let prepared = carry_out(document, &private, file).await;
    private.close().await;
    prepared
}

async fn carry_out(document: &Document, private: &PrivateDesktop, file: &Path) -> Result<()> {
    let mut open = OpenDocument::open(private, document.kind, file).await?;
    for (command, args) in &document.prepared {
        open.run(command, args).await?;
    }
    open.run("save", &json!({})).await.map(drop)
}

/// Does a task that begins with this document by this route, and checks what it has left.
pub(super) async fn run(task: &Task, route: Route, begin: &Path) -> Result<RouteTimes> {
    run_with_decider(task, route, begin, |script| script).await
}

/// The tokens that a language model would take for the decisions of this route, which is taken once more for them.
pub(super) async fn tokens(task: &Task, route: Route, begin: &Path) -> Result<usize> {
    let texts = ModelTexts::default();
    run_with_decider(task, route, begin, |script| Arc::new(PromptedScript::new(script, texts.clone())))
        .await?;
    texts.tokens()
}

async fn run_with_decider(
    task: &Task,
    route: Route,
    begin: &Path,
    decider: impl FnOnce(Arc<Script>) -> Arc<dyn Decider>,
) -> Result<RouteTimes> {
    let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
    let times = on_desktop(task, route, begin, &private, decider).await;
    private.close().await;
    times
}

async fn on_desktop(
    task: &Task,
    route: Route,
    begin: &Path,
    private: &PrivateDesktop,
    decider: impl FnOnce(Arc<Script>) -> Arc<dyn Decider>,
) -> Result<RouteTimes> {
    let seat = private.seat();
    let home = PathBuf::from(seat.environment().value("HOME").context("the desktop has no home")?);
    let file = home.join(task.subject.file_name());
    fs::copy(begin, &file)?;
    let server = match &task.subject {
        Subject::Form(form) => Some(FormServer::start(form).await),
        Subject::Document(_) => None,
    };
    let log = tempfile::tempdir()?;
    let desktop = LinuxDesktop::connect(seat.clone()).await?;
    let desktop = RedactedDesktop::new(Box::new(desktop), Policy::preset(Preset::Unrestricted));
    let native = match route {
        Route::Native => NativeUse::On,
        Route::Window => NativeUse::Off,
    };
    let puppeteer = Puppeteer::new(desktop, all_receivers(seat, &home)).using(native);
    let deciders = Deciders::without_judge(decider(Arc::new(script(task, route, &file, server.as_ref())?)));
    let mut ports = ports_with(log.path(), puppeteer, deciders)?;
    let watched = Arc::new(Mutex::new(Watched::default()));
    let watching = watched.clone();
    ports.watchers.push(Box::new(move |entry| {
        watching.lock().unwrap_or_else(PoisonError::into_inner).watch(&entry.event);
    }));
    let policy = Policy::preset(Preset::Unrestricted);
    let options = Options { policy, home: home.clone(), ..session_options(MOST_STEPS) };
    let mut session = Session::open(ports, options, SessionControl::new(CancellationToken::new()), "bench")?;
    let ending = session.round(task.name).await?;
    drop(session);
    let watched = watched.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let is_done = matches!(ending, Ending::Ended(Verdict::Finished(_)));
    ensure!(is_done, "it was not done: {ending:?}{}", watched.last_view());
    let sent = server.map(|it| it.sent()).unwrap_or_default();
    let traces = Traces { home: &home, outputs: &watched.outputs, sent: &sent };
    for check in &task.checks {
        check.hold(&traces).await.with_context(|| watched.last_view())?;
    }
    watched.times()
}

/// The receivers for documents and for web pages.
fn all_receivers(seat: &Seat, home: &Path) -> Vec<Box<dyn Receiver>> {
    let office = receivers(seat).into_iter().map(|it| Box::new(it) as Box<dyn Receiver>);
    let browser = BrowserReceiver::of(WebBrowser::Firefox, home.join(PROFILE));
    office.chain([Box::new(browser) as Box<dyn Receiver>]).collect()
}

fn script(task: &Task, route: Route, file: &Path, server: Option<&FormServer>) -> Result<Script> {
    let acts = match route {
        Route::Native => &task.native,
        Route::Window => &task.window,
    };
    let open = task.subject.application();
    let home = file.parent().unwrap_or(file);
    let mut acts = acts.clone();
    acts.insert(0, json!({"wait": task.shows}));
    let subtask = json!({
        "open": open, "file": file, "window": "document.", "text": task.name, "acts": acts, "result": "done",
    });
    let script = json!({"comment": "done", "subtasks": [subtask]}).to_string();
    let script = script.replace(HOME, &home.to_string_lossy());
    let script = script.replace(SERVER, server.map_or("", FormServer::address));
    let script: serde_json::Value = serde_json::from_str(&script)?;
    Script::from_toml(&toml::Table::try_from(&script)?).map_err(anyhow::Error::msg)
}

/// What the log of a session shows.
#[derive(Clone, Debug, Default)]
struct Watched {
    actions: usize,
    decisions: usize,
    first: Option<Instant>,
    last: Option<Instant>,
    outputs: Vec<String>,
    effects: Vec<String>,
    view: Option<AppView>,
    is_acting: bool,
}

impl Watched {
    fn watch(&mut self, event: &Event) {
        match event {
            Event::HostDecided { .. } | Event::AppDecided { .. } => self.decisions += 1,
            Event::Observed { view: View::App(view) } => self.view = Some(view.clone()),
            Event::Acting { operation: Operation::Act(action), .. } => {
                // To wait and to look for a control is nothing that is done to the document.
                self.is_acting = !matches!(action.verb, Verb::Wait(_) | Verb::Find(_));
                self.effects.push(action.to_string());
                if self.is_acting {
                    self.actions += 1;
                    self.first.get_or_insert_with(Instant::now);
                }
            }
            Event::Acted { outcome, .. } => {
                self.effects.push(format!("  {}", outcome.effect));
                self.outputs.extend(outcome.output.clone());
                if self.is_acting {
                    self.last = Some(Instant::now());
                }
            }
            _ => {}
        }
    }

    fn times(&self) -> Result<RouteTimes> {
        let (first, last) = self.first.zip(self.last).context("there was no action")?;
        let seconds = last.duration_since(first).as_secs_f64();
        Ok(RouteTimes { actions: self.actions, decisions: self.decisions, seconds })
    }

    /// What was done and what the window showed last, for an error.
    fn last_view(&self) -> String {
        let controls = self.view.iter().flat_map(|it| &it.controls);
        let controls = controls.filter(|it| !it.name.is_empty()).take(MOST_NAMED);
        let names: Vec<String> = controls.map(|it| format!("{} = {:?}", it.id(), it.value)).collect();
        format!("\n{}\nits window shows {}", self.effects.join("\n"), names.join(", "))
    }
}
