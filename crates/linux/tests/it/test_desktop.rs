//! A private desktop for a test, with short functions to look and act.

use deskpilot_core::{
    Aim, Button, Control, Effect, Gesture, Input, Launch, Point, Policy, Role, Size, TextMode, Window,
    parse_keys,
};
use deskpilot_desktop::{
    Area, Budget, Desktop, DesktopError, DesktopReader, Image, RedactedDesktop, WindowList, root_window,
};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use std::process::{Command, Output};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Letters of several scripts, signs that most keyboards lack, and a picture of several characters.
pub(crate) const LETTERS: &str =
    "àÀßẞÖÜĞŞİı Čecha Řeka «№» 测试中文 日本語 한국어 👩\u{200d}👩\u{200d}👧 é €@\\~^";
/// How long an effect may take to be seen.
const SETTLING: Duration = Duration::from_secs(30);

pub(crate) struct TestDesktop {
    pub(crate) desktop: LinuxDesktop,
    pub(crate) private: PrivateDesktop,
}

impl TestDesktop {
    pub(crate) async fn bring_up() -> TestDesktop {
        let size = Size { width: 1600, height: 900 };
        TestDesktop::bring_up_as(&PrivateOptions { size, ..PrivateOptions::USUAL }).await
    }

    pub(crate) async fn bring_up_as(options: &PrivateOptions) -> TestDesktop {
        let private = PrivateDesktop::bring_up(options).await.expect("a private desktop");
        let desktop = LinuxDesktop::connect(private.seat().clone()).await.expect("a connection to it");
        TestDesktop { desktop, private }
    }

    /// Another connection to the desktop, with redacted pictures.
    pub(crate) async fn redacted(&self) -> RedactedDesktop {
        let desktop = LinuxDesktop::connect(self.private.seat().clone()).await.expect("another connection");
        RedactedDesktop::new(Box::new(desktop), Policy::default())
    }

    pub(crate) async fn launch(&mut self, application: &str) -> Window {
        self.open(Launch { application: application.into(), file: None, ..Launch::default() }).await
    }

    pub(crate) async fn launch_with(&mut self, application: &str, file: &str) -> Window {
        self.open(Launch { application: application.into(), file: Some(file.into()), ..Launch::default() })
            .await
    }

    async fn open(&mut self, launch: Launch) -> Window {
        let opened = self.desktop.launch(&launch, &[]).await;
        opened.unwrap_or_else(|error| panic!("{}: {error}", launch.application))
    }

    /// Starts a program without a desktop entry, and waits for a window with this title.
    pub(crate) async fn start(&mut self, argv: &[&str], title: &str) -> Window {
        let argv = argv.iter().map(Into::into).collect();
        self.private.seat().start(argv, None).await.expect("the program starts");
        self.window(title).await
    }

