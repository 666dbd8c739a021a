//! A dialog of another program's window that opens by itself and takes the focus.

use deskpilot_core::Window;
use deskpilot_linux::Seat;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, InputFocus, PropMode, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

const SOON: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(1);

pub(crate) struct Intruder {
    insists: Arc<AtomicBool>,
    leaves: Arc<AtomicBool>,
    living: JoinHandle<usize>,
}

impl Intruder {
    /// Opens it as a dialog of the window, and waits until it has the focus.
    pub(crate) fn open(seat: &Seat, of: &Window, title: &str) -> Intruder {
        let (connection, screen) = seat.connect_display().unwrap();
        let root = connection.setup().roots[screen].root;
        let window = connection.generate_id().unwrap();
        let events = EventMask::KEY_PRESS | EventMask::FOCUS_CHANGE;
        let about = CreateWindowAux::new().event_mask(events);
        let class = WindowClass::INPUT_OUTPUT;
        connection.create_window(0, window, root, 40, 40, 300, 200, 0, class, 0, &about).unwrap();
        let atom = |name: &str| connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom;
        let owner = u32::try_from(of.id.0).unwrap();
        for (name, kind, value) in [
            ("WM_TRANSIENT_FOR", AtomEnum::WINDOW, owner),
            ("_NET_WM_PID", AtomEnum::CARDINAL, of.process.unwrap()),
        ] {
            connection.change_property32(PropMode::REPLACE, window, atom(name), kind, &[value]).unwrap();
        }
        let name = AtomEnum::WM_NAME;
        connection
            .change_property8(PropMode::REPLACE, window, name, AtomEnum::STRING, title.as_bytes())
            .unwrap();
        connection.map_window(window).unwrap();
        connection.flush().unwrap();
        wait_for_keyboard(&connection, window);
        let (insists, leaves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (insisting, leaving) = (Arc::clone(&insists), Arc::clone(&leaves));
        let living = spawn(move || live(&connection, window, &insisting, &leaving));
        Intruder { insists, leaves, living }
    }

    /// From now on it takes the focus whenever it loses it.
    pub(crate) fn insist(&self) {
        self.insists.store(true, Ordering::Relaxed);
    }

    /// Closes it; returns how many key presses it received.
    pub(crate) fn leave(self) -> usize {
        self.leaves.store(true, Ordering::Relaxed);
        self.living.join().unwrap()
    }
}

fn has_keyboard(connection: &RustConnection, window: u32) -> bool {
    connection.get_input_focus().unwrap().reply().unwrap().focus == window
}

fn wait_for_keyboard(connection: &RustConnection, window: u32) {
    let end = Instant::now() + SOON;
    while !has_keyboard(connection, window) {
        assert!(Instant::now() < end, "the dialog was not given the keyboard");
        sleep(PAUSE);
    }
}

fn live(connection: &RustConnection, window: u32, insists: &AtomicBool, leaves: &AtomicBool) -> usize {
    let mut keys = 0;
    while !leaves.load(Ordering::Relaxed) {
        if insists.load(Ordering::Relaxed) && !has_keyboard(connection, window) {
            connection.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME).unwrap();
        }
        while let Some(event) = connection.poll_for_event().unwrap() {
            keys += usize::from(matches!(event, Event::KeyPress(_)));
        }
        sleep(PAUSE);
    }
    keys
}
