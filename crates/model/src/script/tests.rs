//! Whole conversations: what is shown, and what is answered.

use super::TaskScript;
use crate::Model;
use crate::testing::prompt_of as prompt;
use deskpilot_core::{AgentKind, Prompt, section};
use serde_json::{Value, json};

const SCRIPT: &str = r#"
comment = "42 is in answer.txt"

[[subtasks]]
open = "galculator"
window = "galculator"
text = "compute 6 x 7"
acts = [
  { do = "click_input", on = "6" },
  { do = "click_input", on = "*" },
  { do = "texts", on = "Edit", args = { name = "result" } },
]
rules = [{ sees = "Really?", acts = [{ do = "click_input", on = "Yes" }] }]
result = "noted"

[[subtasks]]
open = "Mousepad"
file = "notes/answer.txt"
window = "mousepad"
text = "write the result"
acts = [
  { do = "set_edit_text", on = "Edit", args = { text = "It is {note:result}.", clear_current_text = true } },
  { do = "keyboard_input", args = { keys = "Ctrl+S" } },
  { wait = "Saved", seconds = 5 },
  { do = "keyboard_input", args = { keys = "Ctrl+Q" } },
]
result = "written"

[[subtasks]]
open = "Mousepad"
window = "mousepad"
text = "close the window"
acts = [
  { do = "click_input", on = "File" },
  { do = "click_input", on = "Quit" },
]
result = "closed"
"#;

fn model() -> TaskScript {
    TaskScript::from_toml(&SCRIPT.parse().unwrap()).unwrap()
}

async fn answer(model: &TaskScript, prompt: &Prompt) -> Value {
    serde_json::from_str(&model.complete(prompt).await.unwrap().text).unwrap()
}

/// One action as a line, such as `click_input{} on 3 Save`.
fn action(action: &Value) -> String {
    let word = |key: &str| action[key].as_str().unwrap();
    let control = match (word("ControlLabel"), word("ControlText")) {
        ("", "") => String::new(),
        ("", ahead) => format!(" on {ahead}"),
        (label, text) => format!(" on {label} {text}"),
    };
    format!("{}{}{control}", word("Function"), action["Args"])
}

/// A reply as a line: status, actions, and what is said of them.
fn line(reply: &Value) -> String {
    let actions: Vec<String> = match reply.get("ActionList") {
        Some(list) => list.as_array().unwrap().iter().map(action).collect(),
        None if reply["Function"] == "" => Vec::new(),
        None => vec![action(reply)],
    };
    format!(
        "{} {} {}",
        reply["Status"].as_str().unwrap(),
        actions.join(", "),
        reply["Comment"].as_str().unwrap()
    )
    .trim()
    .to_owned()
}

fn done(actions: &[(&str, &str)]) -> String {
    let done: Vec<Value> = actions
        .iter()
        .map(
            |(function, status)| json!({"Function": function, "Args": {}, "Status": status, "Results": "so"}),
        )
        .collect();
    json!(done).to_string()
}

/// What an AppAgent is shown, and its reply.
struct Look {
    controls: &'static str,
    done: &'static [(&'static str, &'static str)],
    says: &'static str,
}

