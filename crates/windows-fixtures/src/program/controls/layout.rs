//! Which controls the window has, and where.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::ids::{
    AGREE, ASK, CAPITALS, CITY, COLOURS, DIGITS, DRINK, FILES, FIXED, FOLDERS, FRUIT, LARGE, MEDIUM,
    MENU_ABOUT, MENU_LARGE, MENU_SAVE, MENU_STOP, NAME, NEVER, NOTES, PAGE, PAGES, REFUSE, RENAME, SAVE,
    SECRET, SILENT, SMALL, STATUS, THREE,
};
use crate::window::items::{add_branch, add_column, add_row, add_tab};
use crate::window::parts::{Part, add, add_texts, control, tell_of_each_text};
use windows::Win32::{
    Foundation::HWND,
    UI::{
        Controls::{
            LVS_REPORT, LVS_SHOWSELALWAYS, TVI_ROOT, TVS_HASBUTTONS, TVS_HASLINES, TVS_LINESATROOT,
            TVS_SHOWSELALWAYS,
        },
        WindowsAndMessaging::{
            AppendMenuW, BS_AUTO3STATE, BS_AUTOCHECKBOX, BS_AUTORADIOBUTTON, BS_CHECKBOX, BS_GROUPBOX,
            CB_ADDSTRING, CBS_AUTOHSCROLL, CBS_DROPDOWN, CBS_DROPDOWNLIST, CreateMenu, CreatePopupMenu,
            ES_AUTOHSCROLL, ES_MULTILINE, ES_NUMBER, ES_PASSWORD, ES_READONLY, ES_UPPERCASE, ES_WANTRETURN,
            HMENU, LB_ADDSTRING, LBS_MULTIPLESEL, LBS_NOTIFY, MF_CHECKED, MF_GRAYED, MF_POPUP, MF_SEPARATOR,
            MF_STRING, WS_BORDER, WS_DISABLED, WS_GROUP, WS_TABSTOP, WS_VSCROLL,
        },
    },
};
use windows::core::{PCWSTR, Result, w};

/// Place and size of the window: beside the middle of the screen. Under Wine, the X server's pointer stays there.
pub(super) const PLACE: [i32; 4] = [10, 10, 600, 600];

/// Text, class, style, number and place of each control, in the order of the Tab key. A label comes before what it is for.
fn parts() -> Vec<(&'static str, &'static str, u32, u16, [i32; 4])> {
    let edit = WS_BORDER.0 | WS_TABSTOP.0 | style(ES_AUTOHSCROLL);
    let lines = WS_BORDER.0 | WS_TABSTOP.0 | WS_VSCROLL.0 | style(ES_MULTILINE | ES_WANTRETURN);
    let list = WS_BORDER.0 | WS_TABSTOP.0 | WS_VSCROLL.0 | style(LBS_NOTIFY);
    let combo = WS_TABSTOP.0 | WS_VSCROLL.0 | style(CBS_AUTOHSCROLL);
    let tree = TVS_HASLINES | TVS_HASBUTTONS | TVS_LINESATROOT | TVS_SHOWSELALWAYS;
    let (tab, first) = (WS_TABSTOP.0, WS_TABSTOP.0 | WS_GROUP.0);
    vec![
        ("Name:", "STATIC", 0, 0, [10, 12, 60, 18]),
        ("initial", "EDIT", edit, NAME, [80, 10, 150, 22]),
        ("Secret:", "STATIC", 0, 0, [10, 40, 60, 18]),
        ("", "EDIT", edit | style(ES_PASSWORD), SECRET, [80, 38, 150, 22]),
        ("Digits:", "STATIC", 0, 0, [10, 68, 60, 18]),
        ("", "EDIT", edit | style(ES_NUMBER), DIGITS, [80, 66, 150, 22]),
        ("Capitals:", "STATIC", 0, 0, [10, 96, 60, 18]),
        ("", "EDIT", edit | style(ES_UPPERCASE), CAPITALS, [80, 94, 150, 22]),
        ("Fixed:", "STATIC", 0, 0, [10, 124, 60, 18]),
        ("cannot be changed", "EDIT", edit | style(ES_READONLY), FIXED, [80, 122, 150, 22]),
        ("Notes:", "STATIC", 0, 0, [10, 152, 60, 18]),
        ("", "EDIT", lines, NOTES, [80, 150, 150, 60]),
        ("&Save", "BUTTON", tab, SAVE, [10, 220, 70, 26]),
        ("&Ask", "BUTTON", tab, ASK, [85, 220, 70, 26]),
        ("&Rename...", "BUTTON", tab, RENAME, [160, 220, 70, 26]),
        ("Never", "BUTTON", tab | WS_DISABLED.0, NEVER, [10, 250, 70, 26]),
        ("Silent", "BUTTON", tab, SILENT, [85, 250, 70, 26]),
        ("Agree", "BUTTON", tab | style(BS_AUTOCHECKBOX), AGREE, [10, 282, 90, 20]),
        ("Three states", "BUTTON", tab | style(BS_AUTO3STATE), THREE, [110, 282, 110, 20]),
        ("Refuse", "BUTTON", tab | style(BS_CHECKBOX), REFUSE, [10, 304, 90, 20]),
        ("Size", "BUTTON", WS_GROUP.0 | style(BS_GROUPBOX), 0, [10, 328, 220, 44]),
        ("Small", "BUTTON", first | style(BS_AUTORADIOBUTTON), SMALL, [20, 346, 60, 20]),
        ("Medium", "BUTTON", style(BS_AUTORADIOBUTTON), MEDIUM, [85, 346, 70, 20]),
        ("Large", "BUTTON", style(BS_AUTORADIOBUTTON), LARGE, [160, 346, 60, 20]),
        ("Fruit", "STATIC", WS_GROUP.0, 0, [250, 12, 100, 16]),
        ("", "LISTBOX", list, FRUIT, [250, 30, 110, 84]),
        ("Colours", "STATIC", 0, 0, [250, 120, 100, 16]),
        ("", "LISTBOX", list | style(LBS_MULTIPLESEL), COLOURS, [250, 138, 110, 84]),
        ("Drink", "STATIC", 0, 0, [250, 228, 100, 16]),
        ("", "COMBOBOX", combo | style(CBS_DROPDOWNLIST), DRINK, [250, 246, 110, 160]),
        ("City", "STATIC", 0, 0, [250, 278, 100, 16]),
        ("", "COMBOBOX", combo | style(CBS_DROPDOWN), CITY, [250, 296, 110, 160]),
        ("Folders", "STATIC", 0, 0, [375, 12, 100, 16]),
        ("", "SysTreeView32", WS_BORDER.0 | tab | tree, FOLDERS, [375, 30, 200, 120]),
        ("Files", "STATIC", 0, 0, [375, 156, 100, 16]),
        (
            "",
            "SysListView32",
            WS_BORDER.0 | tab | LVS_REPORT | LVS_SHOWSELALWAYS,
            FILES,
            [375, 174, 200, 100],
        ),
        ("", "SysTabControl32", tab, PAGES, [375, 284, 200, 30]),
        ("Page: General", "STATIC", 0, PAGE, [375, 318, 200, 18]),
        ("Nothing yet", "STATIC", 0, STATUS, [10, 380, 560, 18]),
    ]
}

