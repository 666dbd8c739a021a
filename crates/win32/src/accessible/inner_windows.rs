//! Which windows inside of a window show, and what the system knows of each without asking its program.

use super::memory::WindowMemory;
use super::parent_of;
use super::system_facts::SystemFacts;
use crate::control_class::ControlClass;
use crate::hwnd::Hwnd;
use crate::window_list::{ClassNames, is_visible, style_of};
use std::collections::{HashMap, HashSet};
use windows::Win32::UI::WindowsAndMessaging::WS_VISIBLE;

/// A window, and what tells whether it shows.
#[derive(Clone, Debug)]
pub(super) struct FoundWindow {
    hwnd: Hwnd,
    parent: Option<Hwnd>,
    style: u32,
    class: ControlClass,
    facts: Option<SystemFacts>,
}

/// A window that shows.
pub(super) struct InnerWindow {
    pub(super) hwnd: Hwnd,
    /// The window that it is in; `None` for the one that is read.
    pub(super) parent: Option<Hwnd>,
    /// One that is gone has a class without a name.
    pub(super) class: ControlClass,
    /// What the system says of it as a control; `None` where that would not be enough.
    pub(super) facts: Option<SystemFacts>,
    /// The window before it in the same window, which may name it.
    pub(super) before: Option<Hwnd>,
}

/// The windows of one read.
pub(super) struct InnerWindows {
    /// The window itself, and those inside of it that show, each after the one that it is in.
    pub(super) visible: Vec<InnerWindow>,
    /// How many windows are directly inside of each window, hidden ones too.
    pub(super) counts: HashMap<Hwnd, usize>,
}

impl FoundWindow {
    pub(super) fn of(hwnd: Hwnd, known: &WindowMemory, names: &mut ClassNames) -> FoundWindow {
        let style = style_of(hwnd);
        let class = known
            .class(hwnd, style)
            .unwrap_or_else(|| ControlClass::new(&names.of(hwnd).unwrap_or_default(), style));
        let facts = SystemFacts::of(hwnd, &class);
        FoundWindow { hwnd, parent: parent_of(hwnd), style, class, facts }
    }
}

impl InnerWindows {
    /// Those of a window, of which this was found: itself first, and every other one after the one that it is in.
    pub(super) fn of(found: impl IntoIterator<Item = FoundWindow>) -> InnerWindows {
        let mut all = InnerWindows { visible: Vec::new(), counts: HashMap::new() };
        let mut shown: HashSet<Hwnd> = HashSet::new();
        let mut last: HashMap<Hwnd, Hwnd> = HashMap::new();
        for FoundWindow { hwnd, parent, style, class, facts } in found {
            if all.visible.is_empty() {
                // It is read itself, and a control may be in a window that does not show.
                all.visible.push(InnerWindow { hwnd, parent: None, class, facts, before: None });
                shown.extend(is_visible(hwnd).then_some(hwnd));
                continue;
            }
            let Some(parent) = parent else { continue };
            *all.counts.entry(parent).or_default() += 1;
            if style & WS_VISIBLE.0 != 0 && shown.contains(&parent) {
                shown.insert(hwnd);
                let before = last.insert(parent, hwnd);
                all.visible.push(InnerWindow { hwnd, parent: Some(parent), class, facts, before });
            }
        }
        all
    }
}
