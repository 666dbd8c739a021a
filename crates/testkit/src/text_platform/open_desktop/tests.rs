//! What is saved on a text desktop, and where.

use super::OpenTextDesktop;
use crate::{CALCULATOR_AND_EDITOR, TextDesktop};
use deskpilot_core::{Aim, Button, Gesture, Input, Launch, Size, TextMode, parse_keys};
use deskpilot_desktop::{
    Budget, Desktop, DesktopKind, DesktopOptions, DesktopReader, OpenDesktop, WindowList,
};
use std::{fs, path::Path, sync::Arc};

fn options(home: Option<&Path>) -> DesktopOptions {
    DesktopOptions {
        kind: DesktopKind::Private,
        size: Size { width: 800, height: 600 },
        home: home.map(Path::to_owned),
        settings: None,
        working: None,
    }
}

fn open(home: Option<&Path>) -> OpenTextDesktop {
    let desktop = TextDesktop::new(CALCULATOR_AND_EDITOR).unwrap();
    OpenTextDesktop::new(desktop, &options(home), Arc::default()).unwrap()
}

/// Does the gesture to the control of this name in the topmost window, or to the window where the name is empty.
async fn act(desktop: &mut dyn Desktop, control: &str, gesture: Gesture) {
    let window = desktop.windows().await.unwrap().remove(0);
    let seen = desktop.controls(&window, Budget::LOOK).await.unwrap().controls;
    let found = seen.into_iter().find(|it| it.name == control);
    let aim = found.map_or(Aim::Window, |it| Aim::Control(Box::new(it)));
    desktop.perform(&Input { window: window.id, aim, gesture }).await.unwrap();
}

fn text(text: &str) -> Gesture {
    Gesture::Text { text: text.into(), mode: TextMode::Replace }
}

fn click() -> Gesture {
    Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }
}

/// Types a letter in the text editor and saves it under this name.
async fn save(open: &OpenTextDesktop, name: &str) {
    let mut desktop = open.connect().await.unwrap();
    let editor = Launch { application: "text editor".into(), file: None, ..Launch::default() };
    desktop.launch(&editor, &[]).await.unwrap();
    act(desktop.as_mut(), "", text("Hello")).await;
    act(desktop.as_mut(), "", Gesture::Keys(parse_keys("Ctrl+Shift+S").unwrap())).await;
    act(desktop.as_mut(), "Name", text(name)).await;
    act(desktop.as_mut(), "Save", click()).await;
}

#[tokio::test]
async fn what_is_saved_is_a_file_in_the_folder_of_the_desktop_or_at_its_own_path() {
    let (home, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let open = open(Some(home.path()));
    save(&open, "letter.txt").await;
    assert_eq!(fs::read_to_string(home.path().join("letter.txt")).unwrap(), "Hello");
    let path = elsewhere.path().join("letter.txt");
    save(&open, &path.display().to_string()).await;
    assert_eq!(fs::read_to_string(path).unwrap(), "Hello");
}

#[tokio::test]
async fn a_file_that_cannot_be_written_is_an_error() {
    let open = open(None);
    let mut desktop = open.desktop.clone();
    let editor = Launch { application: "mousepad".into(), file: None, ..Launch::default() };
    desktop.launch(&editor, &[]).await.unwrap();
    act(&mut desktop, "", Gesture::Keys(parse_keys("Ctrl+Shift+S").unwrap())).await;
    act(&mut desktop, "Name", text("/nowhere/letter.txt")).await;
    let window = desktop.windows().await.unwrap().remove(0);
    let seen = desktop.controls(&window, Budget::LOOK).await.unwrap().controls;
    let save = seen.into_iter().find(|it| it.name == "Save").unwrap();
    let input = Input { window: window.id, aim: Aim::Control(Box::new(save)), gesture: click() };
    let why = desktop.perform(&input).await.unwrap_err().to_string();
    assert!(why.contains("/nowhere/letter.txt"), "{why}");
}

#[tokio::test]
async fn a_desktop_without_a_home_has_one_until_it_is_closed_and_one_that_moves_in_gets_another() {
    let given = tempfile::tempdir().unwrap();
    let mut open = open(None);
    let home = open.home.folder();
    assert!(home.is_dir());
    open.move_in(&options(Some(given.path()))).await.unwrap();
    assert!(!home.exists());
    save(&open, "letter.txt").await;
    assert!(given.path().join("letter.txt").is_file());
    Box::new(open).close().await;
    assert!(given.path().is_dir());
}
