//! A person who shows something on a private desktop, and a recorder that watches.

use deskpilot_core::{Control, Launch, Policy, Role, Size, Window};
use deskpilot_demonstrations::record::{EndOfRecording, Progress, Recorder, Recording};
use deskpilot_desktop::{
    Budget, Desktop, DesktopKind, DesktopOptions, DesktopSource, OpenDesktop, RedactedDesktop,
};
use deskpilot_linux::Linux;
use std::{
    process::{Child, Command},
    time::Duration,
};
use tokio::{
    sync::{oneshot, watch},
    task::JoinHandle,
    time::{sleep, timeout},
};

/// How long anything may take on a busy machine.
const SOON: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(20);

pub(crate) struct Show {
    open: Box<dyn OpenDesktop>,
    desktop: Box<dyn Desktop>,
    pub(crate) window: Window,
    recording: JoinHandle<Recording>,
    stop: Option<oneshot::Sender<()>>,
    /// How often the recorder has looked, and whether it knows where the keyboard is.
    looks: watch::Receiver<(usize, bool)>,
    _program: Option<Program>,
}

/// A program that ends with the test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Show {
    /// Begins to record in an application that is launched.
    pub(crate) async fn of(application: &str, file: Option<&str>) -> Show {
        let (open, mut desktop) = private().await;
        let launch =
            Launch { application: application.into(), file: file.map(Into::into), ..Launch::default() };
        let window = desktop.launch(&launch, &[]).await.unwrap();
        Show::begin(open, desktop, window, None).await
    }

    /// Begins to record in the window of a program.
    pub(crate) async fn program(argv: &[&str], title: &str) -> Show {
        let (open, mut desktop) = private().await;
        let mut command = Command::new(argv[0]);
        let child = command.args(&argv[1..]).env_clear().envs(open.environment()).spawn().unwrap();
        let window = timeout(SOON, async {
            loop {
                if let Some(found) = desktop.windows().await.unwrap().into_iter().find(|it| it.title == title)
                {
                    return found;
                }
                sleep(PAUSE).await;
            }
        });
        let window = window.await.unwrap();
        Show::begin(open, desktop, window, Some(Program(child))).await
    }

    async fn begin(
        open: Box<dyn OpenDesktop>,
        desktop: Box<dyn Desktop>,
        window: Window,
        program: Option<Program>,
    ) -> Show {
        let inputs = open.watch_input().await.unwrap();
        let mut watched = RedactedDesktop::new(open.connect().await.unwrap(), Policy::default());
        let ((stop, stopped), (looked, looks)) = (oneshot::channel::<()>(), watch::channel((0, false)));
        let applications = vec![window.application.clone()];
        let recording = tokio::spawn(async move {
            let recorder = Recorder::new(&mut watched, inputs, applications, EndOfRecording::WithWindows);
            let tell = |progress: Progress<'_>| {
                if let Progress::Looked { knows_keyboard } = progress {
                    looked.send_modify(|(count, knows)| (*count, *knows) = (*count + 1, knows_keyboard));
                }
            };
            let stopped = async {
                let _ = stopped.await;
            };
            recorder.record(stopped, tell).await.unwrap()
        });
        let mut show = Show { open, desktop, window, recording, stop: Some(stop), looks, _program: program };
        show.seen().await;
        show
    }

    /// Waits until the recorder has seen what was done so far.
    pub(crate) async fn seen(&mut self) {
        let (now, _) = *self.looks.borrow_and_update();
        // The look that is under way may have begun before.
        let seen = self.looks.wait_for(|(count, knows)| *count >= now + 2 && *knows);
        if timeout(SOON, seen).await.unwrap().is_err() {
            // The recorder is gone a moment before its task has ended.
            let over = timeout(SOON, async {
                while !self.recording.is_finished() {
                    sleep(PAUSE).await;
                }
            });
            over.await.unwrap();
        }
    }

    pub(crate) async fn controls(&mut self) -> Vec<Control> {
        self.desktop.glance(&self.window, Budget::LOOK).await.map_or_else(|_| Vec::new(), |it| it.controls)
    }

    /// Waits for a control.
    pub(crate) async fn find(&mut self, role: Role, name: &str) -> Control {
        let found = timeout(SOON, async {
            loop {
                let seen = self.controls().await;
                if let Some(found) = seen.into_iter().find(|it| it.role == role && it.name == name) {
                    return found;
                }
                sleep(PAUSE).await;
            }
        });
        let found = found.await;
        found.unwrap_or_else(|_| panic!("there is no {role:?} {name:?}"))
    }

    /// Clicks a control with the pointer, and waits until that was seen.
    pub(crate) async fn click(&mut self, role: Role, name: &str) {
        let center = self.find(role, name).await.rect.center();
        let (x, y) = (center.x.to_string(), center.y.to_string());
        self.xdotool(&["mousemove", &x, &y, "click", "1"]);
        self.seen().await;
    }

    /// Types with the keyboard, and waits until that was seen.
    pub(crate) async fn types(&mut self, text: &str) {
        self.xdotool(&["type", "--delay", "5", "--", text]);
        self.seen().await;
    }

    /// Presses a chord, and waits until that was seen.
    pub(crate) async fn presses(&mut self, chord: &str) {
        self.xdotool(&["key", chord]);
        self.seen().await;
    }

    fn xdotool(&self, args: &[&str]) {
        let status = Command::new("xdotool").args(args).env_clear().envs(self.open.environment()).status();
        assert!(status.unwrap().success(), "{args:?}");
    }

    /// Stops the recording.
    pub(crate) async fn end(mut self) -> Recording {
        self.stop.take().map(|stop| stop.send(()));
        self.result().await
    }

    /// Waits until the recording has ended by itself.
    pub(crate) async fn result(self) -> Recording {
        let recording = timeout(SOON, self.recording).await.unwrap().unwrap();
        self.open.close().await;
        recording
    }
}

async fn private() -> (Box<dyn OpenDesktop>, Box<dyn Desktop>) {
    let size = Size { width: 1280, height: 800 };
    let options =
        DesktopOptions { kind: DesktopKind::Private, size, home: None, settings: None, working: None };
    let open = Linux.open(&options).await.unwrap();
    let desktop = open.connect().await.unwrap();
    (open, desktop)
}
