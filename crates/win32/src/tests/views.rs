//! Items of tree views, list views and tab controls, in this process and in another one.

use super::fixture::{Fixture, OtherProgram, alone, soon};
use super::fixture_views::{BUTTON_TABS, ROWS, ROWS_VIEW, TABS, TREE};
use super::fixture_window::LIST;
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::messages::{BranchState, Delivery, Item, ShownItem, items, select_item, set_branch, shown_items};
use deskpilot_core::Size;
use std::time::Duration;

const ROOM: Size = Size { width: 150, height: 56 };

fn find(list: Hwnd, text: &str) -> Item {
    items(list, soon()).unwrap().into_iter().find(|it| it.text == text).unwrap()
}

fn selected(list: Hwnd) -> Vec<String> {
    let items = items(list, soon()).unwrap().into_iter();
    items.filter(|it| it.is_selected).map(|it| it.text).collect()
}

fn shown(list: Hwnd) -> Vec<ShownItem> {
    shown_items(list, ROOM, soon()).unwrap()
}

#[test]
fn the_items_of_a_tree_are_read_selected_opened_and_closed_and_its_program_hears_of_it() {
    let _alone = alone();
    let other = OtherProgram::start("Trees");
    let tree = other.control(TREE);
    let all: Vec<_> = items(tree, soon()).unwrap().into_iter().map(|it| it.text).collect();
    assert_eq!(all, ["Documents", "Létters", "Invoices", "2026", "Pictures"]);
    let listed = |list: Vec<ShownItem>| {
        let facts = list.iter().map(|it| (it.item.text.clone(), it.level, it.branch));
        facts.collect::<Vec<_>>()
    };
    let closed = Some(BranchState::Closed);
    assert_eq!(listed(shown(tree)), [("Documents".into(), 0, closed), ("Pictures".into(), 0, None)]);
    let documents = find(tree, "Documents").id;
    assert_eq!(set_branch(tree, documents, BranchState::Open, soon()), Ok(Delivery::Handled));
    other.wait_for("tree opened");
    let now = shown(tree);
    assert_eq!(now[0].branch, Some(BranchState::Open));
    assert_eq!((now[1].item.text.as_str(), now[1].level, now[1].branch), ("Létters", 1, None));
    assert!(now.is_sorted_by(|one, next| one.place.bottom() <= next.place.y), "{now:?}");
    set_branch(tree, documents, BranchState::Closed, soon()).unwrap();
    assert_eq!(shown(tree)[0].branch, closed);
    // The tree opens what an item is in that is selected.
    assert_eq!(select_item(tree, find(tree, "2026").id, soon()), Ok(Delivery::Handled));
    other.wait_for("tree 2026");
    assert_eq!(selected(tree), ["2026"]);
    assert!(shown(tree).iter().any(|it| it.item.text == "2026" && it.item.is_selected && it.level == 2));
}

#[test]
fn an_item_that_a_tree_does_not_have_is_refused_before_the_tree_takes_its_number_for_an_address() {
    let _alone = alone();
    let fixture = Fixture::open("Wrong");
    let tree = fixture.control(TREE);
    for item in [1, tree.0.cast_unsigned()] {
        let refused = Win32Error::Cannot(format!("there is no item {item}"));
        assert_eq!(select_item(tree, item, soon()), Err(refused.clone()));
        assert_eq!(set_branch(tree, item, BranchState::Open, soon()), Err(refused));
    }
    let no_tree = set_branch(fixture.control(LIST), 0, BranchState::Open, soon());
    assert_eq!(no_tree, Err(Win32Error::Cannot("the control is no tree that messages reach".into())));
}

#[test]
fn the_rows_of_a_list_view_are_read_and_one_of_them_is_selected_which_shows_then() {
    let _alone = alone();
    let other = OtherProgram::start("Rows");
    let list = other.control(ROWS_VIEW);
    let texts: Vec<_> = items(list, soon()).unwrap().into_iter().map(|it| it.text).collect();
    assert_eq!(texts, (0..ROWS).map(|it| format!("row {it} ✓")).collect::<Vec<_>>());
    let first = shown(list);
    assert!(first[0].item.id == 0 && first.len() < 10, "{first:?}");
    assert!(first[0].place.y > 0, "the head is above the rows: {first:?}");
    for row in [3, 401] {
        assert_eq!(select_item(list, row, soon()), Ok(Delivery::Handled));
        other.wait_for(&format!("row {row}"));
        assert_eq!(selected(list), [format!("row {row} ✓")]);
        assert!(shown(list).iter().any(|it| it.item.id == row && it.item.is_selected));
    }
    let refused = Err(Win32Error::Cannot(format!("there is no item {ROWS}")));
    assert_eq!(select_item(list, ROWS, soon()), refused);
}

#[test]
fn a_tab_is_selected_so_that_its_program_shows_the_page_and_where_it_would_not_hear_nothing_is_done() {
    let _alone = alone();
    let other = OtherProgram::start("Tabs");
    let tabs = other.control(TABS);
    let places = shown_items(tabs, Size { width: 170, height: 26 }, soon()).unwrap();
    let texts: Vec<_> = places.iter().map(|it| it.item.text.as_str()).collect();
    assert_eq!(texts, ["General", "Détails", "Sharing"]);
    assert!(places.is_sorted_by(|one, next| one.place.right() <= next.place.x + 4), "{places:?}");
    assert_eq!(selected(tabs), ["General"]);
    assert_eq!(select_item(tabs, 2, soon()), Ok(Delivery::Handled));
    other.wait_for("tab 2");
    assert_eq!(selected(tabs), ["Sharing"]);
    assert_eq!(select_item(tabs, 3, soon()), Err(Win32Error::Cannot("there is no item 3".into())));
    let buttons = other.control(BUTTON_TABS);
    assert!(matches!(select_item(buttons, 1, soon()), Err(Win32Error::Cannot(_))));
    assert_eq!(selected(buttons), ["General"]);
}

#[test]
fn a_program_that_stops_costs_the_deadline_and_its_items_are_there_once_it_goes_on() {
    let _alone = alone();
    let fixture = Fixture::open("Stopped items");
    let views = [TREE, ROWS_VIEW, TABS].map(|it| fixture.control(it));
    fixture.stop();
    for view in views {
        let deadline = Deadline::within(Duration::from_millis(100));
        let too_slow = Win32Error::TooSlow { millis: 100 };
        assert_eq!(items(view, deadline), Err(too_slow.clone()));
        assert_eq!(select_item(view, 1, Deadline::within(Duration::from_millis(100))), Err(too_slow));
    }
    fixture.release();
    assert!(views.into_iter().all(|it| !items(it, soon()).unwrap().is_empty()));
}
