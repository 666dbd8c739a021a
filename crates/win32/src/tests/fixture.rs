//! The fixture: a window in a thread of its own, or in a process of its own.
#![expect(unsafe_code, reason = "calls Windows")]

use super::fixture_window::{COMBO, Gate, PLACE, STOP, serve};
use crate::command_line::StartSpec;
use crate::deadline::Deadline;
use crate::focus::activate;
use crate::hwnd::Hwnd;
use crate::messages::answers;
use crate::monitors::use_physical_pixels;
use crate::process_group::ProcessGroup;
use crate::targets::foreground;
use crate::window_list::windows;
use deskpilot_core::Point;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use windows::Win32::Foundation::{LPARAM, POINT, WPARAM};
use windows::Win32::Graphics::Gdi::ClientToScreen;
use windows::Win32::UI::WindowsAndMessaging::{
    CB_SHOWDROPDOWN, GetDlgItem, PostMessageW, SendMessageW, WM_CLOSE,
};

/// How long a condition may take to come true.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a report of the pointer may take before it is taken for lost.
const ECHO: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(5);
/// Where a fixture in a process of its own writes what happens to it, and its title.
const RECORD: &str = "DESKPILOT_FIXTURE_RECORD";
const TITLE: &str = "DESKPILOT_FIXTURE_TITLE";

/// There are one foreground window, one pointer and one clipboard, so these tests run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

/// A window of our own in a thread of its own. It is closed in the end.
pub(super) struct Fixture {
    pub(super) window: Hwnd,
    happened: Arc<Mutex<Vec<String>>>,
    gate: Gate,
    thread: Option<JoinHandle<()>>,
}

/// Keeps other tests with windows away.
pub(super) fn alone() -> MutexGuard<'static, ()> {
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    use_physical_pixels().unwrap();
    guard
}

pub(super) fn soon() -> Deadline {
    Deadline::within(PATIENCE)
}

/// Waits until it is so.
pub(super) fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "waited in vain: {what}");
        thread::sleep(PAUSE);
    }
}

impl Fixture {
    pub(super) fn open(title: &str) -> Fixture {
        let (happened, gate) = (Arc::new(Mutex::new(Vec::new())), Gate::default());
        let (record, gate_inside) = (Arc::clone(&happened), Arc::clone(&gate));
        let (sender, opened) = mpsc::channel();
        let title = title.to_owned();
        let thread = thread::spawn(move || {
            let report = Box::new(move |what| record.lock().unwrap().push(what));
            serve(&title, report, gate_inside, |window| sender.send(window).unwrap());
        });
        let window = opened.recv().unwrap();
        Fixture { window, happened, gate, thread: Some(thread) }
    }

    /// The same, in the foreground.
    pub(super) fn in_front(title: &str) -> Fixture {
        let fixture = Fixture::open(title);
        wait_for("the fixture comes to the front", || {
            let _ = activate(fixture.window);
            foreground() == Some(fixture.window)
        });
        // It may still have to raise itself, and would do so above what is brought to the front next.
        answers(fixture.window, soon()).unwrap();
        fixture
    }

    pub(super) fn control(&self, id: i32) -> Hwnd {
        control_in(self.window, id)
    }

    /// The desktop point of a place in the client area.
    pub(super) fn point(&self, (x, y): (i32, i32)) -> Point {
        let mut point = POINT { x, y };
        // SAFETY: the pointer is to a point of ours.
        assert!(unsafe { ClientToScreen(self.window.native(), &raw mut point) }.as_bool());
        crate::monitors::frame().on_desktop(point.x, point.y)
    }

    /// What happened so far.
    pub(super) fn happened(&self) -> Vec<String> {
        self.happened.lock().unwrap().clone()
    }

    pub(super) fn wait_for(&self, what: &str) {
        let begin = Instant::now();
        while !self.happened().iter().any(|it| it == what) {
            assert!(begin.elapsed() < PATIENCE, "waited in vain: {what}; there is {:?}", self.happened());
            thread::sleep(PAUSE);
        }
    }

    /// Does something with the pointer until it is reported.
    ///
    /// Wine moves its pointer back when the X server reports an earlier movement late, so that a click may go elsewhere.
    pub(super) fn until(&self, what: &str, act: impl Fn()) {
        let begin = Instant::now();
        while !self.happened().iter().any(|it| it == what) {
            assert!(begin.elapsed() < PATIENCE, "in vain: {what}; there is {:?}", self.happened());
            act();
            let sent = Instant::now();
            while sent.elapsed() < ECHO && !self.happened().iter().any(|it| it == what) {
                thread::sleep(PAUSE);
            }
        }
    }