    /// Starts a program, and waits for its window and controls.
    pub(crate) async fn begin(&mut self, argv: &[&str]) -> Window {
        let argv: Vec<_> = argv.iter().map(Into::into).collect();
        self.private.seat().start(argv, None).await.expect("the program starts");
        let end = Instant::now() + SETTLING;
        loop {
            if let Some(window) = self.windows().await.first().cloned()
                && !self.controls(&window).await.is_empty()
            {
                return window;
            }
            assert!(Instant::now() < end, "no window with controls came up");
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// What another program prints that runs on this desktop until it ends.
    pub(crate) fn output_of(&self, program: &str, words: &[&str]) -> Output {
        let environment = self.private.seat().environment();
        Command::new(program).args(words).env_clear().envs(environment.iter()).output().unwrap()
    }

    pub(crate) async fn windows(&mut self) -> Vec<Window> {
        self.desktop.windows().await.expect("windows")
    }

    /// Waits for the first window with this title.
    pub(crate) async fn window(&mut self, title: &str) -> Window {
        let end = Instant::now() + SETTLING;
        loop {
            let windows = self.windows().await;
            if let Some(found) = windows.iter().find(|window| window.title == title) {
                return found.clone();
            }
            assert!(Instant::now() < end, "{title:?} is not among {windows:?}");
            sleep(Duration::from_millis(20)).await;
        }
    }

    pub(crate) async fn controls(&mut self, window: &Window) -> Vec<Control> {
        self.desktop.controls(window, Budget::LOOK).await.expect("controls").controls
    }

    /// The same, but empty while the application is too busy starting to reply.
    async fn controls_so_far(&mut self, window: &Window) -> Vec<Control> {
        match self.desktop.controls(window, Budget::LOOK).await {
            Err(DesktopError::Hung { .. }) => Vec::new(),
            seen => seen.expect("controls").controls,
        }
    }

    /// Waits for the first control with this role and name.
    pub(crate) async fn find(&mut self, window: &Window, role: Role, name: &str) -> Control {
        self.find_where(window, &format!("{role:?} {name:?}"), |it| it.role == role && it.name == name).await
    }

    pub(crate) async fn find_where(
        &mut self,
        window: &Window,
        what: &str,
        is: impl Fn(&Control) -> bool,
    ) -> Control {
        let end = Instant::now() + SETTLING;
        loop {
            let controls = self.controls_so_far(window).await;
            if let Some(found) = controls.iter().find(|control| is(control)) {
                return found.clone();
            }
            let seen: Vec<_> = controls.iter().map(|it| format!("{} = {:?}", it.id(), it.value)).collect();
            assert!(Instant::now() < end, "{what} is not among {seen:#?}");
            sleep(Duration::from_millis(20)).await;
        }
    }

    pub(crate) async fn try_on(
        &mut self,
        window: &Window,
        control: &Control,
        gesture: Gesture,
    ) -> Result<Effect, DesktopError> {
        let aim = Aim::Control(Box::new(control.clone()));
        self.desktop.perform(&Input { window: window.id, aim, gesture }).await.map(|it| it.effect)
    }

    pub(crate) async fn on(&mut self, window: &Window, control: &Control, gesture: Gesture) -> Effect {
        let what = format!("{gesture:?} on {}", control.id());
        self.try_on(window, control, gesture).await.unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    pub(crate) async fn in_window(&mut self, window: &Window, gesture: Gesture) -> Effect {
        self.at(window, Aim::Window, gesture).await
    }

    pub(crate) async fn at(&mut self, window: &Window, aim: Aim, gesture: Gesture) -> Effect {
        let what = format!("{gesture:?} at {aim:?}");
        let outcome = self.try_at(window, aim, gesture).await;
        outcome.unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    pub(crate) async fn try_at(
        &mut self,
        window: &Window,
        aim: Aim,
        gesture: Gesture,
    ) -> Result<Effect, DesktopError> {
        let input = Input { window: window.id, aim, gesture };
        let input = root_window::resolve(&mut self.desktop, &input).await?;
        self.desktop.perform(&input).await.map(|it| it.effect)
    }

    pub(crate) async fn read(&mut self, window: &Window, control: &Control) -> String {
        self.desktop
            .read(window.id, control)
            .await
            .unwrap_or_else(|error| panic!("{}: {error}", control.id()))
    }

    pub(crate) async fn capture(&mut self, area: Area) -> Image {
        self.desktop.capture(&area).await.unwrap_or_else(|error| panic!("{area:?}: {error}"))
    }
}

pub(crate) fn click() -> Gesture {
    clicks(Button::Left, 1)
}

pub(crate) fn clicks(button: Button, count: u8) -> Gesture {
    Gesture::Click { button, count, held: Vec::new() }
}

pub(crate) fn drag(to: Point) -> Gesture {
    Gesture::Drag { to, button: Button::Left, held: Vec::new(), millis: 150 }
}

pub(crate) fn keys(text: &str) -> Gesture {
    Gesture::Keys(parse_keys(text).unwrap())
}

/// A chord and the keys pressed right after it.
pub(crate) fn keys_after(chord: &str, text: &str) -> Gesture {
    Gesture::Keys([parse_keys(chord).unwrap(), parse_keys(text).unwrap()].concat())
}

pub(crate) fn append(text: &str) -> Gesture {
    Gesture::Text { text: text.into(), mode: TextMode::Append }
}

pub(crate) fn replace(text: &str) -> Gesture {
    Gesture::Text { text: text.into(), mode: TextMode::Replace }
}
