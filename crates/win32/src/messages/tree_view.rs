//! Reads the items of tree views, and selects, opens and closes them.

use super::item::{AT_ONCE, BranchState, Item, MOST_ITEMS, ShownItem, no_item, sides};
use super::remote_memory::{TEXT_UNITS, ask_with_structures, ask_with_texts};
use super::{Delivery, ask, check_enabled, delivery_of};
use crate::control_class::ItemView;
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::window_list::control_class_of;
use deskpilot_core::{Rect, Size};
use std::collections::HashMap;
use windows::Win32::Foundation::RECT;
use windows::Win32::UI::Controls::{
    HTREEITEM, TREE_VIEW_ITEM_STATE_FLAGS, TVE_COLLAPSE, TVE_EXPAND, TVGN_CARET, TVGN_CHILD,
    TVGN_FIRSTVISIBLE, TVGN_NEXT, TVGN_NEXTVISIBLE, TVGN_PARENT, TVGN_ROOT, TVIF_CHILDREN, TVIF_HANDLE,
    TVIF_STATE, TVIF_TEXT, TVIS_EXPANDED, TVIS_SELECTED, TVITEMW, TVM_EXPAND, TVM_GETITEMRECT, TVM_GETITEMW,
    TVM_GETNEXTITEM, TVM_GETVISIBLECOUNT, TVM_SELECTITEM,
};
use windows::core::PWSTR;

/// How many items show at most.
const MOST_SHOWN: usize = 300;
/// How many items are inside of one another at most.
const MOST_LEVELS: u16 = 64;
/// The place of the text of an item, without the line and the button before it.
const TEXT_ONLY: usize = 1;

/// An item of a tree, and what is inside of it.
type Branch = (Item, Option<BranchState>);

/// All items that are there, each before those inside of it, whether they show or not.
pub(super) fn items(tree: Hwnd, deadline: Deadline) -> Result<Vec<Item>, Win32Error> {
    let branches = branches(tree, &handles(tree, deadline)?, deadline)?;
    Ok(branches.into_iter().map(|(item, _)| item).collect())
}

/// The items that show in so much room.
pub(super) fn shown_items(tree: Hwnd, room: Size, deadline: Deadline) -> Result<Vec<ShownItem>, Win32Error> {
    let visible = visible(tree, deadline)?;
    let places = places(tree, &visible, deadline)?;
    let room = Rect::new(0, 0, room.width, room.height);
    let mut levels = HashMap::new();
    let mut shown = Vec::new();
    for ((item, branch), place) in branches(tree, &visible, deadline)?.into_iter().zip(places) {
        let Some(place) = place.filter(|it| !it.intersection(room).is_empty()) else { continue };
        let level = level(tree, item.id, &mut levels, deadline)?;
        shown.push(ShownItem { item, place, level, branch });
    }
    Ok(shown)
}

/// The first item that is scrolled to, and those below it as far as they show.
fn visible(tree: Hwnd, deadline: Deadline) -> Result<Vec<usize>, Win32Error> {
    let count = usize::try_from(ask(tree, TVM_GETVISIBLECOUNT, 0, 0, deadline)?).unwrap_or_default();
    let mut found = Vec::new();
    let mut item = next(tree, TVGN_FIRSTVISIBLE, 0, deadline)?;
    // One more may show in part.
    while let Some(visible) = item.filter(|_| found.len() <= count.min(MOST_SHOWN)) {
        found.push(visible);
        item = next(tree, TVGN_NEXTVISIBLE, visible, deadline)?;
    }
    Ok(found)
}

/// Selects an item. The tree shows it, opens what it is in, and tells its program.
pub(super) fn select(tree: Hwnd, item: usize, deadline: Deadline) -> Result<Delivery, Win32Error> {
    check_is_there(tree, item, deadline)?;
    let done = ask(tree, TVM_SELECTITEM, TVGN_CARET as usize, item.cast_signed(), deadline);
    delivery_of(tree, done.map(|_| ()))
}

/// Opens or closes an item of a tree view. Windows tells the program of it when an item opens for the first time, as most programs need it
/// that fill an item only then.
pub fn set_branch(
    tree: Hwnd,
    item: usize,
    wanted: BranchState,
    deadline: Deadline,
) -> Result<Delivery, Win32Error> {
    check_enabled(tree)?;
    if control_class_of(tree)?.item_view() != Some(ItemView::Tree) {
        return Err(Win32Error::Cannot("the control is no tree that messages reach".into()));
    }
    check_is_there(tree, item, deadline)?;
    let change = match wanted {
        BranchState::Open => TVE_EXPAND,
        BranchState::Closed => TVE_COLLAPSE,
    };
    let done = ask(tree, TVM_EXPAND, change.0 as usize, item.cast_signed(), deadline);
    delivery_of(tree, done.map(|_| ()))
}

