//! Replies as tables: the reply on the left, the decision or complaint on the right.

mod operators;
mod placement;
mod spellings;

use super::{read_app, read_host};
use crate::fixtures::{self, labelled_window as window};
use crate::prompt::{CommandOffer, OfferContext};
use deskpilot_core::{
    Aim, AppDecision, AppView, Application, Control, DesktopView, HostDecision, Label, Pictures, Role, State,
};
use deskpilot_testkit::tries_all;
use proptest::prelude::*;

fn control(label: u32, role: Role, name: &str) -> Control {
    Control { label: Some(Label(label)), ..fixtures::control(role, name) }
}

fn desktop() -> DesktopView {
    DesktopView {
        windows: vec![window(1, "Calculator", "galculator"), window(2, "Untitled 1 - Mousepad", "mousepad")],
        applications: vec![Application {
            id: "org.xfce.mousepad".into(),
            name: "Mousepad".into(),
            generic_name: "Text Editor".into(),
            ..Application::default()
        }],
        pictures: Pictures::default(),
        folders: Vec::new(),
        working: None,
    }
}

fn app() -> AppView {
    let controls =
        vec![control(1, Role::Button, "Save"), control(2, Role::Edit, ""), control(3, Role::Button, "Open")];
    let view = AppView::of(window(1, "Untitled 1 - Mousepad", "mousepad"), controls);
    AppView { others: vec![window(2, "Preferences", "mousepad")], ..view }
}

fn host(reply: &str) -> String {
    let read = fixtures::at_first_scene(&desktop(), |scene| read_host(reply, scene));
    match read.map(|it| (it.decision, it.remarks)) {
        Err(complaint) => format!("complaint: {complaint}"),
        Ok((HostDecision::Assign(it), _)) => format!("assign {:?} to {}", it.subtask.text, it.agent),
        Ok((HostDecision::Launch(launch, caution), _)) => format!("{launch} ({caution:?})"),
        Ok((HostDecision::LaunchFor(launch, caution, subtask), _)) => {
            format!("{launch} for {:?} ({caution:?})", subtask.text)
        }
        Ok((HostDecision::LaunchAll(launches, caution, subtask), _)) => {
            let all: Vec<String> = launches.iter().map(ToString::to_string).collect();
            format!("{} for {:?} ({caution:?})", all.join(", "), subtask.map(|it| it.text))
        }
        Ok((HostDecision::Run(shell, caution), _)) => format!("run {:?} ({caution:?})", shell.argv),
        Ok((HostDecision::Delegate(it, caution), _)) => format!("{it} ({caution:?})"),
        Ok((HostDecision::Ask(questions), _)) => format!("ask {}", questions[0].0),
        Ok((HostDecision::Look, _)) => "look".into(),
        Ok((HostDecision::Finish, remarks)) => format!("finish {:?}", remarks.common.comment),
        Ok((HostDecision::Fail, _)) => "fail".into(),
    }
}

pub(super) fn act(reply: &str) -> String {
    act_with(reply, &CommandOffer::new(&[], OfferContext::default()))
}

/// The same for a reply that Deskpilot's own code writes.
pub(super) fn act_of_operator(reply: &str) -> String {
    act_with(reply, &CommandOffer::of_all(&[]))
}

fn act_with(reply: &str, offer: &CommandOffer<'_>) -> String {
    match read_app(reply, &app(), offer).map(|it| (it.decision, it.remarks)) {
        Err(complaint) => format!("complaint: {complaint}"),
        Ok((AppDecision::Act { actions, caution, then, independent }, _)) => {
            let actions: Vec<String> = actions.iter().map(ToString::to_string).collect();
            let after = if independent.is_empty() { String::new() } else { format!(" {independent:?}") };
            format!("{} ({caution:?}, {then:?}){after}", actions.join("; "))
        }
        Ok((AppDecision::Ask(questions), _)) => format!("ask {}", questions[0].0),
        Ok((AppDecision::Finish, _)) => "finish".into(),
        Ok((AppDecision::Fail, remarks)) => format!("fail {:?}", remarks.comment),
    }
}

