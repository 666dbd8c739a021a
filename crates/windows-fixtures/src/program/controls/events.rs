//! What the controls tell their window, as what happened.
#![expect(unsafe_code, reason = "calls Windows")]

use super::Controls;
use crate::ids::{
    AGREE, ASK, CAPITALS, CITY, COLOURS, DIGITS, DRINK, FILES, FOLDERS, FRUIT, LARGE, MEDIUM, MENU_ABOUT,
    MENU_LARGE, MENU_SAVE, MENU_STOP, NAME, NEVER, NOTES, PAGE, PAGES, REFUSE, RENAME, SAVE, SECRET,
    SELECT_ALL, SILENT, SMALL, STATUS, THREE,
};
use crate::window::dialog::{Answer, ask, ask_for_text};
use crate::window::items::{branch_text, row_text, selected_in_rows, selected_in_tree, selected_tab};
use crate::window::parts::{control, mark, selected_in_combo, selected_in_list, show, text};
use crate::{CheckMark, Happened};
use std::{thread, time::Duration};
use windows::Win32::{
    Foundation::{HWND, LPARAM, WPARAM},
    UI::{
        Controls::{
            EM_SETSEL, LVIS_SELECTED, LVN_ITEMACTIVATE, LVN_ITEMCHANGED, NMHDR, NMITEMACTIVATE, NMLISTVIEW,
            NMTREEVIEWW, TCN_SELCHANGE, TVE_EXPAND, TVN_ITEMEXPANDEDW, TVN_SELCHANGEDW,
        },
        Input::KeyboardAndMouse::GetFocus,
        WindowsAndMessaging::{
            BN_CLICKED, CBN_EDITCHANGE, CBN_SELCHANGE, CheckMenuItem, EN_CHANGE, GetMenu, GetMenuState,
            GetParent, LBN_DBLCLK, LBN_SELCHANGE, MB_OK, MB_YESNO, MF_BYCOMMAND, MF_CHECKED, MF_UNCHECKED,
            SendMessageW,
        },
    },
};

/// How long the window answers nothing after a request to hang.
const STOPPED: Duration = Duration::from_secs(3);

impl Controls {
    /// A control, a shortcut or the menu tells something.
    pub(super) fn command(&self, window: HWND, first: WPARAM, second: LPARAM) {
        let id = u16::try_from(first.0 & 0xffff).unwrap_or_default();
        let code = u32::try_from(first.0 >> 16).unwrap_or_default();
        let part = control(window, id);
        match (id, code) {
            (SELECT_ALL, _) => select_all(),
            (MENU_SAVE.., _) if second.0 == 0 => self.menu(window, id),
            (SAVE | ASK | RENAME | NEVER | SILENT, BN_CLICKED) => self.button(window, id),
            (AGREE | THREE | REFUSE, BN_CLICKED) => {
                self.record(&Happened::Checked { control: plain(part), mark: mark(part) });
            }
            (SMALL | MEDIUM | LARGE, BN_CLICKED) if mark(part) == CheckMark::Checked => {
                self.record(&Happened::Chosen { group: "Size".into(), option: plain(part) });
            }
            (NAME | SECRET | DIGITS | CAPITALS | NOTES, EN_CHANGE) | (CITY, CBN_EDITCHANGE) => {
                self.record(&Happened::Text { control: label(id), text: text(part) });
            }
            (FRUIT | COLOURS, LBN_SELCHANGE) => self.selected(id, selected_in_list(part)),
            (FRUIT | COLOURS, LBN_DBLCLK) => {
                let items = selected_in_list(part).into_iter();
                items.for_each(|item| self.record(&Happened::Activated { control: label(id), item }));
            }
            (DRINK | CITY, CBN_SELCHANGE) => self.selected(id, selected_in_combo(part)),
            _ => {}
        }
    }

