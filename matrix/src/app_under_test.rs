//! The application under test on a private desktop, and what the trials read of it.

use crate::folders::Folders;
use crate::spec::{Application, Start, Target};
use anyhow::{Context, Result, bail};
use deskpilot_core::{Control, Launch, Role, State, Window};
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopReader, Image, WindowList, label_controls, photographer,
};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long an application may take to show its window and its first controls.
const STARTING: Duration = Duration::from_secs(45);
/// How long the effect of an action may take to appear.
pub(crate) const SETTLING: Duration = Duration::from_secs(6);
/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(100);

/// The application under test.
pub(crate) struct AppUnderTest {
    pub(crate) desktop: LinuxDesktop,
    pub(crate) window: Window,
    pub(crate) folders: Folders,
    private: PrivateDesktop,
}

impl AppUnderTest {
    /// Opens a desktop, starts the application, and waits until it is ready.
    pub(crate) async fn open(application: &Application) -> Result<AppUnderTest> {
        let folders = Folders::prepare(application)?;
        let options = PrivateOptions { home: Some(folders.home.clone()), ..PrivateOptions::USUAL };
        let private = PrivateDesktop::bring_up(&options).await?;
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await?;
        let window = match &application.start {
            Start::Named(name) => {
                let launch = Launch { application: (*name).into(), file: None, ..Launch::default() };
                desktop.launch(&launch, &[]).await?
            }
            Start::Program(words) => {
                let argv: Vec<OsString> = words.iter().map(|word| folders.fill(word).into()).collect();
                let running = private.seat().start(argv, Some(folders.home.clone())).await?;
                let output = || running.output().tail();
                wait_for_window(&mut desktop, application.title, STARTING).await.with_context(output)?
            }
        };
        let mut app = AppUnderTest { desktop, window, folders, private };
        for target in application.ready {
            app.find(*target, STARTING).await.context("it does not become ready")?;
        }
        Ok(app)
    }

    /// Ends the application and its desktop.
    pub(crate) async fn close(self) {
        self.private.close().await;
    }

    /// Waits for another window and continues in it.
    pub(crate) async fn switch_window(&mut self, title: &str) -> Result<()> {
        self.window = wait_for_window(&mut self.desktop, title, SETTLING).await?;
        Ok(())
    }

    /// The current controls of the window and its dialogs.
    pub(crate) async fn controls(&mut self) -> Result<Vec<Control>> {
        Ok(self.desktop.controls(&self.window, Budget::LOOK).await?.controls)
    }

    /// Waits for a control.
    pub(crate) async fn find(&mut self, target: Target, patience: Duration) -> Result<Control> {
        let end = Instant::now() + patience;
        loop {
            let looking = self.controls().await;
            if let Some(found) = looking.as_ref().ok().and_then(|controls| pick(target, controls)) {
                return Ok(found.clone());
            }
            if Instant::now() >= end {
                let controls = looking?;
                bail!("{} is not among the {} controls", in_words(target), controls.len());
            }
            sleep(PAUSE).await;
        }
    }

    pub(crate) async fn picture(&mut self) -> Result<Image> {
        Ok(self.desktop.capture(&Area::Window(self.window.id)).await?)
    }

    /// Appends a line to the log next to the pictures. An error is ignored: the log only helps to read a failure.
    pub(crate) fn log(&self, name: &str, line: &str) {
        let path = self.folders.artefact(name, "log");
        let opened = fs::OpenOptions::new().create(true).append(true).open(path);
        let _ = opened.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    }

    /// Writes the annotated picture of the window and the list of its controls as artefacts.
    pub(crate) async fn keep(&mut self, name: &str) -> Result<()> {
        let clean = self.picture().await?;
        let seen = self.desktop.controls(&self.window, Budget::LOOK).await?;
        let seen = ControlSnapshot { controls: label_controls(seen.controls), ..seen };
        let annotated = photographer::annotate(&clean, &seen.controls);
        fs::write(self.folders.artefact(name, "png"), photographer::encode_png(&annotated)?)?;
        Ok(fs::write(self.folders.artefact(name, "txt"), list(&self.window, &seen))?)
    }
}

async fn wait_for_window(desktop: &mut LinuxDesktop, title: &str, patience: Duration) -> Result<Window> {
    let end = Instant::now() + patience;
    loop {
        let windows = desktop.windows().await?;
        if let Some(found) = windows.iter().find(|window| window.title.contains(title)) {
            return Ok(found.clone());
        }
        if Instant::now() >= end {
            let titles: Vec<_> = windows.into_iter().map(|window| window.title).collect();
            bail!("no window is called {title:?}, but {titles:?}");
        }
        sleep(PAUSE).await;
    }
}

/// The control of a target.
pub(crate) fn pick(target: Target, controls: &[Control]) -> Option<&Control> {
    match target {
        Target::Window | Target::AtFraction(..) | Target::FromCorner(..) => None,
        Target::Named(role, name) => {
            let mut named = controls.iter().filter(|it| it.role == role && is_named(it, name));
            let first = named.clone().next();
            named.find(|it| it.states.has(State::Enabled)).or(first)
        }
        Target::WithValue(role, text) => controls.iter().find(|it| {
            it.role == role
                && it.states.has(State::Enabled)
                && it.value.as_deref().is_some_and(|value| value.contains(text))
        }),
        Target::Largest(role) => controls.iter().filter(|it| it.role == role).max_by_key(|it| it.rect.area()),
    }
}

fn is_named(control: &Control, name: &str) -> bool {
    match name.strip_suffix('*') {
        Some(start) => control.name.starts_with(start),
        None => control.name == name,
    }
}

/// The name of a target in sentences.
pub(crate) fn in_words(target: Target) -> String {
    let role = |role: Role| role.name();
    match target {
        Target::Window => "the window".into(),
        Target::Named(kind, name) => format!("{} {name:?}", role(kind)),
        Target::WithValue(kind, text) => format!("{} with {text:?}", role(kind)),
        Target::Largest(kind) => format!("the largest {}", role(kind)),
        Target::AtFraction(x, y) => format!("the point at {x}, {y} of the window"),
        Target::FromCorner(title, ..) => format!("a point in {title:?}"),
    }
}

fn list(window: &Window, seen: &ControlSnapshot) -> String {
    let mut text = format!("{:?} {:?}\n", window.title, window.rect);
    if let Some(truncated) = &seen.truncated {
        let _ = writeln!(text, "left out: {truncated:?}");
    }
    for it in &seen.controls {
        let label = it.label.map_or_else(String::new, |label| label.to_string());
        let states: Vec<_> = it.states.iter().map(|state| format!("{state:?}")).collect();
        let value = it.value.as_deref().map_or_else(String::new, |value| format!(" = {value:?}"));
        let place = format!("{},{} {}x{}", it.rect.x, it.rect.y, it.rect.width, it.rect.height);
        let _ = writeln!(text, "{label:>4} {}{value} [{place}] {}", it.id(), states.join(" "));
    }
    text
}
