//! Which windows inside of a window show, as far as the system knows without asking their program.

use super::parent_of;
use crate::hwnd::Hwnd;
use crate::window_list::{is_visible, style_of};
use std::collections::{HashMap, HashSet};
use windows::Win32::UI::WindowsAndMessaging::WS_VISIBLE;

/// A window, and what tells whether it shows.
#[derive(Clone, Copy)]
pub(super) struct FoundWindow {
    hwnd: Hwnd,
    parent: Option<Hwnd>,
    style: u32,
}

/// A window that shows.
pub(super) struct InnerWindow {
    pub(super) hwnd: Hwnd,
    /// The window that it is in; `None` for the one that is read.
    pub(super) parent: Option<Hwnd>,
    pub(super) style: u32,
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
    pub(super) fn of(hwnd: Hwnd) -> FoundWindow {
        FoundWindow { hwnd, parent: parent_of(hwnd), style: style_of(hwnd) }
    }
}

impl InnerWindows {
    /// Those of a window, of which this was found: itself first, and every other one after the one that it is in.
    pub(super) fn of(found: impl IntoIterator<Item = FoundWindow>) -> InnerWindows {
        let mut all = InnerWindows { visible: Vec::new(), counts: HashMap::new() };
        let mut shown: HashSet<Hwnd> = HashSet::new();
        let mut last: HashMap<Hwnd, Hwnd> = HashMap::new();
        for FoundWindow { hwnd, parent, style } in found {
            if all.visible.is_empty() {
                // It is read itself, and a control may be in a window that does not show.
                all.visible.push(InnerWindow { hwnd, parent: None, style, before: None });
                shown.extend(is_visible(hwnd).then_some(hwnd));
                continue;
            }
            let Some(parent) = parent else { continue };
            *all.counts.entry(parent).or_default() += 1;
            if style & WS_VISIBLE.0 != 0 && shown.contains(&parent) {
                shown.insert(hwnd);
                let before = last.insert(parent, hwnd);
                all.visible.push(InnerWindow { hwnd, parent: Some(parent), style, before });
            }
        }
        all
    }
}
