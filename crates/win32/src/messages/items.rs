//! Reads and selects the items of lists of every kind; those of list boxes and combo boxes here.

use super::item::{AT_ONCE, Item, MOST_ITEMS, ShownItem, no_item, sides};
use super::{Delivery, ask, ask_with_buffer, check_enabled, list_view, notify_parent, tabs, tree_view};
use crate::control_class::{ControlClass, ItemView, StandardControl};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::many_messages::{Question, SentQuestions};
use crate::utf16::text_of;
use crate::window_list::control_class_of;
use deskpilot_core::{Rect, Size};
use std::ops::Range;
use windows::Win32::Foundation::RECT;
use windows::Win32::UI::WindowsAndMessaging::{
    CB_GETCOUNT, CB_GETCURSEL, CB_GETDROPPEDSTATE, CB_GETLBTEXT, CB_GETLBTEXTLEN, CB_SETCURSEL,
    CB_SHOWDROPDOWN, CBN_SELCHANGE, CBN_SELENDOK, LB_GETCOUNT, LB_GETCURSEL, LB_GETITEMRECT, LB_GETSEL,
    LB_GETTEXT, LB_GETTEXTLEN, LB_GETTOPINDEX, LB_SETCURSEL, LB_SETSEL, LBN_SELCHANGE,
};

/// Units beyond the length of an item: an item may become longer between both messages, and no argument limits what is written.
const SPARE_UNITS: usize = 4096;

/// The messages of a kind of list.
struct Messages {
    count: u32,
    length: u32,
    text: u32,
    selected: u32,
    select: u32,
    /// What the parent is notified of when a person selects an item.
    notifications: &'static [u32],
}

const LIST_BOX: Messages = Messages {
    count: LB_GETCOUNT,
    length: LB_GETTEXTLEN,
    text: LB_GETTEXT,
    selected: LB_GETCURSEL,
    select: LB_SETCURSEL,
    notifications: &[LBN_SELCHANGE],
};

const COMBO_BOX: Messages = Messages {
    count: CB_GETCOUNT,
    length: CB_GETLBTEXTLEN,
    text: CB_GETLBTEXT,
    selected: CB_GETCURSEL,
    select: CB_SETCURSEL,
    notifications: &[CBN_SELENDOK, CBN_SELCHANGE],
};

/// A list whose items are read.
struct ItemReader {
    list: Hwnd,
    messages: &'static Messages,
    selects_many: bool,
    count: usize,
    /// The selected one, where there is one at most.
    selected: isize,
    deadline: Deadline,
}

impl ItemReader {
    fn of(list: Hwnd, class: &ControlClass, deadline: Deadline) -> Result<ItemReader, Win32Error> {
        let messages = messages_of(class)?;
        if !class.has_texts() {
            return Err(Win32Error::Cannot(
                "the program draws the items itself, and they have no texts".into(),
            ));
        }
        let count = usize::try_from(ask(list, messages.count, 0, 0, deadline)?).unwrap_or_default();
        let selected = ask(list, messages.selected, 0, 0, deadline)?;
        Ok(ItemReader { list, messages, selects_many: class.selects_many(), count, selected, deadline })
    }

    /// These items in their order; fewer where there are fewer than before.
    fn items(&self, indices: Range<usize>) -> Result<Vec<Item>, Win32Error> {
        let mut items = Vec::new();
        for start in indices.clone().step_by(AT_ONCE) {
            let part = start..indices.end.min(start + AT_ONCE);
            let lengths = self.numbers(self.messages.length, part.clone())?;
            let selected = match self.selects_many {
                true => self.numbers(LB_GETSEL, part.clone())?.into_iter().map(|it| it > 0).collect(),
                false => part.clone().map(|it| usize::try_from(self.selected) == Ok(it)).collect::<Vec<_>>(),
            };
            for ((index, length), is_selected) in part.zip(lengths).zip(selected) {
                let Ok(length) = usize::try_from(length) else { return Ok(items) };
                items.push(Item { id: index, text: self.text(index, length)?, is_selected });
            }
        }
        Ok(items)
    }

    fn text(&self, index: usize, length: usize) -> Result<String, Win32Error> {
        let buffer = vec![0; length + SPARE_UNITS];
        let (_, units) = ask_with_buffer(self.list, self.messages.text, index, buffer, self.deadline)?;
        Ok(text_of(&units))
    }

    /// What the list says of each of these items, asked at once; a negative number of one that is not there.
    fn numbers(&self, message: u32, indices: Range<usize>) -> Result<Vec<isize>, Win32Error> {
        let question = |first| Question { to: self.list, message, first, second: 0 };
        let sent = SentQuestions::send(&indices.map(question).collect::<Vec<_>>());
        Ok(sent.answers(self.deadline)?.into_iter().map(|it| it.unwrap_or(-1)).collect())
    }

    /// Where the items from this one on are that show in so much room.
    fn places(&self, first: usize, room: Rect, are_equal: bool) -> Result<Vec<Rect>, Win32Error> {
        let mut places: Vec<Rect> = Vec::new();
        for index in first..self.count.min(first.saturating_add(MOST_ITEMS)) {
            let place = match places.last() {
                Some(before) if are_equal => Rect { y: before.bottom(), ..*before },
                _ => self.place(index)?,
            };
            // In a list of several columns the items go down, and then to the right.
            if place.x >= room.right() || place.y >= room.bottom() {
                break;
            }
            places.push(place);
        }
        Ok(places)
    }

