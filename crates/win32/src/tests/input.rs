//! Keys and the pointer arrive where they are meant to.
#![expect(unsafe_code, reason = "calls Windows")]

use super::fixture::{Fixture, alone, soon, wait_for};
use super::fixture_window::{BUTTON, CHECK, DISABLED, EDIT, EMPTY_PLACE, TAKE_KEYBOARD};
use crate::capture::capture_desktop;
use crate::error::Win32Error;
use crate::focus::give_keyboard;
use crate::hwnd::Hwnd;
use crate::input::{InputSender, key_sequence_of_chords, key_sequence_of_text, pointer_position};
use crate::input_desktop::check_input_desktop;
use crate::messages::{CheckState, check_state, set_text, text};
use crate::targets::{control_at, focused_control, listed_at};
use crate::utf16::terminated;
use deskpilot_core::{Button, Modifier, Point, ScrollBy, parse_keys};
use windows::Win32::Foundation::GENERIC_ALL;
use windows::Win32::System::StationsAndDesktops::{
    CloseDesktop, CreateDesktopW, DESKTOP_CONTROL_FLAGS, GetThreadDesktop, HDESK, SwitchDesktop,
};
use windows::Win32::System::Threading::GetCurrentThreadId;
use windows::Win32::UI::Input::KeyboardAndMouse::{GetAsyncKeyState, VIRTUAL_KEY, VK_CONTROL, VK_SHIFT};
use windows::core::PCWSTR;

fn middle(fixture: &Fixture, id: i32) -> Point {
    let controls = crate::accessible::read_window(fixture.window, soon()).unwrap();
    let hwnd = fixture.control(id);
    controls.iter().find(|it| it.hwnd == hwnd && it.path.is_empty()).unwrap().rect.center()
}

fn click(sender: &InputSender, fixture: &Fixture, id: i32) {
    sender.click_at(middle(fixture, id), &[fixture.window], Button::Left, 1).unwrap();
}

fn type_keys(sender: &InputSender, keys: &str, to: Hwnd) {
    let sequence = key_sequence_of_chords(&parse_keys(keys).unwrap(), to).unwrap();
    sender.send_keys(&sequence, &[to]).unwrap();
}

/// Another desktop on the screen, as Windows shows its own one to ask for a password.
struct ShownDesktop {
    other: HDESK,
    ours: HDESK,
}

impl ShownDesktop {
    fn show(name: &str) -> ShownDesktop {
        let name = terminated(name);
        let none = PCWSTR::null();
        let (flags, all) = (DESKTOP_CONTROL_FLAGS(0), GENERIC_ALL.0);
        // SAFETY: the name ends with a zero; `drop` closes the new desktop, and the thread's own is not to be closed.
        unsafe {
            let ours = GetThreadDesktop(GetCurrentThreadId()).unwrap();
            let other = CreateDesktopW(PCWSTR(name.as_ptr()), none, None, flags, all, None).unwrap();
            SwitchDesktop(other).unwrap();
            ShownDesktop { other, ours }
        }
    }
}

impl Drop for ShownDesktop {
    fn drop(&mut self) {
        // SAFETY: both handles are open, and nobody else closes the first.
        unsafe {
            SwitchDesktop(self.ours).unwrap();
            CloseDesktop(self.other).unwrap();
        }
    }
}

/// Whether a key or a button is down, by a person or a program.
fn is_down(key: VIRTUAL_KEY) -> bool {
    // SAFETY: takes a number and returns one.
    (unsafe { GetAsyncKeyState(key.0.into()) }) < 0
}

#[test]
fn a_text_is_typed_letter_by_letter_whatever_the_layout() {
    let _alone = alone();
    let (fixture, sender) = (Fixture::in_front("Typed"), InputSender::default());
    let edit = fixture.control(EDIT);
    set_text(edit, "", soon()).unwrap();
    wait_for("the edit has the keyboard", || {
        click(&sender, &fixture, EDIT);
        focused_control() == Some(edit)
    });
    let typed = "Grüße ✓ 漢字 🙂 𝒳 <>|\"";
    let sequence = key_sequence_of_text(typed).unwrap();
    sender.send_keys(&sequence, &[fixture.window]).unwrap();
    fixture.wait_for(&format!("edit {typed}"));
    assert_eq!(text(edit, soon()).unwrap(), typed);
}

