//! Reads and selects the tabs of tab controls.

use super::item::{Item, MOST_ITEMS, ShownItem, no_item, sides};
use super::remote_memory::{TEXT_UNITS, ask_with_structures, ask_with_texts};
use super::{Delivery, ask, tell};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::window_list::style_of;
use deskpilot_core::{Rect, Size};
use windows::Win32::Foundation::RECT;
use windows::Win32::UI::Controls::{
    TCIF_TEXT, TCITEMW, TCM_GETCURSEL, TCM_GETITEMCOUNT, TCM_GETITEMRECT, TCM_GETITEMW, TCM_SETCURFOCUS,
    TCS_BUTTONS,
};
use windows::core::PWSTR;

/// All tabs.
pub(super) fn items(tabs: Hwnd, deadline: Deadline) -> Result<Vec<Item>, Win32Error> {
    let asked = |_: usize, text: PWSTR| TCITEMW {
        mask: TCIF_TEXT,
        pszText: text,
        cchTextMax: i32::try_from(TEXT_UNITS).unwrap_or_default(),
        ..TCITEMW::default()
    };
    let (count, selected) = (count(tabs, deadline)?, ask(tabs, TCM_GETCURSEL, 0, 0, deadline)?);
    let asked = |index: usize, text: PWSTR| (index, asked(index, text));
    let filled = ask_with_texts(tabs, TCM_GETITEMW, count, asked, deadline)?;
    let texts = filled.texts(|it| it.pszText)?.into_iter().enumerate();
    let item =
        |(id, (_, text)): (usize, _)| Item { id, text, is_selected: usize::try_from(selected) == Ok(id) };
    Ok(texts.map(item).collect())
}

/// The tabs that show in so much room.
pub(super) fn shown_items(tabs: Hwnd, room: Size, deadline: Deadline) -> Result<Vec<ShownItem>, Win32Error> {
    let items = items(tabs, deadline)?;
    let asked = |index: usize| (index, RECT::default());
    let places = ask_with_structures(tabs, TCM_GETITEMRECT, items.len(), asked, deadline)?;
    let room = Rect::new(0, 0, room.width, room.height);
    let shown = items.into_iter().zip(places).filter_map(|(item, place)| {
        let place = place.map(sides).filter(|it| !it.intersection(room).is_empty())?;
        Some(ShownItem { item, place, level: 0, branch: None })
    });
    Ok(shown.collect())
}

/// Selects a tab. The control tells its program, which may keep the one that is selected.
pub(super) fn select(tabs: Hwnd, item: usize, deadline: Deadline) -> Result<Delivery, Win32Error> {
    if item >= count(tabs, deadline)? {
        return Err(no_item(item));
    }
    if style_of(tabs) & TCS_BUTTONS != 0 {
        return Err(Win32Error::Cannot(
            "tabs that look like buttons tell their program of clicks alone".into(),
        ));
    }
    // The message that selects a tab tells the program nothing.
    tell(tabs, TCM_SETCURFOCUS, item, 0, deadline)
}

fn count(tabs: Hwnd, deadline: Deadline) -> Result<usize, Win32Error> {
    Ok(usize::try_from(ask(tabs, TCM_GETITEMCOUNT, 0, 0, deadline)?).unwrap_or_default().min(MOST_ITEMS))
}
