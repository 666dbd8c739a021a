//! A pocket calculator with a display and sixteen keys, which also takes typed digits.
#![expect(unsafe_code, reason = "calls Windows")]

use super::{ProgramError, start};
use crate::record::record;
use crate::window::parts::{Part, add, control, show, text};
use crate::window::{Frame, Program, serve};
use crate::{Calculation, Happened, Key, Recorder};
use std::cell::RefCell;
use windows::Win32::{
    Foundation::{HWND, LPARAM, LRESULT, WPARAM},
    UI::{
        Input::KeyboardAndMouse::SetFocus,
        WindowsAndMessaging::{
            BS_PUSHBUTTON, DLGC_WANTALLKEYS, ES_READONLY, ES_RIGHT, WM_CHAR, WM_COMMAND, WM_GETDLGCODE,
            WS_BORDER, WS_TABSTOP,
        },
    },
};
use windows::core::Result;

/// The signs on the keys, row by row.
const SIGNS: [&str; 20] = [
    "C", "", "", "/", //
    "7", "8", "9", "*", //
    "4", "5", "6", "-", //
    "1", "2", "3", "+", //
    "0", ".", "", "=",
];
/// The number of the first key.
const FIRST: u16 = 200;
/// The number of the display.
const DISPLAY: u16 = 100;
/// Width and height of a key with its margin.
const KEY: [i32; 2] = [60, 44];
const MARGIN: i32 = 10;
const DISPLAY_HEIGHT: i32 = 28;

/// Opens the calculator, and serves it until it is closed.
///
/// # Errors
/// The command line names no record, or there is no window.
pub fn calculator() -> std::result::Result<(), ProgramError> {
    let start = start()?;
    let title = start.title.unwrap_or_else(|| "Calculator".into());
    let program = Calculator {
        recorder: Recorder::open(&start.record)?,
        calculation: RefCell::default(),
        title: title.clone(),
    };
    let place = [40, 40, 280, 330];
    let frame = Frame { class: "DeskpilotCalculator", title: &title, place, menu: None, shortcuts: &[] };
    Ok(serve(&frame, &program)?)
}

struct Calculator {
    recorder: Recorder,
    calculation: RefCell<Calculation>,
    title: String,
}

impl Calculator {
    fn press(&self, window: HWND, key: Key) {
        self.calculation.borrow_mut().press(key);
        let shown = self.calculation.borrow().to_string();
        show(control(window, DISPLAY), &shown);
        record(&self.recorder, &Happened::Computed { display: shown });
    }
}

impl Program for Calculator {
    fn open(&self, window: HWND) -> Result<()> {
        let style = (ES_READONLY | ES_RIGHT).cast_unsigned() | WS_BORDER.0;
        let [width, height] = KEY;
        let place = [MARGIN, MARGIN, 4 * width - MARGIN, DISPLAY_HEIGHT];
        add(window, &Part { class: "EDIT", text: "0", style, id: DISPLAY, place })?;
        for (index, sign) in (0..).zip(SIGNS).filter(|(_, sign)| !sign.is_empty()) {
            let (column, row) = (index % 4, index / 4);
            let top = DISPLAY_HEIGHT + 2 * MARGIN;
            let place = [MARGIN + column * width, top + row * height, width - MARGIN, height - MARGIN];
            let style = BS_PUSHBUTTON.cast_unsigned() | WS_TABSTOP.0;
            let id = FIRST + u16::try_from(index).unwrap_or_default();
            add(window, &Part { class: "BUTTON", text: sign, style, id, place })?;
        }
        Ok(())
    }

    fn shown(&self) {
        record(&self.recorder, &Happened::Opened { title: self.title.clone() });
    }

    fn message(&self, window: HWND, message: u32, first: WPARAM, second: LPARAM) -> Option<LRESULT> {
        match message {
            WM_COMMAND if second.0 != 0 => {
                let id = u16::try_from(first.0 & 0xffff).unwrap_or_default();
                if first.0 >> 16 == 0 && id >= FIRST {
                    let sign = text(control(window, id));
                    record(&self.recorder, &Happened::Pressed { control: sign.clone() });
                    let key = sign.chars().next().and_then(Key::of_sign);
                    key.into_iter().for_each(|key| self.press(window, key));
                    // Keys after a click go to the calculator.
                    // SAFETY: takes a number.
                    let _ = unsafe { SetFocus(Some(window)) };
                }
            }
            WM_GETDLGCODE => {
                let wanted = isize::try_from(DLGC_WANTALLKEYS).unwrap_or_default();
                return Some(LRESULT(wanted));
            }
            WM_CHAR => {
                let sign = u32::try_from(first.0).ok().and_then(char::from_u32);
                let key = sign.and_then(Key::of_sign);
                key.into_iter().for_each(|key| self.press(window, key));
            }
            _ => return None,
        }
        Some(LRESULT(0))
    }

    fn closed(&self) {
        record(&self.recorder, &Happened::Closed);
    }
}
