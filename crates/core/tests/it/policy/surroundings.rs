//! What a person who is asked reads about the window in addition to the action.

use super::operations::{click, control, keys, run};
use deskpilot_core::{Control, Operation, Policy, PolicyContext, Role, State, policy::ActionSurroundings};

fn surroundings(operation: &Operation, controls: &[Control]) -> Option<ActionSurroundings> {
    let context = PolicyContext { controls, home: "/home/u", ..PolicyContext::default() };
    let (_, grounds) = Policy::default().judge(operation, &context);
    grounds.beside.map(|it| *it)
}

fn selected(role: Role, name: &str) -> Control {
    let mut control = control(role, name);
    control.states = control.states.with(State::Selected);
    control
}

#[test]
fn the_names_of_what_is_selected_are_shown() {
    let mut controls = vec![
        selected(Role::ListItem, "a.txt"),
        control(Role::ListItem, "b.txt"),
        selected(Role::TabItem, "Files"),
        selected(Role::TreeItem, "c.txt"),
    ];
    let found = surroundings(&keys("Shift+Delete"), &controls).unwrap();
    assert_eq!((found.selected, found.more), (vec!["a.txt".to_owned(), "c.txt".to_owned()], 0));
    controls.extend((0..12).map(|it| selected(Role::ListItem, &format!("{it}.png"))));
    let found = surroundings(&keys("Shift+Delete"), &controls).unwrap();
    assert_eq!((found.selected.len(), found.more), (10, 4));
    assert_eq!(surroundings(&keys("Down"), &controls), None, "nobody is asked");
    assert_eq!(surroundings(&run("rm x"), &controls), None, "a program acts on no window");
}

#[test]
fn what_a_message_says_is_shown_and_a_window_full_of_texts_is_none() {
    let mut controls = vec![
        control(Role::Text, "Delete \u{201c}a.txt\u{201d} for good?"),
        control(Role::Button, "Cancel"),
        control(Role::Button, "Delete"),
    ];
    let found = surroundings(&click("Delete"), &controls).unwrap();
    assert_eq!(found.says, ["Delete \u{201c}a.txt\u{201d} for good?"]);
    controls.push(control(Role::Document, "Page"));
    assert_eq!(surroundings(&click("Delete"), &controls), None);
}
