//! Standard controls that their programs leave to Windows to describe, read without accessible objects.
//!
//! Such an object asks the program for each text, and the system again and again for one style. What is read here is what is there now,
//! too. A control with an object of its program's own is read by that, and so is one without a text, which a program may have named
//! for readers of the screen alone.

use super::{AccessibleControl, CLIENT, parent_of};
use crate::control_class::{ControlClass, StandardControl};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::frame::Frame;
use crate::hwnd::Hwnd;
use crate::many_messages::{Question, ask_many};
use crate::messages::unprotected_text;
use crate::roles::{FOCUSABLE, FOCUSED, UNAVAILABLE, states_of};
use crate::utf16::without_mark;
use crate::window_list::{class_of, descendants, is_visible, previous_sibling, rect_of, style_of, title_of};
use deskpilot_core::{Role, State};
use std::collections::{HashMap, HashSet};
use windows::Win32::UI::WindowsAndMessaging::{BM_GETCHECK, WM_GETOBJECT, WS_VISIBLE};

/// What a check box answers that is checked.
const CHECKED: isize = 1;

/// A window inside of the one that is read, as the system knows it.
pub(super) struct InnerWindow {
    pub(super) hwnd: Hwnd,
    pub(super) parent: Option<Hwnd>,
    pub(super) class: ControlClass,
    /// The text before it, which names an edit.
    label: Option<Hwnd>,
}

/// The windows of one read.
pub(super) struct InnerWindows {
    /// The window itself, and the visible ones inside of it, each after the one that it is in.
    pub(super) visible: Vec<InnerWindow>,
    /// How many windows are directly inside of each window, hidden ones too.
    pub(super) counts: HashMap<Hwnd, usize>,
}

/// Who describes a window.
pub(super) enum Description {
    /// The system, as a standard control.
    Plain {
        /// The text on it.
        text: String,
        /// Whether it has a check mark.
        is_checked: bool,
    },
    /// An accessible object of its program, by the answer that stands for it.
    Own(isize),
    /// Nobody knows yet.
    Unknown,
}

impl InnerWindows {
    /// The windows inside of a window.
    pub(super) fn of(window: Hwnd) -> Result<InnerWindows, Win32Error> {
        let class = class_of(window).ok_or(Win32Error::Gone)?;
        let class = ControlClass::new(&class, style_of(window));
        let mut all = InnerWindows {
            visible: vec![InnerWindow {
                hwnd: window,
                parent: None,
                label: label_before(window, &class),
                class,
            }],
            counts: HashMap::new(),
        };
        let mut shown: HashSet<Hwnd> = is_visible(window).then_some(window).into_iter().collect();
        let mut labels: HashMap<Hwnd, Option<Hwnd>> = HashMap::new();
        for hwnd in descendants(window) {
            let Some(parent) = parent_of(hwnd) else { continue };
            *all.counts.entry(parent).or_default() += 1;
            let style = style_of(hwnd);
            if style & WS_VISIBLE.0 == 0 || !shown.contains(&parent) {
                continue;
            }
            // It may have gone in the meantime.
            let Some(class) = class_of(hwnd).map(|it| ControlClass::new(&it, style)) else { continue };
            shown.insert(hwnd);
            let is_label = class.role() == Some(Role::Text);
            let label = labels.insert(parent, is_label.then_some(hwnd)).flatten();
            all.visible.push(InnerWindow { hwnd, parent: Some(parent), class, label });
        }
        Ok(all)
    }
}

/// The text before an edit that is read by itself, without the windows beside it.
fn label_before(window: Hwnd, class: &ControlClass) -> Option<Hwnd> {
    if class.standard() != Some(StandardControl::Edit) {
        return None;
    }
    let before = previous_sibling(window, is_visible)?;
    let class = ControlClass::new(&class_of(before)?, style_of(before));
    (class.role() == Some(Role::Text)).then_some(before)
}

