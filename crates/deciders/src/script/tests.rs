//! Tests of whole subtasks: scenes and decisions.

use super::{Player, Script};
use crate::{
    ActionLimit, AppResponse, HostResponse,
    testing::{Setting, app_word, done, ended, host_parts, memory, outcome, view_of, window},
};
use deskpilot_core::{
    Action, Aim, AppDecision, ControlLine, HostDecision, Label, Product, Subtask, Truncation, Window,
    fold::AgentMemory,
};
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

fn script() -> Script {
    Script::from_toml(&SCRIPT.parse().unwrap()).unwrap()
}

#[test]
fn the_fewest_decisions_are_two_for_each_subtask_and_one_for_each_further_look() {
    for (looks, fewest) in [("", 6), ("looks = 2", 8)] {
        let script = Script::from_toml(&format!("{SCRIPT}{looks}").parse().unwrap()).unwrap();
        let counts = (script.fewest_decisions(), script.fewest_assignments(), script.further_looks());
        assert_eq!(counts, (fewest, 3, fewest - 6), "{looks}");
    }
}

/// One action as a line, such as `click_input{} on 3 Save`.
fn action(action: &Action) -> String {
    let control = match &action.aim {
        Aim::Control(control) => match control.label {
            Some(label) => format!(" on {label} {}", control.text()),
            None => format!(" on {}", control.name),
        },
        _ => String::new(),
    };
    format!("{}{}{control}", action.call.command, Value::from(action.call.args.clone()))
}

/// A decision as a line: status, actions, and remarks.
fn line(decided: &AppResponse) -> String {
    let actions = match &decided.decision {
        AppDecision::Act { actions, .. } => actions.iter().map(action).collect(),
        _ => Vec::new(),
    };
    let word = app_word(&decided.decision);
    format!("{word} {} {}", actions.join(", "), decided.remarks.comment).trim().to_owned()
}

fn last(actions: &[(&str, &str)]) -> AgentMemory {
    let done = actions.iter().map(|(command, word)| done(command, &json!({}), "", outcome(word, "so")));
    memory(done.collect(), 0)
}

/// An AppAgent's scene with these controls, after these actions.
fn looking(subtask: &str, controls: &str, actions: &[(&str, &str)]) -> Setting {
    let view = view_of(ControlLine::parse_listing(controls));
    let subtask = Subtask { text: subtask.to_owned(), ..Subtask::default() };
    Setting { subtask, view, memory: last(actions), ..Setting::default() }
}

/// An AppAgent's scene and its decision.
struct Look {
    controls: &'static str,
    done: &'static [(&'static str, &'static str)],
    says: &'static str,
}

const DESK: &str = "1 \"6\"\n2 Button \"6\"\n3 ToggleButton \"*\"\n4 Edit = \"0\"";
/// Whether the first subtask's result exists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Finished,
    Noted,
}

/// Whether the view of a window is complete.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Whole,
    Truncated,
}

fn check(subtask: &str, action_limit: ActionLimit, before: Before, looks: &[Look]) {
    check_reading(Reading::Whole, subtask, action_limit, before, looks);
}

fn check_reading(reading: Reading, subtask: &str, action_limit: ActionLimit, before: Before, looks: &[Look]) {
    let script = script();
    for (at, look) in looks.iter().enumerate() {
        let mut setting = Setting { action_limit, ..looking(subtask, look.controls, look.done) };
        if reading == Reading::Truncated {
            setting.view.truncated = Some(Truncation { reason: "deadline".into(), unread: None });
        }
        if before != Before::Nothing {
            setting.round.subtasks.push(ended("FINISH", "galculator"));
        }
        if before == Before::Noted {
            setting.blackboard.notes.insert("result".into(), "42".into());
        }
        assert_eq!(line(&setting.app(&script).unwrap()), look.says, "look {at} of {subtask}");
    }
}

const CLICK: &str = "click_input";

