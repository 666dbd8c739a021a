//! A private desktop with real applications.

use deskpilot_core::{Control, Launch, Role, Window};
use deskpilot_desktop::{Budget, Desktop, DesktopReader, Receiver, Scope, WindowList};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long something may take to be seen.
const SETTLING: Duration = Duration::from_secs(30);

pub(crate) struct AppDesktop {
    pub(crate) desktop: LinuxDesktop,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) private: PrivateDesktop,
}

impl AppDesktop {
    pub(crate) async fn bring_up() -> AppDesktop {
        let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
        let desktop = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        let variables = private.seat().environment().iter();
        let env = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        AppDesktop { desktop, env, private }
    }

    /// A file on the desktop.
    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.private.directory().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    }

    pub(crate) async fn open(&mut self, application: &str, file: Option<String>) -> Window {
        self.desktop
            .launch(&Launch { application: application.into(), file, ..Launch::default() }, &[])
            .await
            .unwrap()
    }

    /// Waits for a window.
    pub(crate) async fn window(&mut self, what: &str, is: impl Fn(&Window) -> bool) -> Window {
        let end = Instant::now() + SETTLING;
        loop {
            let windows = self.desktop.windows().await.unwrap();
            if let Some(found) = windows.iter().find(|it| is(it)) {
                return found.clone();
            }
            assert!(Instant::now() < end, "{what} is not among {windows:?}");
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until a window shows a button of this name, or none.
    pub(crate) async fn shows_button(&mut self, window: &Window, name: &str, is_shown: bool) {
        let end = Instant::now() + SETTLING;
        loop {
            let controls = self.desktop.controls(window, Budget::LOOK).await.unwrap().controls;
            let is_button = |it: &Control| it.role == Role::Button && it.name == name;
            if !controls.is_empty() && controls.iter().any(is_button) == is_shown {
                return;
            }
            assert!(Instant::now() < end, "{controls:?}");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Waits until the text of a file is as wanted.
pub(crate) async fn wait_for_text(file: &str, is_wanted: impl Fn(&str) -> bool) {
    let end = Instant::now() + SETTLING;
    loop {
        let found = std::fs::read_to_string(file).unwrap();
        if is_wanted(&found) {
            return;
        }
        assert!(Instant::now() < end, "{file} has {found:?}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until a command is at hand, or no longer. An application that is busy starting has none yet.
pub(crate) async fn wait_for(receiver: &mut dyn Receiver, window: &Window, command: &str, is_there: bool) {
    let end = Instant::now() + SETTLING;
    loop {
        let found = receiver.commands(Scope::Window(window)).await;
        if found.as_ref().is_ok_and(|it| it.iter().any(|it| it.name == command) == is_there) {
            return;
        }
        assert!(Instant::now() < end, "{command}: {found:?}");
        sleep(Duration::from_millis(20)).await;
    }
}
