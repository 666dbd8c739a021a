//! The receiver for one kind of office documents.

use crate::{
    OfficeKind,
    bridge::{Answer, Bridge, BridgeError, CLOSE, KIND, Request},
    csv::import_argument,
    saving::{SavedContent, content_of, may_save_csv},
};
use async_trait::async_trait;
use deskpilot_core::{
    Application, Call, CommandSpec, Effect, Evidence, ExistingState, Launch, NoChangeReason, Outcome,
    ParamKind, PathStyle, Paths, Refusal, Window, WindowId,
};
use deskpilot_desktop::{
    ApplicationLifeCycle, CLOSING_TIMEOUT, CommandGaps, DesktopError, LaunchExtra, NativeAction,
    READY_TIMEOUT, Receiver, Scope,
};
use deskpilot_system::HOME_VARIABLE;
use serde_json::{Map, Value};
use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    sync::Mutex,
    time::{sleep, timeout},
};

/// How long to wait before asking again a LibreOffice that did not listen for a window. One that listens does so until its window
/// closes.
const SILENT: Duration = Duration::from_secs(5);
/// How long the discovery of commands waits for LibreOffice; less than the discovery itself may take, so that it is known then.
const DISCOVERY_LIMIT: Duration = Duration::from_millis(800);
/// How long LibreOffice that shows a window may take until it listens.
const LISTENING: Duration = Duration::from_secs(2);
/// The pause between two requests to LibreOffice that does not listen yet.
const PAUSE: Duration = Duration::from_millis(100);

/// Tells LibreOffice directly what to do with the documents of one kind.
#[derive(Debug)]
pub struct OfficeReceiver {
    kind: OfficeKind,
    /// One LibreOffice for the documents of all kinds.
    office: Arc<Office>,
    /// The window of the last request, whether LibreOffice listened, and when.
    known: Option<(WindowId, bool, Instant)>,
}

/// The LibreOffice of one desktop.
#[derive(Debug)]
struct Office {
    /// Waits for its turn: LibreOffice answers one request at a time.
    bridge: Mutex<Bridge>,
    /// The argument with which LibreOffice listens.
    listening: String,
    /// The folder in which its documents are where nothing else is said.
    home: String,
    /// Whether somebody opened LibreOffice with that argument: before, nothing can listen.
    is_opened: AtomicBool,
}

impl OfficeReceiver {
    /// The receivers for all kinds of documents, on a desktop whose programs have this environment. `python` is the one for which
    /// LibreOffice's own interface is installed.
    pub fn all(python: &Path, env: &[(String, String)]) -> Vec<OfficeReceiver> {
        let pipe = pipe_name();
        let home = env.iter().find(|(name, _)| name == HOME_VARIABLE).map(|(_, home)| home.clone());
        let office = Arc::new(Office {
            listening: format!("--accept=pipe,name={pipe};urp;StarOffice.ComponentContext"),
            bridge: Mutex::new(Bridge::new(python.to_owned(), pipe, env.to_vec())),
            home: home.unwrap_or_default(),
            is_opened: AtomicBool::new(false),
        });
        let one = |kind| OfficeReceiver { kind, office: Arc::clone(&office), known: None };
        OfficeKind::ALL.into_iter().map(one).collect()
    }

    /// Whether LibreOffice listens, and shows a document of this kind in a window, as it says within this time.
    async fn listens(&mut self, window: &Window, limit: Duration) -> bool {
        if !self.office.is_opened.load(Ordering::Relaxed) {
            return false;
        }
        if let Some((known, listens, asked)) = self.known
            && known == window.id
            && (listens || asked.elapsed() < SILENT)
        {
            return listens;
        }
        let args = Map::new();
        let request = Request { command: KIND, title: &window.title, args: &args, content: None };
        let asking = async { self.office.bridge.lock().await.ask(&request, limit).await };
        let kind = timeout(limit, asking).await.ok().and_then(Result::ok).and_then(|it| it.kind);
        let listens = kind.is_some_and(|it| it.eq_ignore_ascii_case(self.kind.name()));
        self.known = Some((window.id, listens, Instant::now()));
        listens
    }

