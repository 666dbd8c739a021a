//! Kills, freezes or closes applications while they are being read: nothing may hang, and nothing may be left behind.
//!
//! A test binary of its own, because it counts what its process has open.
#![expect(clippy::expect_used, clippy::panic, reason = "a test says what is wrong by ending")]

use deskpilot_atspi::{Bus, CallRoute};
use deskpilot_core::{Launch, Size, Window};
use deskpilot_desktop::{Budget, ControlSnapshot, Desktop, DesktopError, DesktopReader, WindowList};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions, ProcessHandle, Seat};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt, EventMask};
use x11rb::rust_connection::RustConnection;

/// How many trials by default: one for each entry of `FAULTS`. `cargo xtask soak` runs more.
const TRIALS: u64 = 8;
/// The default seed.
const SEED: u64 = 11;
/// How many applications run at once.
const SIDE_BY_SIDE: usize = 8;
/// Far longer than a read takes on a busy machine: one that takes longer hangs. The benchmark `agent --only waits`
/// measures how long it takes.
const HANGS: Duration = Duration::from_secs(20);
/// How long a change may take to be seen.
const SETTLING: Duration = Duration::from_secs(20);
/// The least number of controls of a calculator.
const CONTROLS: usize = 30;

/// What happens to an application.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Killed,
    Closed,
    FrozenForAWhile,
    FrozenAndKilled,
}

const FAULTS: &[Fault] = &[
    Fault::Killed,
    Fault::Closed,
    Fault::FrozenForAWhile,
    Fault::Killed,
    Fault::FrozenAndKilled,
    Fault::FrozenForAWhile,
    Fault::Closed,
    Fault::FrozenForAWhile,
];

/// Generates the same numbers for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }
}

/// A desktop connection and the applications it reads.
struct Observer {
    seat: Seat,
    desktop: LinuxDesktop,
    display: Arc<RustConnection>,
    editor: Window,
    dice: Dice,
    seed: u64,
}

/// A running calculator.
struct Calculator {
    running: ProcessHandle,
    window: Window,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_happens_to_an_application_while_it_is_read() {
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let usual_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        usual_hook(panic);
    }));
    let (seed, most) = (given("DESKPILOT_TEST_SEED", SEED), given("DESKPILOT_TEST_TRIALS", TRIALS));
    let options = PrivateOptions { size: Size { width: 1600, height: 900 }, ..PrivateOptions::USUAL };
    let private = PrivateDesktop::bring_up(&options).await.expect("a private desktop");
    let runtime = private.seat().environment().value("XDG_RUNTIME_DIR").expect("a directory").to_owned();
    let mut observers = observers(private.seat(), seed).await;
    let before = OpenResources::count(private.seat()).await;

    let trials = Arc::new(AtomicUsize::new(0));
    let working: Vec<_> = observers
        .into_iter()
        .map(|observer| tokio::spawn(observer.work(Arc::clone(&trials), most)))
        .collect();
    observers = Vec::new();
    for worker in working {
        observers.push(worker.await.expect("every trial is as it should be"));
    }

    let deadline = Instant::now() + SETTLING;
    loop {
        let now = OpenResources::count(private.seat()).await;
        if now.is_no_more_than(&before) {
            break;
        }
        assert!(Instant::now() < deadline, "seed {seed}: before {before:?}, after {now:?}");
        sleep(Duration::from_millis(50)).await;
    }
    drop(observers);
    private.close().await;
    assert_eq!(processes(&runtime), 0, "seed {seed}: processes are left");
    assert_eq!(PANICS.load(Ordering::SeqCst), 0, "seed {seed}: something panicked");
}

/// The number in an environment variable, at least 1.
fn given(variable: &str, otherwise: u64) -> u64 {
    let given = std::env::var(variable).ok().and_then(|number| number.parse().ok());
    given.unwrap_or(otherwise).max(1)
}

