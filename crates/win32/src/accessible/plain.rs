//! Standard controls, and windows around them, that their programs leave to Windows to describe, read without accessible objects.
//!
//! Such an object asks the program for each text, and the system again and again for one style. What is read here is what is there now,
//! too. A control with an object of its program's own is read by that, and so is one without a text, which a program may have named
//! for readers of the screen alone.

use super::inner_windows::InnerWindow;
use super::memory::{KnownControl, WindowMemory};
use super::{AccessibleControl, CLIENT, has_ui_automation};
use crate::control_class::{ControlClass, StandardControl};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::frame::Frame;
use crate::hwnd::Hwnd;
use crate::many_messages::{Question, SentQuestions};
use crate::messages::unprotected_text;
use crate::roles::{FOCUSABLE, FOCUSED, UNAVAILABLE, states_of};
use crate::utf16::without_mark;
use crate::window_list::{
    ClassNames, class_of, client_rect_of, is_visible, previous_sibling, rect_of, style_of, title_of,
};
use deskpilot_core::{Rect, Role, State};
use std::collections::HashMap;
use windows::Win32::UI::WindowsAndMessaging::{BM_GETCHECK, WM_GETOBJECT};

/// What a check box answers that is checked.
const CHECKED: isize = 1;

/// A window with its class.
pub(super) struct ClassedWindow {
    pub(super) window: InnerWindow,
    pub(super) class: ControlClass,
}

/// Who describes a window.
pub(super) enum Description {
    /// The system, as a standard control.
    Plain(PlainControl),
    /// An accessible object of its program, by the answer that stands for it.
    Own(isize),
    /// Nobody knows yet.
    Unknown,
}

/// What the system, and for an edit its program, says of a standard control.
pub(super) struct PlainControl {
    /// The text on it, or in it.
    text: String,
    rect: Rect,
    is_checked: bool,
}

/// A kind of window of which the system knows all, unless its program says otherwise.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlainKind {
    /// A button or a text, which shows the window's title.
    Titled,
    Edit,
    /// A window that has nothing but other windows in it.
    Container,
}

impl PlainKind {
    fn of(it: &ClassedWindow, windows_inside: &HashMap<Hwnd, usize>) -> Option<PlainKind> {
        let is_edit = it.is_edit();
        match it.class.role() {
            _ if it.class.is_plain() => Some(if is_edit { PlainKind::Edit } else { PlainKind::Titled }),
            None | Some(Role::Dialog) => {
                windows_inside.contains_key(&it.window.hwnd).then_some(PlainKind::Container)
            }
            Some(_) => None,
        }
    }
}

/// What a question was about.
#[derive(Clone, Copy)]
enum About {
    Object,
    Check,
}

/// The windows with their classes; one that is gone has a class without a name.
pub(super) fn classed(windows: Vec<InnerWindow>, known: &WindowMemory) -> Vec<ClassedWindow> {
    let mut names = ClassNames::default();
    let classed = windows.into_iter().map(|window| {
        let known = known.class(window.hwnd, window.style);
        let class = known.unwrap_or_else(|| {
            ControlClass::new(&names.of(window.hwnd).unwrap_or_default(), window.style)
        });
        ClassedWindow { window, class }
    });
    classed.collect()
}

impl ClassedWindow {
    /// What the next look is to know of it.
    pub(super) fn known(&self, description: &Description) -> KnownControl {
        let plain_text = match description {
            // The system does not know what is in it.
            Description::Plain(_) if self.is_edit() => Some(String::new()),
            Description::Plain(plain) => Some(plain.text.clone()),
            Description::Own(_) | Description::Unknown => None,
        };
        KnownControl { hwnd: self.window.hwnd, class: self.class.clone(), plain_text }
    }

    fn is_edit(&self) -> bool {
        self.class.standard() == Some(StandardControl::Edit)
    }

    fn has_check(&self) -> bool {
        matches!(self.class.role(), Some(Role::CheckBox | Role::RadioButton | Role::ToggleButton))
    }
}

/// Windows whose descriptions are looked for.
pub(super) struct Describing<'a> {
    pub(super) windows: &'a [ClassedWindow],
    pub(super) windows_inside: &'a HashMap<Hwnd, usize>,
    pub(super) known: &'a WindowMemory,
    pub(super) frame: Frame,
    pub(super) deadline: Deadline,
}

/// Questions to windows, each with the place of its window.
struct AskedWindows {
    about: Vec<(usize, About)>,
    sent: SentQuestions,
}

