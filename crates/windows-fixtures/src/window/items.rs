//! Items of tree views, list views and tab controls.
#![expect(unsafe_code, reason = "calls Windows")]

use super::parts::{address, ask};
use super::{terminated, text_of};
use windows::Win32::{
    Foundation::{HWND, WPARAM},
    UI::{
        Controls::{
            HTREEITEM, LVCF_TEXT, LVCF_WIDTH, LVCOLUMNW, LVIF_TEXT, LVITEMW, LVM_GETITEMTEXTW,
            LVM_GETNEXTITEM, LVM_INSERTCOLUMNW, LVM_INSERTITEMW, LVM_SETITEMTEXTW, LVNI_SELECTED, TCIF_TEXT,
            TCITEMW, TCM_GETCURSEL, TCM_GETITEMW, TCM_INSERTITEMW, TVGN_CARET, TVI_LAST, TVIF_TEXT,
            TVINSERTSTRUCTW, TVINSERTSTRUCTW_0, TVITEMW, TVM_GETITEMW, TVM_GETNEXTITEM, TVM_INSERTITEMW,
        },
        WindowsAndMessaging::SendMessageW,
    },
};
use windows::core::PWSTR;

/// The longest text of an item, in units of 16 bits.
const UNITS: usize = 260;

/// Adds an item below another one of a tree, and returns it.
pub(crate) fn add_branch(tree: HWND, parent: HTREEITEM, text: &str) -> HTREEITEM {
    let mut text = terminated(text);
    let item = TVITEMW { mask: TVIF_TEXT, pszText: PWSTR(text.as_mut_ptr()), ..TVITEMW::default() };
    let insert =
        TVINSERTSTRUCTW { hParent: parent, hInsertAfter: TVI_LAST, Anonymous: TVINSERTSTRUCTW_0 { item } };
    // SAFETY: the structure and the text live until the call returns.
    HTREEITEM(unsafe { SendMessageW(tree, TVM_INSERTITEMW, None, Some(address(&raw const insert))) }.0)
}

/// The text of an item of a tree.
pub(crate) fn branch_text(tree: HWND, item: HTREEITEM) -> String {
    let mut units = [0; UNITS];
    let mut about = TVITEMW {
        mask: TVIF_TEXT,
        hItem: item,
        pszText: PWSTR(units.as_mut_ptr()),
        cchTextMax: i32::try_from(UNITS).unwrap_or_default(),
        ..TVITEMW::default()
    };
    // SAFETY: the structure and the buffer, whose size is given, live until the call returns.
    unsafe { SendMessageW(tree, TVM_GETITEMW, None, Some(address(&raw mut about))) };
    text_of(&units)
}

/// The selected item of a tree.
pub(crate) fn selected_in_tree(tree: HWND) -> Vec<String> {
    let item = ask(tree, TVM_GETNEXTITEM, TVGN_CARET as usize);
    (item != 0).then(|| branch_text(tree, HTREEITEM(item))).into_iter().collect()
}

/// Adds a column to a list view.
pub(crate) fn add_column(list: HWND, index: usize, text: &str, width: i32) {
    let mut text = terminated(text);
    let column = LVCOLUMNW {
        mask: LVCF_TEXT | LVCF_WIDTH,
        cx: width,
        pszText: PWSTR(text.as_mut_ptr()),
        ..LVCOLUMNW::default()
    };
    let column = address(&raw const column);
    // SAFETY: the structure and the text live until the call returns.
    unsafe { SendMessageW(list, LVM_INSERTCOLUMNW, Some(WPARAM(index)), Some(column)) };
}

/// Adds a row to a list view.
pub(crate) fn add_row(list: HWND, row: i32, cells: &[&str]) {
    for (column, cell) in (0..).zip(cells) {
        let mut text = terminated(cell);
        let item = LVITEMW {
            mask: LVIF_TEXT,
            iItem: row,
            iSubItem: column,
            pszText: PWSTR(text.as_mut_ptr()),
            ..LVITEMW::default()
        };
        let (message, index) =
            if column == 0 { (LVM_INSERTITEMW, 0) } else { (LVM_SETITEMTEXTW, row.unsigned_abs()) };
        let item = address(&raw const item);
        // SAFETY: the structure and the text live until the call returns.
        unsafe { SendMessageW(list, message, Some(WPARAM(index as usize)), Some(item)) };
    }
}

/// The first cell of a row.
pub(crate) fn row_text(list: HWND, row: usize) -> String {
    let mut units = [0; UNITS];
    let mut item = LVITEMW {
        pszText: PWSTR(units.as_mut_ptr()),
        cchTextMax: i32::try_from(UNITS).unwrap_or_default(),
        ..LVITEMW::default()
    };
    let item = address(&raw mut item);
    // SAFETY: the structure and the buffer, whose size is given, live until the call returns.
    unsafe { SendMessageW(list, LVM_GETITEMTEXTW, Some(WPARAM(row)), Some(item)) };
    text_of(&units)
}

/// The first cells of the selected rows of a list view.
pub(crate) fn selected_in_rows(list: HWND) -> Vec<String> {
    let (mut found, mut after) = (Vec::new(), usize::MAX);
    loop {
        let flags = windows::Win32::Foundation::LPARAM(LVNI_SELECTED as isize);
        // SAFETY: both arguments are numbers; the first search begins before the first row.
        let next = unsafe { SendMessageW(list, LVM_GETNEXTITEM, Some(WPARAM(after)), Some(flags)) }.0;
        let Ok(row) = usize::try_from(next) else { return found };
        found.push(row_text(list, row));
        after = row;
    }
}

/// Adds a tab.
pub(crate) fn add_tab(tabs: HWND, index: usize, text: &str) {
    let mut text = terminated(text);
    let item = TCITEMW { mask: TCIF_TEXT, pszText: PWSTR(text.as_mut_ptr()), ..TCITEMW::default() };
    let item = address(&raw const item);
    // SAFETY: the structure and the text live until the call returns.
    unsafe { SendMessageW(tabs, TCM_INSERTITEMW, Some(WPARAM(index)), Some(item)) };
}

/// The selected tab.
pub(crate) fn selected_tab(tabs: HWND) -> Vec<String> {
    let mut units = [0; UNITS];
    let mut item = TCITEMW {
        mask: TCIF_TEXT,
        pszText: PWSTR(units.as_mut_ptr()),
        cchTextMax: i32::try_from(UNITS).unwrap_or_default(),
        ..TCITEMW::default()
    };
    let Ok(index) = usize::try_from(ask(tabs, TCM_GETCURSEL, 0)) else { return Vec::new() };
    let item = address(&raw mut item);
    // SAFETY: the structure and the buffer, whose size is given, live until the call returns.
    unsafe { SendMessageW(tabs, TCM_GETITEMW, Some(WPARAM(index)), Some(item)) };
    vec![text_of(&units)]
}