const DESK: &str = "1 \"6\"\n2 Button \"6\"\n3 ToggleButton \"*\"\n4 Edit = \"0\"";
const MORE: (&str, &str) = (section::PREVIOUS_SUBTASKS, r#"[{"status":"FINISH"}]"#);
const NOTES: (&str, &str) = (section::BLACKBOARD, r#"{"notes":{"result":"42"}}"#);

async fn check(subtask: &str, takes: Value, others: &[(&str, &str)], looks: &[Look]) {
    let model = model();
    for (at, look) in looks.iter().enumerate() {
        let done = done(look.done);
        let own = [
            (section::SUB_TASK, subtask),
            (section::CONTROL_INFORMATION, look.controls),
            (section::LAST_ACTIONS, &done),
        ];
        let sections: Vec<(&str, &str)> = others.iter().chain(&own).copied().collect();
        let reply = answer(&model, &prompt(AgentKind::AppAgent, &sections, takes.clone())).await;
        assert_eq!(line(&reply), look.says, "look {at} of {subtask}");
    }
}

fn several() -> Value {
    json!({"properties": {"ActionList": {}}})
}

const CLICK: &str = "click_input";

#[tokio::test]
async fn as_much_is_given_at_once_as_can_be_seen() {
    let looks = [
        Look {
            controls: "2 Button \"6\"\n3 ToggleButton \"*\"\n4 Edit = \"0\"",
            done: &[("wait", "confirmed")],
            says: "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted",
        },
        // The list was stopped before its last.
        Look {
            controls: "8 Edit = \"0\"",
            done: &[(CLICK, "confirmed"), (CLICK, "unverified")],
            says: "FINISH texts{\"name\":\"result\"} on 8 0 noted",
        },
        Look { controls: "8 Edit = \"0\"", done: &[("texts", "no_change")], says: "FINISH  noted" },
    ];
    check("compute 6 x 7", several(), &[], &looks).await;
}

#[tokio::test]
async fn one_is_given_where_only_one_is_taken() {
    let looks = [
        Look { controls: DESK, done: &[], says: "CONTINUE click_input{} on 2 6" },
        Look { controls: DESK, done: &[(CLICK, "no_change")], says: "CONTINUE click_input{} on 2 6" },
        Look { controls: DESK, done: &[(CLICK, "confirmed")], says: "CONTINUE click_input{} on 3 *" },
        Look { controls: DESK, done: &[(CLICK, "no_change")], says: "CONTINUE click_input{} on 3 *" },
        Look {
            controls: DESK,
            done: &[(CLICK, "no_change")],
            says: "FAIL  click_input() on \"*\" came to nothing: no_change: so",
        },
    ];
    check("compute 6 x 7", json!({"properties": {}}), &[], &looks).await;
}

#[tokio::test]
async fn a_rule_comes_first_and_once() {
    const ASKED: &str = "Text \"Really?\"\n1 Button \"Yes\"\n2 Button \"6\"";
    let looks = [
        Look {
            controls: DESK,
            done: &[],
            says: "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted",
        },
        Look { controls: ASKED, done: &[(CLICK, "refused")], says: "CONTINUE click_input{} on 1 Yes" },
        Look { controls: ASKED, done: &[(CLICK, "confirmed")], says: "CONTINUE click_input{} on 2 6" },
    ];
    check("compute 6 x 7", several(), &[], &looks).await;
}

#[tokio::test]
async fn what_does_not_show_is_asked_for_and_waited_for() {
    const WAITED: &[(&str, &str)] = &[("wait", "no_change")];
    let looks = [
        ("CONTINUE find_control{\"text\":\"6\"}", &[][..]),
        ("CONTINUE wait{\"seconds\":1,\"text\":\"6\"}", &[("find_control", "confirmed")]),
        ("CONTINUE wait{\"seconds\":2,\"text\":\"6\"}", WAITED),
        ("CONTINUE wait{\"seconds\":4,\"text\":\"6\"}", WAITED),
        ("CONTINUE wait{\"seconds\":8,\"text\":\"6\"}", WAITED),
        ("FAIL  this window shows nothing usable for click_input() on \"6\"", WAITED),
    ];
    let looks = looks.map(|(says, done)| Look { controls: "", done, says });
    check("compute 6 x 7", several(), &[], &looks).await;
    const GREY: &str = "Button \"6\" [disabled]";
    let looks = [
        Look { controls: GREY, done: &[], says: "CONTINUE wait{\"seconds\":1}" },
        Look { controls: GREY, done: WAITED, says: "CONTINUE wait{\"seconds\":2}" },
        Look {
            controls: "4 Button \"6\"",
            done: &[("wait", "confirmed")],
            says: "CONTINUE click_input{} on 4 6",
        },
    ];
    check("compute 6 x 7", several(), &[], &looks).await;
}

#[tokio::test]
async fn nothing_goes_on_before_a_text_shows() {
    let set = "set_edit_text{\"clear_current_text\":true,\"text\":\"It is 42.\"}";
    let first = format!(
        "FINISH {set} on 1 a, keyboard_input{{\"keys\":\"Ctrl+S\"}}, wait{{\"seconds\":5,\"text\":\"Saved\"}}, \
         keyboard_input{{\"keys\":\"Ctrl+Q\"}} written"
    );
    let looks = [
        Look { controls: "1 Edit = \"a\"", done: &[], says: first.leak() },
        Look {
            controls: "1 Edit = \"a\"\nText \"Saved.\"",
            done: &[("set_edit_text", "confirmed"), ("keyboard_input", "unverified")],
            says: "FINISH keyboard_input{\"keys\":\"Ctrl+Q\"} written",
        },
        Look { controls: "", done: &[("keyboard_input", "confirmed")], says: "FINISH  written" },
    ];
    check("write the result", several(), &[MORE, NOTES], &looks).await;
    let missing = "FAIL  set_edit_text(clear_current_text=true, text=\"It is {note:result}.\") on Edit needs the note \
                   \"result\", and there is none";
    let looks = [Look { controls: "1 Edit = \"a\"", done: &[], says: missing }];
    check("write the result", several(), &[MORE], &looks).await;
}

#[tokio::test]
async fn a_subtask_that_is_given_out_again_goes_on_where_it_stopped_unless_its_window_is_another() {
    for (failed, says) in [
        (
            json!({"status": "FAIL", "comment": "the window is gone"}),
            "FINISH click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted",
        ),
        (
            json!({"status": "ERROR", "comment": "the window is gone", "code": "window_gone"}),
            "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted",
        ),
    ] {
        let model = model();
        let subtasks = json!([failed]).to_string();
        for (previous, done, says) in [
            ("[]", done(&[]), None),
            ("[]", done(&[(CLICK, "confirmed")]), None),
            (&subtasks, done(&[]), Some(says)),
        ] {
            let sections = [
                (section::SUB_TASK, "compute 6 x 7"),
                (section::CONTROL_INFORMATION, DESK),
                (section::LAST_ACTIONS, &done),
                (section::PREVIOUS_SUBTASKS, previous),
            ];
            let reply = answer(&model, &prompt(AgentKind::AppAgent, &sections, several())).await;
            says.inspect(|says| assert_eq!(line(&reply), *says));
        }
    }
}

#[tokio::test]
async fn what_was_given_up_is_still_to_do() {
    let model = model();
    let controls = (section::CONTROL_INFORMATION, DESK);
    let (nothing, refused) = (done(&[]), done(&[(CLICK, "confirmed"), (CLICK, "no_change")]));
    let failed = json!([{"status": "FAIL", "comment": "c"}]).to_string();
    let all = "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted";
    let rest = "FINISH click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted";
    let again = done(&[(CLICK, "no_change")]);
    for (last, previous, says) in [
        (&nothing, "[]", all),
        (&refused, "[]", rest),
        (&again, "[]", "FAIL  click_input() on \"*\" came to nothing: no_change: so"),
        (&nothing, &failed, rest),
    ] {
        let sections = [
            (section::SUB_TASK, "compute 6 x 7"),
            controls,
            (section::LAST_ACTIONS, last),
            (section::PREVIOUS_SUBTASKS, previous),
        ];
        assert_eq!(line(&answer(&model, &prompt(AgentKind::AppAgent, &sections, several())).await), says);
    }
}

#[tokio::test]
async fn what_comes_up_is_named_ahead_where_a_list_is_taken() {
    let ahead = Look {
        controls: "1 Menu \"File\"",
        done: &[],
        says: "FINISH click_input{} on 1 File, click_input{} on \"Quit\" closed",
    };
    check("close the window", several(), &[], &[ahead]).await;
    let looks = [
        Look { controls: "1 Menu \"File\"", done: &[], says: "CONTINUE click_input{} on 1 File" },
        Look {
            controls: "1 MenuItem \"Quit\"",
            done: &[(CLICK, "confirmed")],
            says: "CONTINUE click_input{} on 1 Quit",
        },
    ];
    check("close the window", json!({"properties": {}}), &[], &looks).await;
}

#[tokio::test]
async fn a_complaint_is_heeded_once() {
    let model = model();
    let controls = (section::CONTROL_INFORMATION, DESK);
    for (complaint, says) in [
        ("", "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted"),
        ("no", "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted"),
        ("no again", "FAIL  no again"),
    ] {
        let sections = [(section::SUB_TASK, "compute 6 x 7"), controls, (section::COMPLAINT, complaint)];
        assert_eq!(line(&answer(&model, &prompt(AgentKind::AppAgent, &sections, several())).await), says);
    }
}

/// A HostAgent's reply as a line.
fn host_line(reply: &Value) -> String {
    let word = |key: &str| reply[key].as_str().unwrap();
    let open = reply["AppsToOpen"].as_object().map(|it| format!("open {} {}", it["APP"], it["file_path"]));
    let parts = [
        word("Status"),
        word("ControlLabel"),
        word("Current Sub-Task"),
        &open.unwrap_or_default(),
        word("Comment"),
    ];
    parts.iter().filter(|it| !it.is_empty()).copied().collect::<Vec<_>>().join(" | ")
}

#[tokio::test]
async fn the_host_agent_opens_assigns_tries_again_and_ends() {
    let opened = |times: u64| {
        json!([{"Function": "AppsToOpen", "Args": {"APP": "Mousepad", "file_path": "notes/answer.txt"},
            "Status": "confirmed", "Results": "so", "RepeatTimes": times}])
        .to_string()
    };
    let calculator = r#"[{"label":"1","title":"x","application":"Galculator"}]"#;
    let editors = r#"[{"label":"1","title":"other.txt","application":"mousepad"},
        {"label":"2","title":"~/notes/answer.txt","application":"mousepad"}]"#;
    let untitled = r#"[{"label":"1","title":"Untitled","application":"mousepad"}]"#;
    let (none, once, twice) = ("[]".to_owned(), opened(0), opened(1));
    let finished = r#"[{"status":"FINISH"}]"#;
    for (windows, subtasks, last, says) in [
        ("[]", "[]", &none, r#"ASSIGN | compute 6 x 7 | open "galculator" null"#),
        (calculator, "[]", &none, "ASSIGN | 1 | compute 6 x 7"),
        (calculator, r#"[{"status":"FAIL","comment":"c"}]"#, &none, "ASSIGN | 1 | compute 6 x 7"),
        (
            calculator,
            r#"[{"status":"FAIL","comment":"c"},{"status":"FAIL","comment":"d"}]"#,
            &none,
            "FAIL | d",
        ),
        (calculator, finished, &none, r#"ASSIGN | write the result | open "Mousepad" "notes/answer.txt""#),
        (editors, finished, &none, "ASSIGN | 2 | write the result"),
        (untitled, finished, &none, r#"ASSIGN | write the result | open "Mousepad" "notes/answer.txt""#),
        (untitled, finished, &once, "ASSIGN | 1 | write the result"),
        ("[]", finished, &once, r#"ASSIGN | write the result | open "Mousepad" "notes/answer.txt""#),
        ("[]", finished, &twice, "FAIL | Mousepad was opened, and there is no window of mousepad: so"),
        (
            editors,
            r#"[{"status":"FINISH"},{"status":"FINISH"},{"status":"FINISH"}]"#,
            &none,
            "FINISH | 42 is in answer.txt",
        ),
    ] {
        let sections = [
            (section::APPLICATION_INFORMATION, windows),
            (section::PREVIOUS_SUBTASKS, subtasks),
            (section::LAST_ACTIONS, last.as_str()),
        ];
        let reply = answer(&model(), &prompt(AgentKind::HostAgent, &sections, Value::Null)).await;
        assert_eq!(host_line(&reply), says);
    }
    let sections = [(section::COMPLAINT, "no such window")];
    let reply = answer(&model(), &prompt(AgentKind::HostAgent, &sections, Value::Null)).await;
    assert_eq!(host_line(&reply), "FAIL | no such window");
}
