//! What every receiver owes.

use crate::files_under_test::FilesUnderTest;
use deskpilot_core::Call;
use deskpilot_desktop::Scope;
use deskpilot_testkit::conformance::{ReceiverFixture, check_receiver};
use serde_json::json;
use std::fs::OpenOptions;

fn call(command: &str, args: &serde_json::Value) -> Call {
    Call { command: command.into(), args: args.as_object().unwrap().clone() }
}

#[tokio::test]
async fn the_receiver_keeps_every_promise() {
    let mut files = FilesUnderTest::new();
    // A text of one line that has no end: to find its second line takes hours.
    let huge = files.file("huge.txt", "a".repeat(1 << 16));
    OpenOptions::new().write(true).open(huge).unwrap().set_len(1 << 43).unwrap();
    let succeeds = call("create_file", &json!({"path": "new.txt", "text": "hello"}));
    let slow = call("read_file", &json!({"path": "huge.txt", "from": 2}));
    let fixture = ReceiverFixture {
        here: Scope::Desktop,
        elsewhere: None,
        succeeds: Some(&succeeds),
        slow: Some(&slow),
    };
    check_receiver(&mut files.receiver, &fixture).await;
}
