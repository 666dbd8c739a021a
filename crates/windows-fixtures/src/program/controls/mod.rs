//! One window with a control of every standard kind, some of which mislead on purpose.
#![expect(unsafe_code, reason = "calls Windows")]

mod events;
mod layout;

use super::{ProgramError, start};
use crate::ids::{MENU_SAVE, NAME, SELECT_ALL, STATUS};
use crate::record::record;
use crate::window::parts::{control, show};
use crate::window::{Frame, Program, serve};
use crate::{Gesture, Happened, PointerButton, Recorder};
use std::cell::Cell;
use windows::Win32::{
    Foundation::{HWND, LPARAM, LRESULT, WPARAM},
    UI::{
        Input::KeyboardAndMouse::{GetFocus, GetKeyState, SetFocus, VK_CONTROL, VK_SHIFT},
        WindowsAndMessaging::{
            ACCEL, DLGC_WANTALLKEYS, FCONTROL, FVIRTKEY, WA_INACTIVE, WM_ACTIVATE, WM_COMMAND, WM_GETDLGCODE,
            WM_KEYDOWN, WM_LBUTTONDBLCLK, WM_LBUTTONDOWN, WM_LBUTTONUP, WM_MBUTTONDOWN, WM_MBUTTONUP,
            WM_MOUSEWHEEL, WM_NOTIFY, WM_RBUTTONDOWN, WM_RBUTTONUP, WM_SETFOCUS,
        },
    },
};
use windows::core::Result;

/// The largest code of a key that only modifies others.
const LAST_MODIFIER: usize = 0x12;
/// How far the wheel turns in one notch.
const NOTCH: i32 = 120;

/// Opens the window, and serves it until it is closed.
///
/// # Errors
/// The command line names no record, or there is no window.
pub fn controls() -> std::result::Result<(), ProgramError> {
    let start = start()?;
    let title = start.title.unwrap_or_else(|| "Controls".into());
    let program = Controls {
        recorder: Recorder::open(&start.record)?,
        title: title.clone(),
        focus: Cell::default(),
        document: start.document,
        more: start.more,
    };
    let save = ACCEL { fVirt: FVIRTKEY | FCONTROL, key: u16::from(b'S'), cmd: MENU_SAVE };
    let select_all = ACCEL { key: u16::from(b'A'), cmd: SELECT_ALL, ..save };
    let frame = Frame {
        class: "DeskpilotControls",
        title: &title,
        place: layout::PLACE,
        menu: Some(layout::menu()?),
        shortcuts: &[save, select_all],
    };
    Ok(serve(&frame, &program)?)
}

/// The program.
struct Controls {
    recorder: Recorder,
    title: String,
    /// What had the keyboard when the window was last in front.
    focus: Cell<HWND>,
    document: Option<String>,
    more: u16,
}

impl Controls {
    fn record(&self, happened: &Happened) {
        record(&self.recorder, happened);
    }

    /// The pointer was used beside the controls, which takes the keyboard from them.
    fn pointer(&self, window: HWND, gesture: Gesture, button: PointerButton, place: LPARAM) {
        if gesture == Gesture::Down {
            self.focus.set(window);
            // SAFETY: takes a number.
            let _ = unsafe { SetFocus(Some(window)) };
        }
        let (x, y) = (low(place.0.cast_unsigned()), low(place.0.cast_unsigned() >> 16));
        self.record(&Happened::Pointer { gesture, button, x: x.into(), y: y.into() });
    }

    fn key(&self, code: usize) {
        // SAFETY: takes a number and returns one.
        let is_held = |key: u16| unsafe { GetKeyState(key.into()) } < 0;
        let (ctrl, shift) = (is_held(VK_CONTROL.0), is_held(VK_SHIFT.0));
        let code = u16::try_from(code).unwrap_or_default();
        self.record(&Happened::Key { code, ctrl, shift });
    }

    /// The keyboard goes back to the control that had it.
    fn restore_focus(&self, window: HWND) {
        let last = self.focus.get();
        if last != window && !last.is_invalid() {
            // SAFETY: takes a number; the control may be gone.
            let _ = unsafe { SetFocus(Some(last)) };
        }
    }
}

impl Program for Controls {
    fn open(&self, window: HWND) -> Result<()> {
        layout::add_controls(window)?;
        layout::add_more(window, self.more)?;
        self.document.iter().for_each(|it| show(control(window, STATUS), &format!("Document: {it}")));
        self.focus.set(control(window, NAME));
        Ok(())
    }

    fn shown(&self) {
        self.record(&Happened::Opened { title: self.title.clone() });
    }

    fn message(&self, window: HWND, message: u32, first: WPARAM, second: LPARAM) -> Option<LRESULT> {
        use Gesture::{Double, Down, Up};
        use PointerButton::{Left, Middle, Right};
        match message {
            WM_COMMAND => self.command(window, first, second),
            // SAFETY: Windows gives the address of a notification, which is valid until the message is answered.
            WM_NOTIFY => unsafe { self.notify(second) },
            WM_LBUTTONDOWN => self.pointer(window, Down, Left, second),
            WM_LBUTTONUP => self.pointer(window, Up, Left, second),
            WM_LBUTTONDBLCLK => self.pointer(window, Double, Left, second),
            WM_RBUTTONDOWN => self.pointer(window, Down, Right, second),
            WM_RBUTTONUP => self.pointer(window, Up, Right, second),
            WM_MBUTTONDOWN => self.pointer(window, Down, Middle, second),
            WM_MBUTTONUP => self.pointer(window, Up, Middle, second),
            WM_MOUSEWHEEL => {
                self.record(&Happened::Wheel { notches: i32::from(low(first.0 >> 16)) / NOTCH });
            }
            WM_KEYDOWN if first.0 > LAST_MODIFIER => self.key(first.0),
            WM_GETDLGCODE => {
                let wanted = isize::try_from(DLGC_WANTALLKEYS).unwrap_or_default();
                return Some(LRESULT(wanted));
            }
            WM_ACTIVATE if u32::from(low(first.0).cast_unsigned()) == WA_INACTIVE => {
                // SAFETY: reads a handle of this thread.
                self.focus.set(unsafe { GetFocus() });
                return None;
            }
            WM_SETFOCUS => self.restore_focus(window),
            _ => return None,
        }
        Some(LRESULT(0))
    }

    fn closed(&self) {
        self.record(&Happened::Closed);
    }
}

/// The lower half of a message's argument, with its sign.
const fn low(argument: usize) -> i16 {
    argument as u16 as i16
}
