//! Messages to the standard controls, in this process and in another one.

use super::fixture::{Fixture, OtherProgram, alone, soon};
use super::fixture_window::{AREA, BUTTON, CHECK, COMBO, DISABLED, EDIT, LIST, MANY, MENU_SAVE, SECRET};
use crate::error::Win32Error;
use crate::messages::{
    CheckState, Delivery, check_state, choose_menu_item, click_button, items, menu_items, replace_selection,
    select_item, select_text, set_checked, set_text, shown_items, text, text_selection,
};
use deskpilot_core::Size;

fn selected(list: crate::hwnd::Hwnd) -> Vec<usize> {
    let items = items(list, soon()).unwrap();
    items.iter().enumerate().filter(|(_, it)| it.is_selected).map(|(index, _)| index).collect()
}

#[test]
fn a_text_is_read_and_replaced() {
    let _alone = alone();
    let fixture = Fixture::open("Texts");
    let edit = fixture.control(EDIT);
    assert_eq!(text(edit, soon()).unwrap(), "initial");
    for wanted in ["Grüße ✓ 🙂", "", "a longer text than before"] {
        set_text(edit, wanted, soon()).unwrap();
        fixture.wait_for(&format!("edit {wanted}"));
        assert_eq!(text(edit, soon()).unwrap(), wanted);
    }
    assert_eq!(text(fixture.control(AREA), soon()).unwrap(), "one\r\ntwo");
    let refused = set_text(fixture.control(AREA), "no", soon());
    assert_eq!(refused, Err(Win32Error::Cannot("the control is read-only".into())));
}

#[test]
fn a_part_of_a_text_is_selected_and_replaced_as_a_paste_does() {
    let _alone = alone();
    let (fixture, other) = (Fixture::open("Parts"), OtherProgram::start("PartsElsewhere"));
    for edit in [fixture.control(EDIT), other.control(EDIT)] {
        select_text(edit, Some(2..4), soon()).unwrap();
        assert_eq!(text_selection(edit, soon()), Ok(Some(2..4)));
        replace_selection(edit, "Grüße\n", soon()).unwrap();
        assert_eq!(text(edit, soon()).unwrap().replace("\r\n", "|"), "inGrüße|ial");
        select_text(edit, None, soon()).unwrap();
        replace_selection(edit, "", soon()).unwrap();
        assert_eq!(text(edit, soon()).unwrap(), "");
        // Beyond the end is the end.
        select_text(edit, Some(u16::MAX..u16::MAX), soon()).unwrap();
        assert_eq!(text_selection(edit, soon()), Ok(Some(0..0)));
    }
    fixture.wait_for("edit ");
    let refused = replace_selection(fixture.control(AREA), "no", soon());
    assert_eq!(refused, Err(Win32Error::Cannot("the control is read-only".into())));
    let no_edit = Err(Win32Error::Cannot("the control is no edit that messages reach".into()));
    assert_eq!(replace_selection(fixture.control(BUTTON), "no", soon()), no_edit);
}

#[test]
fn the_items_of_a_list_box_have_places_one_below_the_other() {
    let _alone = alone();
    let (fixture, other) = (Fixture::open("Places"), OtherProgram::start("PlacesElsewhere"));
    for list in [fixture.control(LIST), other.control(LIST)] {
        let items = shown_items(list, Size { width: 500, height: 500 }, soon()).unwrap();
        let texts: Vec<_> = items.iter().map(|it| (it.item.id, it.item.text.as_str())).collect();
        assert_eq!(texts, [(0, "Apple"), (1, "Bänäna"), (2, "Cherry")]);
        assert!(items.iter().all(|it| !it.place.is_empty() && it.place.x == 0), "{items:?}");
        assert!(items.is_sorted_by(|one, next| one.place.bottom() == next.place.y), "{items:?}");
        let room = Size { width: 500, height: items[0].place.height + 1 };
        assert_eq!(shown_items(list, room, soon()).unwrap(), items[..2], "what does not show is not read");
    }
    assert!(shown_items(fixture.control(COMBO), Size { width: 500, height: 500 }, soon()).is_err());
}

#[test]
fn what_a_control_hides_is_never_read() {
    let _alone = alone();
    let fixture = Fixture::open("Secrets");
    assert_eq!(text(fixture.control(SECRET), soon()), Err(Win32Error::Secret));
    // It can be written all the same.
    set_text(fixture.control(SECRET), "new", soon()).unwrap();
}

