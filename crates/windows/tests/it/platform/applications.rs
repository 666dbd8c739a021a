//! Installed applications, and the windows that they open.

use crate::scene::alone;
use deskpilot_core::{Launch, Size};
use deskpilot_desktop::{
    Desktop, DesktopError, DesktopKind, DesktopOptions, DesktopSource, DocumentState, OpenDesktop,
};
use deskpilot_win32::{Deadline, Hwnd, ask_to_close};
use deskpilot_windows::{Applications, InstalledApplications, StartPlace, Windows};
use std::{env, fs, path::PathBuf, time::Duration};

/// The user's desktop, whose programs start in the folder for temporary files.
pub(super) async fn current_desktop() -> Box<dyn OpenDesktop> {
    let options = DesktopOptions {
        kind: DesktopKind::Current,
        size: Size { width: 1280, height: 800 },
        home: None,
        settings: None,
        working: Some(env::temp_dir()),
    };
    Windows.open(&options).await.unwrap()
}

fn installed() -> InstalledApplications {
    let place = StartPlace { home: env::temp_dir(), working: None, desktop: None };
    InstalledApplications::of(place)
}

fn launch(application: &str, file: Option<&str>) -> Launch {
    let (application, file) = (application.into(), file.map(str::to_owned));
    Launch { application, file, ..Launch::default() }
}

fn text_file(name: &str) -> PathBuf {
    let file = env::temp_dir().join(format!("{name} {}.txt", std::process::id()));
    fs::write(&file, "hello").unwrap();
    file
}

/// Opens something, checks the window, and closes it.
async fn opens(desktop: &mut dyn Desktop, launch: &Launch, title: &str) {
    let opened = desktop.open(launch, &[]).await.unwrap_or_else(|error| panic!("{launch}: {error}"));
    assert!(opened.window.title.contains(title), "{:?}", opened.window);
    assert_eq!(opened.document, DocumentState::Shown);
    let soon = Deadline::within(Duration::from_secs(20));
    ask_to_close(Hwnd::from(opened.window.id), soon).unwrap();
}

#[tokio::test]
async fn an_application_opens_by_its_name_with_a_document_or_by_the_document_alone() {
    let _alone = alone().await;
    let desktop = current_desktop().await;
    let mut connection = desktop.connect().await.unwrap();
    let names: Vec<String> = connection.applications().await.unwrap().into_iter().map(|it| it.name).collect();
    assert!(names.iter().any(|it| it == "Notepad"), "{names:?}");
    let file = text_file("With name");
    let shown = file.file_name().unwrap().to_str().unwrap();
    opens(&mut *connection, &launch("the notepad", None), "Notepad").await;
    opens(&mut *connection, &launch("notepad", Some(file.to_str().unwrap())), shown).await;
    // By its name alone, in the folder in which programs start, and by its usual application.
    opens(&mut *connection, &launch("", Some(shown)), shown).await;
    fs::remove_file(file).unwrap();
}

#[test]
fn a_launch_means_an_application_of_the_list_or_the_usual_one_of_a_kind_of_document() {
    let applications = installed();
    for (wanted, file, id) in [
        ("NOTEPAD.EXE", None, "notepad"),
        ("registry editor", None, "regedit"),
        ("", Some("letter.txt"), "notepad"),
        (".txt", None, "notepad"),
    ] {
        let found = applications.resolve(&launch(wanted, file));
        assert_eq!(found.unwrap_or_else(|error| panic!("{wanted}: {error}")).id, id, "{wanted}");
    }
    let unknown = applications.resolve(&launch("notpad 7 x", None));
    assert!(matches!(unknown, Err(DesktopError::NoSuchApplication { .. })), "{unknown:?}");
    let none = applications.resolve(&launch("", Some("x.no-such-kind")));
    assert!(matches!(none, Err(DesktopError::NoSuchApplication { .. })), "{none:?}");
    // Opening it would run it.
    let program = applications.resolve(&launch("", Some("setup.exe")));
    assert!(matches!(program, Err(DesktopError::NotStarted { .. })), "{program:?}");
}

#[test]
fn registered_programs_are_listed_if_they_are_there() {
    let all = installed().list().unwrap();
    let wordpad = all.iter().find(|it| it.program == "wordpad").unwrap();
    assert!(wordpad.aliases.contains(&"wordpad.exe".to_owned()), "{wordpad:?}");
    let mut names: Vec<&String> = all.iter().map(|it| &it.name).collect();
    names.dedup();
    assert_eq!(names.len(), all.len(), "{names:?}");
}