/// Several observers, each with its own connections, and one editor that stays unharmed.
async fn observers(seat: &Seat, seed: u64) -> Vec<Observer> {
    let mut first = LinuxDesktop::connect(seat.clone()).await.expect("a connection");
    let launch = Launch { application: "mousepad".into(), file: None, ..Launch::default() };
    let editor = first.launch(&launch, &[]).await.expect("an editor");
    let (display, _) = seat.connect_display().expect("a connection to the X server");
    let (display, mut observers) = (Arc::new(display), Vec::new());
    for index in 1..=SIDE_BY_SIDE as u64 {
        let desktop = LinuxDesktop::connect(seat.clone()).await.expect("a connection");
        let (display, editor) = (Arc::clone(&display), editor.clone());
        let dice = Dice(seed.wrapping_mul(index).max(1));
        let mut observer = Observer { seat: seat.clone(), desktop, display, editor, dice, seed };
        observer.look_at_editor().await;
        observers.push(observer);
    }
    observers
}

impl Observer {
    async fn work(mut self, trials: Arc<AtomicUsize>, most: u64) -> Observer {
        let mut calculator = None;
        loop {
            let trial = trials.fetch_add(1, Ordering::SeqCst);
            if trial as u64 >= most {
                break;
            }
            let one = match calculator.take() {
                Some(calculator) => calculator,
                None => self.start().await,
            };
            calculator = self.trial(one, FAULTS[trial % FAULTS.len()], trial).await;
            self.look_at_editor().await;
        }
        if let Some(calculator) = calculator {
            signal(&calculator, Signal::KILL);
            calculator.running.end().await;
        }
        self
    }

