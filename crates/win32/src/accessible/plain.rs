//! Standard controls, and windows around them, that their programs leave to Windows to describe, read without accessible objects.
//!
//! Such an object asks the program for each text, and the system again and again for one style. What is read here is what is there now,
//! too. A control with an object of its program's own is read by that, and so is one without a text, which a program may have named
//! for readers of the screen alone.

use super::inner_windows::InnerWindow;
use super::memory::{KnownControl, WindowMemory};
use super::system_facts::{PlainKind, SystemFacts};
use super::{AccessibleControl, CLIENT, has_ui_automation};
use crate::control_class::ControlClass;
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::frame::Frame;
use crate::hwnd::Hwnd;
use crate::many_messages::{Question, SentQuestions};
use crate::messages::unprotected_text;
use crate::roles::{FOCUSABLE, FOCUSED, UNAVAILABLE, states_of};
use crate::utf16::without_mark;
use crate::window_list::{class_of, is_visible, previous_sibling, style_of, title_of};
use deskpilot_core::{Rect, Role, State};
use std::collections::HashMap;
use windows::Win32::UI::WindowsAndMessaging::{BM_GETCHECK, WM_GETOBJECT};

/// What a check box answers that is checked.
const CHECKED: isize = 1;

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

impl PlainKind {
    /// The kind of a window, which is a container only if there are windows in it.
    fn of(it: &InnerWindow, windows_inside: &HashMap<Hwnd, usize>) -> Option<PlainKind> {
        let kind = PlainKind::possible(&it.class)?;
        (kind != PlainKind::Container || windows_inside.contains_key(&it.hwnd)).then_some(kind)
    }
}

/// What a question was about.
#[derive(Clone, Copy)]
enum About {
    Object,
    Check,
}

impl InnerWindow {
    /// What the next look is to know of it.
    pub(super) fn known(&self, description: &Description) -> KnownControl {
        let facts = self.facts.as_ref().filter(|_| matches!(description, Description::Plain(_)));
        let plain_text = facts.map(|it| it.text.clone());
        KnownControl { hwnd: self.hwnd, class: self.class.clone(), plain_text }
    }

    fn has_check(&self) -> bool {
        matches!(self.class.role(), Some(Role::CheckBox | Role::RadioButton | Role::ToggleButton))
    }
}

/// Windows whose descriptions are looked for.
pub(super) struct Describing<'a> {
    pub(super) windows: &'a [InnerWindow],
    pub(super) windows_inside: &'a HashMap<Hwnd, usize>,
    pub(super) known: &'a WindowMemory,
    pub(super) frame: Frame,
    pub(super) deadline: Deadline,
}

impl Describing<'_> {
    /// Who describes each of the windows.
    ///
    /// # Errors
    /// The time is up before all programs have said whether they do.
    pub(super) fn descriptions(&self) -> Result<Vec<Description>, Win32Error> {
        let (mut about, mut found) = (Vec::new(), Vec::new());
        for (at, window) in self.windows.iter().enumerate() {
            let kind = PlainKind::of(window, self.windows_inside);
            if kind.is_some_and(|kind| !self.is_known(window, kind)) {
                about.push((at, About::Object));
            }
            if kind.is_some() && window.has_check() {
                about.push((at, About::Check));
            }
            found.push(kind.map_or(Description::Unknown, |_| described(window, self.frame)));
        }
        let sent = self.ask(&about);
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
        Ok(found)
    }

    /// Whether the last look says that a program leaves a control to Windows.
    fn is_known(&self, it: &InnerWindow, kind: PlainKind) -> bool {
        let is_said = |facts: &SystemFacts| self.known.is_left_to_windows(it.hwnd, &it.class, &facts.text);
        kind != PlainKind::Container && it.facts.as_ref().is_some_and(is_said)
    }

    fn ask(&self, about: &[(usize, About)]) -> SentQuestions {
        let client = isize::try_from(CLIENT).unwrap_or_default();
        let question = |(at, about): &(usize, About)| {
            let to = self.windows[*at].hwnd;
            match about {
                About::Object => Question { to, message: WM_GETOBJECT, first: 0, second: client },
                About::Check => Question { to, message: BM_GETCHECK, first: 0, second: 0 },
            }
        };
        SentQuestions::send(&about.iter().map(question).collect::<Vec<_>>())
    }
}

/// The same description with what only the program of a window says, which leaves its description to Windows.
pub(super) fn completed(
    it: &InnerWindow,
    windows_inside: &HashMap<Hwnd, usize>,
    description: Description,
    deadline: Deadline,
) -> Description {
    let Description::Plain(plain) = description else { return description };
    let hwnd = it.hwnd;
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
fn described(it: &InnerWindow, frame: Frame) -> Description {
    let Some(SystemFacts { text, rect }) = &it.facts else { return Description::Unknown };
    let rect = frame.rect_on_desktop(rect.left, rect.top, rect.right, rect.bottom);
    Description::Plain(PlainControl { text: text.clone(), rect, is_checked: false })
}

/// The control that a window is which the system describes. An edit in a window with others has no name yet.
pub(super) fn plain_control(it: &InnerWindow, plain: PlainControl, focus: Option<Hwnd>) -> AccessibleControl {
    let InnerWindow { hwnd, parent, class, .. } = it;
    let role = class.role().unwrap_or(Role::Group);
    let bit = |bit: u32, is_set: bool| if is_set { bit } else { 0 };
    let bits = bit(UNAVAILABLE, class.is_disabled())
        | bit(FOCUSED, focus == Some(*hwnd))
        | bit(FOCUSABLE, !matches!(role, Role::Text | Role::Group | Role::Dialog));
    let states = states_of(bits, role, class);
    let shown = |text: &str| if class.shows_marks() { text.to_owned() } else { without_mark(text) };
    let (name, value) = if role == Role::Edit {
        let is_alone = parent.is_none();
        let label = if is_alone { label_before(*hwnd) } else { None };
        (label.unwrap_or_default(), Some(plain.text).filter(|it| !it.is_empty()))
    } else {
        (shown(&plain.text), None)
    };
    AccessibleControl {
        hwnd: *hwnd,
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