    pub(super) fn send(&self, message: u32, argument: usize) {
        // SAFETY: the message is one of the fixture's, whose arguments are numbers.
        unsafe { SendMessageW(self.window.native(), message, Some(WPARAM(argument)), None) };
    }

    /// Opens the list of the combo box.
    pub(super) fn drop_down(&self) {
        let combo = self.control(COMBO);
        // SAFETY: the arguments are numbers.
        let _ = unsafe { PostMessageW(Some(combo.native()), CB_SHOWDROPDOWN, WPARAM(1), LPARAM(0)) };
    }

    /// Lets the window answer nothing until it is released.
    pub(super) fn stop(&self) {
        self.post(STOP);
        self.wait_for("stopped");
    }

    pub(super) fn release(&self) {
        *self.gate.0.lock().unwrap() = true;
        self.gate.1.notify_all();
    }

    fn post(&self, message: u32) {
        // SAFETY: as in `send`. It fails for a window that is gone.
        let _ = unsafe { PostMessageW(Some(self.window.native()), message, WPARAM(0), LPARAM(0)) };
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.release();
        self.post(WM_CLOSE);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

pub(super) fn control_in(window: Hwnd, id: i32) -> Hwnd {
    // SAFETY: takes numbers and returns one.
    Hwnd::of(unsafe { GetDlgItem(Some(window.native()), id) }.unwrap()).unwrap()
}

/// The fixture in a process of its own, which is another program to us.
pub(super) struct OtherProgram {
    pub(super) group: ProcessGroup,
    pub(super) window: Hwnd,
    record: PathBuf,
}

impl OtherProgram {
    pub(super) fn start(title: &str) -> OtherProgram {
        OtherProgram::start_by(title, std::env::current_exe().unwrap(), &[])
    }

    /// The same, started by a shell that waits for it.
    pub(super) fn start_by_shell(title: &str) -> OtherProgram {
        let program = std::env::current_exe().unwrap();
        OtherProgram::start_by(
            title,
            std::env::var_os("ComSpec").unwrap().into(),
            &["/c", program.to_str().unwrap()],
        )
    }

    fn start_by(title: &str, program: PathBuf, before: &[&str]) -> OtherProgram {
        let record = std::env::temp_dir().join(format!("deskpilot-{title}-{}.txt", std::process::id()));
        fs::write(&record, "").unwrap();
        let arguments = ["--exact", "tests::fixture::a_fixture_in_a_process_of_its_own_serves_its_window"];
        let spec = StartSpec {
            program,
            arguments: before.iter().copied().chain(arguments).map(str::to_owned).collect(),
            variables: vec![
                (RECORD.into(), record.to_str().unwrap().into()),
                (TITLE.into(), title.to_owned()),
            ],
            ..StartSpec::default()
        };
        let group = ProcessGroup::start(&spec).unwrap();
        let find = || windows().unwrap().into_iter().find(|it| it.title == title);
        wait_for("the other program's window", || find().is_some());
        let window = find().unwrap().hwnd;
        OtherProgram { group, window, record }
    }

    pub(super) fn control(&self, id: i32) -> Hwnd {
        control_in(self.window, id)
    }

    pub(super) fn wait_for(&self, what: &str) {
        wait_for(what, || fs::read_to_string(&self.record).unwrap().lines().any(|it| it == what));
    }
}

/// Started as a program of its own with the variables, it serves a window; as a test it checks where such a window is.
#[test]
fn a_fixture_in_a_process_of_its_own_serves_its_window() {
    let (Ok(record), Ok(title)) = (std::env::var(RECORD), std::env::var(TITLE)) else {
        let _alone = alone();
        let fixture = Fixture::open("Served");
        let rect = crate::window_list::toplevel(fixture.window).unwrap().rect;
        let (x, y, width, height) = PLACE;
        assert_eq!((rect.x, rect.y, rect.width, rect.height), (x, y, width as u32, height as u32));
        return;
    };
    use_physical_pixels().unwrap();
    let mut file = OpenOptions::new().append(true).open(record).unwrap();
    serve(&title, Box::new(move |what| writeln!(file, "{what}").unwrap()), Gate::default(), |_| {});
}
