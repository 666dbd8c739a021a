//! What every receiver owes.

use crate::files_under_test::FilesUnderTest;
use deskpilot_core::{Call, Rect, Window, WindowId, WindowState};
use deskpilot_desktop::{Receiver, Scope};
use deskpilot_testkit::conformance::{ReceiverFixture, check_receiver};
use serde_json::json;
use std::fs::OpenOptions;

fn call(command: &str, args: &serde_json::Value) -> Call {
    Call { command: command.into(), args: args.as_object().unwrap().clone() }
}

#[tokio::test]
async fn the_receiver_keeps_every_promise() {
    let mut files = FilesUnderTest::new();
    // A text of one line that has no end: to find its second line takes hours. Windows would fill its disk with it.
    let huge = files.file("huge.txt", "a".repeat(1 << 16));
    if cfg!(unix) {
        OpenOptions::new().write(true).open(huge).unwrap().set_len(1 << 43).unwrap();
    }
    let succeeds = call("create_file", &json!({"path": "new.txt", "text": "hello"}));
    let slow = call("read_file", &json!({"path": "huge.txt", "from": 2}));
    let fixture = ReceiverFixture {
        here: Scope::Desktop,
        elsewhere: None,
        succeeds: Some(&succeeds),
        slow: cfg!(unix).then_some(&slow),
    };
    check_receiver(&mut files.receiver, &fixture).await;
}

#[test]
fn every_window_has_the_commands_that_read_list_search_copy_and_move() {
    let files = FilesUnderTest::new();
    let names: Vec<&str> = files.receiver.table().iter().map(|it| it.name.as_ref()).collect();
    for name in ["read_document", "read_file", "list_folder", "search_files", "copy_file", "move_file"] {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
    for application in ["libreoffice-calc", "firefox-esr", "mousepad", "xfce4-terminal"] {
        let window = Window {
            label: None,
            id: WindowId(1),
            title: "a window".into(),
            application: application.into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: true,
        };
        assert!(files.receiver.serves(Scope::Window(&window)), "{application}");
    }
}
