//! The actions of real GTK applications, whose effects are seen in their windows and files.

use crate::{
    app_desktop::{AppDesktop, wait_for, wait_for_text},
    test_bus::{call, effect, names},
};
use deskpilot_core::{SideEffects, Window};
use deskpilot_dbus_apps::ActionsReceiver;
use deskpilot_desktop::{DesktopReader, NativeInterfaces, Receiver, Scope};
use deskpilot_linux::Linux;
use deskpilot_testkit::conformance::{ReceiverFixture, check_receiver};
use serde_json::json;
use std::fs;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mousepad_edits_and_saves_by_its_own_actions() {
    let mut test = AppDesktop::bring_up().await;
    let file = test.file("note.txt", "milk\n");
    let window = test.open("mousepad", Some(file.clone())).await;
    let mut actions = ActionsReceiver::new(&test.env);
    let here = Scope::Window(&window);
    wait_for(&mut actions, &window, "win.file.save_as", true).await;
    let toggle = call("win.view.fullscreen", &json!({}));
    let fixture =
        ReceiverFixture { here, elsewhere: Some(Scope::Desktop), succeeds: Some(&toggle), slow: None };
    check_receiver(&mut actions, &fixture).await;
    let whole = test.desktop.info().size;
    test.window("a window on the whole screen", |it| {
        it.rect.width == whole.width && it.rect.height == whole.height
    })
    .await;
    let full = effect(&mut actions, here, "win.view.fullscreen", json!({"value": true})).await;
    assert_eq!(full, "no change: already \"true\"");
    let back = effect(&mut actions, here, "win.view.fullscreen", json!({"value": false})).await;
    assert_eq!(back, "confirmed: value of the action view.fullscreen \"true\" -> \"false\"");
    test.window("a window of its usual size", |it| it.rect.width < whole.width).await;

    assert!(!names(&mut actions, here).await.contains(&"win.file.save".to_owned()), "nothing is to be saved");
    let twice = effect(&mut actions, here, "win.edit.duplicate_line_selection", json!({})).await;
    assert!(twice.starts_with("unverified: mousepad took the action"), "{twice}");
    // It says with a signal that there is something to save now.
    wait_for(&mut actions, &window, "win.file.save", true).await;
    assert_eq!(fs::read_to_string(&file).unwrap(), "milk\n");
    let saved = effect(&mut actions, here, "win.file.save", json!({})).await;
    assert!(saved.starts_with("unverified"), "{saved}");
    wait_for_text(&file, |it| it.matches("milk").count() == 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn states_are_read_back_and_dialogs_are_reported() {
    let mut test = AppDesktop::bring_up().await;
    let window = test.open("mousepad", None).await;
    let mut actions = ActionsReceiver::new(&test.env);
    let here = Scope::Window(&window);
    wait_for(&mut actions, &window, "win.document.tab.tab_size", true).await;
    for (value, expected) in [
        (json!(3), "confirmed: value of the action document.tab.tab-size \"8\" -> \"3\""),
        (json!(3), "no change: already \"3\""),
        (json!(1.5), "refused: value must be a whole number from -2147483648 to 2147483647"),
    ] {
        let message = effect(&mut actions, here, "win.document.tab.tab_size", json!({"value": value})).await;
        assert_eq!(message, expected, "{value}");
    }
    let specs = actions.commands(here).await.unwrap();
    let side_effects = |name: &str| specs.iter().find(|it| it.name == name).unwrap().side_effects;
    assert_eq!(side_effects("win.file.open"), SideEffects::Changes);
    assert_eq!(side_effects("win.file.open_recent.new"), SideEffects::Unstated);
    assert_eq!(side_effects("win.edit.delete_line"), SideEffects::Unstated);
    assert!(matches!(side_effects("app.quit"), SideEffects::Risks(_)));

    let message = effect(&mut actions, here, "win.file.save_as", json!({})).await;
    assert!(message.starts_with("unverified: mousepad"), "{message}");
    test.window("a dialog", |it| it.title == "Save As").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_windows_share_only_the_actions_of_the_application() {
    let mut test = AppDesktop::bring_up().await;
    let file = test.file("note.txt", "milk\n");
    let window = test.open("gedit", Some(file)).await;
    let mut actions = ActionsReceiver::new(&test.env);
    wait_for(&mut actions, &window, "win.side_panel", true).await;
    let here = Scope::Window(&window);
    let message = effect(&mut actions, here, "win.side_panel", json!({})).await;
    assert!(message.starts_with("confirmed: value of the action side-panel"), "{message}");
    assert_eq!(actions.take_gaps(Scope::Desktop).troubles, Vec::<String>::new());
    let message = effect(&mut actions, here, "app.new_window", json!({})).await;
    assert!(message.starts_with("unverified: "), "{message}");
    let second =
        test.window("a second window", |it| it.process == window.process && it.id != window.id).await;
    wait_for(&mut actions, &window, "win.side_panel", false).await;
    let left = names(&mut actions, Scope::Window(&second)).await;
    assert!(
        left.contains(&"app.about".to_owned()) && left.iter().all(|it| it.starts_with("app.")),
        "{left:?}"
    );
    let troubles = actions.take_gaps(Scope::Desktop).troubles;
    assert!(troubles.iter().any(|it| it.contains("has 2 windows")), "{troubles:?}");
    let gone = effect(&mut actions, here, "win.side_panel", json!({})).await;
    assert_eq!(gone, "error: there is no command win.side_panel");
}

/// Both windows have a view of their own, and a dialog acts on the window that it belongs to.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn windows_of_one_application_have_their_own_actions() {
    const FULL: &str = "win.view.fullscreen";
    let mut test = AppDesktop::bring_up().await;
    let first = test.open("mousepad", None).await;
    let mut receivers = Linux.receivers(&test.env);
    let actions = receivers.iter_mut().find(|it| it.name() == "ACTIONS").unwrap();
    wait_for(&mut **actions, &first, FULL, true).await;
    let message = effect(&mut **actions, Scope::Window(&first), "win.file.new_window", json!({})).await;
    assert!(message.starts_with("unverified: "), "{message}");
    let is_second = |it: &Window| it.process == first.process && it.id != first.id;
    let second = test.window("a second window", is_second).await;
    let whole = test.desktop.info().size;
    for (full, other) in [(&second, &first), (&first, &second)] {
        wait_for(&mut **actions, full, FULL, true).await;
        let message = effect(&mut **actions, Scope::Window(full), FULL, json!({"value": true})).await;
        assert_eq!(message, "confirmed: value of the action view.fullscreen \"false\" -> \"true\"");
        test.window("its window on the whole screen", |it| {
            it.id == full.id && it.rect.height == whole.height
        })
        .await;
        test.window("the other one as it was", |it| it.id == other.id && it.rect.height < whole.height).await;
        let message = effect(&mut **actions, Scope::Window(full), FULL, json!({"value": false})).await;
        assert!(message.starts_with("confirmed: "), "{message}");
        test.window("its window as it was", |it| it.id == full.id && it.rect.height < whole.height).await;
    }
    let message = effect(&mut **actions, Scope::Window(&second), "win.file.open", json!({})).await;
    assert!(message.starts_with("unverified: "), "{message}");
    let dialog = test.window("a dialog", |it| it.title == "Open File").await;
    wait_for(&mut **actions, &dialog, FULL, true).await;
    assert_eq!(actions.take_gaps(Scope::Desktop).troubles, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gtk_4_applications_have_theirs_and_others_have_none() {
    let mut test = AppDesktop::bring_up().await;
    let window = test.open("gnome-text-editor", None).await;
    let mut actions = ActionsReceiver::new(&test.env);
    wait_for(&mut actions, &window, "app.new_window", true).await;
    let message = effect(&mut actions, Scope::Window(&window), "app.new_window", json!({})).await;
    assert!(message.starts_with("unverified: "), "{message}");
    test.window("a second window", |it| it.process == window.process && it.id != window.id).await;
    let calculator = test.open("galculator", None).await;
    assert_eq!(names(&mut actions, Scope::Window(&calculator)).await, Vec::<String>::new());
    let troubles = actions.take_gaps(Scope::Desktop).troubles;
    assert!(troubles.iter().any(|it| it == "1 action is left out: values of a kind that a call cannot give"));
}
