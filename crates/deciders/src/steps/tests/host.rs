//! Tests of the HostAgent's replies.

use crate::steps::testing::{Desk, last};
use serde_json::json;

const APPLICATIONS: &[&str] = &["Galculator", "Mousepad (Text Editor)", "Text Editor Settings"];

#[test]
fn the_host_agent_takes_one_subtask_after_the_other() {
    let request = "Open the calculator. Compute 6 x 7. Open the text editor, type the result and save it as answer.txt in /tmp.";
    let desk = Desk { request, applications: APPLICATIONS, ..Desk::default() };
    let opened = |name: &str, status: &str, results: &str| {
        last("AppsToOpen", &json!({"APP": name}), "", status, results)
    };
    let editing = "in text editor: type the result; save it as \"/tmp/answer.txt\"";
    for (what, desk, expected) in [
        (
            "nothing is open",
            desk.clone(),
            format!("CONTINUE open Galculator | in calculator: compute 6*7 | {editing}"),
        ),
        (
            "it was opened",
            Desk {
                windows: &["*1 galculator (galculator)"],
                last: opened("Galculator", "confirmed", ""),
                ..desk.clone()
            },
            format!("ASSIGN 1 galculator: compute 6*7 | {editing}"),
        ),
        (
            "the first subtask is done",
            Desk {
                windows: &["*1 galculator (galculator)"],
                subtasks: &["FINISH result = 42"],
                ..desk.clone()
            },
            "CONTINUE open Mousepad | in text editor: type the result; save it as \"/tmp/answer.txt\"".into(),
        ),
        (
            "a window of a title that is a number",
            Desk {
                windows: &["1 42 - Mousepad (mousepad)", "*2 galculator (galculator)"],
                subtasks: &["FINISH x"],
                ..desk.clone()
            },
            "ASSIGN 1 42 - Mousepad: type the result; save it as \"/tmp/answer.txt\"".into(),
        ),
        (
            "both are done",
            Desk { subtasks: &["FINISH result = 42", "FINISH saved as /tmp/answer.txt"], ..desk.clone() },
            "FINISH -- result = 42; saved as /tmp/answer.txt".into(),
        ),
        (
            "it could not be opened",
            Desk { last: opened("Galculator", "refused", "galculator is off limits"), ..desk.clone() },
            "FAIL -- Galculator could not be opened: galculator is off limits".into(),
        ),
        (
            "it was opened, and bears another name",
            Desk {
                windows: &["1 Sums (gtk-app)"],
                last: opened("Galculator", "confirmed", "\"Sums\" opened"),
                ..desk.clone()
            },
            format!("ASSIGN 1 Sums: compute 6*7 | {editing}"),
        ),
        (
            "it was opened, and is not there",
            Desk { windows: &["1 x (y)"], last: opened("Galculator", "unverified", ""), ..desk.clone() },
            "FAIL -- Galculator was opened, and none of the open windows seems to be its".into(),
        ),
        (
            "opening was interrupted",
            Desk { last: opened("Galculator", "interrupted", ""), ..desk.clone() },
            format!("CONTINUE open Galculator | in calculator: compute 6*7 | {editing}"),
        ),
        (
            "the window is gone",
            Desk { subtasks: &["GONE galculator"], ..desk.clone() },
            format!("CONTINUE open Galculator | in calculator: compute 6*7 | {editing}"),
        ),
        (
            "the window is gone again",
            Desk { subtasks: &["GONE galculator", "GONE galculator"], ..desk.clone() },
            "FAIL -- the window \"galculator\" is gone".into(),
        ),
        (
            "an agent says in its own words that something is gone",
            Desk { subtasks: &["FAIL the file is gone"], ..desk.clone() },
            "FAIL -- the file is gone".into(),
        ),
        (
            "a subtask failed",
            Desk { subtasks: &["FINISH result = 42", "FAIL I cannot type: no"], ..desk.clone() },
            "FAIL -- I cannot type: no".into(),
        ),
        (
            "its reply was rejected",
            Desk { complaint: "there is no window 9", ..desk },
            "FAIL -- there is no window 9".into(),
        ),
    ] {
        assert_eq!(desk.reply(), expected, "{what}");
    }
}

#[test]
fn requests_are_understood_whole_or_not_at_all() {
    let windows = &["*1 Untitled 1 - Mousepad (mousepad)", "2 galculator (galculator)"][..];
    for (request, windows, expected) in [
        (
            "Compute 6 x 7 in the calculator and save the result as answer.txt with the text editor",
            windows,
            "ASSIGN 2 galculator: compute 6*7 | in text editor: save the result as \"answer.txt\"",
        ),
        (
            "save \"x\" as a.txt with the text editor in /tmp",
            windows,
            "ASSIGN 1 Untitled 1 - Mousepad: save \"x\" as \"/tmp/a.txt\"",
        ),
        ("type hello; press Enter", windows, "ASSIGN 1 Untitled 1 - Mousepad: type hello; press Enter"),
        ("type hello", &windows[1..], "CONTINUE open Mousepad | in text editor: type \"hello\""),
        ("Open the calculator", windows, "ASSIGN 2 galculator: bring the window to the front"),
        (
            "open /tmp/a.txt in the text editor",
            windows,
            "CONTINUE open Mousepad with /tmp/a.txt | in text editor: bring the window to the front",
        ),
        (
            "open the calculator. click 7. frobnicate it",
            windows,
            "FAIL -- I do not understand the step \"frobnicate it\": it begins with no verb that I know",
        ),
        ("Bitte öffne den Taschenrechner", windows, "ASSIGN 2 galculator: bring the window to the front"),
        (
            "open the calculator. open the browser. click x",
            windows,
            "FAIL -- there is no application \"browser\" here; install one, such as firefox-esr",
        ),
        (
            "open the text editor. type the result",
            windows,
            "FAIL -- I cannot type the result: no earlier step notes \"result\"; add `read the result` before it, or quote \
             \"the result\" to have it typed letter for letter",
        ),
        (
            "save it to my desktop",
            windows,
            "FAIL -- I do not understand the step \"save it to my desktop\": I do not understand: to my desktop;",
        ),
        ("what is 5 + 5", windows, "ASSIGN 2 galculator: compute 5+5"),
        ("", windows, "FAIL -- the request is empty; see `deskpilot manual steps`"),
    ] {
        let replied = Desk { request, windows, applications: APPLICATIONS, ..Desk::default() }.reply();
        assert!(replied.starts_with(expected), "{request}: {replied}");
    }
}

#[test]
fn a_page_is_opened_whatever_the_title_of_the_browser_says() {
    for windows in [&[][..], &["*1 A tale - Firefox (firefox-esr)"]] {
        let request = "Open Firefox with https://example.org/A";
        let applications = &["Firefox ESR (Web Browser)"];
        let reply = Desk { request, applications, windows, ..Desk::default() }.reply();
        assert!(reply.starts_with("CONTINUE open Firefox ESR with https://example.org/A"), "{reply}");
    }
}
