//! The page beside a real desktop: a person takes it over in a browser, types what no keyboard has, and hands it back.

use deskpilot_core::{Event, PauseCause};
use deskpilot_testkit::command_line::{ServedPage, Workspace};
use std::{fs, path::Path};

/// Letters of a keyboard, letters that are composed, and a family of three, which is one letter of five characters.
const TEXT: &str = "Größe 漢字 👩‍👩‍👧";

/// What a journey that left something out would not have checked.
const PROMISED: [&str; 6] = [
    "T takes over",
    "a frame shows what was typed",
    "what was typed arrived letter by letter",
    "desktop, narrow and dark: axe finds nothing serious",
    "the page says that the task is done",
    "chromium: no error, and no request to another place",
];

#[test]
fn a_person_takes_a_desktop_over_in_a_browser_types_any_letters_and_hands_it_back() {
    let workspace = Workspace::of(crate::PROGRAM);
    let folder = workspace.path().canonicalize().unwrap();
    let request = format!(
        "Open mousepad. Wait for \"漢字\" at most 150 seconds. Save it as note.txt in {}.",
        folder.display()
    );
    let page = ServedPage::start(&workspace);
    let values = [("request", request.as_str()), ("waits", "wait for \"漢字\""), ("text", TEXT)];
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recordings");
    let checked = page.journey("desktop", &values, &pictures);

    for promised in PROMISED {
        assert!(checked.iter().any(|it| it == promised), "{promised} is missing: {checked:#?}");
    }
    assert_eq!(fs::read_to_string(folder.join("note.txt")).unwrap().trim(), TEXT, "the agent saved it");
    let tasks: Vec<_> = fs::read_dir(workspace.path().join("logs")).unwrap().flatten().collect();
    let task = tasks.iter().find(|it| it.path().join("events.jsonl").is_file()).unwrap();
    let entries = workspace.entries(&task.file_name().into_string().unwrap());
    let pauses = entries.iter().map(|it| &it.event);
    let pauses: Vec<&Event> =
        pauses.filter(|it| matches!(it, Event::Paused { .. } | Event::HandedBack)).collect();
    let [Event::Paused { cause: PauseCause::TakenOver(by) }, Event::HandedBack] = pauses[..] else {
        unreachable!("{pauses:?}")
    };
    assert!(by.starts_with("browser 1 of page "), "{by}");
}
