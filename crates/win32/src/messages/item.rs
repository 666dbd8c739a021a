//! Items of lists, trees and tabs, and what all who read them share.

use crate::error::Win32Error;
use deskpilot_core::Rect;
use windows::Win32::Foundation::RECT;

/// How many items to read.
pub(super) const MOST_ITEMS: usize = 5000;
/// About how many items to ask at once.
pub(super) const AT_ONCE: usize = 200;

/// An item of a list box, a combo box, a list view, a tree view or a tab control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// By which its control knows it: its index, or its handle in a tree view.
    pub id: usize,
    /// Its text.
    pub text: String,
    /// Whether it is selected.
    pub is_selected: bool,
}

/// An item that shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownItem {
    /// The item.
    pub item: Item,
    /// Where it is in the list's client area, relative to its corner there.
    pub place: Rect,
    /// In how many other items it is.
    pub level: u16,
    /// Whether what is inside of it shows; `None` for an item with nothing inside.
    pub branch: Option<BranchState>,
}

/// Whether what is inside of an item of a tree view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchState {
    /// It does.
    Open,
    /// It does not.
    Closed,
}

/// A rectangle that Windows gives by its sides.
pub(super) fn sides(rect: RECT) -> Rect {
    let length = |from: i32, to: i32| to.saturating_sub(from).max(0).unsigned_abs();
    Rect::new(rect.left, rect.top, length(rect.left, rect.right), length(rect.top, rect.bottom))
}

/// The error of an item that its control does not have.
pub(super) fn no_item(item: usize) -> Win32Error {
    Win32Error::Cannot(format!("there is no item {item}"))
}
