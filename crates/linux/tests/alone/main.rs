//! Kills, freezes or closes applications while they are being read: nothing may hang, and nothing may be left behind.
//!
//! A test binary of its own, because it counts what its process has open.
#![expect(clippy::expect_used, clippy::panic, reason = "a test says what is wrong by ending")]

use deskpilot_core::{Launch, Size, Window};
use deskpilot_desktop::{Budget, ControlSnapshot, Desktop, DesktopError};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions, Running, Seat};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt, EventMask};
use x11rb::rust_connection::RustConnection;

/// How many trials by default: three for each entry of `LUCK`. `cargo xtask soak` runs more.
const TRIALS: u64 = 24;
/// The default seed.
const SEED: u64 = 11;
/// How many applications run at once.
const SIDE_BY_SIDE: usize = 8;
/// How much longer than its deadline a read may take on a busy machine.
const SLACK: Duration = Duration::from_millis(700);
/// How long an effect may take to be seen.
const SETTLING: Duration = Duration::from_secs(20);
/// The least number of controls of a calculator.
const CONTROLS: usize = 30;

/// What happens to an application.
#[derive(Clone, Copy, Debug)]
enum Luck {
    Killed,
    Closed,
    FrozenForAWhile,
    FrozenAndKilled,
}

const LUCK: &[Luck] = &[
    Luck::Killed,
    Luck::Closed,
    Luck::FrozenForAWhile,
    Luck::Killed,
    Luck::FrozenAndKilled,
    Luck::FrozenForAWhile,
    Luck::Closed,
    Luck::FrozenForAWhile,
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
struct Bench {
    seat: Seat,
    desktop: LinuxDesktop,
    display: Arc<RustConnection>,
    witness: Window,
    dice: Dice,
    seed: u64,
}

/// A running calculator.
struct Victim {
    running: Running,
    window: Window,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_happens_to_an_application_while_it_is_read() {
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        told(panic);
    }));
    let (seed, most) = (given("DESKPILOT_TEST_SEED", SEED), given("DESKPILOT_TEST_TRIALS", TRIALS));
    let options = PrivateOptions { size: Size { width: 1600, height: 900 }, ..PrivateOptions::USUAL };
    let private = PrivateDesktop::bring_up(&options).await.expect("a private desktop");
    let runtime = private.seat().environment().value("XDG_RUNTIME_DIR").expect("a directory").to_owned();
    let mut benches = benches(private.seat(), seed).await;
    let before = Open::count(private.seat()).await;

    let trials = Arc::new(AtomicUsize::new(0));
    let working: Vec<_> =
        benches.into_iter().map(|bench| tokio::spawn(bench.work(Arc::clone(&trials), most))).collect();
    benches = Vec::new();
    for worker in working {
        benches.push(worker.await.expect("every trial is as it should be"));
    }

    let deadline = Instant::now() + SETTLING;
    loop {
        let now = Open::count(private.seat()).await;
        if now.is_no_more_than(&before) {
            break;
        }
        assert!(Instant::now() < deadline, "seed {seed}: before {before:?}, after {now:?}");
        sleep(Duration::from_millis(50)).await;
    }
    drop(benches);
    private.close().await;
    assert_eq!(processes(&runtime), 0, "seed {seed}: processes are left");
    assert_eq!(PANICS.load(Ordering::SeqCst), 0, "seed {seed}: something panicked");
}

/// The number in an environment variable, at least 1.
fn given(variable: &str, otherwise: u64) -> u64 {
    let given = std::env::var(variable).ok().and_then(|number| number.parse().ok());
    given.unwrap_or(otherwise).max(1)
}

/// Several benches, each with its own connections, and one application that stays unharmed.
async fn benches(seat: &Seat, seed: u64) -> Vec<Bench> {
    let mut first = LinuxDesktop::connect(seat.clone()).await.expect("a connection");
    let launch = Launch { application: "mousepad".into(), file: None };
    let witness = first.launch(&launch, &[]).await.expect("an editor");
    let (display, _) = seat.connect_display().expect("a connection to the X server");
    let (display, mut benches) = (Arc::new(display), Vec::new());
    for index in 1..=SIDE_BY_SIDE as u64 {
        let desktop = LinuxDesktop::connect(seat.clone()).await.expect("a connection");
        let (display, witness) = (Arc::clone(&display), witness.clone());
        let dice = Dice(seed.wrapping_mul(index).max(1));
        let mut bench = Bench { seat: seat.clone(), desktop, display, witness, dice, seed };
        bench.look_at_the_witness().await;
        benches.push(bench);
    }
    benches
}

impl Bench {
    async fn work(mut self, trials: Arc<AtomicUsize>, most: u64) -> Bench {
        let mut victim = None;
        loop {
            let trial = trials.fetch_add(1, Ordering::SeqCst);
            if trial as u64 >= most {
                break;
            }
            let one = match victim.take() {
                Some(victim) => victim,
                None => self.start().await,
            };
            victim = self.trial(one, LUCK[trial % LUCK.len()], trial).await;
            self.look_at_the_witness().await;
        }
        if let Some(victim) = victim {
            signal(&victim, Signal::KILL);
            victim.running.end().await;
        }
        self
    }