#[test]
fn a_chord_reaches_the_window_and_nothing_stays_held() {
    let _alone = alone();
    let (fixture, sender) = (Fixture::in_front("Chords"), InputSender::default());
    fixture.send(TAKE_KEYBOARD, 0);
    for (keys, expected) in [
        ("Ctrl+S", "key ctrl 53"),
        ("Ctrl+Shift+F5", "key ctrl shift 74"),
        ("Delete", "key 2e"),
        ("Left", "key 25"),
        ("x", "key 58"),
    ] {
        type_keys(&sender, keys, fixture.window);
        fixture.wait_for(expected);
    }
    assert_eq!(sender.press_count(), 2 + 3 + 1 + 1 + 1);
}

#[test]
fn characters_are_typed_by_the_keys_of_the_layout() {
    let _alone = alone();
    let fixture = Fixture::in_front("Layout");
    let (sender, edit) = (InputSender::default(), fixture.control(EDIT));
    set_text(edit, "", soon()).unwrap();
    give_keyboard(edit, soon()).unwrap();
    let keys = ["a", "B", "1", "!", "-", "Shift+c"];
    keys.iter().for_each(|it| type_keys(&sender, it, fixture.window));
    fixture.wait_for("edit aB1!-C");
    // Keys that type nothing move, and select where Shift is held.
    type_keys(&sender, "Home", fixture.window);
    type_keys(&sender, "Shift+End", fixture.window);
    type_keys(&sender, "x", fixture.window);
    fixture.wait_for("edit x");
    assert!(![VK_CONTROL, VK_SHIFT].into_iter().any(is_down));
}

#[test]
fn keys_go_to_the_window_that_was_meant_or_nowhere() {
    let _alone = alone();
    let (below, above) = (Fixture::open("Below"), Fixture::in_front("Above"));
    above.send(TAKE_KEYBOARD, 0);
    let sender = InputSender::default();
    let sequence = key_sequence_of_chords(&parse_keys("F7").unwrap(), below.window).unwrap();
    let refused = sender.send_keys(&sequence, &[below.window]);
    assert_eq!(refused, Err(Win32Error::NotActive("\"Above\"".into())));
    assert_eq!(sender.press_count(), 0);
    // What is sent afterwards arrives, and nothing before it.
    type_keys(&sender, "F8", above.window);
    above.wait_for("key 77");
    assert_eq!(above.happened(), ["key 77"]);
    assert_eq!(below.happened(), [""; 0]);
}

#[test]
fn the_pointer_presses_what_is_under_it() {
    let _alone = alone();
    let (fixture, sender) = (Fixture::in_front("Clicked"), InputSender::default());
    fixture.until("button clicked", || click(&sender, &fixture, BUTTON));
    fixture.until("check 1", || click(&sender, &fixture, CHECK));
    assert_eq!(check_state(fixture.control(CHECK), soon()), Ok(CheckState::Checked));
}

#[test]
fn the_pointer_arrives_at_the_very_pixel_and_buttons_and_wheel_say_where() {
    let _alone = alone();
    let (fixture, sender) = (Fixture::in_front("Pixels"), InputSender::default());
    let (x, y) = EMPTY_PLACE;
    let at = fixture.point(EMPTY_PLACE);
    let ours = &[fixture.window];
    fixture.until(&format!("right {x},{y}"), || sender.click_at(at, ours, Button::Right, 1).unwrap());
    fixture.until(&format!("middle {x},{y}"), || sender.click_at(at, ours, Button::Middle, 1).unwrap());
    fixture.until(&format!("double {x},{y}"), || sender.click_at(at, ours, Button::Left, 2).unwrap());
    let down = ScrollBy { up: -2, right: 0 };
    fixture.until("wheel -120", || sender.scroll_at(at, ours, down).unwrap());
    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (-7, 3)] {
        let point = Point { x: at.x + dx, y: at.y + dy };
        sender.move_to(point).unwrap();
        wait_for("the pointer arrives", || pointer_position().unwrap() == point);
    }
}