    /// Where an item of a list box is in its client area.
    fn place(&self, index: usize) -> Result<Rect, Win32Error> {
        // Four numbers of 32 bits, as units of 16.
        let (_, units) = ask_with_buffer(self.list, LB_GETITEMRECT, index, vec![0; 8], self.deadline)?;
        // Windows counts in little endian.
        let side = |at: usize| (u32::from(units[at]) | u32::from(units[at + 1]) << 16).cast_signed();
        let [left, top, right, bottom] = [0, 2, 4, 6].map(side);
        Ok(sides(RECT { left, top, right, bottom }))
    }
}

/// The items of a control, at most 5,000 of them; those of a tree view whether they show or not.
pub fn items(list: Hwnd, deadline: Deadline) -> Result<Vec<Item>, Win32Error> {
    let class = control_class_of(list)?;
    match class.item_view() {
        Some(ItemView::Tree) => tree_view::items(list, deadline),
        Some(ItemView::List) => list_view::items(list, deadline),
        Some(ItemView::Tabs) => tabs::items(list, deadline),
        None => {
            let reader = ItemReader::of(list, &class, deadline)?;
            reader.items(0..reader.count.min(MOST_ITEMS))
        }
    }
}

/// The items that show in so much room from the corner of the control's client area. What is scrolled away is not asked for.
pub fn shown_items(list: Hwnd, room: Size, deadline: Deadline) -> Result<Vec<ShownItem>, Win32Error> {
    let class = control_class_of(list)?;
    match class.item_view() {
        Some(ItemView::Tree) => tree_view::shown_items(list, room, deadline),
        Some(ItemView::List) => list_view::shown_items(list, room, deadline),
        Some(ItemView::Tabs) => tabs::shown_items(list, room, deadline),
        None => shown_in_list_box(list, &class, room, deadline),
    }
}

fn shown_in_list_box(
    list: Hwnd,
    class: &ControlClass,
    room: Size,
    deadline: Deadline,
) -> Result<Vec<ShownItem>, Win32Error> {
    if class.standard() != Some(StandardControl::ListBox) {
        return Err(Win32Error::Cannot("the control has no items whose places messages tell".into()));
    }
    let reader = ItemReader::of(list, class, deadline)?;
    let first = usize::try_from(ask(list, LB_GETTOPINDEX, 0, 0, deadline)?).unwrap_or_default();
    let room = Rect::new(0, 0, room.width, room.height);
    let places = reader.places(first, room, class.has_equal_items())?;
    let items = reader.items(first..first + places.len())?;
    let shown = items.into_iter().zip(places);
    Ok(shown.map(|(item, place)| ShownItem { item, place, level: 0, branch: None }).collect())
}

/// Selects the item of this id, and tells the program so as if a person had done it.
pub fn select_item(list: Hwnd, item: usize, deadline: Deadline) -> Result<Delivery, Win32Error> {
    check_enabled(list)?;
    let class = control_class_of(list)?;
    match class.item_view() {
        Some(ItemView::Tree) => tree_view::select(list, item, deadline),
        Some(ItemView::List) => list_view::select(list, item, deadline),
        Some(ItemView::Tabs) => tabs::select(list, item, deadline),
        None => select_in_list(list, &class, item, deadline),
    }
}

fn select_in_list(
    list: Hwnd,
    class: &ControlClass,
    index: usize,
    deadline: Deadline,
) -> Result<Delivery, Win32Error> {
    let messages = messages_of(class)?;
    let place = isize::try_from(index).unwrap_or(isize::MAX);
    // In a list of which several items can be selected, the index is the second argument, and the first selects.
    let (message, first, second) = match class.selects_many() {
        true => (LB_SETSEL, 1, place),
        false => (messages.select, index, 0),
    };
    if ask(list, message, first, second, deadline)? < 0 {
        return Err(no_item(index));
    }
    let mut delivery = Delivery::Handled;
    for notification in messages.notifications {
        delivery = notify_parent(list, *notification as u16, deadline)?;
    }
    Ok(delivery)
}

/// Whether the list of a combo box is open.
pub fn is_list_open(combo_box: Hwnd, deadline: Deadline) -> Result<bool, Win32Error> {
    check_drop_down(combo_box)?;
    Ok(ask(combo_box, CB_GETDROPPEDSTATE, 0, 0, deadline)? != 0)
}

/// Opens the list of a combo box.
pub fn open_list(combo_box: Hwnd, deadline: Deadline) -> Result<(), Win32Error> {
    check_enabled(combo_box)?;
    check_drop_down(combo_box)?;
    ask(combo_box, CB_SHOWDROPDOWN, 1, 0, deadline).map(|_| ())
}

/// Closes the list of a combo box.
pub fn close_list(combo_box: Hwnd, deadline: Deadline) -> Result<(), Win32Error> {
    check_drop_down(combo_box)?;
    ask(combo_box, CB_SHOWDROPDOWN, 0, 0, deadline).map(|_| ())
}

fn check_drop_down(control: Hwnd) -> Result<(), Win32Error> {
    let has_one = control_class_of(control)?.has_drop_down();
    has_one.then_some(()).ok_or_else(|| Win32Error::Cannot("it has no list that opens and closes".into()))
}

fn messages_of(class: &ControlClass) -> Result<&'static Messages, Win32Error> {
    match class.standard() {
        Some(StandardControl::ListBox) => Ok(&LIST_BOX),
        Some(StandardControl::ComboBox) => Ok(&COMBO_BOX),
        _ => Err(Win32Error::Cannot("the control has no items that messages reach".into())),
    }
}
