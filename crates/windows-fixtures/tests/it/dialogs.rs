//! Dialogs and menus.

use crate::scene::{Scene, send, soon, wait_for, window};
use deskpilot_win32::{Deadline, Delivery, ask_to_close, choose_menu_item, click_button, set_text, text};
use deskpilot_windows_fixtures::{FixtureProgram::Controls, Happened, ids};
use std::time::Duration;
use windows::Win32::UI::WindowsAndMessaging::WM_COMMAND;

/// Long enough for a dialog to open, which is where a press stays.
fn short() -> Deadline {
    Deadline::within(Duration::from_millis(300))
}

fn answered(title: &str, button: &str, text: Option<&str>) -> Happened {
    Happened::Answered { title: title.into(), button: button.into(), text: text.map(str::to_owned) }
}

#[test]
fn a_dialog_records_its_answer_and_what_was_typed() {
    let scene = Scene::open(Controls, "Dialogs");
    assert_eq!(click_button(scene.control(ids::RENAME), short()), Ok(Delivery::Pending));
    scene.wait_for(&Happened::Asked { title: "Rename".into() });
    let dialog = window("Rename");
    let inside = deskpilot_win32::descendants(dialog);
    assert_eq!(inside.len(), 4, "a label, an edit and two buttons");
    set_text(inside[1], "new name", soon()).unwrap();
    click_button(inside[2], soon()).unwrap();
    scene.wait_for(&answered("Rename", "OK", Some("new name")));
    wait_for("the name is shown", || {
        (text(scene.control(ids::NAME), soon()).unwrap() == "new name").then_some(())
    });
    assert_eq!(click_button(scene.control(ids::RENAME), short()), Ok(Delivery::Pending));
    ask_to_close(window("Rename"), soon()).unwrap();
    scene.wait_for(&answered("Rename", "Cancel", Some("")));
}

#[test]
fn a_message_box_records_which_button_was_pressed() {
    let scene = Scene::open(Controls, "Boxes");
    assert_eq!(click_button(scene.control(ids::ASK), short()), Ok(Delivery::Pending));
    let no = 7;
    send(window("Question"), WM_COMMAND, no, 0);
    scene.wait_for(&answered("Question", "No", None));
    wait_for("the answer is shown", || {
        (text(scene.control(ids::STATUS), soon()).unwrap() == "Answered: No").then_some(())
    });
}

#[test]
fn commands_of_the_menu_are_recorded_however_they_are_chosen() {
    let scene = Scene::open(Controls, "Menus");
    let menu = |command: &str| Happened::Menu { command: command.into() };
    choose_menu_item(scene.window, ids::MENU_LARGE.into(), soon()).unwrap();
    scene.wait_for(&menu("Large"));
    scene.press("Ctrl+S");
    scene.wait_for(&menu("Save"));
    // As long as it is stopped, the window answers nothing.
    let stopped = choose_menu_item(scene.window, ids::MENU_STOP.into(), short());
    scene.wait_for(&menu("Stop for 3 s"));
    assert!(stopped.is_err(), "{stopped:?}");
    let _ = ask_to_close(scene.window, soon());
    scene.wait_for(&Happened::Closed);
    let expected = [menu("Large"), menu("Save"), menu("Stop for 3 s"), Happened::Closed];
    assert_eq!(scene.happened(), expected);
}