#[test]
fn what_the_provider_warns_of_is_asked_about_whatever_the_status_is_for() {
    let reply = |rest: &str| format!(r#"{{"Function": "close_window", {rest}}}"#);
    for (rest, expected) in [
        (r#""Status": "CONFIRM""#, "close_window() (AskFirst, Continue)"),
        (r#""Status": "CONFIRM", "SafetyChecks": []"#, "close_window() (AskFirst, Continue)"),
        (
            r#""Status": "CONFIRM", "SafetyChecks": ["odd: a pop-up", "b"]"#,
            r#"close_window() (Warned("odd: a pop-up; b"), Continue)"#,
        ),
        (r#""Status": "CONTINUE", "SafetyChecks": ["a"]"#, r#"close_window() (Warned("a"), Continue)"#),
        (r#""Status": "FINISH", "SafetyChecks": ["a"]"#, r#"close_window() (Warned("a"), Finish)"#),
        (
            r#""Status": "CONFIRM", "SafetyChecks": {"a": 1}"#,
            "complaint: SafetyChecks must be a list of strings, and is an object",
        ),
    ] {
        assert_eq!(act(&reply(rest)), expected, "{rest}");
    }
}

#[test]
fn a_host_reply_is_a_decision_or_a_complaint() {
    for (reply, expected) in [
        (r#"{"LookAgain": true, "Status": "CONTINUE"}"#, "look"),
        (
            r#"{"Status": "ASSIGN", "ControlLabel": "2", "ControlText": "Untitled 1 - Mousepad", "Current Sub-Task": "type"}"#,
            r#"assign "type" to AppAgent/mousepad/Untitled 1 - Mousepad"#,
        ),
        (
            r#"{"status": "assign", "control_label": 1, "CurrentSubtask": "add"}"#,
            r#"assign "add" to AppAgent/galculator/Calculator"#,
        ),
        (
            r#"{"Status": "FORTSETZEN", "ControlLabel": "1", "Aktuelle Unteraufgabe": "addieren"}"#,
            r#"assign "addieren" to AppAgent/galculator/Calculator"#,
        ),
        ("```json\n{\"Status\": \"FINISH\", \"Comment\": \"done\"}\n```", r#"finish "done""#),
        (
            r#"{"Status": "CONTINUE", "AppsToOpen": {"APP": "mousepad", "file_path": "/tmp/a.txt"}}"#,
            "open mousepad with /tmp/a.txt (Usual)",
        ),
        (
            r#"{"Status": "CONTINUE", "AppsToOpen": {"APP": "calc", "file_path": ["/tmp/a.ods", "b.ods"]}}"#,
            "open calc with /tmp/a.ods, open calc with b.ods for None (Usual)",
        ),
        (
            r#"{"Status": "ASSIGN", "AppsToOpen": {"APP": "calc", "file_path": ["a.ods", "b.ods"]}, "Current Sub-Task": "add"}"#,
            "open calc with a.ods, open calc with b.ods for Some(\"add\") (Usual)",
        ),
        (
            r#"{"Status": "CONTINUE", "AppsToOpen": {"APP": "calc", "file_path": ["a.ods"]}}"#,
            "open calc with a.ods (Usual)",
        ),
        (r#"{"Status": "CONTINUE", "AppsToOpen": {"APP": "calc", "file_path": []}}"#, "open calc (Usual)"),
        (
            r#"{"Status": "CONTINUE", "AppsToOpen": {"APP": "calc", "file_path": [1]}}"#,
            "complaint: file_path must be a path, a list of paths or null, and is a list",
        ),
        (
            r#"{"Status": "CONTINUE", "Bash": "mousepad '/tmp/a b.txt'"}"#,
            "open mousepad with /tmp/a b.txt (Usual)",
        ),
        (
            r#"{"Status": "ASSIGN", "AppsToOpen": {"APP": "mousepad"}, "Current Sub-Task": "type"}"#,
            "open mousepad for \"type\" (Usual)",
        ),
        (
            r#"{"Status": "ASSIGN", "AppsToOpen": {"APP": "mousepad"}}"#,
            "complaint: \"Current Sub-Task\" is empty: say what is to be done",
        ),
        (
            r#"{"Status": "ASSIGN", "AppsToOpen": {"APP": "mousepad"}, "ControlLabel": "2", "Current Sub-Task": "type"}"#,
            "complaint: ASSIGN is either for window 2 or for the window that mousepad opens: leave ControlLabel empty, \
             or set AppsToOpen to null",
        ),
        (r#"{"Status": "CONFIRM", "Bash": "rm -r /tmp/x"}"#, r#"run ["rm", "-r", "/tmp/x"] (AskFirst)"#),
        (r#"{"Status": "PENDING", "Questions": ["Which file?"]}"#, "ask Which file?"),
        (r#"{"Status": "FAIL"}"#, "fail"),
        (
            r#"{"Status": "CONTINUE", "Bash": "ls | wc"}"#,
            "complaint: Bash is not given to a shell: it cannot have \"|\"; run one program",
        ),
        (
            r#"{"Status": "CONTINUE", "Bash": "None"}"#,
            "complaint: the reply does nothing: name a window in ControlLabel, or an application in AppsToOpen, or set \
             Status to FINISH or FAIL",
        ),
        (
            r#"{"Status": "ASSIGN", "ControlLabel": "7", "Current Sub-Task": "x"}"#,
            "complaint: there is no window 7: the labels are 1 to 2",
        ),
        (
            r#"{"Status": "ASSIGN", "ControlLabel": "1", "ControlText": "Mousepad", "Current Sub-Task": "x"}"#,
            "complaint: window 1 is \"Calculator\", not \"Mousepad\": choose label and text of one window",
        ),
        (
            r#"{"Status": "ASSIGN", "ControlLabel": "1"}"#,
            "complaint: \"Current Sub-Task\" is empty: say what is to be done",
        ),
        (
            r#"{"Status": "PENDING"}"#,
            "complaint: Status PENDING needs Questions: write what the user is to be asked",
        ),
        (
            r#"{"Status": "ALMOST"}"#,
            "complaint: there is no Status \"ALMOST\": write one of CONTINUE, ASSIGN, PENDING, CONFIRM, FINISH or FAIL",
        ),
        (
            r#"{}"#,
            "complaint: Status is missing: write one of CONTINUE, ASSIGN, PENDING, CONFIRM, FINISH or FAIL",
        ),
        (r#"{"Status": "FINISH", "Plan": 7}"#, "complaint: Plan must be a list of strings, and is a number"),
    ] {
        assert_eq!(host(reply), expected, "{reply}");
    }
}

#[test]
fn a_control_that_is_not_meant_clearly_is_refused_with_the_nearest() {
    let enabled = |label, role, name: &str| Control {
        states: [State::Enabled].into_iter().collect(),
        ..control(label, role, name)
    };
    let filled = Control { value: Some("Dear Ada".into()), ..enabled(5, Role::Edit, "") };
    let buttons = ["Save As…", "Save all", "Close"].into_iter().zip(1..);
    let mut controls: Vec<Control> =
        buttons.map(|(name, label)| enabled(label, Role::Button, name)).collect();
    controls.extend([enabled(4, Role::Menu, "File"), filled]);
    let view = AppView::of(window(1, "Letter", "mousepad"), controls);
    for (function, text, expected) in [
        ("click_input", "Button \\\"Close!\\\"", "Button \"Close\""),
        (
            "click_input",
            "Button \\\"Save\\\"",
            "several controls may be meant by \"Button \\\"Save\\\"\": write the label of one in ControlLabel: 1 Button \
             \"Save As…\", 2 Button \"Save all\"",
        ),
        (
            "click_input",
            "Button \\\"Clothes\\\"",
            "click_input needs a control, and there is no \"Button \\\"Clothes\\\"\": write the label of one in \
             ControlLabel; the nearest are 3 Button \"Close\", 1 Button \"Save As…\", 2 Button \"Save all\", 4 Menu \"File\"",
        ),
        (
            "set_edit_text",
            "Edit",
            "\"Edit\" names a kind alone, and the only one is 5 Edit \"\" with a text: write its label in ControlLabel, or \
             its name in ControlText",
        ),
        ("texts", "Edit", "Edit \"\""),
    ] {
        let args = if function == "set_edit_text" { r#"{"text": "x"}"# } else { "{}" };
        let reply = format!(
            r#"{{"Function": "{function}", "Args": {args}, "ControlText": "{text}", "Status": "CONTINUE"}}"#
        );
        let offer = CommandOffer::new(&[], OfferContext::default());
        let found = match read_app(&reply, &view, &offer).map(|it| it.decision) {
            Ok(AppDecision::Act { actions, .. }) => match &actions[0].aim {
                Aim::Control(control) => control.id().to_string(),
                aim => format!("{aim:?}"),
            },
            Ok(other) => format!("{other:?}"),
            Err(complaint) => complaint.as_str().to_owned(),
        };
        assert_eq!(found, expected, "{reply}");
    }
}

#[test]
fn an_app_reply_is_a_decision_or_a_complaint() {
    for (reply, expected) in [
        (
            r#"{"Function": "click_input", "Args": {"button": "left", "double": false}, "ControlLabel": "1", "ControlText": "Save", "Status": "CONTINUE"}"#,
            r#"click_input(button="left", double=false) on Button "Save" (Usual, Continue)"#,
        ),
        (
            r#"{"Function": "set_edit_text", "Args": ["42"], "ControlLabel": "2", "Status": "FINISH"}"#,
            r#"set_edit_text(text="42") on Edit "" (Usual, Finish)"#,
        ),
        (
            r#"{"Function": "keyboard_input", "Args": {"keys": "Ctrl+S", "x": null}, "ControlLabel": "", "Status": "confirm"}"#,
            r#"keyboard_input(keys="Ctrl+S") (AskFirst, Continue)"#,
        ),
        (
            r#"{"ActionList": [{"Function": "click_input", "ControlLabel": "1"}, {"Function": "texts", "ControlLabel": 2, "Args": {"name": "r"}}], "Status": "CONTINUE"}"#,
            r#"click_input() on Button "Save"; texts(name="r") on Edit "" (Usual, Continue)"#,
        ),
        (
            r#"{"ActionList": [{"Function": "click_input", "ControlText": "Save"}, {"Function": "click_input", "ControlText": "Button \"Open\""}, {"Function": "set_edit_text", "ControlText": "Edit \"Name\"", "Args": {"text": "a"}}, {"Function": "check", "ControlText": "Backup"}], "Status": "CONTINUE"}"#,
            r#"click_input() on Button "Save"; click_input() on Button "Open"; set_edit_text(text="a") on Edit "Name"; check() on Other "Backup" (Usual, Continue)"#,
        ),
        (
            r#"{"ActionList": [{"Function": "click_input", "ControlText": "Button \"OK\""}], "Status": "CONTINUE"}"#,
            r#"click_input() on Button "OK" (Usual, Continue)"#,
        ),
        (
            r#"{"Function": "click_input", "ControlText": "Button \"OK\"", "Status": "CONTINUE"}"#,
            "complaint: click_input needs a control: write its label in ControlLabel",
        ),
        (
            r#"{"ActionList": [{"Function": "click_input", "ControlLabel": "1"}, {"Function": "show_more", "ControlText": "Backup"}], "Status": "CONTINUE"}"#,
            "complaint: show_more needs a control: write its label in ControlLabel",
        ),
        (r#"{"Function": "", "Status": "FINISH"}"#, "finish"),
        (r#"{"Function": "None", "Status": "FAIL", "Comment": "no way"}"#, r#"fail "no way""#),
        (r#"{"Status": "PENDING", "Questions": "Which?"}"#, "ask Which?"),
        (
            r#"{"Function": "", "Status": "CONTINUE"}"#,
            "complaint: the action is empty: name a Function, or set Status to FINISH or FAIL",
        ),
        (
            r#"{"Function": "click_input", "ControlLabel": "9", "Status": "CONTINUE"}"#,
            "complaint: there is no control 9: the labels of this view are 1 to 3",
        ),
        (
            r#"{"Function": "click_input", "ControlLabel": "3", "ControlText": "Save", "Status": "CONTINUE"}"#,
            "complaint: control 3 is Button \"Open\", not \"Save\": choose label and text of one control",
        ),
        (
            r#"{"Function": "click_input", "Status": "CONTINUE"}"#,
            "complaint: click_input needs a control: write its label in ControlLabel",
        ),
        (
            r#"{"Function": "click_on_coordinates", "Args": {"x": 0.5, "y": 300}, "Status": "CONTINUE"}"#,
            "complaint: click_on_coordinates wants y as a fraction of the window from 0 to 1, and got 300",
        ),
        (
            r#"{"Function": "set_edit_text", "Args": {"text": ["a"]}, "ControlLabel": "2", "Status": "CONTINUE"}"#,
            "complaint: text of set_edit_text must be a string, and is a list",
        ),
        (
            r#"{"Function": "set_edit_text", "Args": {"texte": "a"}, "ControlLabel": "2", "Status": "CONTINUE"}"#,
            "complaint: set_edit_text takes no \"texte\": it takes text, clear_current_text",
        ),
        (
            r#"{"Function": "click_input", "Args": {"button": "north"}, "ControlLabel": "1", "Status": "CONTINUE"}"#,
            "complaint: button of click_input must be one of left, right, middle, x, and is \"north\"",
        ),
        (
            r#"I think I should click."#,
            "complaint: the reply is not JSON: answer with one JSON object and nothing else; it begins: I think I should click.",
        ),
        (
            r#"{"Status": "FINISH"} or {"Status": "FAIL"}"#,
            "complaint: the reply has several JSON objects: write one and nothing else; it begins: {\"Status\": \"FINISH\"} or \
             {\"Status\": \"FAIL\"}",
        ),
        (
            "Sure! {\"Status\": FINISH}",
            "complaint: the reply is not JSON: expected value at line 1 column 1; it begins: Sure! {\"Status\": FINISH}",
        ),
        (
            r#"{"Status": "FINISH", "Comment": "and th"#,
            "complaint: the reply ends in the middle of its JSON object: write it whole, and shorter; it begins: {\"Status\": \
             \"FINISH\", \"Comment\": \"and th",
        ),
        ("", "complaint: the reply is empty: answer with one JSON object"),
        ("[1]", "complaint: the reply is a list: answer with one JSON object; it begins: [1]"),
    ] {
        assert_eq!(act(reply), expected, "{reply}");
    }
    let unknown = act(r#"{"Function": "hover", "Status": "CONTINUE"}"#);
    assert!(
        unknown.starts_with("complaint: there is no function \"hover\": the functions are click_input, "),
        "{unknown}"
    );
}

/// Replies that are nearly valid: the seeds' keys with values of every type.
fn nearly_right() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        Just("Status"),
        Just("Function"),
        Just("Args"),
        Just("ControlLabel"),
        Just("ControlText"),
        Just("Plan"),
        Just("Questions"),
        Just("ActionList"),
        Just("AppsToOpen"),
        Just("Bash"),
        Just("Message"),
        Just("SaveScreenshot"),
        Just("Current Sub-Task"),
        Just("Comment"),
        Just("text"),
        Just("keys"),
        Just("x"),
        Just("seconds"),
    ];
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        "\\PC{0,12}".prop_map(Into::into),
        prop_oneof![
            Just("CONTINUE"),
            Just("FINISH"),
            Just("CONFIRM"),
            Just("PENDING"),
            Just("click_input"),
            Just("keyboard_input"),
            Just("wait"),
            Just("drag_on_coordinates"),
            Just("1"),
            Just("{TAB 2}"),
            Just("^(a"),
        ]
        .prop_map(Into::into),
    ];
    let value = leaf.prop_recursive(3, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::vec((key.clone(), inner), 0..8).prop_map(|pairs| {
                pairs
                    .into_iter()
                    .map(|(key, value)| (key.to_owned(), value))
                    .collect::<serde_json::Map<_, _>>()
                    .into()
            }),
        ]
    });
    (value, any::<prop::sample::Index>(), 0..4_u8).prop_map(|(value, cut, how)| {
        let text = value.to_string();
        let at = (0..=cut.index(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        match how {
            0 => text[..at].to_owned(),
            1 => format!("```json\n{text}\n```"),
            _ => text,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if tries_all() { 10_000 } else { 300 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_reply_is_a_panic(reply in prop_oneof![nearly_right(), "\\PC{0,80}", any::<String>()]) {
        let (host, app) = (host(&reply), act(&reply));
        prop_assert!(!host.is_empty() && !app.is_empty());
    }
}

#[test]
fn two_spellings_of_a_key_have_to_say_the_same() {
    for (reply, expected) in [
        (r#"{"Status": "FINISH", "status": "FINISH"}"#, "finish"),
        (r#"{"Status": "FINISH", "status": null}"#, "finish"),
        (
            r#"{"Status": "FINISH", "status": "FAIL"}"#,
            r#"complaint: "Status" and "status" are one key and differ: write one of them"#,
        ),
        (
            r#"{"Status": "CONTINUE", "ActionList": [{"Function": "click_input", "ControlLabel": "1", "label": 3}]}"#,
            r#"complaint: "ControlLabel" and "label" are one key and differ: write one of them"#,
        ),
    ] {
        assert_eq!(act(reply), expected, "{reply}");
    }
}
