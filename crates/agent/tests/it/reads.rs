//! How often the desktop is read: each window once between two changes.

use crate::common::{FINISH, Script, TestEnv, assign};
use async_trait::async_trait;
use deskpilot_core::{
    Application, Completion, Control, DesktopInfo, Event, Input, Launch, Outcome, Prompt, Truncation, Window,
    WindowId,
};
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopReader, Image, LaunchExtra,
    OpenedApplication, Readiness, WindowClaim, WindowFacts, WindowList,
};
use deskpilot_model::{Model, ModelError};
use deskpilot_testkit::TextDesktop;
use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Arc, Mutex},
};

/// The windows are listed.
const LISTED: &str = "windows";

/// The calls of the desktop, in order.
#[derive(Clone, Default)]
struct CallLog(Arc<Mutex<Vec<String>>>);

/// Starts an entry after which the desktop may have changed.
const CHANGE: &str = "-- ";

impl CallLog {
    fn push(&self, what: impl Into<String>) {
        self.0.lock().unwrap().push(what.into());
    }

    /// The calls between two changes, in order.
    fn between_changes(&self) -> Vec<Vec<String>> {
        let log = self.0.lock().unwrap();
        log.split(|it| it.starts_with(CHANGE)).map(<[String]>::to_vec).collect()
    }
}

/// A text desktop that logs its calls.
struct LoggedDesktop {
    inside: TextDesktop,
    log: CallLog,
    /// How many controls each of the next looks has read at its deadline.
    read_in_time: VecDeque<usize>,
}

#[async_trait]
impl WindowList for LoggedDesktop {
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        self.log.push(LISTED);
        self.inside.windows().await
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        self.inside.root_window().await
    }
}

#[async_trait]
impl DesktopReader for LoggedDesktop {
    fn info(&self) -> DesktopInfo {
        self.inside.info()
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        self.inside.applications().await
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        self.inside.resolve_application(launch).await
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        self.log.push(format!("controls of {:?}", window.title));
        let mut seen = self.inside.controls(window, budget).await?;
        if let Some(read) = self.read_in_time.pop_front() {
            seen.controls.truncate(read);
            seen.levels.truncate(read);
            seen.truncated = Some(Truncation { reason: "deadline of 1500 ms".into(), unread: None });
        }
        Ok(seen)
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        self.inside.capture(area).await
    }

    async fn wait_until(&mut self, window: WindowId, readiness: Readiness) -> Result<(), DesktopError> {
        self.inside.wait_until(window, readiness).await
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        self.inside.read(window, control).await
    }

    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        self.inside.document_url(document).await
    }
}

impl WindowFacts for LoggedDesktop {}

#[async_trait]
impl Desktop for LoggedDesktop {
    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError> {
        self.inside.claim(window, task).await
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        self.log.push(format!("{CHANGE}performed"));
        self.inside.perform(input).await
    }

    async fn open(
        &mut self,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<OpenedApplication, DesktopError> {
        self.log.push(format!("{CHANGE}launched"));
        self.inside.open(launch, extras).await
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        self.inside.release().await
    }
}

/// A model whose replies are logged as changes: the desktop may have changed meanwhile.
struct LoggedModel(Script, CallLog);

#[async_trait]
impl Model for LoggedModel {
    fn name(&self) -> &str {
        "slow"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        self.1.push(format!("{CHANGE}replied"));
        self.0.complete(prompt).await
    }
}

const DESKTOP: &str = "\
window \"Letter\" editor
  document \"Text\" = \"Dear Ada\"
  edit \"Name\"
  button \"Save As\" -> window \"Save As\" editor
    edit \"File\"
    button \"Save\" -> save \"Text\" as edit \"File\", close
";

/// Writes, opens a dialog, fills in its field, takes a note, saves, and presses a key in the window behind the closed dialog.
const LIST: &str = r#"{"Status": "FINISH", "Comment": "saved", "ActionList": [
    {"ControlLabel": "2", "Function": "set_edit_text", "Args": {"text": "a"}},
    {"ControlLabel": "3", "Function": "click_input", "Args": {}},
    {"ControlText": "Edit \"File\"", "Function": "set_edit_text", "Args": {"text": "a.txt"}},
    {"ControlLabel": "", "Function": "summary", "Args": {"text": "a.txt", "name": "file"}},
    {"ControlText": "Button \"Save\"", "Function": "click_input", "Args": {}},
    {"ControlLabel": "", "Function": "keyboard_input", "Args": {"keys": "{END}"}}]}"#;

fn logged(env: &TestEnv, log: &CallLog, read_in_time: &[usize]) -> LoggedDesktop {
    let read_in_time = read_in_time.iter().copied().collect();
    LoggedDesktop { inside: env.desktop.clone(), log: log.clone(), read_in_time }
}

#[tokio::test]
async fn a_window_of_which_nothing_is_read_in_time_is_looked_at_until_it_is_complete() {
    let env = TestEnv::new(DESKTOP);
    let log = CallLog::default();
    let model = Script::new(&[assign("save it"), LIST.into(), FINISH.into()]);
    let mut session =
        env.open_on(Box::new(logged(&env, &log, &[0, 0, 1, 2])), Arc::new(model), Box::new(|_| {}));
    session.round("save it").await.unwrap();
    assert_eq!(env.desktop.file("a.txt").as_deref(), Some("Dear Ada"), "{}", env.transcript());
}

#[tokio::test]
async fn between_two_changes_each_window_is_read_once() {
    let env = TestEnv::new(DESKTOP);
    let log = CallLog::default();
    let model = LoggedModel(Script::new(&[assign("save it"), LIST.into(), FINISH.into()]), log.clone());
    let mut session = env.open_on(Box::new(logged(&env, &log, &[])), Arc::new(model), {
        let log = log.clone();
        Box::new(move |entry| match entry.event {
            Event::StepStarted { .. } | Event::StepEnded { .. } | Event::Pictured { .. } => {
                log.push(CHANGE);
            }
            _ => {}
        })
    });
    session.round("save it").await.unwrap();
    assert_eq!(env.desktop.file("a.txt").as_deref(), Some("Dear Ada"), "{}", env.transcript());
    for calls in log.between_changes() {
        // The windows are listed before a window is read, and again after its picture: both are of one moment.
        let read: Vec<&String> = calls.iter().filter(|it| *it != LISTED).collect();
        let each: BTreeSet<&String> = read.iter().copied().collect();
        assert_eq!(each.len(), read.len(), "read twice within {calls:?}, in {:?}", log.between_changes());
        let is_twice = calls.windows(2).any(|pair| pair[0] == pair[1]);
        assert!(!is_twice, "listed twice within {calls:?}, in {:?}", log.between_changes());
    }
}