    async fn start(&mut self) -> Calculator {
        let starting = self.seat.start(vec!["galculator".into()], None).await;
        let running = starting.expect("a calculator starts");
        let deadline = Instant::now() + SETTLING;
        loop {
            let windows = self.desktop.windows().await.expect("windows");
            if let Some(window) = windows.into_iter().find(|it| it.process == Some(running.pid())) {
                let calculator = Calculator { running, window };
                self.until_readable(&calculator).await;
                return calculator;
            }
            assert!(Instant::now() < deadline, "seed {}: no window; {:?}", self.seed, running.ended());
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until all of its controls can be read.
    async fn until_readable(&mut self, calculator: &Calculator) {
        let deadline = Instant::now() + SETTLING;
        loop {
            let seen = self.desktop.controls(&calculator.window, Budget::LOOK).await;
            if matches!(&seen, Ok(seen) if seen.truncated.is_none() && seen.controls.len() >= CONTROLS) {
                return;
            }
            assert!(Instant::now() < deadline, "seed {}: it is not read: {seen:?}", self.seed);
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Reads an application while something happens to it; returns the application if it is still usable.
    async fn trial(&mut self, calculator: Calculator, fault: Fault, trial: usize) -> Option<Calculator> {
        let case = format!("seed {}, trial {trial}, {fault:?}", self.seed);
        let started = Instant::now();
        self.read(&calculator, &case).await;
        let usual = u64::try_from(started.elapsed().as_micros()).unwrap_or(1).max(1);
        let moment = Duration::from_micros(self.dice.roll(usual));
        let (display, pid) = (Arc::clone(&self.display), calculator.running.pid());
        let window = u32::try_from(calculator.window.id.0).expect("a window of X11");
        let injecting = tokio::spawn(async move {
            sleep(moment).await;
            inject(fault, pid, window, &display);
        });
        self.read(&calculator, &case).await;
        injecting.await.expect("the fault happens");
        match fault {
            Fault::Killed => {}
            Fault::Closed => self.until_gone(&calculator, &case).await,
            Fault::FrozenForAWhile => {
                signal(&calculator, Signal::CONT);
                self.until_readable(&calculator).await;
                return Some(calculator);
            }
            Fault::FrozenAndKilled => {
                self.read(&calculator, &case).await;
                signal(&calculator, Signal::KILL);
            }
        }
        calculator.running.end().await;
        None
    }

    /// Checks that a read ends and reports what it could not see.
    async fn read(&mut self, calculator: &Calculator, case: &str) {
        let reading = timeout(HANGS, self.desktop.controls(&calculator.window, Budget::LOOK));
        match reading.await.unwrap_or_else(|_| panic!("{case}: the read hangs")) {
            Ok(ControlSnapshot { truncated: None, controls, .. }) if controls.len() < CONTROLS => {
                panic!("{case}: {} controls are reported to be all", controls.len());
            }
            Ok(_) | Err(DesktopError::WindowGone(_) | DesktopError::Hung { .. }) => {}
            Err(error) => panic!("{case}: {error}"),
        }
    }

    async fn until_gone(&mut self, calculator: &Calculator, case: &str) {
        let deadline = Instant::now() + SETTLING;
        while calculator.running.ended().is_none() {
            self.read(calculator, case).await;
            assert!(Instant::now() < deadline, "{case}: it was closed and is still there");
        }
    }

    /// What happens to other applications must not affect this one: all its controls are read by the deadline.
    async fn look_at_editor(&mut self) {
        let seen = self.desktop.controls(&self.editor, Budget::LOOK).await.expect("an editor");
        assert_eq!(seen.truncated, None, "seed {}: the editor was not read in time", self.seed);
        assert!(!seen.controls.is_empty(), "seed {}: the editor has no controls", self.seed);
    }
}

fn inject(fault: Fault, pid: u32, window: u32, display: &RustConnection) {
    match fault {
        Fault::Killed => send(pid, Signal::KILL),
        Fault::FrozenForAWhile | Fault::FrozenAndKilled => send(pid, Signal::STOP),
        Fault::Closed => close(display, window),
    }
}

fn signal(calculator: &Calculator, signal: Signal) {
    send(calculator.running.pid(), signal);
}

fn send(pid: u32, signal: Signal) {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw).expect("a process");
    kill_process(pid, signal).expect("the process is there");
}

/// Asks the window manager to close a window, as its close button does.
fn close(display: &RustConnection, window: u32) {
    let root = display.setup().roots[0].root;
    let atom = display.intern_atom(false, b"_NET_CLOSE_WINDOW").expect("the X server").reply();
    let event = ClientMessageEvent::new(32, window, atom.expect("an atom").atom, [0, 2, 0, 0, 0]);
    let to = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    display.send_event(false, root, to, event).expect("the X server").check().expect("it is sent");
}

/// What is open: files of this process, connections to the accessibility bus, processes of the desktop.
#[derive(Debug)]
struct OpenResources {
    files: BTreeMap<String, usize>,
    on_the_bus: usize,
    processes: usize,
}

impl OpenResources {
    fn is_no_more_than(&self, before: &OpenResources) -> bool {
        let files = |open: &OpenResources| open.files.values().sum::<usize>();
        files(self) <= files(before)
            && self.on_the_bus <= before.on_the_bus
            && self.processes <= before.processes
    }

    async fn count(seat: &Seat) -> OpenResources {
        let runtime = seat.environment().value("XDG_RUNTIME_DIR").expect("a directory");
        let files = files();
        let connecting = Bus::connect(seat.accessibility_bus(), CallRoute::BusOnly).await;
        let (bus, _events) = connecting.expect("a connection to the bus");
        let names = bus.until(Instant::now() + SETTLING).connections().await.expect("names");
        OpenResources { files, on_the_bus: names.len(), processes: processes(runtime) }
    }
}

/// How many files of each kind this process has open.
fn files() -> BTreeMap<String, usize> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir("/proc/self/fd").expect("our files").flatten() {
        let name = fs::read_link(entry.path()).unwrap_or_default();
        let kind = name.to_string_lossy().split(['[', '0']).next().unwrap_or_default().to_owned();
        *files.entry(kind).or_default() += 1;
    }
    files
}

/// How many processes have this runtime directory.
fn processes(runtime: &str) -> usize {
    let mark = format!("XDG_RUNTIME_DIR={runtime}");
    let lives_there = |pid: &str| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
    };
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    entries.filter_map(|it| it.file_name().into_string().ok()).filter(|pid| lives_there(pid)).count()
}