#[test]
fn a_drag_presses_at_one_point_and_releases_at_another() {
    let _alone = alone();
    let (fixture, sender) = (Fixture::in_front("Dragged"), InputSender::default());
    let (x, y) = EMPTY_PLACE;
    let (from, to) = (fixture.point((x, y)), fixture.point((x + 20, y + 10)));
    fixture.until(&format!("up {},{}", x + 20, y + 10), || {
        sender.press_at(from, &[fixture.window], Button::Left).unwrap();
        sender.release_at(to, Button::Left).unwrap();
    });
    assert!(fixture.happened().contains(&format!("down {x},{y}")), "{:?}", fixture.happened());
}

#[test]
fn what_is_held_is_released_at_once_when_somebody_stops_us() {
    let _alone = alone();
    let (fixture, sender) = (Fixture::in_front("Held"), InputSender::default());
    fixture.send(TAKE_KEYBOARD, 0);
    let held = [VK_CONTROL, VK_SHIFT];
    sender.press_modifiers(&[Modifier::Control, Modifier::Shift]).unwrap();
    wait_for("both are held", || held.into_iter().all(is_down));
    sender.release_all().unwrap();
    wait_for("both are released", || !held.into_iter().any(is_down));
    let (x, y) = EMPTY_PLACE;
    fixture.until(&format!("up {x},{y}"), || {
        sender.press_at(fixture.point((x, y)), &[fixture.window], Button::Left).unwrap();
        sender.release_all().unwrap();
    });
    // A click that went astray may have given it to a control.
    fixture.send(TAKE_KEYBOARD, 0);
    type_keys(&sender, "F9", fixture.window);
    fixture.wait_for("key 78");
}

#[test]
fn what_somebody_stopped_sends_nothing_more() {
    let _alone = alone();
    let (fixture, sender) = (Fixture::in_front("Stopped"), InputSender::default());
    fixture.send(TAKE_KEYBOARD, 0);
    sender.press_modifiers(&[Modifier::Shift]).unwrap();
    wait_for("it is held", || is_down(VK_SHIFT));
    sender.close().unwrap();
    wait_for("it is released", || !is_down(VK_SHIFT));
    let (at, ours, presses) = (fixture.point(EMPTY_PLACE), &[fixture.window], sender.press_count());
    let stopped = Err(Win32Error::Cannot("somebody stopped it".into()));
    assert_eq!(sender.move_to(at), stopped);
    assert_eq!(sender.press_at(at, ours, Button::Left), stopped);
    assert_eq!(sender.click_at(at, ours, Button::Left, 1), stopped);
    assert_eq!(sender.press_modifiers(&[Modifier::Shift]), stopped);
    assert_eq!(sender.send_keys_to_focus(&key_sequence_of_text("x").unwrap()), stopped);
    assert_eq!(sender.press_count(), presses);
}

#[test]
fn what_is_posted_is_done_without_the_pointer_and_what_must_be_held_is_refused() {
    let _alone = alone();
    let (fixture, sender) = (Fixture::in_front("Posted"), InputSender::posting());
    let (pointer, ours) = (pointer_position().unwrap(), &[fixture.window]);
    let (x, y) = EMPTY_PLACE;
    let (at, to) = (fixture.point((x, y)), fixture.point((x + 20, y + 10)));
    click(&sender, &fixture, CHECK);
    fixture.wait_for("check 1");
    sender.click_at(at, ours, Button::Left, 2).unwrap();
    fixture.wait_for(&format!("double {x},{y}"));
    sender.press_at(at, ours, Button::Left).unwrap();
    sender.release_at(to, Button::Left).unwrap();
    fixture.wait_for(&format!("up {},{}", x + 20, y + 10));
    sender.scroll_at(at, ours, ScrollBy { up: -1, right: 0 }).unwrap();
    fixture.wait_for("wheel -120");
    assert_eq!(sender.pointer_position(), Ok(at));
    assert_eq!(pointer_position(), Ok(pointer), "the user's pointer moved");
    fixture.send(TAKE_KEYBOARD, 0);
    type_keys(&sender, "F9", fixture.window);
    fixture.wait_for("key 78");
    let held = key_sequence_of_chords(&parse_keys("^s").unwrap(), fixture.window).unwrap();
    let refused = sender.send_keys(&held, ours);
    assert!(
        matches!(&refused, Err(Win32Error::Cannot(why)) if why.contains("cannot be held")),
        "{refused:?}"
    );
    let title_bar = Point { x: at.x, y: crate::window_list::toplevel(fixture.window).unwrap().rect.y + 5 };
    let refused = sender.click_at(title_bar, ours, Button::Left, 1);
    assert!(matches!(refused, Err(Win32Error::Cannot(_))), "{refused:?}");
}

