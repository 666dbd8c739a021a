//! Accessible objects of a window, in this process and in another one.

use super::fixture::{Fixture, OtherProgram, alone, control_in, soon};
use super::fixture_window::{
    AREA, ASK, BUTTON, CHECK, COMBO, DESCRIBE_ITSELF, DISABLED, EDIT, LIST, SECRET, STOP_AT_READING,
};
use crate::accessible::{
    AccessibleControl, ControlMemory, do_default_action, read_window, read_window_again, set_value,
};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::messages::{CheckState, Delivery, set_checked, set_text};
use crate::window_list::toplevel;
use deskpilot_core::{Role, State};
use std::time::{Duration, Instant};

fn of(controls: &[AccessibleControl], window: Hwnd, id: i32) -> AccessibleControl {
    let hwnd = control_in(window, id);
    controls.iter().find(|it| it.hwnd == hwnd && it.path.is_empty()).unwrap().clone()
}

#[test]
fn every_control_has_its_role_its_name_its_place_and_its_states() {
    let _alone = alone();
    let fixture = Fixture::in_front("Tree");
    set_checked(fixture.control(CHECK), CheckState::Checked, soon()).unwrap();
    let controls = read_window(fixture.window, soon()).unwrap();
    for (id, role, name) in [
        (BUTTON, Role::Button, "Save"),
        (DISABLED, Role::Button, "Never"),
        (CHECK, Role::CheckBox, "Agree"),
        (EDIT, Role::Edit, "Name:"),
        (LIST, Role::List, ""),
        (COMBO, Role::ComboBox, ""),
    ] {
        let control = of(&controls, fixture.window, id);
        assert_eq!(control.role, role, "{control:?}");
        assert!(name.is_empty() || control.name == name, "{control:?}");
        assert_eq!(control.parent, Some(0), "{control:?}");
        assert!(!control.rect.is_empty(), "{control:?}");
        let whole = toplevel(fixture.window).unwrap().rect;
        assert_eq!(control.rect.intersection(whole), control.rect, "{control:?}");
    }
    let edit = of(&controls, fixture.window, EDIT);
    assert_eq!(edit.value.as_deref(), Some("initial"));
    assert_eq!(edit.rect.origin(), fixture.point((80, 10)));
    assert_eq!((edit.rect.width, edit.rect.height), (200, 24));
    assert!(edit.states.has(State::Editable) && edit.states.has(State::Enabled));
    assert!(!of(&controls, fixture.window, DISABLED).states.has(State::Enabled));
    assert!(of(&controls, fixture.window, CHECK).states.has(State::Checked));
    let area = of(&controls, fixture.window, AREA);
    assert!(area.states.has(State::ReadOnly) && area.states.has(State::MultiLine));
}

#[test]
fn the_value_of_a_protected_field_is_not_even_asked_for() {
    let _alone = alone();
    let fixture = Fixture::open("Protected");
    let controls = read_window(fixture.window, soon()).unwrap();
    let secret = of(&controls, fixture.window, SECRET);
    assert!(secret.states.has(State::Protected), "{secret:?}");
    assert_eq!(secret.value, None);
    assert!(!format!("{controls:?}").contains("hidden"));
}

#[test]
fn another_program_is_read_like_our_own() {
    let _alone = alone();
    let other = OtherProgram::start("Elsewhere");
    let controls = read_window(other.window, soon()).unwrap();
    let edit = of(&controls, other.window, EDIT);
    assert_eq!((edit.role, edit.value.as_deref()), (Role::Edit, Some("initial")));
    assert_eq!(of(&controls, other.window, SECRET).value, None);
}

#[test]
fn a_control_that_comes_to_describe_itself_is_read_so_in_its_turn_and_at_once_where_it_has_changed() {
    let _alone = alone();
    let fixture = Fixture::open("Described");
    let memory = ControlMemory::default();
    let name_of = |id| {
        let controls = read_window_again(fixture.window, &memory, soon()).unwrap();
        of(&controls, fixture.window, id).name
    };
    assert_eq!([BUTTON, ASK].map(name_of), ["Save", "Ask"]);
    for id in [BUTTON, ASK] {
        fixture.send(DESCRIBE_ITSELF, id as usize);
    }
    set_text(fixture.control(ASK), "Something else", soon()).unwrap();
    assert_eq!(name_of(ASK), "Name:");
    let looks = (1..20).find(|_| name_of(BUTTON) == "Name:");
    assert!(looks.is_some_and(|it| it < 8), "{looks:?}");
}

#[test]
fn a_program_that_stops_before_or_while_it_is_read_is_left_behind() {
    let _alone = alone();
    let (before, meanwhile) = (Fixture::open("Before"), Fixture::open("Meanwhile"));
    before.stop();
    meanwhile.send(STOP_AT_READING, 0);
    for fixture in [&before, &meanwhile] {
        let begin = Instant::now();
        let read = read_window(fixture.window, Deadline::within(Duration::from_millis(200)));
        assert_eq!(read, Err(Win32Error::TooSlow { millis: 200 }));
        assert!(begin.elapsed() < Duration::from_secs(5));
    }
    meanwhile.release();
    assert!(read_window(meanwhile.window, soon()).is_ok());
}

#[test]
fn a_value_is_set_and_an_action_done_only_if_the_control_is_still_the_same() {
    let _alone = alone();
    let fixture = Fixture::in_front("Acting");
    let controls = read_window(fixture.window, soon()).unwrap();
    let edit = of(&controls, fixture.window, EDIT);
    set_value(&edit, "written", soon()).unwrap();
    fixture.wait_for("edit written");
    let button = of(&controls, fixture.window, BUTTON);
    match do_default_action(&button, soon()) {
        Ok(delivery) => {
            assert_eq!(delivery, Delivery::Handled);
            fixture.wait_for("button clicked");
        }
        // Some systems offer no actions of standard controls.
        Err(error) => assert!(matches!(error, Win32Error::System { .. }), "{error}"),
    }
    set_text(fixture.control(BUTTON), "Something else", soon()).unwrap();
    assert_eq!(do_default_action(&button, soon()), Err(Win32Error::Gone));
}