impl Describing<'_> {
    /// Who describes each of the windows.
    ///
    /// # Errors
    /// The time is up before all programs have said whether they do.
    pub(super) fn descriptions(&self) -> Result<Vec<Description>, Win32Error> {
        let kinds: Vec<Option<PlainKind>> =
            self.windows.iter().map(|it| PlainKind::of(it, self.windows_inside)).collect();
        let expected: Vec<Option<&str>> =
            self.windows.iter().zip(&kinds).map(|(it, kind)| self.expected_text(it, *kind)).collect();
        let places = 0..self.windows.len();
        let is_new = |at: &usize| kinds[*at].is_some() && expected[*at].is_none();
        let has_check = |at: &usize| kinds[*at].is_some() && self.windows[*at].has_check();
        let objects = places.clone().filter(is_new).map(|at| (at, About::Object));
        let checks = places.clone().filter(has_check).map(|at| (at, About::Check));
        let first = self.ask(objects.chain(checks).collect());
        // Meanwhile the system is asked.
        let mut found: Vec<Description> =
            self.windows.iter().zip(&kinds).map(|(it, kind)| described(it, *kind, self.frame)).collect();
        let is_same =
            |at: &usize| expected[*at].is_some_and(|it| self.windows[*at].known(&found[*at]).has_text(it));
        let changed = places.filter(|at| expected[*at].is_some() && !is_same(at));
        let second = self.ask(changed.map(|at| (at, About::Object)).collect());
        for AskedWindows { about, sent } in [first, second] {
            for ((at, about), answer) in about.into_iter().zip(sent.answers(self.deadline)?) {
                match (about, answer, &mut found[at]) {
                    (About::Object, Some(0), _) => {}
                    (About::Object, Some(answer), found) => *found = Description::Own(answer),
                    (About::Object, None, found) => *found = Description::Unknown,
                    (About::Check, answer, Description::Plain(plain)) => {
                        plain.is_checked = answer == Some(CHECKED);
                    }
                    (About::Check, _, _) => {}
                }
            }
        }
        Ok(found)
    }

    /// What the system says of a control that need not be asked, unless it has changed.
    fn expected_text(&self, it: &ClassedWindow, kind: Option<PlainKind>) -> Option<&str> {
        match kind? {
            PlainKind::Titled | PlainKind::Edit => self.known.plain_text(it.window.hwnd, &it.class),
            PlainKind::Container => None,
        }
    }

    fn ask(&self, about: Vec<(usize, About)>) -> AskedWindows {
        let client = isize::try_from(CLIENT).unwrap_or_default();
        let question = |(at, about): &(usize, About)| {
            let to = self.windows[*at].window.hwnd;
            match about {
                About::Object => Question { to, message: WM_GETOBJECT, first: 0, second: client },
                About::Check => Question { to, message: BM_GETCHECK, first: 0, second: 0 },
            }
        };
        let questions: Vec<Question> = about.iter().map(question).collect();
        AskedWindows { sent: SentQuestions::send(&questions), about }
    }
}

/// The same description with what only the program of a window says, which leaves its description to Windows.
pub(super) fn completed(
    it: &ClassedWindow,
    windows_inside: &HashMap<Hwnd, usize>,
    description: Description,
    deadline: Deadline,
) -> Description {
    let Description::Plain(plain) = description else { return description };
    let hwnd = it.window.hwnd;
    match PlainKind::of(it, windows_inside) {
        Some(PlainKind::Edit) if !it.class.is_secret() => match unprotected_text(hwnd, deadline) {
            Ok(text) => Description::Plain(PlainControl { text, ..plain }),
            Err(_) => Description::Unknown,
        },
        // Windows makes objects of what it says there.
        Some(PlainKind::Container) if has_ui_automation(hwnd) => Description::Unknown,
        _ => Description::Plain(plain),
    }
}

/// What the system says of a window, if that is enough.
fn described(it: &ClassedWindow, kind: Option<PlainKind>, frame: Frame) -> Description {
    let hwnd = it.window.hwnd;
    let (text, rect) = match kind {
        None => return Description::Unknown,
        // Its program keeps it, and may hide it.
        Some(PlainKind::Edit) => (String::new(), rect_of(hwnd)),
        Some(PlainKind::Container) => (title_of(hwnd), client_rect_of(hwnd)),
        Some(PlainKind::Titled) => (title_of(hwnd), rect_of(hwnd)),
    };
    match rect {
        Some(rect) if kind != Some(PlainKind::Titled) || !text.is_empty() => {
            let rect = frame.rect_on_desktop(rect.left, rect.top, rect.right, rect.bottom);
            Description::Plain(PlainControl { text, rect, is_checked: false })
        }
        _ => Description::Unknown,
    }
}

/// The control that a window is which the system describes. An edit in a window with others has no name yet.
pub(super) fn plain_control(
    it: &ClassedWindow,
    plain: PlainControl,
    focus: Option<Hwnd>,
) -> AccessibleControl {
    let ClassedWindow { window, class } = it;
    let role = class.role().unwrap_or(Role::Group);
    let bit = |bit: u32, is_set: bool| if is_set { bit } else { 0 };
    let bits = bit(UNAVAILABLE, class.is_disabled())
        | bit(FOCUSED, focus == Some(window.hwnd))
        | bit(FOCUSABLE, !matches!(role, Role::Text | Role::Group | Role::Dialog));
    let states = states_of(bits, role, class);
    let shown = |text: &str| if class.shows_marks() { text.to_owned() } else { without_mark(text) };
    let (name, value) = if role == Role::Edit {
        let is_alone = window.parent.is_none();
        let label = if is_alone { label_before(window.hwnd) } else { None };
        (label.unwrap_or_default(), Some(plain.text).filter(|it| !it.is_empty()))
    } else {
        (shown(&plain.text), None)
    };
    AccessibleControl {
        hwnd: window.hwnd,
        path: Vec::new(),
        parent: None,
        role,
        name,
        value,
        states: if plain.is_checked { states.with(State::Checked) } else { states },
        rect: plain.rect,
        default_action: None,
    }
}

/// The text before an edit that is read by itself, without the windows beside it.
fn label_before(edit: Hwnd) -> Option<String> {
    let before = previous_sibling(edit, is_visible)?;
    let class = ControlClass::new(&class_of(before)?, style_of(before));
    (class.role() == Some(Role::Text)).then(|| without_mark(&title_of(before)))
}
