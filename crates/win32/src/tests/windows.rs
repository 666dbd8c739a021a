//! Windows are listed, raised, moved, closed, and hung ones cost no time.

use super::fixture::{Fixture, OtherProgram, alone, soon, wait_for};
use super::fixture_window::{ASK, BUTTON, EDIT, EMPTY_PLACE, PLACE};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::focus::{activate, ask_to_close, give_keyboard, move_window, set_state};
use crate::messages::{Delivery, answers, click_button, text};
use crate::monitors::{frame, monitors, use_physical_pixels};
use crate::targets::{check_target, control_at, focused_control, foreground, toplevel_at};
use crate::toplevel::{Toplevel, WindowKind};
use crate::window_list::{descendants, toplevel, windows, windows_and_popups};
use deskpilot_core::{Rect, WindowState};
use std::time::Duration;

fn dialog() -> Option<Toplevel> {
    windows().unwrap().into_iter().find(|it| it.title == "Question")
}

#[test]
fn a_window_is_listed_with_what_the_system_knows_of_it() {
    let _alone = alone();
    let fixture = Fixture::open("Listed ✓");
    let found = windows().unwrap().into_iter().find(|it| it.hwnd == fixture.window).unwrap();
    let program = std::env::current_exe().unwrap();
    assert_eq!(found.title, "Listed ✓");
    assert_eq!(found.class, "DeskpilotFixture");
    assert_eq!(found.application, program.file_stem().unwrap().to_str().unwrap());
    assert_eq!(found.process, Some(std::process::id()));
    assert_eq!((found.kind, found.state), (WindowKind::Window, WindowState::Normal));
    assert_eq!((found.owner, found.modal, found.hung), (None, false, false));
    let (x, y, width, height) = PLACE;
    assert_eq!(found.rect, Rect::new(x, y, width as u32, height as u32));
    assert_eq!(toplevel(fixture.window).unwrap(), found);
    assert!(descendants(fixture.window).contains(&fixture.control(EDIT)));
    assert_eq!(found.window().title, found.title);
}

#[test]
fn a_window_that_is_raised_is_first_and_has_the_keyboard() {
    let _alone = alone();
    let (below, _above) = (Fixture::open("Below"), Fixture::in_front("Above"));
    activate(below.window).unwrap();
    wait_for("the window comes to the front", || foreground() == Some(below.window));
    let fixtures = || windows().unwrap().into_iter().filter(|it| it.class == "DeskpilotFixture");
    wait_for("the window is above the others", || fixtures().next().unwrap().hwnd == below.window);
    assert_eq!(fixtures().map(|it| it.active).collect::<Vec<_>>(), [true, false]);
    assert!(focused_control().is_some());
}

#[test]
fn a_control_of_another_program_is_given_the_keyboard() {
    let _alone = alone();
    let other = OtherProgram::start("Given");
    wait_for("the program comes to the front", || {
        let _ = activate(other.window);
        foreground() == Some(other.window)
    });
    for control in [EDIT, BUTTON].map(|it| other.control(it)) {
        give_keyboard(control, soon()).unwrap();
        assert_eq!(focused_control(), Some(control));
    }
}

#[test]
fn a_window_is_moved_minimised_maximised_and_restored() {
    let _alone = alone();
    let fixture = Fixture::in_front("Moved");
    let is = |wanted: WindowState| toplevel(fixture.window).unwrap().state == wanted;
    let to = Rect::new(100, 120, 500, 300);
    move_window(fixture.window, to).unwrap();
    wait_for("the window is moved", || toplevel(fixture.window).unwrap().rect == to);
    set_state(fixture.window, WindowState::Maximized).unwrap();
    wait_for("the window is maximised", || is(WindowState::Maximized));
    set_state(fixture.window, WindowState::Minimized).unwrap();
    wait_for("the window is minimised", || is(WindowState::Minimized));
    assert!(windows().unwrap().iter().any(|it| it.hwnd == fixture.window));
    activate(fixture.window).unwrap();
    wait_for("the window is restored", || !is(WindowState::Minimized));
    set_state(fixture.window, WindowState::Normal).unwrap();
    wait_for("the window has its size again", || toplevel(fixture.window).unwrap().rect == to);
}