    async fn start(&mut self) -> Victim {
        let starting = self.seat.start(vec!["galculator".into()], None).await;
        let running = starting.expect("a calculator starts");
        let deadline = Instant::now() + SETTLING;
        loop {
            let windows = self.desktop.windows().await.expect("windows");
            if let Some(window) = windows.into_iter().find(|it| it.process == Some(running.pid())) {
                let victim = Victim { running, window };
                self.until_whole(&victim).await;
                return victim;
            }
            assert!(Instant::now() < deadline, "seed {}: no window; {:?}", self.seed, running.ended());
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until all of its controls can be read.
    async fn until_whole(&mut self, victim: &Victim) {
        let deadline = Instant::now() + SETTLING;
        loop {
            let seen = self.desktop.controls(&victim.window, Budget::LOOK).await;
            if matches!(&seen, Ok(seen) if seen.truncated.is_none() && seen.controls.len() >= CONTROLS) {
                return;
            }
            assert!(Instant::now() < deadline, "seed {}: it is not read: {seen:?}", self.seed);
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Reads an application while something happens to it; returns the application if it is still usable.
    async fn trial(&mut self, victim: Victim, luck: Luck, trial: usize) -> Option<Victim> {
        let case = format!("seed {}, trial {trial}, {luck:?}", self.seed);
        let started = Instant::now();
        self.read(&victim, &case).await;
        let usual = u64::try_from(started.elapsed().as_micros()).unwrap_or(1).max(1);
        let moment = Duration::from_micros(self.dice.roll(usual));
        let (display, pid) = (Arc::clone(&self.display), victim.running.pid());
        let window = u32::try_from(victim.window.id.0).expect("a window of X11");
        let befalling = tokio::spawn(async move {
            sleep(moment).await;
            befall(luck, pid, window, &display);
        });
        self.read(&victim, &case).await;
        befalling.await.expect("it befalls");
        match luck {
            Luck::Killed => {}
            Luck::Closed => self.until_gone(&victim, &case).await,
            Luck::FrozenForAWhile => {
                signal(&victim, Signal::CONT);
                self.until_whole(&victim).await;
                return Some(victim);
            }
            Luck::FrozenAndKilled => {
                self.read(&victim, &case).await;
                signal(&victim, Signal::KILL);
            }
        }
        victim.running.end().await;
        None
    }

    /// Checks that a read ends by its deadline and reports what it could not see.
    async fn read(&mut self, victim: &Victim, case: &str) {
        let started = Instant::now();
        let seen = self.desktop.controls(&victim.window, Budget::LOOK).await;
        let took = started.elapsed();
        assert!(took < Budget::LOOK.deadline + SLACK, "{case}: it took {took:?}: {seen:?}");
        match seen {
            Ok(ControlSnapshot { truncated: None, controls, .. }) if controls.len() < CONTROLS => {
                panic!("{case}: {} controls are said to be all", controls.len());
            }
            Ok(_) | Err(DesktopError::WindowGone(_) | DesktopError::Hung { .. }) => {}
            Err(error) => panic!("{case}: {error}"),
        }
    }

    async fn until_gone(&mut self, victim: &Victim, case: &str) {
        let deadline = Instant::now() + SETTLING;
        while victim.running.ended().is_none() {
            self.read(victim, case).await;
            assert!(Instant::now() < deadline, "{case}: it was closed and is still there");
        }
    }

    /// What happens to other applications must not affect this one.
    async fn look_at_the_witness(&mut self) {
        let started = Instant::now();
        let seen = self.desktop.controls(&self.witness, Budget::LOOK).await.expect("an editor");
        assert!(!seen.controls.is_empty(), "seed {}: the editor has no controls", self.seed);
        let took = started.elapsed();
        assert!(took < SLACK, "seed {}: the editor took {took:?}", self.seed);
    }
}

fn befall(luck: Luck, pid: u32, window: u32, display: &RustConnection) {
    match luck {
        Luck::Killed => send(pid, Signal::KILL),
        Luck::FrozenForAWhile | Luck::FrozenAndKilled => send(pid, Signal::STOP),
        Luck::Closed => close(display, window),
    }
}

fn signal(victim: &Victim, signal: Signal) {
    send(victim.running.pid(), signal);
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
struct Open {
    files: BTreeMap<String, usize>,
    on_the_bus: usize,
    processes: usize,
}

impl Open {
    fn is_no_more_than(&self, before: &Open) -> bool {
        let files = |open: &Open| open.files.values().sum::<usize>();
        files(self) <= files(before)
            && self.on_the_bus <= before.on_the_bus
            && self.processes <= before.processes
    }

    async fn count(seat: &Seat) -> Open {
        let runtime = seat.environment().value("XDG_RUNTIME_DIR").expect("a directory");
        let bus = zbus::connection::Builder::address(seat.accessibility_bus()).expect("an address");
        let bus = bus.build().await.expect("a connection to the bus");
        let bus = zbus::fdo::DBusProxy::new(&bus).await.expect("the bus");
        let names = bus.list_names().await.expect("names");
        Open {
            files: files(),
            on_the_bus: names.iter().filter(|name| name.starts_with(':')).count(),
            processes: processes(runtime),
        }
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
