//! The page about modes says what is true: its files are written, its commands are run, and they say what it shows.

use deskpilot_core::Mode;
use deskpilot_model::Secret;
use deskpilot_testkit::command_line::{
    finish,
    guide::{blocks, words},
    transcript,
};
use deskpilot_testkit::loopback::{Dialect, OperatorReply, OperatorServer};
use serde_json::json;
use std::{fs, process::Stdio};

const GUIDE: &str = include_str!("../../../../docs/modes.md");
/// The fence of a block with command lines that this test runs.
const COMMANDS: &str = "console own";
const KEY: &str = "only-for-this-test";

#[test]
fn every_example_does_what_the_page_says() {
    let workspace = crate::workspace();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (mut shown, mut modes) = (0, Vec::new());
    for (about, text) in blocks(GUIDE) {
        if let Some((_, file)) = about.split_once(' ').filter(|_| about != COMMANDS) {
            let file = workspace.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let mut lines = text.lines();
        while let (COMMANDS, Some(command), Some(expected)) = (about, lines.next(), lines.next()) {
            let words = words(command.strip_prefix("$ deskpilot ").unwrap());
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            // An operator is played by a server that has nothing to do but to say so.
            let word = expected.strip_prefix("Finished: ").unwrap_or("done");
            let says = json!([{"type": "message", "content": [{"type": "output_text", "text": word}]}]);
            let server =
                OperatorServer::start(Dialect::OpenAi, vec![OperatorReply::Answer(says)], Secret::new(KEY));
            let server = runtime.block_on(server).unwrap();
            let mut command = workspace.command(&words);
            if words.contains(&"--model") {
                command.env("DESKPILOT_MODEL_BASE_URL", server.base_url());
                command.env("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY").env("TEST_KEY", KEY);
            }
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            let output = finish(child);
            let all = transcript(&output);
            let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(stdout.lines().next(), Some(expected), "{words:?}\n{all}");
            let mode = words.iter().skip_while(|it| **it != "--mode").nth(1);
            modes.push(mode.map_or(Mode::Normal, |it| it.parse().unwrap()));
            shown += 1;
        }
    }
    assert_eq!(modes.len(), shown);
    for mode in Mode::all() {
        assert!(modes.contains(&mode), "{mode} has no example");
        assert!(GUIDE.contains(&format!("| `{mode}` |")), "{mode} is not in the table");
    }
    let read = |file: &str| fs::read_to_string(workspace.path().join(file)).unwrap();
    assert_eq!(read("follow/letter.txt").trim(), "Dear Charles,\nYours, Ada");
    assert_eq!(read("batch/files/report.txt").trim(), "All is well.\nchecked");
    let listing = workspace.run(&["queue", "list", "batch/tasks.queue"]);
    let listing = String::from_utf8_lossy(&listing.stdout).into_owned();
    assert!(GUIDE.contains(listing.trim()), "the page does not show {listing}");
}
