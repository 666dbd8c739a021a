//! Reads and selects the items of list views.

use super::item::{AT_ONCE, Item, MOST_ITEMS, ShownItem, no_item, sides};
use super::remote_memory::{TEXT_UNITS, ask_with_structures, ask_with_texts};
use super::{Delivery, ask, delivery_of};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::window_list::style_of;
use deskpilot_core::{Rect, Size};
use std::ops::Range;
use windows::Win32::Foundation::RECT;
use windows::Win32::UI::Controls::{
    LIST_VIEW_ITEM_STATE_FLAGS, LV_VIEW_DETAILS, LV_VIEW_LIST, LVIF_STATE, LVIF_TEXT, LVIR_SELECTBOUNDS,
    LVIS_FOCUSED, LVIS_SELECTED, LVITEMW, LVM_ENSUREVISIBLE, LVM_GETCOUNTPERPAGE, LVM_GETITEMCOUNT,
    LVM_GETITEMRECT, LVM_GETITEMW, LVM_GETSELECTEDCOUNT, LVM_GETTOPINDEX, LVM_GETVIEW, LVM_SETITEMSTATE,
    LVS_SINGLESEL,
};
use windows::core::PWSTR;

/// The index that stands for all items.
const ALL: usize = usize::MAX;

/// All items, by their first columns.
pub(super) fn items(list: Hwnd, deadline: Deadline) -> Result<Vec<Item>, Win32Error> {
    rows(list, 0..count(list, deadline)?.min(MOST_ITEMS), deadline)
}

/// The items that show in so much room.
pub(super) fn shown_items(list: Hwnd, room: Size, deadline: Deadline) -> Result<Vec<ShownItem>, Win32Error> {
    let number = |message| Ok(usize::try_from(ask(list, message, 0, 0, deadline)?).unwrap_or_default());
    let count = count(list, deadline)?.min(MOST_ITEMS);
    let view = number(LVM_GETVIEW)?;
    // Icons may stand anywhere, whatever their order.
    let has_lines = [LV_VIEW_DETAILS, LV_VIEW_LIST].contains(&u32::try_from(view).unwrap_or_default());
    let range = match has_lines {
        true => {
            let first = number(LVM_GETTOPINDEX)?.min(count);
            // One more may show in part.
            first..count.min(first + number(LVM_GETCOUNTPERPAGE)? + 1)
        }
        false => 0..count,
    };
    let places = places(list, range.clone(), deadline)?;
    let room = Rect::new(0, 0, room.width, room.height);
    let shown = rows(list, range, deadline)?.into_iter().zip(places).filter_map(|(item, place)| {
        let place = place.filter(|it| !it.intersection(room).is_empty())?;
        Some(ShownItem { item, place, level: 0, branch: None })
    });
    Ok(shown.collect())
}

/// Selects an item, and none but it, as a click does. The list tells its program.
pub(super) fn select(list: Hwnd, item: usize, deadline: Deadline) -> Result<Delivery, Win32Error> {
    if item >= count(list, deadline)? {
        return Err(no_item(item));
    }
    let selects_many = style_of(list) & LVS_SINGLESEL == 0;
    if selects_many && ask(list, LVM_GETSELECTEDCOUNT, 0, 0, deadline)? > 0 {
        set_state(list, ALL, LIST_VIEW_ITEM_STATE_FLAGS(0), LVIS_SELECTED, deadline)?;
    }
    let wanted = LIST_VIEW_ITEM_STATE_FLAGS(LVIS_SELECTED.0 | LVIS_FOCUSED.0);
    match delivery_of(list, set_state(list, item, wanted, wanted, deadline))? {
        Delivery::Pending => Ok(Delivery::Pending),
        Delivery::Handled => {
            ask(list, LVM_ENSUREVISIBLE, item, 0, deadline)?;
            Ok(Delivery::Handled)
        }
    }
}

fn set_state(
    list: Hwnd,
    item: usize,
    state: LIST_VIEW_ITEM_STATE_FLAGS,
    which: LIST_VIEW_ITEM_STATE_FLAGS,
    deadline: Deadline,
) -> Result<(), Win32Error> {
    let asked = |_: usize| (item, LVITEMW { state, stateMask: which, ..LVITEMW::default() });
    ask_with_structures(list, LVM_SETITEMSTATE, 1, asked, deadline).map(|_| ())
}

fn count(list: Hwnd, deadline: Deadline) -> Result<usize, Win32Error> {
    Ok(usize::try_from(ask(list, LVM_GETITEMCOUNT, 0, 0, deadline)?).unwrap_or_default())
}

/// These items in their order; fewer where there are fewer than before.
fn rows(list: Hwnd, indices: Range<usize>, deadline: Deadline) -> Result<Vec<Item>, Win32Error> {
    let mut found = Vec::new();
    for start in indices.clone().step_by(AT_ONCE) {
        let part = start..indices.end.min(start + AT_ONCE);
        let asked = |index: usize, text: PWSTR| {
            let item = LVITEMW {
                mask: LVIF_TEXT | LVIF_STATE,
                iItem: i32::try_from(start + index).unwrap_or(i32::MAX),
                stateMask: LVIS_SELECTED,
                pszText: text,
                cchTextMax: i32::try_from(TEXT_UNITS).unwrap_or_default(),
                ..LVITEMW::default()
            };
            (0, item)
        };
        let filled = ask_with_texts(list, LVM_GETITEMW, part.len(), asked, deadline)?;
        let texts = filled.texts(|it| it.pszText)?;
        let are_all_there = texts.len() == part.len();
        for (id, (about, text)) in part.zip(texts) {
            found.push(Item { id, text, is_selected: about.state.0 & LVIS_SELECTED.0 != 0 });
        }
        if !are_all_there {
            break;
        }
    }
    Ok(found)
}

/// Where a click selects these items; `None` for one that is gone.
fn places(list: Hwnd, indices: Range<usize>, deadline: Deadline) -> Result<Vec<Option<Rect>>, Win32Error> {
    let mut found = Vec::new();
    for start in indices.clone().step_by(AT_ONCE) {
        let count = indices.end.min(start + AT_ONCE) - start;
        // Which rectangle is wanted is where its left side comes.
        let wanted = RECT { left: LVIR_SELECTBOUNDS.cast_signed(), ..RECT::default() };
        let asked = |index: usize| (start + index, wanted);
        let filled = ask_with_structures(list, LVM_GETITEMRECT, count, asked, deadline)?;
        found.extend(filled.into_iter().map(|it| it.map(sides)));
    }
    Ok(found)
}
