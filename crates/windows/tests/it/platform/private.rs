//! Private desktops: what runs on them is there alone, is used without the user's devices, and ends with them.

use super::applications::{current_desktop, wait_until};
use crate::scene::alone;
use deskpilot_core::{
    Aim, Control, Effect, Gesture, Input, Launch, Outcome, Role, Size, TextMode, WindowId, parse_keys,
};
use deskpilot_desktop::{
    Area, Budget, Desktop, DesktopError, DesktopKind, DesktopOptions, DesktopSource, OpenDesktop,
};
use deskpilot_win32::{image_path, windows};
use deskpilot_windows::Windows;
use std::env;

async fn private_desktop() -> Box<dyn OpenDesktop> {
    let options = DesktopOptions {
        kind: DesktopKind::Private,
        size: Size { width: 1280, height: 800 },
        home: None,
        settings: None,
        working: Some(env::temp_dir()),
    };
    Windows.open(&options).await.unwrap()
}

fn launch(application: &str) -> Launch {
    Launch { application: application.into(), ..Launch::default() }
}

async fn edit_of(desktop: &mut dyn Desktop, window: &deskpilot_core::Window) -> Control {
    let seen = desktop.controls(window, Budget::LOOK).await.unwrap().controls;
    let edit = seen.iter().find(|it| it.role == Role::Edit);
    edit.unwrap_or_else(|| panic!("no edit is among {seen:?}")).clone()
}

async fn perform(
    desktop: &mut dyn Desktop,
    window: WindowId,
    control: &Control,
    gesture: Gesture,
) -> Result<Outcome, DesktopError> {
    let aim = Aim::Control(Box::new(control.clone()));
    desktop.perform(&Input { window, aim, gesture }).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_on_a_private_desktop_is_used_there_alone_and_ends_with_it() {
    let _alone = alone().await;
    let desktop = private_desktop().await;
    let mut connection = desktop.connect().await.unwrap();
    assert!(connection.windows().await.unwrap().is_empty(), "it begins without windows");
    let window = connection.open(&launch("notepad"), &[]).await.unwrap().window;
    let process = window.process.unwrap();
    assert!(desktop.programs().contains(&"notepad".to_owned()), "{:?}", desktop.programs());
    assert!(windows().unwrap().iter().all(|it| it.process != Some(process)), "the user sees it");
    let mut current = current_desktop().await.connect().await.unwrap();
    assert!(current.windows().await.unwrap().iter().all(|it| it.process != Some(process)));
    let edit = edit_of(&mut *connection, &window).await;
    let text = Gesture::Text { text: "Grüße".into(), mode: TextMode::Replace };
    let done = perform(&mut *connection, window.id, &edit, text).await.unwrap().effect;
    assert!(matches!(done, Effect::Confirmed(_)), "{done}");
    let keys = Gesture::Keys(parse_keys("{END}x").unwrap());
    let done = perform(&mut *connection, window.id, &edit, keys).await.unwrap().effect;
    assert!(matches!(done, Effect::Confirmed(_)), "{done}");
    assert_eq!(connection.read(window.id, &edit).await.unwrap(), "Grüßex");
    drop(connection);
    desktop.close().await;
    wait_until("the program ends", || image_path(process).is_err()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_private_desktop_cannot_do_is_refused_with_the_reason() {
    let _alone = alone().await;
    let desktop = private_desktop().await;
    let mut connection = desktop.connect().await.unwrap();
    let file = env::temp_dir().join(format!("private {}.url", std::process::id()));
    let document = Launch { file: Some(file.to_string_lossy().into_owned()), ..launch("") };
    let refused = connection.open(&document, &[]).await;
    assert!(refused.is_err(), "the shell would open it on the user's desktop: {refused:?}");
    let window = connection.open(&launch("notepad"), &[]).await.unwrap().window;
    let edit = edit_of(&mut *connection, &window).await;
    let held = Gesture::Keys(parse_keys("^a").unwrap());
    let refused = perform(&mut *connection, window.id, &edit, held).await;
    let Err(error) = &refused else { panic!("{refused:?}") };
    assert!(error.to_string().contains("cannot be held"), "{error}");
    desktop.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_window_of_a_private_desktop_has_its_picture_or_one_without_pixels() {
    let _alone = alone().await;
    let desktop = private_desktop().await;
    let mut connection = desktop.connect().await.unwrap();
    let window = connection.open(&launch("notepad"), &[]).await.unwrap().window;
    let picture = connection.capture(&Area::Window(window.id)).await.unwrap();
    assert!(picture.rect() == window.rect || picture.rgb.is_empty(), "{:?}", picture.rect());
    let whole = connection.capture(&Area::Desktop).await.unwrap();
    assert_eq!(whole.rect(), connection.root_window().await.unwrap().rect);
    assert!(!whole.rgb.is_empty(), "the desktop has no size");
    desktop.close().await;
}
