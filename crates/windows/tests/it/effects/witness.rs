//! Reads the truth about a fixture: from its record, and from Windows itself.

use super::{
    fixture_state::{FIELDS, control_states, labelled},
    truth::{ScreenState, Truth, WindowState},
};
use crate::scene::Scene;
use deskpilot_core::Window;
use deskpilot_windows_fixtures::ids::{
    AGREE, ASK, CAPITALS, CITY, COLOURS, DIGITS, DRINK, FILES, FIXED, FOLDERS, FRUIT, LARGE, MEDIUM, NAME,
    NEVER, NOTES, PAGES, REFUSE, RENAME, SAVE, SECRET, SILENT, SMALL, THREE,
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};
use tokio::time::{Instant, sleep};
use windows::Win32::{
    Foundation::{HWND, LPARAM, POINT, RECT, WPARAM},
    System::DataExchange::GetClipboardSequenceNumber,
    UI::WindowsAndMessaging::{
        CB_GETCURSEL, CB_GETDROPPEDSTATE, CB_GETEDITSEL, EnumWindows, FindWindowExW, FindWindowW,
        GUI_INMENUMODE, GUITHREADINFO, GetClassNameW, GetCursorPos, GetDlgCtrlID, GetDlgItem,
        GetForegroundWindow, GetGUIThreadInfo, GetParent, GetWindowRect, GetWindowTextW,
        GetWindowThreadProcessId, IsWindowVisible, LB_GETCURSEL, LB_GETSELCOUNT, LB_GETTOPINDEX,
        SMTO_ABORTIFHUNG, SendMessageTimeoutW, WM_GETTEXT,
    },
};
use windows_core::{BOOL, PCWSTR, w};

/// The pause between two readings, which must be the same.
const PAUSE: Duration = Duration::from_millis(120);
/// How long to wait until two readings are the same: the program may answer nothing for three seconds.
const RESTLESS: Duration = Duration::from_secs(5);
/// How long the program may take to answer one message, in milliseconds.
const ANSWER: u32 = 300;
/// The messages that are asked: none takes an address.
const EM_GETSEL: u32 = 0xb0;
const EM_GETFIRSTVISIBLELINE: u32 = 0xce;
const LVM_GETCOLUMNWIDTH: u32 = 0x101d;

/// The controls by the names that Deskpilot lists.
const NAMES: &[(u16, &str)] = &[
    (NAME, "Name:"),
    (SECRET, "Secret:"),
    (DIGITS, "Digits:"),
    (CAPITALS, "Capitals:"),
    (FIXED, "Fixed:"),
    (NOTES, "Notes:"),
    (SAVE, "Save"),
    (ASK, "Ask"),
    (RENAME, "Rename..."),
    (NEVER, "Never"),
    (SILENT, "Silent"),
    (AGREE, "Agree"),
    (THREE, "Three states"),
    (REFUSE, "Refuse"),
    (SMALL, "Small"),
    (MEDIUM, "Medium"),
    (LARGE, "Large"),
    (FRUIT, "Fruit"),
    (COLOURS, "Colours"),
    (DRINK, "Drink"),
    (CITY, "City"),
    (FOLDERS, "Folders"),
    (FILES, "Files"),
    (PAGES, "Pages"),
];
/// What is asked of a control: for which name and property, by which message, with which argument. A field that changes what it gets
/// has its caret elsewhere: the judge would want the very text that was typed.
const ASKED: &[(u16, &str, &str, u32, usize)] = &[
    (NAME, "Name:", "caret", EM_GETSEL, 0),
    (SECRET, "Secret:", "caret", EM_GETSEL, 0),
    (DIGITS, "Digits:", "caret", EM_GETSEL, 0),
    (CAPITALS, "in capitals", "caret", EM_GETSEL, 0),
    (FIXED, "Fixed:", "caret", EM_GETSEL, 0),
    (NOTES, "Notes:", "caret", EM_GETSEL, 0),
    (CITY, "in the combo box", "caret", CB_GETEDITSEL, 0),
    (NAME, "Name:", "scrolled", EM_GETFIRSTVISIBLELINE, 0),
    (NOTES, "Notes:", "scrolled", EM_GETFIRSTVISIBLELINE, 0),
    (FRUIT, "Fruit", "scrolled", LB_GETTOPINDEX, 0),
    (COLOURS, "Colours", "scrolled", LB_GETTOPINDEX, 0),
    (DRINK, "Drink", "expanded", CB_GETDROPPEDSTATE, 0),
    (CITY, "City", "expanded", CB_GETDROPPEDSTATE, 0),
    (FRUIT, "Fruit", "index", LB_GETCURSEL, 0),
    (COLOURS, "Colours", "count", LB_GETSELCOUNT, 0),
    (DRINK, "Drink", "index", CB_GETCURSEL, 0),
    (CITY, "City", "index", CB_GETCURSEL, 0),
    (FILES, "Files", "width of names", LVM_GETCOLUMNWIDTH, 0),
    (FILES, "Files", "width of sizes", LVM_GETCOLUMNWIDTH, 1),
];
/// The field of a dialog, by the name that Deskpilot lists.
const FIELD_OF_DIALOG: &str = "New name:";

