//! Reads the menu bar of a window, and chooses its commands.
#![expect(unsafe_code, reason = "calls Windows")]

use super::{Delivery, check_enabled, tell};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::utf16::{text_of, without_mark};
use windows::Win32::UI::WindowsAndMessaging::{
    GetMenu, GetMenuItemCount, GetMenuItemID, GetMenuState, GetMenuStringW, GetSubMenu, HMENU, MF_BYPOSITION,
    MF_CHECKED, MF_DISABLED, MF_GRAYED, WM_COMMAND,
};

/// How many menus are inside of one another at most.
const MOST_LEVELS: usize = 8;
/// The longest text of an item.
const TEXT_UNITS: usize = 256;
/// What an item has as its id that opens a menu.
const NO_ID: u32 = u32::MAX;
/// What an item has as its state that is gone.
const NO_STATE: u32 = u32::MAX;

/// A command of a menu bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuItem {
    /// The texts of the menus that lead to it, and its own, without marks of shortcuts.
    pub path: Vec<String>,
    /// By which it is chosen.
    pub id: u32,
    /// Whether it can be chosen. Programs set this when the menu opens, so it may be out of date.
    pub is_enabled: bool,
    /// Whether it has a check mark.
    pub is_checked: bool,
}

/// The commands of a window's menu bar, in order; none where it has no menu bar of Windows.
pub fn menu_items(window: Hwnd) -> Vec<MenuItem> {
    let mut found = Vec::new();
    // SAFETY: takes a number and returns one.
    let menu = unsafe { GetMenu(window.native()) };
    if !menu.is_invalid() {
        collect(menu, &[], &mut found);
    }
    found
}

/// Chooses a command of a window's menu bar by its id. What it opens may stay open, and the choice is pending then.
pub fn choose_menu_item(window: Hwnd, id: u32, deadline: Deadline) -> Result<Delivery, Win32Error> {
    check_enabled(window)?;
    // Zero in the upper half says that the command comes from a menu.
    tell(window, WM_COMMAND, (id & 0xffff) as usize, 0, deadline)
}

fn collect(menu: HMENU, above: &[String], found: &mut Vec<MenuItem>) {
    // SAFETY: this function and those below take numbers, and return numbers for menus and items that are gone.
    let count = unsafe { GetMenuItemCount(Some(menu)) };
    for place in 0..count.max(0) {
        let path = [above, &[text_at(menu, place)]].concat();
        // SAFETY: as above.
        let (inside, id) = unsafe { (GetSubMenu(menu, place), GetMenuItemID(menu, place)) };
        if !inside.is_invalid() && above.len() < MOST_LEVELS {
            collect(inside, &path, found);
        } else if id != NO_ID && id != 0 {
            // SAFETY: as above.
            let state = unsafe { GetMenuState(menu, place.unsigned_abs(), MF_BYPOSITION) };
            let has = |flags: u32| state != NO_STATE && state & flags != 0;
            let is_enabled = !has(MF_GRAYED.0 | MF_DISABLED.0);
            found.push(MenuItem { path, id, is_enabled, is_checked: has(MF_CHECKED.0) });
        }
    }
}

/// The text of an item, without its shortcut after a tab and the mark of its letter.
fn text_at(menu: HMENU, place: i32) -> String {
    let mut units = [0; TEXT_UNITS];
    // SAFETY: writes at most as many units as the buffer has.
    unsafe { GetMenuStringW(menu, place.unsigned_abs(), Some(&mut units), MF_BYPOSITION) };
    let text = text_of(&units);
    without_mark(text.split('\t').next().unwrap_or_default())
}
