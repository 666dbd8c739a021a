//! The window of the fixture `sheet.py` on a private desktop: what is done in it, and what is in it.

use super::{task_log::TaskLog, tasks::Act};
use deskpilot_core::{Aim, AppView, Control, Input, Rect, Window};
use deskpilot_desktop::{Area, Budget, Desktop, DesktopReader, WindowList};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use deskpilot_testkit::command_line::until;
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// The folder of the programs.
pub(super) const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
/// How long the window may take to open.
const OPENING: Duration = Duration::from_secs(60);
/// How long the sheet may take to handle what was done in it.
const HANDLING: Duration = Duration::from_secs(20);

/// The window of a sheet.
pub(super) struct Sheet {
    private: PrivateDesktop,
    desktop: LinuxDesktop,
    window: Window,
    record: PathBuf,
    picture: Rect,
}

impl Sheet {
    /// Opens the sheet on a private desktop; it writes its record into this file.
    pub(super) async fn open(record: &Path) -> Sheet {
        let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        let program = Path::new(PROGRAMS).join("sheet.py");
        let argv = vec!["python3".into(), program.into(), record.into()];
        private.seat().start(argv, None).await.unwrap();
        let end = Instant::now() + OPENING;
        let window = loop {
            let window = desktop.windows().await.unwrap().into_iter().find(|it| it.title == "Sheet");
            if let Some(window) = window
                && record.is_file()
                && !desktop.controls(&window, Budget::LOOK).await.unwrap().controls.is_empty()
            {
                break window;
            }
            assert!(Instant::now() < end, "the sheet does not open");
            sleep(Duration::from_millis(20)).await;
        };
        let picture = desktop.capture(&Area::Window(window.id)).await.unwrap().rect();
        let sheet = Sheet { private, desktop, window, record: record.to_owned(), picture };
        until("the sheet records what is in it", || sheet.state().is_object());
        sheet
    }

    /// Looks, does this, and writes both down.
    pub(super) async fn perform(&mut self, act: &Act, log: &mut TaskLog) {
        let controls = self.desktop.controls(&self.window, Budget::LOOK).await.unwrap().controls;
        let picture = self.desktop.capture(&Area::Window(self.window.id)).await.unwrap();
        assert_eq!(picture.rect(), self.picture, "the window stays where it is");
        let aim = act.target.map_or(Aim::Window, |(role, name)| {
            let is_it = |it: &&Control| it.role == role && it.name == name;
            let found =
                controls.iter().find(is_it).unwrap_or_else(|| panic!("no {role:?} {name:?}: {controls:#?}"));
            Aim::Control(Box::new(found.clone()))
        });
        let action = act.action(&self.window, &aim);
        log.looked(AppView::of(self.window.clone(), controls), &picture);
        log.begins(&action);
        let input = Input { window: self.window.id, aim, gesture: act.gesture.clone() };
        let outcome = self.desktop.perform(&input).await;
        log.ended(&outcome.unwrap_or_else(|error| panic!("{action}: {error}")));
    }

    /// Waits until this is in the sheet.
    pub(super) fn awaits(&self, what: &str, expected: &Value) {
        let end = Instant::now() + HANDLING;
        while self.state() != *expected && Instant::now() < end {
            std::thread::park_timeout(Duration::from_millis(5));
        }
        assert_eq!(self.state(), *expected, "{what}");
    }

    /// What is in the sheet, by the last whole line of its record; null if it has none.
    pub(super) fn state(&self) -> Value {
        let text = fs::read_to_string(&self.record).unwrap();
        let line = text.rsplit_once('\n').and_then(|(whole, _)| whole.lines().next_back());
        Sheet::without_inputs(line.map_or(Value::Null, |it| serde_json::from_str(it).unwrap()))
    }

    /// A state without the number of inputs that led to it.
    pub(super) fn without_inputs(mut state: Value) -> Value {
        if let Some(state) = state.as_object_mut() {
            state.remove("inputs");
        }
        state
    }

    /// Has the sheet put back what it began with.
    pub(super) fn put_back(&self) {
        let process = self.window.process.unwrap().to_string();
        assert!(Command::new("kill").args(["-USR1", &process]).status().unwrap().success());
    }

    /// The place and size of every picture of the window on the desktop.
    pub(super) fn picture(&self) -> Rect {
        self.picture
    }

    pub(super) fn record(&self) -> &Path {
        &self.record
    }

    /// The variables of programs on its desktop.
    pub(super) fn environment(&self) -> impl Iterator<Item = (&str, &str)> {
        self.private.seat().environment().iter()
    }

    pub(super) async fn close(self) {
        self.private.close().await;
    }
}