/// Reads the truth about one window.
pub(super) struct Witness {
    window: HWND,
}

impl Witness {
    pub(super) fn of(window: &Window) -> Witness {
        let handle = usize::try_from(window.id.0).unwrap();
        Witness { window: HWND(std::ptr::with_exposed_provenance_mut(handle)) }
    }

    /// The truth once it stays as it is.
    pub(super) async fn settled(&self, scene: &Scene) -> Truth {
        let end = Instant::now() + RESTLESS;
        let mut last = self.truth(scene);
        loop {
            sleep(PAUSE).await;
            let now = self.truth(scene);
            if now.is_known() && now.is_same(&last) || Instant::now() > end {
                return now;
            }
            last = now;
        }
    }

    fn truth(&self, scene: &Scene) -> Truth {
        let mut state = WindowState { controls: control_states(&scene.happened()), ..WindowState::default() };
        match self.add_answers(&mut state) {
            Some(()) => {}
            None => state.unknown = Some("it does not answer".into()),
        }
        Truth { state, screen: screen() }
    }

    /// Adds what the controls answer, and which has the keyboard; `None` where the window answers nothing.
    fn add_answers(&self, state: &mut WindowState) -> Option<()> {
        for (id, control, property, message, argument) in ASKED {
            // SAFETY: takes numbers; a window that is gone has no controls.
            let part = unsafe { GetDlgItem(Some(self.window), (*id).into()) }.ok()?;
            let answer = ask(part, *message, *argument, 0)?;
            let value = match *property {
                "caret" => json!([answer & 0xffff, answer >> 16]),
                "expanded" => json!(answer != 0),
                _ => json!(answer),
            };
            state.controls.entry((*control).to_owned()).or_default().insert((*property).to_owned(), value);
        }
        if let Some(field) = field_of_dialog() {
            let (text, caret) = (text_of(field)?, ask(field, EM_GETSEL, 0, 0)?);
            let about = [("text", json!(text)), ("caret", json!([caret & 0xffff, caret >> 16]))];
            let about = about.map(|(property, value)| (property.to_owned(), value));
            state.controls.insert(FIELD_OF_DIALOG.to_owned(), about.into());
        }
        let keyboard = self.keyboard()?;
        state.focus = self.name_with(keyboard.hwndFocus).unwrap_or_default();
        state.focused_part = format!("{:?}", keyboard.hwndFocus);
        let is_open = keyboard.flags.contains(GUI_INMENUMODE);
        let menu: BTreeMap<String, Value> = [("focus".to_owned(), json!(is_open))].into();
        state.controls.insert("the menu".to_owned(), menu);
        Some(())
    }

    fn keyboard(&self) -> Option<GUITHREADINFO> {
        let mut about = GUITHREADINFO {
            cbSize: u32::try_from(size_of::<GUITHREADINFO>()).ok()?,
            ..GUITHREADINFO::default()
        };
        // SAFETY: the structure says its size.
        unsafe { GetGUIThreadInfo(GetWindowThreadProcessId(self.window, None), &raw mut about).ok()? };
        Some(about)
    }

    /// The name of the control that this window is, or is a part of.
    fn name_with(&self, part: HWND) -> Option<String> {
        // SAFETY: takes numbers; a window that is gone has no number and no parent.
        let id = u16::try_from(unsafe { GetDlgCtrlID(part) }).ok()?;
        // SAFETY: as above.
        let parent = unsafe { GetParent(part) }.ok()?;
        match name_of(id).filter(|_| parent == self.window) {
            Some(name) => Some(name.to_owned()),
            // A text that was given the keyboard.
            None if parent == self.window => text_of(part),
            None => self.name_with(parent),
        }
    }
}

