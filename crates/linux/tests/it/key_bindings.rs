//! The keys of an application's menus and buttons, as it reports them itself.

use crate::test_desktop::{TestDesktop, keys, replace};
use deskpilot_core::{Role, Window, parse_keys, policy::KeyBinding};
use deskpilot_desktop::WindowFacts;

fn find<'b>(bindings: &'b [KeyBinding], role: Role, name: &str) -> &'b KeyBinding {
    let found = bindings.iter().find(|it| it.role == role && it.name == name);
    found.unwrap_or_else(|| panic!("{role:?} {name:?} is not among {bindings:#?}"))
}

/// How many messages a look takes while the application reports no change, which it may still do after an action.
async fn cheapest_look(test: &mut TestDesktop, window: &Window) -> u64 {
    let mut cheapest = u64::MAX;
    for _ in 0..5 {
        let before = test.desktop.traffic().messages;
        test.controls(window).await;
        cheapest = cheapest.min(test.desktop.traffic().messages - before);
    }
    cheapest
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keys_of_closed_menus_and_of_a_dialog_are_known_and_cost_no_look_anything() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("mousepad").await;
    let edit = test.find(&window, Role::Edit, "").await;
    test.on(&window, &edit, replace("text")).await;
    let look = cheapest_look(&mut test, &window).await;

    let bindings = test.desktop.key_bindings(&window).await.unwrap();
    let save = find(&bindings, Role::MenuItem, "Save As...");
    assert_eq!(save.accelerator, parse_keys("Ctrl+Shift+S").ok().and_then(|it| it.into_iter().next()));
    assert!(find(&bindings, Role::Menu, "File").mnemonic.is_some(), "{bindings:#?}");

    let before = test.desktop.traffic().messages;
    assert_eq!(test.desktop.key_bindings(&window).await.unwrap(), bindings);
    assert_eq!(test.desktop.traffic().messages, before, "they are asked for once");
    let after = cheapest_look(&mut test, &window).await;
    assert!(after <= look, "a look took {look} messages and now takes {after}");

    test.in_window(&window, keys("Ctrl+S")).await;
    test.find(&window, Role::Button, "Save").await;
    let bindings = test.desktop.key_bindings(&window).await.unwrap();
    assert!(find(&bindings, Role::Button, "Save").mnemonic.is_some(), "{bindings:#?}");
}
