//! The tree view, the list view and the tab control of the fixture, and what they tell their window.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::utf16::terminated;
use windows::Win32::Foundation::{HWND, LPARAM, WPARAM};
use windows::Win32::UI::Controls::*;
use windows::Win32::UI::WindowsAndMessaging::{
    CreateWindowExW, HMENU, SendMessageW, WINDOW_EX_STYLE, WINDOW_STYLE, WM_SETREDRAW, WS_CHILD, WS_TABSTOP,
    WS_VISIBLE,
};
use windows::core::{PCWSTR, PWSTR, w};

/// A tree with two items, of which the first has two more inside, the second of them another one.
pub(super) const TREE: i32 = 120;
/// A list of [`ROWS`] rows of which several can be selected, and some show.
pub(super) const ROWS_VIEW: i32 = 121;
pub(super) const TABS: i32 = 122;
/// Tabs that look like buttons.
pub(super) const BUTTON_TABS: i32 = 123;
pub(super) const ROWS: usize = 450;

/// Adds all of them to the window.
pub(super) fn add_views(window: HWND) {
    let controls = INITCOMMONCONTROLSEX {
        dwSize: size_of::<INITCOMMONCONTROLSEX>() as u32,
        dwICC: ICC_LISTVIEW_CLASSES | ICC_TREEVIEW_CLASSES | ICC_TAB_CLASSES,
    };
    // SAFETY: the structure is complete.
    assert!(unsafe { InitCommonControlsEx(&raw const controls) }.as_bool());
    let tree = add(window, w!("SysTreeView32"), TVS_HASBUTTONS | TVS_LINESATROOT, TREE, [10, 304, 150, 56]);
    let documents = branch(tree, TVI_ROOT, "Documents");
    branch(tree, documents, "Létters");
    let invoices = branch(tree, documents, "Invoices");
    branch(tree, invoices, "2026");
    branch(tree, TVI_ROOT, "Pictures");
    let rows =
        add(window, w!("SysListView32"), LVS_REPORT | LVS_SHOWSELALWAYS, ROWS_VIEW, [170, 304, 150, 56]);
    let column = LVCOLUMNW { mask: LVCF_TEXT | LVCF_WIDTH, cx: 110, ..LVCOLUMNW::default() };
    send(rows, LVM_INSERTCOLUMNW, 0, &raw const column);
    // Each row would be drawn as it comes, in every test.
    set_redraw(rows, WPARAM(0));
    for row in 0..ROWS {
        let mut text = terminated(&format!("row {row} ✓"));
        let item = LVITEMW {
            mask: LVIF_TEXT,
            iItem: row as i32,
            pszText: PWSTR(text.as_mut_ptr()),
            ..LVITEMW::default()
        };
        send(rows, LVM_INSERTITEMW, 0, &raw const item);
    }
    set_redraw(rows, WPARAM(1));
    for (id, style, place) in [(TABS, 0, [400, 10, 170, 26]), (BUTTON_TABS, TCS_BUTTONS, [400, 50, 170, 26])]
    {
        let tabs = add(window, w!("SysTabControl32"), style, id, place);
        for (index, text) in ["General", "Détails", "Sharing"].into_iter().enumerate() {
            let mut text = terminated(text);
            let item = TCITEMW { mask: TCIF_TEXT, pszText: PWSTR(text.as_mut_ptr()), ..TCITEMW::default() };
            send(tabs, TCM_INSERTITEMW, index, &raw const item);
        }
    }
}

fn add(window: HWND, class: PCWSTR, style: u32, id: i32, [x, y, width, height]: [i32; 4]) -> HWND {
    let style = WINDOW_STYLE(style) | WS_CHILD | WS_VISIBLE | WS_TABSTOP;
    let (none, id) = (WINDOW_EX_STYLE::default(), HMENU(std::ptr::without_provenance_mut(id as usize)));
    // SAFETY: the classes are the system's, and their names end with a zero.
    unsafe {
        CreateWindowExW(none, class, w!(""), style, x, y, width, height, Some(window), Some(id), None, None)
    }
    .unwrap()
}

/// Says whether the control draws what changes: 0 for no, 1 for yes.
fn set_redraw(control: HWND, draws: WPARAM) {
    // SAFETY: sends a number.
    unsafe { SendMessageW(control, WM_SETREDRAW, Some(draws), None) };
}

fn branch(tree: HWND, parent: HTREEITEM, text: &str) -> HTREEITEM {
    let mut text = terminated(text);
    let item = TVITEMW { mask: TVIF_TEXT, pszText: PWSTR(text.as_mut_ptr()), ..TVITEMW::default() };
    let insert =
        TVINSERTSTRUCTW { hParent: parent, hInsertAfter: TVI_LAST, Anonymous: TVINSERTSTRUCTW_0 { item } };
    HTREEITEM(send(tree, TVM_INSERTITEMW, 0, &raw const insert))
}

/// Sends a message to a window of this thread, with the address of a structure.
fn send<T>(to: HWND, message: u32, first: usize, structure: *const T) -> isize {
    let second = LPARAM(structure.expose_provenance().cast_signed());
    // SAFETY: the callers give the structure of the message, and what it points to, which live until the call returns.
    unsafe { SendMessageW(to, message, Some(WPARAM(first)), Some(second)) }.0
}

/// What a notification says that happened.
///
/// # Safety
/// The argument is that of a notification.
pub(super) unsafe fn notified(second: LPARAM) -> Option<String> {
    let place: *const NMHDR = std::ptr::with_exposed_provenance(second.0.cast_unsigned());
    // SAFETY: every notification begins with its head, whose code says which structure it is the head of.
    unsafe {
        let head = *place;
        match (head.idFrom as i32, head.code) {
            (TREE, TVN_SELCHANGEDW) => Some(format!("tree {}", text_of_branch(head.hwndFrom))),
            (TREE, TVN_ITEMEXPANDEDW) => {
                let change = *place.cast::<NMTREEVIEWW>();
                Some(format!("tree {}", if change.action == TVE_EXPAND { "opened" } else { "closed" }))
            }
            (ROWS_VIEW, LVN_ITEMCHANGED) => {
                let change = *place.cast::<NMLISTVIEW>();
                let is_selected = change.uNewState & !change.uOldState & LVIS_SELECTED.0 != 0;
                is_selected.then(|| format!("row {}", change.iItem))
            }
            (TABS | BUTTON_TABS, TCN_SELCHANGE) => {
                let now = SendMessageW(head.hwndFrom, TCM_GETCURSEL, None, None).0;
                Some(format!("tab {now}"))
            }
            _ => None,
        }
    }
}

/// The text of the selected item of a tree.
fn text_of_branch(tree: HWND) -> String {
    let selected = send::<u8>(tree, TVM_GETNEXTITEM, TVGN_CARET as usize, std::ptr::null());
    let mut units = [0; 64];
    let mut item = TVITEMW {
        mask: TVIF_TEXT | TVIF_HANDLE,
        hItem: HTREEITEM(selected),
        pszText: PWSTR(units.as_mut_ptr()),
        cchTextMax: 64,
        ..TVITEMW::default()
    };
    send(tree, TVM_GETITEMW, 0, &raw mut item);
    crate::utf16::text_of(&units)
}