/// What a control answers to a message; `None` where it answers nothing in time.
fn ask(part: HWND, message: u32, first: usize, second: isize) -> Option<usize> {
    let mut answer = 0;
    let (first, second) = (WPARAM(first), LPARAM(second));
    // SAFETY: the place for the answer is valid, and so is what a caller has the address of until this returns.
    let answered = unsafe {
        SendMessageTimeoutW(part, message, first, second, SMTO_ABORTIFHUNG, ANSWER, Some(&raw mut answer))
    };
    (answered.0 != 0).then_some(answer)
}

/// The field of the dialog that is open.
fn field_of_dialog() -> Option<HWND> {
    // SAFETY: the texts end with a zero.
    unsafe {
        let dialog = FindWindowW(w!("#32770"), PCWSTR::null()).ok()?;
        FindWindowExW(Some(dialog), None, w!("Edit"), PCWSTR::null()).ok()
    }
}

fn text_of(field: HWND) -> Option<String> {
    let mut units = [0_u16; 4096];
    let read = ask(field, WM_GETTEXT, units.len(), units.as_mut_ptr().expose_provenance().cast_signed())?;
    Some(String::from_utf16_lossy(&units[..read.min(units.len())]))
}

fn name_of(id: u16) -> Option<&'static str> {
    NAMES.iter().find(|(known, _)| *known == id).map(|(_, name)| *name)
}

fn screen() -> ScreenState {
    let mut pointer = POINT::default();
    // SAFETY: the place is valid, and the other calls take nothing.
    let (active, copies) = unsafe {
        let _ = GetCursorPos(&raw mut pointer);
        (GetForegroundWindow(), GetClipboardSequenceNumber())
    };
    let place = |it: i32| i16::try_from(it).unwrap_or_default();
    ScreenState {
        windows: windows_of_all(),
        active: key_of(active),
        pointer: (place(pointer.x), place(pointer.y)),
        copies,
        pixels: None,
    }
}

/// Every visible window, menus and lists of combo boxes included.
fn windows_of_all() -> BTreeMap<u32, String> {
    let mut all: Vec<HWND> = Vec::new();
    // SAFETY: the procedure gets the address of the list, which lives until the call returns.
    let _ =
        unsafe { EnumWindows(Some(add_window), LPARAM((&raw mut all).expose_provenance().cast_signed())) };
    // SAFETY: takes numbers; a window that is gone is not visible.
    let shown = all.into_iter().filter(|it| unsafe { IsWindowVisible(*it) }.as_bool());
    shown.filter_map(|it| Some((key_of(it), in_words(it)?))).collect()
}

unsafe extern "system" fn add_window(window: HWND, all: LPARAM) -> BOOL {
    let all: *mut Vec<HWND> = std::ptr::with_exposed_provenance_mut(all.0.cast_unsigned());
    // SAFETY: it is the list of `windows_of_all`, which waits for this.
    unsafe { (*all).push(window) };
    BOOL(1)
}

/// The class, the title and the place of a window. Tool tips come with the pointer alone.
fn in_words(window: HWND) -> Option<String> {
    let (mut class, mut title, mut place) = ([0; 64], [0; 128], RECT::default());
    // SAFETY: the buffers say their length, and the place is valid.
    let (class, title) = unsafe {
        let read = GetClassNameW(window, &mut class);
        let class = String::from_utf16_lossy(&class[..usize::try_from(read).ok()?]);
        let read = GetWindowTextW(window, &mut title);
        GetWindowRect(window, &raw mut place).ok()?;
        (class, String::from_utf16_lossy(&title[..usize::try_from(read).ok()?]))
    };
    let RECT { left, top, right, bottom } = place;
    (class != "tooltips_class32").then(|| format!("{class} {title} at {left},{top} to {right},{bottom}"))
}

fn key_of(window: HWND) -> u32 {
    u32::try_from(window.0.addr()).unwrap_or_default()
}

#[test]
fn every_field_has_the_name_that_stands_beside_it() {
    let is_named = |(field, _): &(&str, &str)| NAMES.iter().any(|(_, name)| *name == labelled(field));
    assert!(FIELDS.iter().all(is_named));
}