    /// A tree, a list view or tabs tell something.
    ///
    /// # Safety
    /// The argument is the address of a notification.
    pub(super) unsafe fn notify(&self, second: LPARAM) {
        let place: *const NMHDR = std::ptr::with_exposed_provenance(second.0.cast_unsigned());
        // SAFETY: every notification begins with its head, whose code says which structure it is the head of.
        unsafe {
            let head = *place;
            let (part, id) = (head.hwndFrom, u16::try_from(head.idFrom).unwrap_or_default());
            match (id, head.code) {
                (FOLDERS, TVN_SELCHANGEDW) => self.selected(id, selected_in_tree(part)),
                (FOLDERS, TVN_ITEMEXPANDEDW) => {
                    let change = &*place.cast::<NMTREEVIEWW>();
                    let item = branch_text(part, change.itemNew.hItem);
                    let open = change.action == TVE_EXPAND;
                    self.record(&Happened::Expanded { control: label(id), item, open });
                }
                (FILES, LVN_ITEMCHANGED) => {
                    let change = &*place.cast::<NMLISTVIEW>();
                    if (change.uNewState ^ change.uOldState) & LVIS_SELECTED.0 != 0 {
                        self.selected(id, selected_in_rows(part));
                    }
                }
                (FILES, LVN_ITEMACTIVATE) => {
                    let row = usize::try_from((*place.cast::<NMITEMACTIVATE>()).iItem);
                    let item = row.map(|row| row_text(part, row)).unwrap_or_default();
                    self.record(&Happened::Activated { control: label(id), item });
                }
                (PAGES, TCN_SELCHANGE) => {
                    let tabs = selected_tab(part);
                    let page = format!("Page: {}", tabs.concat());
                    GetParent(part).into_iter().for_each(|it| show(control(it, PAGE), &page));
                    self.selected(id, tabs);
                }
                _ => {}
            }
        }
    }

    fn selected(&self, id: u16, items: Vec<String>) {
        self.record(&Happened::Selected { control: label(id), items });
    }

    fn button(&self, window: HWND, id: u16) {
        self.record(&Happened::Pressed { control: plain(control(window, id)) });
        let status = control(window, STATUS);
        match id {
            SAVE => show(status, &format!("Saved: {}", text(control(window, NAME)))),
            ASK => {
                let answer = self.asking("Question", || ask(window, "Question", "Sure?", MB_YESNO));
                show(status, &format!("Answered: {}", answer.button));
            }
            RENAME => {
                let asked = || ask_for_text(window, "Rename", "New name:");
                if let Answer { button: "OK", text: Some(name) } = self.asking("Rename", asked) {
                    show(control(window, NAME), &name);
                }
            }
            _ => {}
        }
    }

    /// Records a dialog, and how it was answered.
    fn asking(&self, title: &str, asked: impl FnOnce() -> Answer) -> Answer {
        self.record(&Happened::Asked { title: title.into() });
        let answer = asked();
        let (button, text) = (answer.button.to_owned(), answer.text.clone());
        self.record(&Happened::Answered { title: title.into(), button, text });
        answer
    }

    fn menu(&self, window: HWND, id: u16) {
        let (command, status) = (control_of_menu(id), control(window, STATUS));
        self.record(&Happened::Menu { command: command.into() });
        match id {
            MENU_SAVE => show(status, &format!("Saved: {}", text(control(window, NAME)))),
            MENU_STOP => thread::sleep(STOPPED),
            MENU_LARGE => toggle(window, id),
            MENU_ABOUT => drop(self.asking("About", || ask(window, "About", "A fixture.", MB_OK))),
            _ => {}
        }
    }
}

/// Selects the whole text of the field with the keyboard; other controls do something else with the message, or nothing.
fn select_all() {
    // SAFETY: the arguments are numbers.
    unsafe { SendMessageW(GetFocus(), EM_SETSEL, Some(WPARAM(0)), Some(LPARAM(-1))) };
}

/// The text of a menu's command, without its shortcut.
const fn control_of_menu(id: u16) -> &'static str {
    match id {
        MENU_SAVE => "Save",
        MENU_STOP => "Stop for 3 s",
        MENU_LARGE => "Large",
        MENU_ABOUT => "About...",
        _ => "",
    }
}

/// Turns the mark beside a menu's command on or off.
fn toggle(window: HWND, id: u16) {
    // SAFETY: takes numbers.
    unsafe {
        let menu = GetMenu(window);
        let was_checked = GetMenuState(menu, id.into(), MF_BYCOMMAND) & MF_CHECKED.0 != 0;
        let mark = if was_checked { MF_UNCHECKED } else { MF_CHECKED };
        CheckMenuItem(menu, id.into(), (MF_BYCOMMAND | mark).0);
    }
}

/// The text on a control, without the mark of its mnemonic.
fn plain(part: HWND) -> String {
    text(part).replace('&', "")
}

/// What is written beside a control.
fn label(id: u16) -> String {
    let label = match id {
        NAME => "Name",
        SECRET => "Secret",
        DIGITS => "Digits",
        CAPITALS => "Capitals",
        NOTES => "Notes",
        FRUIT => "Fruit",
        COLOURS => "Colours",
        DRINK => "Drink",
        CITY => "City",
        FOLDERS => "Folders",
        FILES => "Files",
        PAGES => "Pages",
        _ => "",
    };
    label.to_owned()
}
