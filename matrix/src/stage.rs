//! A private desktop with one application on it, and short words for looking and acting.

use crate::places::Places;
use crate::words::{Application, Spot, Start};
use anyhow::{Context, Result, bail};
use deskpilot_core::{Control, Launch, Role, State, Window};
use deskpilot_desktop::{Area, Budget, ControlSnapshot, Desktop, Image, label_controls, photographer};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long an application may take to show its window and its first controls.
const STARTING: Duration = Duration::from_secs(45);
/// How long something that was caused may take to be there.
pub(crate) const SETTLING: Duration = Duration::from_secs(6);
/// How long it is waited between two looks.
const PAUSE: Duration = Duration::from_millis(100);

/// An application on a desktop of its own.
pub(crate) struct Stage {
    pub(crate) desktop: LinuxDesktop,
    pub(crate) window: Window,
    pub(crate) places: Places,
    private: PrivateDesktop,
}

impl Stage {
    /// Brings a desktop up, starts the application, and waits until it is ready.
    pub(crate) async fn set(application: &Application) -> Result<Stage> {
        let places = Places::prepare(application)?;
        let options = PrivateOptions { home: Some(places.home.clone()), ..PrivateOptions::USUAL };
        let private = PrivateDesktop::bring_up(&options).await?;
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await?;
        let window = match &application.start {
            Start::Named(name) => {
                let launch = Launch { application: (*name).into(), file: None };
                desktop.launch(&launch, &[]).await?
            }
            Start::Program(words) => {
                let argv: Vec<OsString> = words.iter().map(|word| places.fill(word).into()).collect();
                let running = private.seat().start(argv, Some(places.home.clone())).await?;
                let said = || running.output().tail();
                wait_for_window(&mut desktop, application.title, STARTING).await.with_context(said)?
            }
        };
        let mut stage = Stage { desktop, window, places, private };
        for spot in application.ready {
            stage.find(*spot, STARTING).await.context("it does not become ready")?;
        }
        Ok(stage)
    }

    /// Ends the application and its desktop.
    pub(crate) async fn strike(self) {
        self.private.close().await;
    }

    /// Goes on in another window.
    pub(crate) async fn turn(&mut self, title: &str) -> Result<()> {
        self.window = wait_for_window(&mut self.desktop, title, SETTLING).await?;
        Ok(())
    }

    /// The controls of the window and its dialogs as they are now.
    pub(crate) async fn controls(&mut self) -> Result<Vec<Control>> {
        Ok(self.desktop.controls(&self.window, Budget::LOOK).await?.controls)
    }

    /// The control, waited for.
    pub(crate) async fn find(&mut self, spot: Spot, patience: Duration) -> Result<Control> {
        let end = Instant::now() + patience;
        loop {
            let looking = self.controls().await;
            if let Some(found) = looking.as_ref().ok().and_then(|controls| pick(spot, controls)) {
                return Ok(found.clone());
            }
            if Instant::now() >= end {
                let controls = looking?;
                bail!("{} is not among the {} controls", in_words(spot), controls.len());
            }
            sleep(PAUSE).await;
        }
    }

    pub(crate) async fn picture(&mut self) -> Result<Image> {
        Ok(self.desktop.capture(&Area::Window(self.window.id)).await?)
    }

    /// Keeps a line of what was done, beside the pictures. One that cannot be kept is no news.
    pub(crate) fn note(&self, name: &str, line: &str) {
        let path = self.places.artefact(name, "log");
        let opened = fs::OpenOptions::new().create(true).append(true).open(path);
        let _ = opened.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    }

    /// Keeps the annotated picture of the window and the list of its controls as artefacts.
    pub(crate) async fn keep(&mut self, name: &str) -> Result<()> {
        let clean = self.picture().await?;
        let seen = self.desktop.controls(&self.window, Budget::LOOK).await?;
        let seen = ControlSnapshot { controls: label_controls(seen.controls), ..seen };
        let annotated = photographer::annotate(&clean, &seen.controls);
        fs::write(self.places.artefact(name, "png"), photographer::encode_png(&annotated)?)?;
        Ok(fs::write(self.places.artefact(name, "txt"), list(&self.window, &seen))?)
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

/// The control that is meant.
pub(crate) fn pick(spot: Spot, controls: &[Control]) -> Option<&Control> {
    match spot {
        Spot::Window | Spot::Place(..) | Spot::FromCorner(..) => None,
        Spot::Is(role, name) => {
            let mut named = controls.iter().filter(|it| it.role == role && is_named(it, name));
            let first = named.clone().next();
            named.find(|it| it.states.has(State::Enabled)).or(first)
        }
        Spot::Holds(role, text) => controls.iter().find(|it| {
            it.role == role
                && it.states.has(State::Enabled)
                && it.value.as_deref().is_some_and(|value| value.contains(text))
        }),
        Spot::Largest(role) => controls.iter().filter(|it| it.role == role).max_by_key(|it| it.rect.area()),
    }
}

fn is_named(control: &Control, name: &str) -> bool {
    match name.strip_suffix('*') {
        Some(start) => control.name.starts_with(start),
        None => control.name == name,
    }
}

/// What a spot is called in sentences.
pub(crate) fn in_words(spot: Spot) -> String {
    let role = |role: Role| role.name();
    match spot {
        Spot::Window => "the window".into(),
        Spot::Is(kind, name) => format!("{} {name:?}", role(kind)),
        Spot::Holds(kind, text) => format!("{} with {text:?}", role(kind)),
        Spot::Largest(kind) => format!("the largest {}", role(kind)),
        Spot::Place(x, y) => format!("the place at {x}, {y} of the window"),
        Spot::FromCorner(title, ..) => format!("a place in {title:?}"),
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