/// Who describes each of these windows.
///
/// # Errors
/// The time is up before all programs have said whether they do.
pub(super) fn descriptions(
    windows: &[InnerWindow],
    deadline: Deadline,
) -> Result<Vec<Description>, Win32Error> {
    let texts: Vec<Option<String>> = windows.iter().map(plain_text).collect();
    let is_plain = |index: usize| texts[index].is_some();
    let candidates: Vec<usize> = (0..windows.len()).filter(|it| is_plain(*it)).collect();
    let client = isize::try_from(CLIENT).unwrap_or_default();
    let asked: Vec<Question> = candidates
        .iter()
        .map(|it| Question {
            to: windows[*it].hwnd,
            message: WM_GETOBJECT,
            argument: client,
        })
        .collect();
    let mut found: Vec<Description> = windows.iter().map(|_| Description::Unknown).collect();
    for ((index, answer), text) in
        candidates.iter().zip(ask_many(&asked, deadline)?).zip(texts.into_iter().flatten())
    {
        match answer {
            Some(0) => found[*index] = Description::Plain { text, is_checked: false },
            Some(answer) => found[*index] = Description::Own(answer),
            None => {}
        }
    }
    note_checks(windows, &mut found, deadline)?;
    Ok(found)
}

/// The text of a window that may be described by the system; empty for an edit, whose text its program keeps.
fn plain_text(window: &InnerWindow) -> Option<String> {
    if !window.class.is_plain() {
        return None;
    }
    if window.class.standard() == Some(StandardControl::Edit) {
        return Some(String::new());
    }
    Some(title_of(window.hwnd)).filter(|it| !it.is_empty())
}

/// Notes which of the check boxes are checked.
fn note_checks(
    windows: &[InnerWindow],
    found: &mut [Description],
    deadline: Deadline,
) -> Result<(), Win32Error> {
    let is_box = |it: &InnerWindow| {
        matches!(it.class.role(), Some(Role::CheckBox | Role::RadioButton | Role::ToggleButton))
    };
    let boxes = windows.iter().zip(found.iter_mut()).filter_map(|(window, description)| match description {
        Description::Plain { is_checked, .. } if is_box(window) => Some((window.hwnd, is_checked)),
        _ => None,
    });
    let (to, marks): (Vec<Hwnd>, Vec<&mut bool>) = boxes.unzip();
    let asked: Vec<Question> =
        to.into_iter().map(|to| Question { to, message: BM_GETCHECK, argument: 0 }).collect();
    for (mark, answer) in marks.into_iter().zip(ask_many(&asked, deadline)?) {
        *mark = answer == Some(CHECKED);
    }
    Ok(())
}

/// The control that a window is which the system describes.
pub(super) fn plain_control(
    window: &InnerWindow,
    text_on_it: &str,
    is_checked: bool,
    focus: Option<Hwnd>,
    frame: Frame,
    deadline: Deadline,
) -> Result<AccessibleControl, Win32Error> {
    let InnerWindow { hwnd, class, label, .. } = window;
    let role = class.role().unwrap_or(Role::Other);
    let bit = |bit: u32, is_set: bool| if is_set { bit } else { 0 };
    let bits = bit(UNAVAILABLE, class.is_disabled())
        | bit(FOCUSED, focus == Some(*hwnd))
        | bit(FOCUSABLE, role != Role::Text && role != Role::Group);
    let states = states_of(bits, role, class);
    let states = if is_checked { states.with(State::Checked) } else { states };
    let (name, value) = if role == Role::Edit {
        let value = if class.is_secret() { None } else { Some(unprotected_text(*hwnd, deadline)?) };
        (label.map(title_of).unwrap_or_default(), value.filter(|it| !it.is_empty()))
    } else {
        (text_on_it.to_owned(), None)
    };
    let name = if class.shows_marks() { name } else { without_mark(&name) };
    let rect = rect_of(*hwnd).ok_or(Win32Error::Gone)?;
    Ok(AccessibleControl {
        hwnd: *hwnd,
        path: Vec::new(),
        parent: None,
        role,
        name,
        value,
        states,
        rect: frame.rect_on_desktop(rect.left, rect.top, rect.right, rect.bottom),
        default_action: None,
    })
}