    /// What a call writes that may save a CSV file; or why it is not saved.
    async fn content(
        &self,
        call: &Call,
        request: &Request<'_>,
        limit: Duration,
    ) -> Result<SavedContent, String> {
        if self.kind != OfficeKind::Calc || !may_save_csv(call) {
            return Ok(SavedContent::default());
        }
        content_of(&mut *self.office.bridge.lock().await, call, request, limit).await
    }

    /// The argument with which Calc opens the document of a launch, if that is a CSV file: without it, Calc asks how to read the file.
    fn import_extra(
        &self,
        application: &Application,
        launch: &Launch,
    ) -> Result<Option<LaunchExtra>, DesktopError> {
        let is_calc = OfficeKind::of_application(&application.id) == Some(OfficeKind::Calc);
        let file = launch.file.as_deref().filter(|_| is_calc && self.kind == OfficeKind::Calc);
        let paths = Paths { style: PathStyle::Posix, home: &self.office.home, working: "", own: &[] };
        let Some(path) = file.and_then(|it| paths.plain(it).ok().flatten()) else { return Ok(None) };
        let argument = import_argument(Path::new(&path), &launch.table)
            .map_err(|why| DesktopError::NotPossible { what: application.name.clone(), why })?;
        Ok(argument.map(LaunchExtra::Import))
    }
}

#[async_trait]
impl Receiver for OfficeReceiver {
    fn name(&self) -> &'static str {
        self.kind.name()
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(window) if OfficeKind::of_application(&window.application) == Some(self.kind))
    }

    fn table(&self) -> &'static [CommandSpec] {
        self.kind.table()
    }

    /// None where LibreOffice does not listen, because somebody else started it: its window takes everything.
    async fn commands(&mut self, scope: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        match scope {
            Scope::Window(window) if self.listens(window, DISCOVERY_LIMIT).await => {
                Ok(self.table().iter().cloned().map(Arc::new).collect())
            }
            Scope::Window(_) | Scope::Desktop => Ok(Vec::new()),
        }
    }

    fn take_gaps(&mut self, scope: Scope<'_>) -> CommandGaps {
        let Scope::Window(window) = scope else { return CommandGaps::default() };
        let listens = self.known.is_some_and(|(known, listens, _)| known == window.id && listens);
        let why = "this LibreOffice takes no native commands now: use its window";
        CommandGaps { troubles: Vec::new(), limit: (!listens).then(|| why.into()) }
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let call = action.call;
        let Scope::Window(window) = action.scope else {
            return Err(DesktopError::NoSuchCommand(call.command.clone()));
        };
        let Some(spec) = self.table().iter().find(|it| it.name == call.command) else {
            return Err(DesktopError::NoSuchCommand(call.command.clone()));
        };
        let args = document_args(spec, call);
        let request = Request { command: &call.command, title: &window.title, args: &args, content: None };
        let started = Instant::now();
        let saved = match self.content(call, &request, action.deadline).await {
            Ok(saved) => saved,
            Err(why) => {
                return Ok(Effect::Refused(Refusal::NotPossible { what: call.command.clone(), why }).into());
            }
        };
        let request = Request { content: saved.content.as_deref(), ..request };
        let left = action.deadline.saturating_sub(started.elapsed());
        let answer = self.office.bridge.lock().await.ask(&request, left).await;
        match answer {
            Ok(answer) => {
                self.known = self.known.filter(|_| answer.unreachable.is_none());
                outcome_of(answer.with_note(&saved.note), call)
            }
            Err(error @ BridgeError::NotStarted { .. }) => Err(error.into()),
            Err(error) => {
                self.known = None;
                // The deadline is that of the whole command, of which reading the content took a part.
                let whole = match error {
                    BridgeError::Late(_) => BridgeError::Late(action.deadline),
                    other => other,
                };
                Ok(Effect::unverified(unanswered(&call.command, &whole)).into())
            }
        }
    }

    fn life_cycle(&mut self) -> Option<&mut dyn ApplicationLifeCycle> {
        Some(self)
    }
}

#[async_trait]
impl ApplicationLifeCycle for OfficeReceiver {
    fn launch_extras(
        &self,
        application: &Application,
        launch: &Launch,
    ) -> Result<Vec<LaunchExtra>, DesktopError> {
        if !application.id.starts_with("libreoffice") {
            return Ok(Vec::new());
        }
        let import = self.import_extra(application, launch)?;
        if !self.office.is_opened.swap(true, Ordering::Relaxed) {
            let office = Arc::clone(&self.office);
            // The bridge starts while LibreOffice does, so that no command waits for it; if it fails, the first request says so.
            tokio::spawn(async move { office.bridge.lock().await.prepare().await });
        }
        let listening = LaunchExtra::Argument(self.office.listening.clone());
        Ok([listening].into_iter().chain(import).collect())
    }

