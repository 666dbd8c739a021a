//! What interrupts a wait for a text.

use super::*;
use deskpilot_core::{ControlSource, NodeId, Rect, Role, State, WindowId, WindowState};

#[test]
fn a_window_that_opens_counts_only_where_it_blocks_the_one_that_is_waited_for() {
    let rect = Rect::new(0, 0, 400, 300);
    let window = Window {
        label: None,
        id: WindowId(1),
        title: "Notes".into(),
        application: "editor".into(),
        process: None,
        rect,
        state: WindowState::Normal,
        focused: true,
    };
    let control = |role, name: &str| Control {
        label: None,
        role,
        name: name.into(),
        value: None,
        states: vec![State::Enabled].into(),
        rect,
        source: ControlSource::Accessibility { node: NodeId(name.into()) },
    };
    let controls = vec![
        control(Role::Edit, "Text"),
        control(Role::Edit, "Password"),
        control(Role::Button, "Save"),
        control(Role::Button, "Print"),
    ];
    let first = Snapshot { windows: vec![window.clone()], controls: controls.clone() };
    let other = Window { id: WindowId(77), title: "Really?".into(), ..window.clone() };
    let unrelated = Window { process: Some(1), application: "mail".into(), ..other.clone() };
    let dialog = control(Role::Dialog, "Sure");
    let named = |title: &str| Some(Blocker::Window(title.to_owned()));
    for (opened, controls, expected) in [
        (None, controls.clone(), None),
        (Some(&other), controls.clone(), None),
        (Some(&other), controls[..1].to_vec(), named("Really?")),
        (Some(&unrelated), controls[..1].to_vec(), None),
        (
            None,
            [controls.clone(), vec![dialog.clone()]].concat(),
            Some(Blocker::Control("Dialog \"Sure\"".into())),
        ),
        (Some(&other), vec![dialog], named("Really?")),
    ] {
        let windows = opened.cloned().into_iter().chain([window.clone()]).collect();
        let now = Snapshot { windows, controls };
        assert_eq!(now.blocked_since(&first, &window), expected, "{opened:?}");
    }
}