#[test]
fn a_button_is_pressed_and_a_disabled_one_is_not() {
    let _alone = alone();
    let fixture = Fixture::in_front("Buttons");
    assert_eq!(click_button(fixture.control(BUTTON), soon()), Ok(Delivery::Handled));
    assert_eq!(fixture.happened(), ["button clicked"]);
    let refused = click_button(fixture.control(DISABLED), soon());
    assert_eq!(refused, Err(Win32Error::Cannot("the control is disabled".into())));
    // An edit answers that it was pressed, and does nothing.
    assert!(matches!(click_button(fixture.control(EDIT), soon()), Err(Win32Error::Cannot(_))));
    assert_eq!(fixture.happened(), ["button clicked"]);
}

#[test]
fn a_check_box_is_brought_to_a_state_by_clicks_that_its_program_hears_of() {
    let _alone = alone();
    let fixture = Fixture::in_front("Checked");
    let check = fixture.control(CHECK);
    assert_eq!(check_state(check, soon()), Ok(CheckState::Unchecked));
    set_checked(check, CheckState::Checked, soon()).unwrap();
    set_checked(check, CheckState::Checked, soon()).unwrap();
    assert_eq!(check_state(check, soon()), Ok(CheckState::Checked));
    set_checked(check, CheckState::Unchecked, soon()).unwrap();
    assert_eq!(fixture.happened(), ["check 1", "check 0"]);
    assert!(matches!(set_checked(check, CheckState::Mixed, soon()), Err(Win32Error::Cannot(_))));
}

#[test]
fn items_are_read_and_selected_and_the_program_hears_of_it() {
    let _alone = alone();
    let fixture = Fixture::open("Items");
    for (id, name) in [(LIST, "list"), (COMBO, "combo")] {
        let list = fixture.control(id);
        let texts: Vec<_> = items(list, soon()).unwrap().into_iter().map(|it| it.text).collect();
        assert_eq!(texts, ["Apple", "Bänäna", "Cherry"]);
        assert_eq!(selected(list), [0; 0]);
        assert_eq!(select_item(list, 1, soon()), Ok(Delivery::Handled));
        fixture.wait_for(&format!("{name} 1"));
        assert_eq!(selected(list), [1]);
        assert!(matches!(select_item(list, 3, soon()), Err(Win32Error::Cannot(_))));
    }
    assert!(matches!(items(fixture.control(EDIT), soon()), Err(Win32Error::Cannot(_))));
}

#[test]
fn several_items_are_selected_where_a_list_allows_it() {
    let _alone = alone();
    let fixture = Fixture::open("Many");
    let list = fixture.control(MANY);
    select_item(list, 0, soon()).unwrap();
    select_item(list, 2, soon()).unwrap();
    fixture.wait_for("many 2");
    assert_eq!(selected(list), [0, 2]);
}

#[test]
fn the_commands_of_a_menu_bar_are_listed_and_chosen() {
    let _alone = alone();
    let fixture = Fixture::open("Menus");
    let items = menu_items(fixture.window);
    let shown: Vec<_> = items.iter().map(|it| (it.path.join(" > "), it.is_enabled, it.is_checked)).collect();
    assert_eq!(shown, [("File > Save & go".into(), true, true), ("File > Exit".into(), false, false)]);
    assert_eq!(items[0].id, MENU_SAVE);
    assert_eq!(choose_menu_item(fixture.window, MENU_SAVE, soon()), Ok(Delivery::Handled));
    assert_eq!(fixture.happened(), ["menu 902"]);
}

#[test]
fn controls_of_another_program_are_read_and_used_like_our_own() {
    let _alone = alone();
    let other = OtherProgram::start("Other");
    let edit = other.control(EDIT);
    assert_eq!(text(edit, soon()).unwrap(), "initial");
    set_text(edit, "über 🙂", soon()).unwrap();
    other.wait_for("edit über 🙂");
    assert_eq!(text(edit, soon()).unwrap(), "über 🙂");
    assert_eq!(text(other.control(SECRET), soon()), Err(Win32Error::Secret));
    click_button(other.control(BUTTON), soon()).unwrap();
    other.wait_for("button clicked");
    set_checked(other.control(CHECK), CheckState::Checked, soon()).unwrap();
    other.wait_for("check 1");
    select_item(other.control(LIST), 2, soon()).unwrap();
    other.wait_for("list 2");
    assert_eq!(selected(other.control(LIST)), [2]);
    select_item(other.control(COMBO), 0, soon()).unwrap();
    other.wait_for("combo 0");
    choose_menu_item(other.window, MENU_SAVE, soon()).unwrap();
    other.wait_for("menu 902");
}