#[test]
fn as_much_is_given_at_once_as_can_be_seen() {
    let looks = [
        Look {
            controls: "2 Button \"6\"\n3 ToggleButton \"*\"\n4 Edit = \"0\"",
            done: &[("wait", "confirmed")],
            says: "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted",
        },
        // The batch stopped before its last action.
        Look {
            controls: "8 Edit = \"0\"",
            done: &[(CLICK, "confirmed"), (CLICK, "unverified")],
            says: "FINISH texts{\"name\":\"result\"} on 8 0 noted",
        },
        Look { controls: "8 Edit = \"0\"", done: &[("texts", "no_change")], says: "FINISH  noted" },
    ];
    check("compute 6 x 7", ActionLimit::Several, Before::Nothing, &looks);
}

#[test]
fn a_plain_player_does_three_things_at_once_and_names_nothing_ahead() {
    let text = SCRIPT.replace(
        "acts = [\n  { do = \"click_input\", on = \"6\" },",
        "acts = [\n  { do = \"click_input\", on = \"7\" },\n  { do = \"click_input\", on = \"6\" },",
    );
    let table = text.parse().unwrap();
    let of = |player, controls| {
        let script = Script::from_toml(&table).unwrap().followed_by(player);
        let setting =
            Setting { action_limit: ActionLimit::Several, ..looking("compute 6 x 7", controls, &[]) };
        line(&setting.app(&script).unwrap())
    };
    let all = "1 Button \"7\"\n2 Button \"6\"\n3 ToggleButton \"*\"\n4 Edit = \"0\"";
    let three = "CONTINUE click_input{} on 1 7, click_input{} on 2 6, click_input{} on 3 *";
    let last = ", texts{\"name\":\"result\"} on 4 0 noted";
    assert_eq!(of(Player::Plain, all), three);
    assert_eq!(of(Player::Skilled, all), format!("{}{last}", three.replace("CONTINUE", "FINISH")));
    let first = "1 Button \"7\"";
    assert_eq!(of(Player::Plain, first), "CONTINUE click_input{} on 1 7");
    assert_eq!(of(Player::Skilled, first), "CONTINUE click_input{} on 1 7, click_input{} on \"6\"");
}

#[test]
fn one_is_given_where_only_one_is_taken() {
    let looks = [
        Look { controls: DESK, done: &[], says: "CONTINUE click_input{} on 2 6" },
        Look { controls: DESK, done: &[(CLICK, "no_change")], says: "CONTINUE click_input{} on 2 6" },
        Look { controls: DESK, done: &[(CLICK, "skipped")], says: "CONTINUE click_input{} on 3 *" },
        Look { controls: DESK, done: &[(CLICK, "no_change")], says: "CONTINUE click_input{} on 3 *" },
        Look {
            controls: DESK,
            done: &[(CLICK, "no_change")],
            says: "FAIL  click_input() on \"*\" did not succeed: no_change: so",
        },
    ];
    check("compute 6 x 7", ActionLimit::One, Before::Nothing, &looks);
}

#[test]
fn a_rule_comes_first_and_once() {
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
    check("compute 6 x 7", ActionLimit::Several, Before::Nothing, &looks);
}

#[test]
fn what_does_not_show_is_asked_for_and_waited_for() {
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
    check_reading(Reading::Truncated, "compute 6 x 7", ActionLimit::Several, Before::Nothing, &looks);
    let whole = Look { controls: "", done: &[], says: "CONTINUE wait{\"seconds\":1,\"text\":\"6\"}" };
    check("compute 6 x 7", ActionLimit::Several, Before::Nothing, &[whole]);
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
    check("compute 6 x 7", ActionLimit::Several, Before::Nothing, &looks);
}

#[test]
fn nothing_goes_on_before_a_text_shows() {
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
    check("write the result", ActionLimit::Several, Before::Noted, &looks);
    let missing = "FAIL  set_edit_text(clear_current_text=true, text=\"It is {note:result}.\") on Edit needs the note \
                   \"result\", and there is none";
    let looks = [Look { controls: "1 Edit = \"a\"", done: &[], says: missing }];
    check("write the result", ActionLimit::Several, Before::Finished, &looks);
}

