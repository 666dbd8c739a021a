//! Opening waits for the window that will be worked in, and for its page.

use crate::test_desktop::TestDesktop;
use deskpilot_core::{Control, Launch, Role, WhenInUse, Window};
use deskpilot_desktop::{Desktop, DocumentState, WindowFacts};
use std::fs;
use std::process::Command;

const SLOW: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/splash.py");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_splash_is_not_the_window_that_was_opened() {
    let mut test = TestDesktop::bring_up().await;
    let home = test.private.seat().environment().value("HOME").unwrap().to_owned();
    let entries = format!("{home}/.local/share/applications");
    fs::create_dir_all(&entries).unwrap();
    let entry = format!("[Desktop Entry]\nType=Application\nName=Slow\nExec=python3 {SLOW}\n");
    fs::write(format!("{entries}/slow.desktop"), entry).unwrap();
    let window = test.launch("Slow").await;
    assert_eq!(window.title, "Slow");
    let seen = test.controls(&window).await;
    assert!(seen.iter().any(|it| it.role == Role::Button && it.name == "Begin"), "{seen:#?}");
}

/// LibreOffice's program has another name than its windows.
async fn the_version_of_an_application_is_that_of_its_package(test: &mut TestDesktop) {
    for (application, package) in [("galculator", "galculator"), ("libreoffice-calc", "libreoffice-core")] {
        let window = test.launch(application).await;
        let version = test.desktop.application_version(&window).await.unwrap_or_default();
        let output = Command::new("dpkg-query").args(["-W", "-f", "${Version}", package]).output().unwrap();
        let installed = String::from_utf8(output.stdout).unwrap();
        let upstream = installed.split_once(':').map_or(installed.as_str(), |(_, it)| it);
        assert!(
            !version.is_empty() && upstream.starts_with(&version),
            "{application}: {version:?} of {installed:?}"
        );
        let unknown = Window { process: None, ..window };
        assert_eq!(test.desktop.application_version(&unknown).await, None);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_office_opens_a_document_in_use_as_it_is_told_and_has_the_version_of_its_package() {
    let mut test = TestDesktop::bring_up().await;
    Box::pin(a_document_that_another_person_has_open_is_opened_for_reading_or_as_a_copy(&mut test)).await;
    Box::pin(the_version_of_an_application_is_that_of_its_package(&mut test)).await;
}

/// A lock file of another person, before which LibreOffice asks in the dialog "Document in Use".
async fn a_document_that_another_person_has_open_is_opened_for_reading_or_as_a_copy(test: &mut TestDesktop) {
    let letter = test.private.directory().join("letter.txt");
    fs::write(&letter, "Dear Ada").unwrap();
    let lock = letter.with_file_name(".~lock.letter.txt#");
    let of_bob = "Bob,bob,elsewhere,28.11.2026 01:51,file:///home/bob/.config/libreoffice/4;";
    fs::write(&lock, of_bob).unwrap();
    for (when_in_use, title) in
        [(WhenInUse::ReadOnly, "letter.txt (read-only)"), (WhenInUse::Copy, "Untitled 1")]
    {
        let file = Some(letter.display().to_string());
        let launch = Launch { application: "writer".into(), file, when_in_use, ..Launch::default() };
        let opened = test.desktop.open(&launch, &[]).await.unwrap();
        assert_eq!(opened.document, DocumentState::InUse(when_in_use), "{opened:?}");
        assert!(opened.window.title.starts_with(title), "{opened:?}");
        let is_text = |it: &Control| it.value.as_deref() == Some("Dear Ada");
        test.find_where(&opened.window, "the text of the letter", is_text).await;
        assert_eq!(fs::read_to_string(&lock).unwrap(), of_bob, "the lock of the other stays");
    }
    let windows = test.windows().await;
    assert_eq!(windows.len(), 2, "no dialog asks anything: {windows:?}");
}

/// LibreOffice asks how to read a text of columns before it shows it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dialog_before_a_document_is_not_taken_for_the_document() {
    let mut test = TestDesktop::bring_up().await;
    let prices = test.private.directory().join("prices.csv");
    fs::write(&prices, "tea,3\nmilk,2\n").unwrap();
    let file = Some(prices.display().to_string());
    let launch = Launch { application: "calc".into(), file, ..Launch::default() };
    let opened = test.desktop.open(&launch, &[]).await.unwrap();
    assert_eq!(opened.document, DocumentState::BehindDialog, "{opened:?}");
    test.find(&opened.window, Role::Button, "OK").await;
}

/// The editor that runs takes the document, which its window shows already. No entry declares the class of that window.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_that_is_open_already_is_found_in_its_window() {
    let mut test = TestDesktop::bring_up().await;
    let notes = test.private.directory().join("notes.txt");
    let file = Some(notes.display().to_string());
    let launch = Launch { application: "gnome-text-editor".into(), file, ..Launch::default() };
    let first = test.desktop.open(&launch, &[]).await.unwrap();
    let again = test.desktop.open(&launch, &[]).await.unwrap();
    assert_eq!((again.window.id, again.document), (first.window.id, DocumentState::Shown), "{again:?}");
}
