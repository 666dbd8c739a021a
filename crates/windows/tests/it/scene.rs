//! What the tests share: a desktop whose applications are fixtures, and the keyboard and pointer for one test at a time.

use deskpilot_core::{Aim, Application, Button, Control, Effect, Gesture, Input, Launch, Role, Window};
use deskpilot_desktop::{Budget, Desktop, DesktopError, DesktopReader, LaunchExtra};
use deskpilot_windows::{Applications, StartedApplication, WindowsDesktop};
use deskpilot_windows_fixtures::{Fixture, FixtureProgram, Happened};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tokio::sync::MutexGuard;

/// There are one foreground window, one pointer and one clipboard, so these tests run one after the other.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// The fixtures as applications.
#[derive(Default)]
pub(crate) struct Fixtures {
    running: Mutex<Vec<Fixture>>,
}

impl Applications for Fixtures {
    fn list(&self) -> Result<Vec<Application>, DesktopError> {
        Ok(["calculator", "controls"].map(application).to_vec())
    }

    fn resolve(&self, launch: &Launch) -> Result<Application, DesktopError> {
        program(launch).map(|_| application(&launch.application))
    }

    fn start(&self, launch: &Launch, _: &[LaunchExtra]) -> Result<StartedApplication, DesktopError> {
        let name = launch.application.clone();
        let started = Fixture::start(program(launch)?, &name);
        let fixture = started
            .map_err(|error| DesktopError::NotStarted { name: name.clone(), why: error.to_string() })?;
        let process = Some(fixture.process());
        self.running.lock().unwrap().push(fixture);
        Ok(StartedApplication { name, process, programs: Vec::new() })
    }
}

fn application(name: &str) -> Application {
    Application { id: name.into(), name: name.into(), ..Application::default() }
}

fn program(launch: &Launch) -> Result<FixtureProgram, DesktopError> {
    match launch.application.as_str() {
        "calculator" => Ok(FixtureProgram::Calculator),
        "controls" => Ok(FixtureProgram::Controls),
        name => Err(DesktopError::NoSuchApplication { name: name.into(), close: Vec::new() }),
    }
}

/// A desktop with a fixture open.
pub(crate) struct Scene {
    pub(crate) desktop: WindowsDesktop,
    pub(crate) window: Window,
    pub(crate) fixtures: Arc<Fixtures>,
    _alone: MutexGuard<'static, ()>,
}

impl Scene {
    pub(crate) async fn open(application: &str) -> Scene {
        let alone = ALONE.lock().await;
        let fixtures = Arc::<Fixtures>::default();
        let mut desktop = connect(&fixtures);
        let launch = Launch { application: application.into(), ..Launch::default() };
        let window = desktop.launch(&launch, &[]).await.unwrap();
        Scene { desktop, window, fixtures, _alone: alone }
    }

    /// What the fixture recorded.
    pub(crate) fn happened(&self) -> Vec<Happened> {
        self.fixtures.running.lock().unwrap()[0].happened().unwrap()
    }

    pub(crate) async fn controls(&mut self) -> Vec<Control> {
        let window = self.window.clone();
        self.desktop.controls(&window, Budget::LOOK).await.unwrap().controls
    }

    pub(crate) async fn control(&mut self, role: Role, name: &str) -> Control {
        let controls = self.controls().await;
        let found = controls.iter().find(|it| it.role == role && it.name == name);
        found.unwrap_or_else(|| panic!("{role:?} {name:?} is not among {controls:#?}")).clone()
    }

    pub(crate) async fn perform(
        &mut self,
        control: &Control,
        gesture: Gesture,
    ) -> Result<Effect, DesktopError> {
        let aim = Aim::Control(Box::new(control.clone()));
        let input = Input { window: self.window.id, aim, gesture };
        self.desktop.perform(&input).await.map(|it| it.effect)
    }
}

/// Another connection to the desktop, which is another session.
pub(crate) fn connect(fixtures: &Arc<Fixtures>) -> WindowsDesktop {
    let applications: Arc<dyn Applications> = Arc::<Fixtures>::clone(fixtures);
    WindowsDesktop::connect(applications, &leases()).unwrap()
}

fn leases() -> PathBuf {
    std::env::temp_dir().join("deskpilot-leases-of-tests")
}

pub(crate) fn click() -> Gesture {
    Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }
}

/// Keeps other tests with windows away.
pub(crate) async fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().await
}
