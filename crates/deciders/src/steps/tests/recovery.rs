//! Tests of the AppAgent's replies after an action that did not clearly succeed.

use super::{CALCULATOR, DIALOG};
use crate::steps::testing::{Scene, coded, last};
use deskpilot_core::ReasonCode;
use serde_json::{Value, json};

#[test]
fn an_action_that_did_not_succeed_is_dealt_with_truthfully() {
    let click = json!({"button": "left"});
    let set = json!({"text": "hi", "clear_current_text": false});
    let controls = &[
        "1 Button OK",
        "2 Button Send",
        "3 Edit Name ~ [editable]",
        "4 MenuItem Paste",
        "5 CheckBox Bold [focusable]",
    ][..];
    let filled = &["1 Button OK", "3 Edit Name ~hi [editable]"][..];
    let scene = Scene { subtask: "click OK; press F5", plan: &["press F5"], controls, ..Scene::default() };
    let next = "CONTINUE keyboard_input{\"keys\":\"F5\",\"control_focus\":false}";
    for (what, scene, expected) in [
        (
            "a click without effect",
            Scene { last: last("click_input", &click, "OK", "no_change", ""), ..scene.clone() },
            "CONTINUE keyboard_input{\"keys\":\"{SPACE}\",\"control_focus\":true} on 1 OK | press F5",
        ),
        (
            "a menu item",
            Scene { last: last("click_input", &click, "Paste", "no_change", ""), ..scene.clone() },
            "CONTINUE keyboard_input{\"keys\":\"{ENTER}\",\"control_focus\":true} on 4 Paste | press F5",
        ),
        (
            "nor its key",
            Scene {
                last: last(
                    "keyboard_input",
                    &json!({"keys": "{SPACE}", "control_focus": true}),
                    "OK",
                    "no_change",
                    "focus on OK",
                ),
                ..scene.clone()
            },
            "FAIL -- keyboard_input on \"OK\" changed nothing: focus on OK",
        ),
        (
            "sent once is enough",
            Scene {
                last: last("click_input", &click, "Send", "no_change", "focus on Send"),
                ..scene.clone()
            },
            "FAIL -- click_input on \"Send\" changed nothing: focus on Send",
        ),
        (
            "keys need not show",
            Scene {
                last: last("keyboard_input", &json!({"keys": "Ctrl+C"}), "", "no_change", ""),
                ..scene.clone()
            },
            next,
        ),
        (
            "a field that is to be emptied and is empty",
            Scene {
                last: coded(
                    &last(
                        "keyboard_input",
                        &json!({"keys": "{Control+a}{Delete}", "control_focus": true}),
                        "Name",
                        "no_change",
                        "already \"\"",
                    ),
                    ReasonCode::AlreadySo,
                ),
                ..scene.clone()
            },
            next,
        ),
        (
            "an operator need not show",
            Scene {
                controls: CALCULATOR,
                last: last("click_input", &click, "*", "no_change", ""),
                ..scene.clone()
            },
            next,
        ),
        (
            "a digit must",
            Scene {
                controls: CALCULATOR,
                last: last("click_input", &click, "7", "no_change", ""),
                ..scene.clone()
            },
            "CONTINUE keyboard_input{\"keys\":\"{SPACE}\",\"control_focus\":true} on 12 7 | press F5",
        ),
        (
            "a text that is there",
            Scene {
                controls: filled,
                last: last("set_edit_text", &set, "Name", "no_change", ""),
                ..scene.clone()
            },
            next,
        ),
        (
            "a text that is not",
            Scene { last: last("set_edit_text", &set, "Name", "no_change", ""), ..scene.clone() },
            "CONTINUE keyboard_input{\"keys\":\"{h}i\",\"control_focus\":true} on 3 Name | press F5",
        ),
        (
            "a text that is there in part",
            Scene { last: last("set_edit_text", &set, "Name", "partial", "h of hi"), ..scene.clone() },
            "FAIL -- set_edit_text on \"Name\" was done in part: h of hi",
        ),
        (
            "a wait in vain",
            Scene {
                last: last("wait", &json!({"seconds": 9, "text": "Done"}), "", "no_change", ""),
                ..scene.clone()
            },
            "FAIL -- \"Done\" did not show in time",
        ),
        (
            "what the policy refuses",
            Scene { last: last("click_input", &click, "OK", "refused", "the user said no"), ..scene.clone() },
            "FAIL -- click_input on \"OK\" was refused: the user said no",
        ),
        (
            "a control that moved",
            Scene {
                last: coded(
                    &last(
                        "click_input",
                        &click,
                        "OK",
                        "refused",
                        "Button \"OK\" is no longer there; look again",
                    ),
                    ReasonCode::ControlGone,
                ),
                ..scene.clone()
            },
            "CONTINUE click_input{\"button\":\"left\"} on 1 OK | press F5",
        ),
        (
            "a control under another",
            Scene {
                last: coded(
                    &last("click_input", &click, "OK", "refused", "OK is covered by x"),
                    ReasonCode::Obscured,
                ),
                ..scene.clone()
            },
            "CONTINUE keyboard_input{\"keys\":\"{SPACE}\",\"control_focus\":true} on 1 OK | press F5",
        ),
        (
            "a check that cannot be set",
            Scene {
                last: coded(
                    &last("check", &json!({"checked": true}), "Bold", "refused", "Bold cannot do this: no"),
                    ReasonCode::NotPossible,
                ),
                ..scene.clone()
            },
            "CONTINUE click_input{\"button\":\"left\"} on 5 Bold | press F5",
        ),
        (
            "an interrupted click",
            Scene { last: last("click_input", &click, "Send", "interrupted", ""), ..scene.clone() },
            "PENDING ask: Was this done before the interruption: click \"Send\"? (yes/no) | unless it was done, click \"Send\" | press F5",
        ),
        (
            "an interrupted text that is there",
            Scene {
                controls: filled,
                last: last("set_edit_text", &set, "Name", "interrupted", ""),
                ..scene.clone()
            },
            next,
        ),
        (
            "an interrupted reading",
            Scene { last: last("texts", &json!({"name": "n"}), "Name", "interrupted", ""), ..scene.clone() },
            "CONTINUE texts{\"name\":\"n\"} on 3 Name | press F5",
        ),
        (
            "an interrupted way to the dialog",
            Scene {
                controls: DIALOG,
                plan: &["wait for the file dialog", "press F5"],
                last: last("click_input", &click, "Save As...", "interrupted", ""),
                ..scene.clone()
            },
            next,
        ),
        (
            "what is refused without a reason",
            Scene { last: last("click_input", &click, "OK", "refused", ""), ..scene },
            "FAIL -- click_input on \"OK\" was refused: no reason was given",
        ),
    ] {
        assert_eq!(scene.reply(), expected, "{what}");
    }
}

#[test]
fn the_users_answer_decides_about_what_was_interrupted() {
    let question = "Was this done before the interruption: click \"Send\"? (yes/no)";
    let asked = |answers: &[&str]| {
        let questions: Vec<Value> =
            answers.iter().map(|answer| json!({"question": question, "answer": answer})).collect();
        let plan = &["unless it was done, click \"Send\""];
        let controls = &["1 Button Send"];
        Scene {
            subtask: "click Send",
            plan,
            controls,
            board: json!({"questions": questions}),
            ..Scene::default()
        }
        .reply()
    };
    assert_eq!(asked(&["Yes."]), "FINISH");
    assert_eq!(asked(&["yes", "No"]), "CONTINUE click_input{\"button\":\"left\"} on 1 Send");
    assert!(asked(&["perhaps"]).starts_with("FAIL -- I cannot click"), "{}", asked(&["perhaps"]));
    assert!(asked(&[]).starts_with("PENDING"));
}
