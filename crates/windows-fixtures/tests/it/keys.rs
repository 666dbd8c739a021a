//! Keys and the pointer where there is no control; the calculator.

use crate::scene::{Scene, soon};
use deskpilot_core::{Point, ScrollBy};
use deskpilot_win32::{descendants, text};
use deskpilot_windows_fixtures::{
    FixtureProgram::{Calculator, Controls},
    Gesture, Happened, PointerButton, ids,
};

#[test]
fn the_pointer_the_wheel_and_keys_beside_the_controls_are_recorded() {
    let scene = Scene::open(Controls, "Beside");
    let status = scene.place(ids::STATUS);
    let empty = Point { x: status.x + 200, y: status.y + 60 };
    // The status is at 10,380 in the client area.
    let (gesture, button) = (Gesture::Down, PointerButton::Left);
    scene.click_until(empty, &Happened::Pointer { gesture, button, x: 210, y: 440 });
    scene.until(&Happened::Wheel { notches: -1 }, || {
        drop(scene.sender.scroll_at(empty, &[scene.window], ScrollBy { up: -1, right: 0 }));
    });
    scene.press("Ctrl+Shift+F5");
    scene.wait_for(&Happened::Key { code: 0x74, ctrl: true, shift: true });
}

#[test]
fn the_calculator_computes_what_is_pressed_and_what_is_typed() {
    let scene = Scene::open(Calculator, "Sums");
    let keys: Vec<_> = descendants(scene.window);
    let display = keys[0];
    for sign in ["6", "*", "7", "="] {
        let key = keys.iter().find(|it| text(**it, soon()).unwrap() == sign && **it != display).unwrap();
        deskpilot_win32::click_button(*key, soon()).unwrap();
        scene.wait_for(&Happened::Pressed { control: sign.into() });
    }
    scene.wait_for(&Happened::Computed { display: "42".into() });
    assert_eq!(text(display, soon()).unwrap(), "42");
    scene.type_text("+8=");
    scene.wait_for(&Happened::Computed { display: "50".into() });
}
