//! LibreOffice, which shows the effect of an action only after a while.

use crate::test_desktop::{TestDesktop, click, keys};
use deskpilot_core::{Launch, Role, Window};
use deskpilot_desktop::Desktop;
use std::fs;

const LETTER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3"
  office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles>
<style:style style:name="large" style:family="paragraph"><style:text-properties fo:font-size="28pt"/></style:style>
<style:style style:name="small" style:family="paragraph"><style:text-properties fo:font-size="9pt"/></style:style>
</office:automatic-styles>
<office:body><office:text><text:p text:style-name="large">Invitation</text:p>
<text:p text:style-name="small">to whom it may concern</text:p></office:text></office:body></office:document>"#;

/// Starts an application and dismisses its tip of the day.
pub(crate) async fn open(test: &mut TestDesktop, application: &str, file: Option<String>) -> Window {
    let launch = Launch { application: application.into(), file };
    let window = test.desktop.launch(&launch, &[]).await.unwrap();
    let ok = test.find(&window, Role::Button, "OK").await;
    test.on(&window, &ok, click()).await;
    // The release notes bar appears last and moves everything else.
    test.find(&window, Role::Button, "Release Notes").await;
    test.desktop.until_drawn(window.id).await.unwrap();
    window
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_read_after_an_action_is_what_came_of_it_and_counts_for_no_other() {
    let mut test = TestDesktop::bring_up().await;
    let letter = test.private.directory().join("letter.fodt");
    fs::write(&letter, LETTER).unwrap();
    let window = open(&mut test, "writer", Some(letter.to_string_lossy().into_owned())).await;
    let size = test.find_where(&window, "the font size", |it| it.value.as_deref() == Some("28 pt")).await;
    for (chord, expected) in
        [("Ctrl+End", "9 pt"), ("Ctrl+Home", "28 pt"), ("Ctrl+End", "9 pt"), ("Ctrl+Home", "28 pt")]
    {
        test.in_window(&window, keys(chord)).await;
        assert_eq!(test.read(&window, &size).await, expected, "after {chord}");
    }
    for chord in ["Ctrl+End", "Ctrl+Home"] {
        test.in_window(&window, keys(chord)).await;
        let effect = test.in_window(&window, keys("Ctrl+B")).await.to_string();
        assert!(!effect.contains(" pt"), "Ctrl+B after {chord}: {effect}");
    }
    test.in_window(&window, keys("Ctrl+End")).await;
    test.desktop.until_drawn(window.id).await.unwrap();
    let seen = test.controls(&window).await;
    assert!(seen.iter().any(|it| it.value.as_deref() == Some("9 pt")), "{seen:#?}");
}
