//! Password fields in every toolkit: the secret appears in no list of controls, effect, text or picture.

use crate::office;
use crate::test_desktop::{TestDesktop, append, click, keys, replace};
use deskpilot_core::{Control, Role, State, Window};
use deskpilot_desktop::{DesktopReader, Image, LookOptions, look_at_desktop, look_at_window};
use deskpilot_testkit::tries_also;
use std::fs;

const SECRET: &str = "opensesame42";

/// Whether other controls of the window may show the secret.
#[derive(Clone, Copy, PartialEq)]
enum OtherControls {
    Silent,
    /// One shares its text with the field and shows it.
    Shown,
}

fn hides(control: &Control) -> bool {
    control.states.has(State::Protected) && control.states.has(State::Enabled)
}

/// Types into the field in every way, and searches everything for the secret.
async fn keeps_its_secret(test: &mut TestDesktop, window: &Window, others: OtherControls) {
    for gesture in [replace(SECRET), keys("^a"), keys(SECRET), append(SECRET), replace(SECRET)] {
        let field = test.find_where(window, "a field that hides what is typed", hides).await;
        let effect = test.on(window, &field, gesture).await;
        assert!(!format!("{effect:?}").contains(SECRET), "{effect}");
    }
    let look = look_at_window(&mut test.redacted().await, window, LookOptions::USUAL).await.expect("a look");
    let field = look.controls.iter().find(|it| hides(it)).expect("the field").clone();
    assert_eq!(field.value, None, "{field:?}");
    for control in look.controls.iter().filter(|it| hides(it) || others == OtherControls::Silent) {
        assert!(!format!("{control:?}").contains(SECRET), "{control:?}");
        let read = test.desktop.read(window.id, control).await;
        assert!(!format!("{read:?}").contains(SECRET), "{}: {read:?}", control.id());
        assert!(!hides(control) || read.is_err(), "{} was read: {read:?}", control.id());
    }
    let all = look_at_desktop(&mut test.redacted().await).await.expect("a look").clean;
    for picture in [&*look.clean, &*all] {
        let mut obscured: Image = picture.clone();
        obscured.obscure(field.rect);
        assert!(obscured == *picture, "the field is seen in {picture:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_gtk_3() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["gtk3-demo", "--run=entry_buffer"], "Entry Buffer").await;
    keeps_its_secret(&mut test, &window, OtherControls::Shown).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_gtk_4() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["gtk4-demo", "--run=password_entry"], "Choose a Password").await;
    keeps_its_secret(&mut test, &window, OtherControls::Silent).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_libreoffice() {
    if !tries_also("a password in LibreOffice") {
        return;
    }
    let mut test = TestDesktop::bring_up().await;
    let sheet = office::open(&mut test, "calc", None).await;
    let tools = test.find(&sheet, Role::Menu, "Tools").await;
    test.on(&sheet, &tools, click()).await;
    let is_protect = |it: &Control| it.name.starts_with("Protect Spreadsheet Structure");
    let protect = test.find_where(&sheet, "the item that protects", is_protect).await;
    test.on(&sheet, &protect, click()).await;
    let dialog = test.window("Protect Spreadsheet Structure").await;
    keeps_its_secret(&mut test, &dialog, OtherControls::Silent).await;
}

const PAGE: &str = r#"<!doctype html><meta charset="utf-8"><title>Log in</title><h1>Log in</h1>
<form><label>Name <input value="Ann"></label> <label>Password <input type="password"></label></form>"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_browser() {
    if !tries_also("a password in a browser") {
        return;
    }
    let mut test = TestDesktop::bring_up().await;
    let page = test.private.directory().join("page.html");
    fs::write(&page, PAGE).unwrap();
    let url = format!("file://{}", page.display());
    let window = test.start(&["firefox-esr", "--no-remote", &url], "Log in — Mozilla Firefox").await;
    test.find(&window, Role::Edit, "Password").await;
    keeps_its_secret(&mut test, &window, OtherControls::Silent).await;
}
