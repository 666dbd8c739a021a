//! What the tests share: a desktop whose applications are fixtures, and the keyboard and pointer for one test at a time.

use deskpilot_core::{
    Aim, Application, Button, Control, Effect, Gesture, Input, Launch, Role, Window, WindowState,
};
use deskpilot_desktop::{Budget, Desktop, DesktopError, DesktopReader, LaunchExtra};
use deskpilot_uia::Uia;
use deskpilot_win32::{Deadline, Hwnd, choose_menu_item, set_state, set_text, toplevel};
use deskpilot_windows::{Applications, StartedApplication, WindowsDesktop};
use deskpilot_windows_fixtures::ids::MENU_STOP;
use deskpilot_windows_fixtures::{Fixture, FixtureProgram, Happened, Start};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::MutexGuard;

/// There are one foreground window, one pointer and one clipboard, so these tests run one after the other.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// The window with every standard control, and with many of some kinds.
pub(crate) const MANY: &str = "many controls";
/// How many it has more: with them, a look lists about two hundred.
pub(crate) const FURTHER_CONTROLS: u16 = 160;

/// How long a condition may take to come true.
const PATIENCE: Duration = Duration::from_secs(20);

/// The fixtures as applications.
#[derive(Default)]
pub(crate) struct Fixtures {
    running: Mutex<Vec<Fixture>>,
}

impl Applications for Fixtures {
    fn list(&self) -> Result<Vec<Application>, DesktopError> {
        Ok(["calculator", "controls", MANY].map(application).to_vec())
    }

    fn resolve(&self, launch: &Launch) -> Result<Application, DesktopError> {
        program(launch).map(|_| application(&launch.application))
    }

    fn start(&self, launch: &Launch, _: &[LaunchExtra]) -> Result<StartedApplication, DesktopError> {
        let name = launch.application.clone();
        let more = if name == MANY { FURTHER_CONTROLS } else { 0 };
        let start = Start { more, ..Fixture::plan(&name) };
        let started = Fixture::start_as(program(launch)?, start);
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
        "controls" | MANY => Ok(FixtureProgram::Controls),
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
        self.happened_in(0)
    }

    /// What the fixture recorded that was opened after so many others.
    pub(crate) fn happened_in(&self, others: usize) -> Vec<Happened> {
        self.fixtures.running.lock().unwrap()[others].happened().unwrap()
    }

    /// The file in which the fixture records.
    pub(crate) fn record(&self) -> PathBuf {
        self.fixtures.running.lock().unwrap()[0].record().to_owned()
    }

    /// Opens another fixture.
    pub(crate) async fn launch(&mut self, application: &str) -> Window {
        let launch = Launch { application: application.into(), ..Launch::default() };
        self.desktop.launch(&launch, &[]).await.unwrap()
    }

    /// Minimises the window.
    pub(crate) async fn minimise(&self) {
        let window = Hwnd::from(self.window.id);
        set_state(window, WindowState::Minimized).unwrap();
        self.until(|_| toplevel(window).unwrap().state == WindowState::Minimized).await;
    }

    /// Makes a text of the window a clock, which shows another number again and again, after such a pause each time.
    pub(crate) async fn tick(&mut self, text: &str, pause: Duration) -> Clock {
        let text = self.control(Role::Text, text).await;
        let window = text.node().and_then(|it| it.0.strip_prefix("win32 ")?.parse().ok());
        Clock::start(Hwnd(window.unwrap()), pause)
    }

    /// Waits until it is so.
    pub(crate) async fn until(&self, is_so: impl Fn(&Scene) -> bool) {
        let began = Instant::now();
        while !is_so(self) {
            assert!(began.elapsed() < PATIENCE, "waited in vain; there is {:?}", self.happened());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Has the program answer nothing for three seconds.
    pub(crate) async fn stop(&mut self) {
        let window = Hwnd::from(self.window.id);
        let stopped = tokio::task::spawn_blocking(move || {
            choose_menu_item(window, MENU_STOP.into(), Deadline::within(Duration::from_millis(20)))
        });
        // It is at it, and answers nothing meanwhile.
        let _ = stopped.await.unwrap();
    }

    /// Looks from now on by this UI Automation.
    pub(crate) fn connect_over(&mut self, uia: Uia) {
        let applications: Arc<dyn Applications> = Arc::<Fixtures>::clone(&self.fixtures);
        self.desktop = WindowsDesktop::over(uia, applications, &leases()).unwrap();
    }

    /// What a desktop sees that has no UI Automation.
    pub(crate) async fn controls_by_win32(&self) -> Vec<Control> {
        let seen = connect(&self.fixtures).controls(&self.window, Budget::LOOK).await;
        seen.unwrap().controls
    }

    pub(crate) async fn control_by_win32(&self, role: Role, name: &str) -> Control {
        named(&self.controls_by_win32().await, role, name)
    }

    pub(crate) async fn controls(&mut self) -> Vec<Control> {
        let window = self.window.clone();
        self.desktop.controls(&window, Budget::LOOK).await.unwrap().controls
    }

    pub(crate) async fn control(&mut self, role: Role, name: &str) -> Control {
        named(&self.controls().await, role, name)
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

/// A text that shows another number again and again, until it is dropped.
pub(crate) struct Clock {
    shown: Arc<AtomicU32>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Clock {
    fn start(text: Hwnd, pause: Duration) -> Clock {
        let (shown, is_over) = (Arc::<AtomicU32>::default(), Arc::<AtomicBool>::default());
        let (counted, over) = (Arc::clone(&shown), Arc::clone(&is_over));
        let thread = thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                let number = counted.load(Ordering::Relaxed) + 1;
                // The program may be gone already.
                let _ = set_text(text, &number.to_string(), Deadline::within(PATIENCE));
                counted.store(number, Ordering::Relaxed);
                thread::sleep(pause);
            }
        });
        Clock { shown, is_over, thread: Some(thread) }
    }

    /// The number that it shows.
    pub(crate) fn shown(&self) -> u32 {
        self.shown.load(Ordering::Relaxed)
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn named(controls: &[Control], role: Role, name: &str) -> Control {
    let found = controls.iter().find(|it| it.role == role && it.name == name);
    let all = || controls.iter().map(|it| it.id().to_string()).collect::<Vec<_>>();
    found.unwrap_or_else(|| panic!("{role:?} {name:?} is not among {:?}", all())).clone()
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
