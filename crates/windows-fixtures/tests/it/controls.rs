//! Buttons, texts, lists, trees and tabs.

use crate::scene::{Scene, send, soon};
use deskpilot_core::{Button, Point};
use deskpilot_win32::{CheckState, click_button, select_item, set_checked, set_text, text};
use deskpilot_windows_fixtures::{CheckMark, FixtureProgram::Controls, Happened, ids};
use windows::Win32::UI::Controls::{
    TCM_SETCURFOCUS, TVGN_CARET, TVGN_CHILD, TVGN_ROOT, TVM_GETNEXTITEM, TVM_SELECTITEM,
};

fn pressed(control: &str) -> Happened {
    Happened::Pressed { control: control.into() }
}

fn checked(control: &str, mark: CheckMark) -> Happened {
    Happened::Checked { control: control.into(), mark }
}

fn selected(control: &str, items: &[&str]) -> Happened {
    let items = items.iter().map(|it| (*it).to_owned()).collect();
    Happened::Selected { control: control.into(), items }
}

fn typed(control: &str, text: &str) -> Happened {
    Happened::Text { control: control.into(), text: text.into() }
}

#[test]
fn buttons_and_boxes_record_what_became_of_them() {
    let scene = Scene::open(Controls, "Buttons");
    for id in [ids::SAVE, ids::SILENT, ids::AGREE, ids::THREE, ids::THREE, ids::REFUSE, ids::MEDIUM] {
        click_button(scene.control(id), soon()).unwrap();
    }
    assert!(click_button(scene.control(ids::NEVER), soon()).is_err(), "it is disabled");
    assert!(set_checked(scene.control(ids::REFUSE), CheckState::Checked, soon()).is_err());
    let expected = [
        pressed("Save"),
        pressed("Silent"),
        checked("Agree", CheckMark::Checked),
        checked("Three states", CheckMark::Checked),
        checked("Three states", CheckMark::Mixed),
        checked("Refuse", CheckMark::Unchecked),
        Happened::Chosen { group: "Size".into(), option: "Medium".into() },
    ];
    assert_eq!(scene.happened()[..expected.len()], expected);
    assert_eq!(text(scene.control(ids::STATUS), soon()).unwrap(), "Saved: initial");
}

#[test]
fn texts_are_recorded_as_they_are_after_each_change() {
    let scene = Scene::open(Controls, "Texts");
    set_text(scene.control(ids::NAME), "Grüße ✓", soon()).unwrap();
    set_text(scene.control(ids::NOTES), "one\r\ntwo", soon()).unwrap();
    scene.wait_for(&typed("Notes", "one\r\ntwo"));
    assert_eq!(scene.happened(), [typed("Name", "Grüße ✓"), typed("Notes", "one\r\ntwo")]);
    // An edit that makes something else of what is typed.
    ["Tab"; 3].iter().for_each(|it| scene.press(it));
    scene.type_text("ab");
    scene.wait_for(&typed("Capitals", "AB"));
    assert!(set_text(scene.control(ids::FIXED), "x", soon()).is_err(), "it is read-only");
}

#[test]
fn a_choice_in_a_list_or_a_combo_box_is_recorded_with_its_text() {
    let scene = Scene::open(Controls, "Lists");
    select_item(scene.control(ids::FRUIT), 2, soon()).unwrap();
    select_item(scene.control(ids::COLOURS), 0, soon()).unwrap();
    select_item(scene.control(ids::COLOURS), 3, soon()).unwrap();
    select_item(scene.control(ids::DRINK), 1, soon()).unwrap();
    scene.wait_for(&selected("Drink", &["Tea"]));
    let happened = scene.happened();
    for wanted in [selected("Fruit", &["Cherry"]), selected("Drink", &["Tea"])] {
        assert!(happened.contains(&wanted), "{wanted:?} is not among {happened:?}");
    }
    assert!(
        happened.iter().any(|it| matches!(it, Happened::Selected { control, .. } if control == "Colours"))
    );
}

#[test]
fn trees_and_tabs_record_what_is_selected_and_open() {
    let scene = Scene::open(Controls, "Trees");
    let tree = scene.control(ids::FOLDERS);
    let next = |which: u32, item: isize| send(tree, TVM_GETNEXTITEM, which as usize, item);
    let documents = next(TVGN_ROOT, 0);
    let letters = next(TVGN_CHILD, documents);
    send(tree, TVM_SELECTITEM, TVGN_CARET as usize, letters);
    scene.wait_for(&selected("Folders", &["Letters"]));
    send(scene.control(ids::PAGES), TCM_SETCURFOCUS, 1, 0);
    scene.wait_for(&selected("Pages", &["Details"]));
    assert_eq!(text(scene.control(ids::PAGE), soon()).unwrap(), "Page: Details");
    let documents_is =
        |open| Happened::Expanded { control: "Folders".into(), item: "Documents".into(), open };
    scene.wait_for(&documents_is(true));
    let place = scene.place(ids::FOLDERS);
    let first = Point { x: place.x + 60, y: place.y + 10 };
    scene.until(&documents_is(false), || {
        drop(scene.sender.click_at(first, &[scene.window], Button::Left, 1));
        scene.press("Left");
    });
}

#[test]
fn rows_of_a_list_view_are_recorded_when_they_are_selected_and_activated() {
    let scene = Scene::open(Controls, "Rows");
    let place = scene.place(ids::FILES);
    // The head is above the rows.
    let first = Point { x: place.x + 20, y: place.y + 26 };
    scene.click_until(first, &selected("Files", &["a.txt"]));
    scene.press("Down");
    scene.wait_for(&selected("Files", &["b.txt"]));
    let activated = Happened::Activated { control: "Files".into(), item: "a.txt".into() };
    scene.until(&activated, || drop(scene.sender.click_at(first, &[scene.window], Button::Left, 2)));
}