/// How many of the further controls stand beside each other.
const COLUMNS: u16 = 20;

/// Adds so many small controls below the others, of the kinds of which windows have most.
pub(super) fn add_more(window: HWND, count: u16) -> Result<()> {
    let kinds = [
        ("STATIC", 0),
        ("EDIT", WS_BORDER.0 | WS_TABSTOP.0 | style(ES_AUTOHSCROLL)),
        ("BUTTON", WS_TABSTOP.0),
        ("BUTTON", WS_TABSTOP.0 | style(BS_AUTOCHECKBOX)),
    ];
    for (number, (class, style)) in (0..count).zip(kinds.into_iter().cycle()) {
        let (column, row) = (i32::from(number % COLUMNS), i32::from(number / COLUMNS));
        let place = [10 + 28 * column, 402 + 14 * row, 26, 12];
        add(window, &Part { class, text: &format!("More {}", number + 1), style, id: 0, place })?;
    }
    Ok(())
}

/// A style that Windows' descriptions have as a number with a sign.
const fn style(number: i32) -> u32 {
    number.cast_unsigned()
}

/// Creates the controls, with their items.
pub(super) fn add_controls(window: HWND) -> Result<()> {
    for (text, class, style, id, place) in parts() {
        add(window, &Part { class, text, style, id, place })?;
    }
    add_texts(
        control(window, FRUIT),
        LB_ADDSTRING,
        &["Apple", "Banana", "Cherry", "Date", "Elderberry", "Fig"],
    );
    add_texts(control(window, COLOURS), LB_ADDSTRING, &["Red", "Green", "Blue", "White"]);
    add_texts(control(window, DRINK), CB_ADDSTRING, &["Coffee", "Tea", "Water"]);
    add_texts(control(window, CITY), CB_ADDSTRING, &["Oslo", "Paris", "Rome"]);
    let folders = control(window, FOLDERS);
    for (parent, children) in [("Documents", ["Letters", "Invoices"]), ("Pictures", ["Cats", "Dogs"])] {
        let parent = add_branch(folders, TVI_ROOT, parent);
        for child in children {
            add_branch(folders, parent, child);
        }
    }
    let files = control(window, FILES);
    add_column(files, 0, "Name", 110);
    add_column(files, 1, "Size", 70);
    for (row, cells) in (0..).zip([["a.txt", "1 KB"], ["b.txt", "20 KB"], ["c.png", "300 KB"]]) {
        add_row(files, row, &cells);
    }
    tell_of_each_text(control(window, NOTES));
    let pages = control(window, PAGES);
    ["General", "Details", "Sharing"].iter().enumerate().for_each(|(index, it)| add_tab(pages, index, it));
    Ok(())
}

/// The menu bar.
pub(super) fn menu() -> Result<HMENU> {
    // SAFETY: the menus are new, and the texts end with a zero.
    unsafe {
        let (bar, file, view, help) =
            (CreateMenu()?, CreatePopupMenu()?, CreatePopupMenu()?, CreatePopupMenu()?);
        AppendMenuW(file, MF_STRING, MENU_SAVE.into(), w!("&Save\tCtrl+S"))?;
        AppendMenuW(file, MF_STRING, MENU_STOP.into(), w!("Stop for &3 s"))?;
        AppendMenuW(file, MF_SEPARATOR, 0, PCWSTR::null())?;
        AppendMenuW(file, MF_STRING | MF_GRAYED, 903, w!("E&xit"))?;
        AppendMenuW(view, MF_STRING | MF_CHECKED, MENU_LARGE.into(), w!("&Large"))?;
        AppendMenuW(help, MF_STRING, MENU_ABOUT.into(), w!("&About..."))?;
        AppendMenuW(bar, MF_POPUP, file.0.addr(), w!("&File"))?;
        AppendMenuW(bar, MF_POPUP, view.0.addr(), w!("&View"))?;
        AppendMenuW(bar, MF_POPUP, help.0.addr(), w!("&Help"))?;
        Ok(bar)
    }
}