/// Fails for an item that is gone: a tree takes any number for the address of an item.
fn check_is_there(tree: Hwnd, item: usize, deadline: Deadline) -> Result<(), Win32Error> {
    let is_there = handles(tree, deadline)?.contains(&item);
    is_there.then_some(()).ok_or_else(|| no_item(item))
}

/// All items that are there, each before those inside of it.
fn handles(tree: Hwnd, deadline: Deadline) -> Result<Vec<usize>, Win32Error> {
    let mut found = Vec::new();
    let mut due: Vec<usize> = next(tree, TVGN_ROOT, 0, deadline)?.into_iter().collect();
    while let Some(item) = due.pop().filter(|_| found.len() < MOST_ITEMS) {
        found.push(item);
        due.extend(next(tree, TVGN_NEXT, item, deadline)?);
        due.extend(next(tree, TVGN_CHILD, item, deadline)?);
    }
    Ok(found)
}

/// The item beside another one.
fn next(tree: Hwnd, which: u32, item: usize, deadline: Deadline) -> Result<Option<usize>, Win32Error> {
    let found = ask(tree, TVM_GETNEXTITEM, which as usize, item.cast_signed(), deadline)?;
    Ok((found != 0).then(|| found.cast_unsigned()))
}

/// In how many items an item is, where the levels of some are known.
fn level(
    tree: Hwnd,
    item: usize,
    known: &mut HashMap<usize, u16>,
    deadline: Deadline,
) -> Result<u16, Win32Error> {
    let (mut inside, mut above) = (item, 0);
    // A tree that changes meanwhile could lead around in a circle.
    while above < MOST_LEVELS && !known.contains_key(&inside) {
        match next(tree, TVGN_PARENT, inside, deadline)? {
            Some(parent) => (inside, above) = (parent, above + 1),
            None => drop(known.insert(inside, 0)),
        }
    }
    let level = known.get(&inside).map_or(0, |it| it + above);
    known.insert(item, level);
    Ok(level)
}

/// What the tree says of these items; fewer where some are gone.
fn branches(tree: Hwnd, handles: &[usize], deadline: Deadline) -> Result<Vec<Branch>, Win32Error> {
    let mut found = Vec::new();
    for part in handles.chunks(AT_ONCE) {
        let asked = |index: usize, text: PWSTR| {
            let item = TVITEMW {
                mask: TVIF_HANDLE | TVIF_TEXT | TVIF_STATE | TVIF_CHILDREN,
                hItem: HTREEITEM(part[index].cast_signed()),
                stateMask: TREE_VIEW_ITEM_STATE_FLAGS(TVIS_SELECTED.0 | TVIS_EXPANDED.0),
                pszText: text,
                cchTextMax: i32::try_from(TEXT_UNITS).unwrap_or_default(),
                ..TVITEMW::default()
            };
            (0, item)
        };
        let filled = ask_with_texts(tree, TVM_GETITEMW, part.len(), asked, deadline)?;
        let texts = filled.texts(|it| it.pszText)?;
        let are_all_there = texts.len() == part.len();
        for (handle, (about, text)) in part.iter().zip(texts) {
            let has = |flag: u32| about.state.0 & flag != 0;
            let is_selected = has(TVIS_SELECTED.0);
            let item = Item { id: *handle, text, is_selected };
            let state = if has(TVIS_EXPANDED.0) { BranchState::Open } else { BranchState::Closed };
            found.push((item, (about.cChildren.0 != 0).then_some(state)));
        }
        if !are_all_there {
            break;
        }
    }
    Ok(found)
}

/// Where the texts of these items are; `None` for one that is in a closed item.
fn places(tree: Hwnd, handles: &[usize], deadline: Deadline) -> Result<Vec<Option<Rect>>, Win32Error> {
    // The handle is where the rectangle comes.
    let asked = |index: usize| {
        let (left, top) = (handles[index] as i32, (handles[index] >> i32::BITS) as i32);
        (TEXT_ONLY, RECT { left, top, ..RECT::default() })
    };
    let filled = ask_with_structures(tree, TVM_GETITEMRECT, handles.len(), asked, deadline)?;
    Ok(filled.into_iter().map(|it| it.map(sides)).collect())
}