#[test]
fn a_subtask_that_is_given_out_again_goes_on_where_it_stopped_unless_its_window_is_another() {
    for (before, says) in [
        ("FAIL the window is gone", "FINISH click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted"),
        (
            "GONE galculator",
            "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted",
        ),
    ] {
        let script = script();
        for (previous, done, says) in
            [(None, &[][..], None), (None, &[(CLICK, "confirmed")], None), (Some(before), &[], Some(says))]
        {
            let mut setting = looking("compute 6 x 7", DESK, done);
            setting.round.subtasks.extend(previous.map(|it| ended(it, "")));
            let decided = setting.app(&script).unwrap();
            says.inspect(|says| assert_eq!(line(&decided), *says));
        }
    }
}

#[test]
fn what_was_given_up_is_still_to_do() {
    let script = script();
    let all = "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted";
    let rest = "FINISH click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted";
    for (done, previous, says) in [
        (&[][..], None, all),
        (&[(CLICK, "confirmed"), (CLICK, "no_change")], None, rest),
        (&[(CLICK, "no_change")], None, "FAIL  click_input() on \"*\" did not succeed: no_change: so"),
        (&[], Some("FAIL c"), rest),
    ] {
        let mut setting = looking("compute 6 x 7", DESK, done);
        setting.round.subtasks.extend(previous.map(|it| ended(it, "")));
        assert_eq!(line(&setting.app(&script).unwrap()), says);
    }
}

#[test]
fn what_comes_up_is_named_ahead_where_a_list_is_taken() {
    let ahead = Look {
        controls: "1 Menu \"File\"",
        done: &[],
        says: "FINISH click_input{} on 1 File, click_input{} on \"Quit\" closed",
    };
    check("close the window", ActionLimit::Several, Before::Nothing, &[ahead]);
    let looks = [
        Look { controls: "1 Menu \"File\"", done: &[], says: "CONTINUE click_input{} on 1 File" },
        Look {
            controls: "1 MenuItem \"Quit\"",
            done: &[(CLICK, "confirmed")],
            says: "CONTINUE click_input{} on 1 Quit",
        },
    ];
    check("close the window", ActionLimit::One, Before::Nothing, &looks);
}

