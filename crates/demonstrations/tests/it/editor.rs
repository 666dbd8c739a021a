//! Text in a document, a chord, and a walk through a menu.

use crate::show::Show;
use deskpilot_core::Role;
use std::fs;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typing_a_chord_and_a_menu_are_a_step_each() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter.txt");
    fs::write(&file, "").unwrap();
    let mut show = Show::of("mousepad", Some(&file.to_string_lossy())).await;
    show.types("Dear Charles,").await;
    show.presses("Return").await;
    show.types("yours").await;
    show.presses("ctrl+s").await;
    show.click(Role::Menu, "Edit").await;
    show.click(Role::MenuItem, "Select All").await;
    let shown = show.end().await.demonstration;
    let sentences: Vec<String> = shown.steps.iter().map(|it| it.sentence()).collect();
    let expected = ["type \"Dear Charles,\nyours\"", "press Control+s", "choose \"Edit\" > \"Select All\""];
    let typed = sentences[0].split(" into ").next().unwrap();
    assert_eq!(
        (typed, &sentences[1..]),
        (expected[0], &expected[1..].iter().map(ToString::to_string).collect::<Vec<_>>()[..])
    );
    assert_eq!(fs::read_to_string(&file).unwrap().trim_end(), "Dear Charles,\nyours");
}