    /// Polls, because Python may take longer to start than LibreOffice, and a LibreOffice that ran before never listens and reports
    /// nothing.
    async fn wait_until_ready(&mut self, window: &Window) {
        let end = Instant::now() + LISTENING;
        while !self.listens(window, READY_TIMEOUT).await && Instant::now() < end {
            // Otherwise the next request would get the remembered answer and not ask.
            self.known = None;
            sleep(PAUSE).await;
        }
    }

    /// The first of the receivers that share one LibreOffice closes it. Before somebody opened it, nothing listens.
    async fn close_application(&mut self) {
        if !self.office.is_opened.swap(false, Ordering::Relaxed) {
            return;
        }
        let args = Map::new();
        let request = Request { command: CLOSE, title: "", args: &args, content: None };
        // What does not answer, or has a dialog open, ends with the desktop.
        let _ = self.office.bridge.lock().await.ask(&request, CLOSING_TIMEOUT).await;
    }
}

/// The arguments without the name of a note, which is the session's.
fn document_args(spec: &CommandSpec, call: &Call) -> Map<String, Value> {
    let is_note = |name: &str| spec.param(name).is_some_and(|it| it.kind == ParamKind::Note);
    let others = call.args.iter().filter(|(name, _)| !is_note(name));
    others.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The message for a command that was sent and has no answer. Only the end of LibreOffice aborts what it computes.
fn unanswered(command: &str, error: &BridgeError) -> String {
    let busy = match error {
        BridgeError::Late(_) => "; it may still compute, or ask in a window, and takes nothing meanwhile",
        BridgeError::NotStarted { .. } | BridgeError::Ended => "",
    };
    format!("{command} was sent, and {error}{busy}; look whether it was done before you repeat it")
}

/// What an answer says about the effect.
fn outcome_of(mut answer: Answer, call: &Call) -> Result<Outcome, DesktopError> {
    let (command, output) = (|| call.command.clone(), answer.output.take());
    let effect = match answer {
        Answer { unreachable: Some(_), .. } => {
            let why = "LibreOffice does not listen any more; use its window instead".into();
            return Err(DesktopError::NotPossible { what: command(), why });
        }
        Answer { evidence: Some(evidence), .. } => Effect::Confirmed(Evidence::Reported(evidence)),
        Answer { same: Some(same), .. } => {
            Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::Reported(same)))
        }
        Answer { unchanged: Some(why), .. } => {
            Effect::NoChange(NoChangeReason::Same(Evidence::Reported(why)))
        }
        Answer { partial: Some(partial), .. } => Effect::Partial(partial),
        Answer { bad: Some(name), must, .. } => {
            Effect::Refused(Refusal::BadArgument { name, must: must.unwrap_or_default() })
        }
        Answer { failed, .. } => {
            let why = failed.unwrap_or_else(|| "LibreOffice gave no reason".into());
            Effect::Refused(Refusal::NotPossible { what: command(), why })
        }
    };
    Ok(Outcome { output, ..effect.into() })
}

/// A name that no other program of this user has: two numbers that only this process knows.
fn pipe_name() -> String {
    // Hashes with random keys from the system, which nobody can guess.
    let number = || RandomState::new().build_hasher().finish();
    format!("deskpilot{:016x}{:016x}", number(), number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Rect, WindowState};

    #[tokio::test]
    async fn a_window_that_somebody_else_opened_says_that_it_takes_no_commands() {
        let mut receivers = OfficeReceiver::all(Path::new("/usr/bin/python3"), &[]);
        let writer = receivers.iter_mut().find(|it| it.kind == OfficeKind::Writer).unwrap();
        let letter = Window {
            label: None,
            id: WindowId(1),
            title: "Letter".into(),
            application: "libreoffice-writer".into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: true,
        };
        assert!(writer.commands(Scope::Window(&letter)).await.unwrap().is_empty());
        assert!(writer.take_gaps(Scope::Window(&letter)).limit.unwrap().ends_with("use its window"));
    }
}