#[test]
fn the_list_of_windows_says_as_the_system_does_what_is_at_a_point() {
    let _alone = alone();
    let below = Fixture::in_front("Below");
    let fixture = Fixture::in_front("Above");
    let ours = [below.window, fixture.window];
    for (point, expected) in [
        (middle(&fixture, CHECK), fixture.control(CHECK)),
        (middle(&fixture, EDIT), fixture.control(EDIT)),
        (middle(&fixture, DISABLED), fixture.window),
        (fixture.point(EMPTY_PLACE), fixture.window),
    ] {
        assert_eq!(listed_at(point), Some(expected), "{point:?}");
        assert_eq!(control_at(point), Some(expected), "{point:?}");
    }
    let outside = listed_at(Point { x: -5, y: 5 });
    assert!(outside.is_none_or(|it| !ours.contains(&it)), "{outside:?}");
}

#[test]
fn a_point_outside_the_desktop_is_refused() {
    let _alone = alone();
    let refused = InputSender::default().move_to(Point { x: -1, y: 5 });
    assert!(matches!(refused, Err(Win32Error::Cannot(_))), "{refused:?}");
}

#[test]
fn a_click_goes_to_the_window_that_was_meant_or_nowhere() {
    let _alone = alone();
    let (below, above) = (Fixture::in_front("Below"), Fixture::in_front("Above"));
    let (sender, at) = (InputSender::default(), below.point(EMPTY_PLACE));
    let obscured = Err(Win32Error::Obscured("\"Above\"".into()));
    assert_eq!(sender.click_at(at, &[below.window], Button::Left, 1), obscured);
    assert_eq!(sender.press_at(at, &[below.window], Button::Left), obscured);
    assert_eq!(sender.scroll_at(at, &[below.window], ScrollBy { up: 1, right: 0 }), obscured);
    assert_eq!(sender.press_count(), 0);
    // What is sent afterwards arrives, and nothing before it.
    let (x, y) = EMPTY_PLACE;
    let both = &[below.window, above.window];
    above.until(&format!("right {x},{y}"), || sender.click_at(at, both, Button::Right, 1).unwrap());
    assert!(above.happened().iter().all(|it| it.starts_with("right ")), "{:?}", above.happened());
    assert_eq!(below.happened(), [""; 0]);
}

#[test]
fn nothing_is_sent_while_another_desktop_is_on_the_screen() {
    let _alone = alone();
    let fixture = Fixture::in_front("Behind");
    let sender = InputSender::default();
    assert_eq!(check_input_desktop(), Ok(()));
    let refused = {
        let _other = ShownDesktop::show("deskpilot-test-input");
        let refused = check_input_desktop();
        assert_eq!(sender.click_at(fixture.point(EMPTY_PLACE), &[fixture.window], Button::Left, 1), refused);
        assert_eq!(capture_desktop().map(|_| ()), refused);
        refused
    };
    assert!(
        matches!(&refused, Err(Win32Error::Cannot(why)) if why.contains("deskpilot-test-input")),
        "{refused:?}"
    );
    assert_eq!(check_input_desktop(), Ok(()));
    assert_eq!(fixture.happened(), [""; 0]);
}
