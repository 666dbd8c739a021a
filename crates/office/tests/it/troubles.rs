//! Bad input and bad luck: the document stays as it was, and the agent gets a sentence.

use crate::office_desktop::{OfficeDesktop, PYTHON};
use deskpilot_core::{Aim, Call, Gesture, Input, Launch, parse_keys};
use deskpilot_desktop::{ApplicationLifeCycle, Desktop, Receiver, Scope, WindowList};
use deskpilot_office::OfficeReceiver;
use deskpilot_testkit::{
    conformance::{ReceiverFixture, check_receiver},
    tries_also,
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use std::{fs, path::Path};

const SHEET: &str = r#"<table:table table:name="One"/>"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_does_not_fit_is_refused_and_so_is_a_window_that_closed_or_cannot_be_told_from_another() {
    let mut calc = OfficeDesktop::open("calc", "fods", SHEET).await;
    Box::pin(who_does_not_listen_has_no_commands(&mut calc)).await;
    // It ends LibreOffice, and opens the document once more.
    Box::pin(a_bridge_that_was_killed_is_started_again_and_a_window_that_closed_is_reported(&mut calc)).await;
    Box::pin(two_windows_of_one_title_are_refused_until_one_of_them_closes(&mut calc)).await;
    // It ends LibreOffice.
    Box::pin(what_does_not_fit_is_refused_with_a_sentence_and_changes_nothing(&mut calc)).await;
}

async fn what_does_not_fit_is_refused_with_a_sentence_and_changes_nothing(calc: &mut OfficeDesktop) {
    calc.open_next("refused", SHEET).await;
    calc.change("set_cells", json!({"range": "A1", "rows": [["Name"], ["Ada"]]})).await;
    for (command, args, sentence) in [
        ("set_cells", json!({"range": "nowhere", "rows": [[1]]}), "range must be cells such as A1"),
        ("set_cells", json!({"range": "A1:B2", "rows": [[1]]}), "1 row of 1 cell as in rows"),
        ("set_cells", json!({"range": "A1", "rows": [[1], [2, 3]]}), "rows must be rows of the same length"),
        ("set_cells", json!({"range": "XFD1", "rows": [[1, 2]]}), "inside the sheet"),
        ("get_range_values", json!({"sheet": "Two"}), "there is no sheet 'Two'; there are One"),
        ("remove_sheet", json!({"sheet": "One"}), "it is the only sheet"),
        ("sort_range", json!({"by": ["Age"]}), "by must be columns of the range: Name"),
        (
            "format_cells",
            json!({"range": "A1", "fill_color": "red"}),
            "fill_color must be a colour such as #ff8800",
        ),
        ("save_as", json!({"path": "/no/such/folder/a.ods"}), "path must be in a folder that exists"),
        ("save_as", json!({"path": "a.ods"}), "path must be a whole path"),
        ("auto_fill", json!({"range": "A1:A3", "count": 0}), "count must be a whole number from 1 to 1000"),
    ] {
        let effect = calc.effect(command, args.clone()).await;
        assert!(effect.contains(sentence), "{command} {args}: {effect}");
    }
    assert_eq!(calc.read("table2markdown", json!({})).await, "| Name |\n| --- |\n| Ada |");
    // Ending LibreOffice does not save the document either, and does not wait for a confirmation.
    let (lock, before) = (calc.sibling_path(".~lock.refused.fods#"), fs::read(&calc.document).unwrap());
    assert!(Path::new(&lock).exists());
    calc.receiver.close_application().await;
    assert!(!Path::new(&lock).exists(), "LibreOffice still has the document");
    assert_eq!(fs::read(&calc.document).unwrap(), before);
}