#[test]
fn what_fails_is_done_otherwise_where_the_script_says_how() {
    let otherwise = r#"{ do = "click_input", on = "*", otherwise = [{ do = "keyboard_input", args = { keys = "*" } }, { do = "wait" }] }"#;
    let text = SCRIPT.replace(r#"{ do = "click_input", on = "*" }"#, otherwise);
    let all = "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted";
    let rest = "FINISH texts{\"name\":\"result\"} on 4 0 noted";
    let other = "FINISH keyboard_input{\"keys\":\"*\"}, wait{}, texts{\"name\":\"result\"} on 4 0 noted";
    for (outcome, says) in [("confirmed", rest), ("refused", other), ("partial", other), ("no_change", other)]
    {
        let script = Script::from_toml(&text.parse().unwrap()).unwrap();
        let done = [(CLICK, "confirmed"), (CLICK, outcome)];
        for (done, says) in [(&[][..], all), (&done, says)] {
            let setting = looking("compute 6 x 7", DESK, done);
            assert_eq!(line(&setting.app(&script).unwrap()), says, "{outcome}");
        }
    }
}

#[test]
fn waiting_for_the_last_control_does_not_end_the_subtask() {
    let looks = [
        Look {
            controls: "1 Menu \"File\"",
            done: &[],
            says: "FINISH click_input{} on 1 File, click_input{} on \"Quit\" closed",
        },
        Look {
            controls: "1 Menu \"File\"",
            done: &[(CLICK, "confirmed")],
            says: "CONTINUE wait{\"seconds\":1,\"text\":\"Quit\"}",
        },
    ];
    check("close the window", ActionLimit::Several, Before::Nothing, &looks);
}

#[test]
fn a_complaint_is_heeded_once() {
    let script = script();
    for (complaint, says) in [
        ("", "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted"),
        ("no", "FINISH click_input{} on 2 6, click_input{} on 3 *, texts{\"name\":\"result\"} on 4 0 noted"),
        ("no again", "FAIL  no again"),
    ] {
        let setting = looking("compute 6 x 7", DESK, &[]).complaining(complaint);
        assert_eq!(line(&setting.app(&script).unwrap()), says);
    }
}

/// A HostAgent's decision as a line.
fn host_line(decided: &HostResponse) -> String {
    let (word, label, launch) = host_parts(&decided.decision);
    let subtask = match &decided.decision {
        HostDecision::Assign(it) => it.subtask.text.clone(),
        HostDecision::LaunchFor(_, _, subtask) => subtask.text.clone(),
        _ => String::new(),
    };
    let open = launch.map(|it| it.to_string()).unwrap_or_default();
    let comment = decided.remarks.common.comment.clone();
    let parts = [word.to_owned(), label, subtask, open, comment];
    parts.iter().filter(|it| !it.is_empty()).cloned().collect::<Vec<_>>().join(" | ")
}

#[test]
fn the_host_agent_opens_assigns_tries_again_and_ends() {
    let opened = |times: usize| {
        let args = json!({"APP": "Mousepad", "file_path": "notes/answer.txt"});
        memory(vec![done("AppsToOpen", &args, "", outcome("confirmed", "so"))], times)
    };
    let windows = |all: &[(&str, &str)]| -> Vec<Window> {
        let one = |(at, (title, application)): (usize, &(&str, &str))| Window {
            label: Some(Label(at as u32 + 1)),
            title: (*title).to_owned(),
            application: (*application).to_owned(),
            ..window()
        };
        all.iter().enumerate().map(one).collect()
    };
    let calculator = &[("x", "Galculator")][..];
    let editors = &[("other.txt", "mousepad"), ("~/notes/answer.txt", "mousepad")][..];
    let untitled = &[("Untitled", "mousepad")][..];
    let (none, once, twice) = (AgentMemory::default(), opened(0), opened(1));
    let finished = &["FINISH"][..];
    for (shown, subtasks, memory, says) in [
        (&[][..], &[][..], &none, "ASSIGN | compute 6 x 7 | open galculator"),
        (calculator, &[], &none, "ASSIGN | 1 | compute 6 x 7"),
        (calculator, &["FAIL c"], &none, "ASSIGN | 1 | compute 6 x 7"),
        (calculator, &["FAIL c", "FAIL d"], &none, "FAIL | d"),
        (calculator, finished, &none, "ASSIGN | write the result | open Mousepad with notes/answer.txt"),
        (editors, finished, &none, "ASSIGN | 2 | write the result"),
        (untitled, finished, &none, "ASSIGN | write the result | open Mousepad with notes/answer.txt"),
        (untitled, finished, &once, "ASSIGN | 1 | write the result"),
        (&[], finished, &once, "ASSIGN | write the result | open Mousepad with notes/answer.txt"),
        (&[], finished, &twice, "FAIL | Mousepad was opened, and there is no window of mousepad: so"),
        (editors, &["FINISH", "FINISH", "FINISH"], &none, "FINISH | 42 is in answer.txt"),
    ] {
        let mut setting = Setting { memory: memory.clone(), ..Setting::default() };
        setting.desktop.windows = windows(shown);
        setting.round.subtasks = subtasks.iter().map(|it| ended(it, "")).collect();
        assert_eq!(host_line(&setting.host(&script()).unwrap()), says);
    }
    let decided = Setting::default().complaining("no such window").host(&script()).unwrap();
    assert_eq!(host_line(&decided), "FAIL | no such window");
}

#[test]
fn a_subtask_promises_what_its_script_says_it_leaves() {
    let promise = "result = \"noted\"\nproduces = [\"note result\", \"~/result.pdf\"]";
    let text = SCRIPT.replacen("result = \"noted\"", promise, 1);
    let script = Script::from_toml(&text.parse().unwrap()).unwrap();
    let decided = Setting::default().host(&script).unwrap();
    let HostDecision::LaunchFor(_, _, subtask) = &decided.decision else {
        panic!("{}", host_line(&decided));
    };
    let promised = [Product::Note("result".into()), Product::File("~/result.pdf".into())];
    assert_eq!((subtask.text.as_str(), &subtask.produces[..]), ("compute 6 x 7", &promised[..]));
    assert_eq!(decided.remarks.subtask, "compute 6 x 7 [produces result, ~/result.pdf]");
}