#[test]
fn a_window_that_is_asked_to_close_is_gone_then() {
    let _alone = alone();
    let fixture = Fixture::open("Closed");
    assert_eq!(ask_to_close(fixture.window, soon()), Ok(Delivery::Handled));
    fixture.wait_for("close");
    assert_eq!(toplevel(fixture.window), Err(Win32Error::Gone));
    assert_eq!(activate(fixture.window), Err(Win32Error::Gone));
    assert_eq!(set_state(fixture.window, WindowState::Normal), Err(Win32Error::Gone));
    assert_eq!(ask_to_close(fixture.window, soon()), Err(Win32Error::Gone));
    assert_eq!(move_window(fixture.window, Rect::new(0, 0, 10, 10)), Err(Win32Error::Gone));
}

#[test]
fn a_program_that_does_not_answer_costs_the_deadline_and_no_more() {
    let _alone = alone();
    let fixture = Fixture::open("Stopped");
    fixture.stop();
    let deadline = Deadline::within(Duration::from_millis(200));
    let too_slow = Err(Win32Error::TooSlow { millis: 200 });
    assert_eq!(text(fixture.control(EDIT), deadline), too_slow);
    // The deadline is over for the next call, too.
    assert_eq!(answers(fixture.window, deadline), too_slow.map(|_: String| ()));
    // The list asks the program nothing.
    assert!(windows().unwrap().iter().any(|it| it.hwnd == fixture.window && it.title == "Stopped"));
    let closing = ask_to_close(fixture.window, Deadline::within(Duration::from_millis(100)));
    assert_eq!(closing, Err(Win32Error::TooSlow { millis: 100 }));
    fixture.release();
    answers(fixture.window, soon()).unwrap();
}

#[test]
fn a_press_that_opens_a_dialog_is_pending_and_the_dialog_blocks_its_owner() {
    let _alone = alone();
    let fixture = Fixture::in_front("Asking");
    let pressed = click_button(fixture.control(ASK), Deadline::within(Duration::from_millis(300)));
    assert_eq!(pressed, Ok(Delivery::Pending));
    fixture.wait_for("asking");
    wait_for("the dialog opens", || dialog().is_some());
    let dialog = dialog().unwrap();
    assert_eq!((dialog.owner, dialog.modal), (Some(fixture.window), true));
    assert!(!toplevel(fixture.window).unwrap().modal);
    assert_eq!(ask_to_close(dialog.hwnd, soon()), Ok(Delivery::Handled));
    fixture.wait_for("answered");
}

#[test]
fn the_window_at_a_point_is_the_one_that_covers_the_others() {
    let _alone = alone();
    let below = Fixture::in_front("Below");
    let (button, place) = (below.control(ASK), below.point((150, 60)));
    assert_eq!(control_at(place), Some(button));
    assert_eq!(toplevel_at(place), Some(below.window));
    assert_eq!(check_target(place, &[below.window]), Ok(()));
    let above = Fixture::in_front("Above");
    let covered = Err(Win32Error::Obscured("\"Above\"".into()));
    assert_eq!(check_target(below.point(EMPTY_PLACE), &[below.window]), covered);
    assert_eq!(check_target(below.point(EMPTY_PLACE), &[below.window, above.window]), Ok(()));
}

#[test]
fn an_open_list_of_a_combo_box_is_a_popup_and_no_window() {
    let _alone = alone();
    let fixture = Fixture::in_front("Popups");
    assert_eq!(windows_and_popups(fixture.window).unwrap().1, []);
    fixture.drop_down();
    let popups = || windows_and_popups(fixture.window).unwrap().1;
    wait_for("the list opens", || popups().iter().any(|it| it.class == "ComboLBox"));
    assert!(windows().unwrap().iter().all(|it| it.kind == WindowKind::Window && it.class != "ComboLBox"));
}

#[test]
fn the_primary_monitor_is_first_and_all_monitors_are_inside_the_frame() {
    let _alone = alone();
    assert_eq!(use_physical_pixels(), Ok(()), "a second call only checks");
    let monitors = monitors().unwrap();
    let size = frame().size();
    let whole = Rect::new(0, 0, size.width, size.height);
    assert!(monitors[0].monitor.primary && !monitors[0].monitor.name.is_empty());
    assert_eq!(monitors.iter().filter(|it| it.monitor.primary).count(), 1);
    for it in &monitors {
        assert_eq!(it.monitor.rect.intersection(whole), it.monitor.rect);
        assert!((50..=500).contains(&it.percent), "{it:?}");
    }
}