async fn a_bridge_that_was_killed_is_started_again_and_a_window_that_closed_is_reported(
    calc: &mut OfficeDesktop,
) {
    let fits = Call { command: "list_sheets".into(), ..Call::default() };
    let window = calc.window.clone();
    let fixture = ReceiverFixture {
        here: Scope::Window(&window),
        elsewhere: Some(Scope::Desktop),
        succeeds: Some(&fits),
        slow: None,
    };
    check_receiver(&mut calc.receiver, &fixture).await;
    let kills = if tries_also("a bridge that is killed three times") { 3 } else { 1 };
    for _ in 0..kills {
        calc.change("set_cells", json!({"range": "A1", "rows": [[1]]})).await;
        kill_bridges(calc);
        let effect = calc.effect("list_sheets", json!({})).await;
        assert!(effect.starts_with("confirmed") || effect.contains("look whether it was done"), "{effect}");
        let undone = calc.effect("undo", json!({})).await;
        assert_eq!(undone, "confirmed: undone: Set cells");
    }
    // A modal dialog does not keep commands away.
    let keys = Gesture::Keys(parse_keys("Ctrl+1").unwrap());
    calc.desktop.perform(&Input { window: window.id, aim: Aim::Window, gesture: keys }).await.unwrap();
    assert!(calc.read("list_sheets", json!({})).await.contains("One"));
    // It is ended while it does not answer; the one that is opened next takes commands, and asks nothing.
    let process = Pid::from_raw(window.process.unwrap().cast_signed()).unwrap();
    kill_process(process, Signal::STOP).unwrap();
    let end = Input { window: window.id, aim: Aim::Window, gesture: Gesture::EndApplication };
    let ended = calc.desktop.perform(&end).await.unwrap().effect.to_string();
    assert!(ended.starts_with("confirmed") && ended.contains("closed"), "{ended}");
    let gone = calc.run("list_sheets", json!({})).await.map(|it| it.effect.to_string());
    assert!(gone.unwrap_err().to_string().contains("does not listen any more"));
    calc.open_again().await;
    assert!(calc.read("list_sheets", json!({})).await.contains("One"));
    let open = calc.desktop.windows().await.unwrap();
    assert_eq!(open.len(), 1, "{open:?}");
}

/// The window of a command is looked for among those that are there now, whatever was there before.
async fn two_windows_of_one_title_are_refused_until_one_of_them_closes(calc: &mut OfficeDesktop) {
    calc.change("set_cells", json!({"range": "A1", "rows": [["first"]]})).await;
    let folder = calc.sibling_path("other");
    fs::create_dir(&folder).unwrap();
    let file = format!("{folder}/document.fods");
    fs::copy(&calc.document, &file).unwrap();
    let launch = Launch { application: "calc".into(), file: Some(file), ..Launch::default() };
    let second = calc.desktop.launch(&launch, &[]).await.unwrap();
    assert_eq!(second.title, calc.window.title);
    let refused = calc.effect("get_range_values", json!({"range": "A1"})).await;
    assert!(refused.contains("two windows have this title"), "{refused}");
    let keys = Gesture::Keys(parse_keys("Ctrl+W").unwrap());
    calc.desktop.perform(&Input { window: second.id, aim: Aim::Window, gesture: keys }).await.unwrap();
    while calc.effect("get_range_values", json!({"range": "A1"})).await == refused {}
    assert_eq!(calc.read("get_range_values", json!({"range": "A1"})).await, "first");
}

/// LibreOffice that somebody else has started does not listen: its window takes everything.
async fn who_does_not_listen_has_no_commands(calc: &mut OfficeDesktop) {
    let scope = Scope::Window(&calc.window);
    assert_eq!(calc.receiver.commands(scope).await.unwrap().len(), calc.receiver.table().len());
    let mut stranger =
        OfficeReceiver::all(Path::new(PYTHON), &[]).into_iter().find(|it| it.serves(scope)).unwrap();
    assert_eq!(stranger.commands(scope).await.unwrap().len(), 0);
}

/// Kills the programs that speak to LibreOffice for this desktop: children of this process, recognised by its folder.
fn kill_bridges(calc: &OfficeDesktop) {
    let home = calc.document.parent().unwrap().to_string_lossy().into_owned();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let number = entry.file_name().to_string_lossy().parse::<i32>();
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        let is_bridge = String::from_utf8_lossy(&line).contains("types.ModuleType");
        if let (Ok(number), true) =
            (number, is_bridge && String::from_utf8_lossy(&environment).contains(&home))
        {
            kill_process(Pid::from_raw(number).unwrap(), Signal::KILL).unwrap();
        }
    }
}
