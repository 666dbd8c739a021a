//! Tests of the AppAgent's replies in a file dialog.

use super::DIALOG;
use crate::steps::testing::{Scene, last, repeated};
use serde_json::json;

const EDITOR: &[&str] = &["1 Menu File", "2 Menu Edit", "3 Edit ~42 [multi_line,editable,focused]"];

const FILE_MENU: &[&str] = &[
    "1 Menu File [selected]",
    "2 MenuItem Save      ",
    "3 MenuItem Save As...      ",
    "4 Edit ~42 [multi_line,editable]",
];

#[test]
fn saving_goes_through_the_file_dialog_and_looks_whether_it_is_gone() {
    let clicked = |name: &str| last("click_input", &json!({"button": "left"}), name, "confirmed", "");
    let waited = last("wait", &json!({"seconds": 1}), "", "no_change", "");
    let tired = repeated(&waited, 7);
    let exists = [
        DIALOG,
        &[
            "- Alert Question",
            "- Text A file named “answer.txt” already exists.",
            "5 Button Cancel",
            "6 Button Replace",
        ],
    ]
    .concat();
    let denied = [DIALOG, &["- Alert Error", "- Text Permission denied", "5 Button Close"]].concat();
    let busy =
        ["- Alert Failed to save document", "- Text Cannot save document while it is busy", "5 Button Close"];
    let other_value: Vec<&str> = DIALOG
        .iter()
        .map(|line| if line.contains("/tmp") { "2 Edit ~/tmp/answer [focused]" } else { line })
        .collect();
    let disabled: Vec<&str> =
        DIALOG.iter().map(|line| if line.contains("Save") { "- Button Save" } else { line }).collect();
    let rest = "wait for the file dialog | name the file \"/tmp/answer.txt\" | accept the file \"/tmp/answer.txt\" | make sure that \
                it is saved as \"/tmp/answer.txt\"";
    let save = Scene {
        subtask: "type the result; save it as \"/tmp/answer.txt\"",
        controls: EDITOR,
        ..Scene::default()
    };
    let sure = Scene {
        plan: &["make sure that it is saved as \"/tmp/answer.txt\""],
        last: clicked("Save"),
        ..save.clone()
    };
    for (what, scene, expected) in [
        (
            "the menu",
            Scene { plan: &["save it as \"/tmp/answer.txt\""], last: last("set_edit_text", &json!({}), "", "confirmed", ""), ..save.clone() },
            format!("CONTINUE click_input{{\"button\":\"left\"}} on 1 File | choose \"Save As...\" | {rest}"),
        ),
        (
            "no menu",
            Scene { subtask: "save it as \"/tmp/answer.txt\"", controls: &["1 Edit"], ..Scene::default() },
            format!("CONTINUE keyboard_input{{\"keys\":\"Ctrl+Shift+S\",\"control_focus\":false}} | {rest}"),
        ),
        (
            "the menu is open",
            Scene { plan: &["choose \"Save As...\"", "press F5"], last: clicked("File"), controls: FILE_MENU, ..save.clone() },
            "CONTINUE click_input{\"button\":\"left\"} on 3 Save As... | press F5".into(),
        ),
        (
            "the menu is still opening",
            Scene { plan: &["choose \"Save As...\""], last: clicked("File"), ..save.clone() },
            "CONTINUE wait{\"seconds\":2,\"text\":\"save as\"} | choose \"Save As...\"".into(),
        ),
        (
            "the menu did not open",
            Scene { plan: &["choose \"Save As...\""], last: waited.clone(), ..save.clone() },
            "FAIL -- I cannot choose \"Save As...\": there is no \"Save As...\" in this window; there are \"File\" and \"Edit\"".into(),
        ),
        (
            "the dialog is awaited",
            Scene { plan: &["wait for the file dialog"], last: clicked("Save As..."), ..save.clone() },
            "CONTINUE wait{\"seconds\":10,\"text\":\"Cancel\"} | wait for the file dialog".into(),
        ),
        (
            "the dialog does not come",
            Scene { plan: &["wait for the file dialog"], last: waited.clone(), ..save.clone() },
            "FAIL -- I cannot wait for the file dialog: no file dialog showed within 10 seconds".into(),
        ),
        (
            "the dialog is there",
            Scene { plan: &["wait for the file dialog", "name the file \"/tmp/b.txt\"", "press F5"], last: waited.clone(), controls: DIALOG, ..save.clone() },
            "CONTINUE set_edit_text{\"text\":\"/tmp/b.txt\",\"clear_current_text\":true} on 2 Edit | press F5".into(),
        ),
        (
            "it is named",
            Scene { plan: &["accept the file \"/tmp/answer.txt\""], controls: DIALOG, ..save.clone() },
            "CONTINUE click_input{\"button\":\"left\"} on 4 Save".into(),
        ),
        (
            "its button is not yet enabled",
            Scene { plan: &["accept the file \"/tmp/answer.txt\""], controls: &disabled, ..save.clone() },
            "CONTINUE wait{\"seconds\":0.25} | accept the file \"/tmp/answer.txt\"".into(),
        ),
        (
            "its button stays as it is",
            Scene {
                plan: &["accept the file \"/tmp/answer.txt\""],
                controls: &disabled,
                last: tired.clone(),
                ..save.clone()
            },
            "FAIL -- I cannot accept the file \"/tmp/answer.txt\": the file dialog's \"Save\" is not enabled".into(),
        ),
        (
            "it is named otherwise",
            Scene { plan: &["accept the file \"/tmp/answer.txt\""], controls: &other_value, ..save.clone() },
            "FAIL -- I cannot accept the file \"/tmp/answer.txt\": the file dialog says \"/tmp/answer\" and not \"/tmp/answer.txt\"".into(),
        ),
        ("the dialog is gone", sure.clone(), "FINISH -- saved as /tmp/answer.txt".into()),
        (
            "the dialog is still there",
            Scene { controls: DIALOG, ..sure.clone() },
            "CONTINUE wait{\"seconds\":0.25} | make sure that it is saved as \"/tmp/answer.txt\"".into(),
        ),
        (
            "the dialog stays",
            Scene { controls: DIALOG, last: tired, ..sure.clone() },
            "FAIL -- I cannot make sure that it is saved as \"/tmp/answer.txt\": the file dialog is still open".into(),
        ),
        (
            "the dialog says why",
            Scene { controls: &denied, ..sure.clone() },
            "FAIL -- I cannot make sure that it is saved as \"/tmp/answer.txt\": the application says: Permission denied".into(),
        ),
        (
            "the application is busy",
            Scene { controls: &busy, ..sure.clone() },
            "CONTINUE click_input{\"button\":\"left\"} on 5 Close | wait 1 seconds | save it as \"/tmp/answer.txt\"".into(),
        ),
        (
            "the file exists",
            Scene { controls: &exists, ..sure.clone() },
            "FAIL -- I cannot make sure that it is saved as \"/tmp/answer.txt\": the file exists already; add \"overwrite it\" to \
             the request if it is to be replaced".into(),
        ),
        (
            "the file may be overwritten",
            Scene { controls: &exists, request: "save it as answer.txt. Overwrite it.", ..sure.clone() },
            "CONFIRM click_input{\"button\":\"left\"} on 6 Replace | make sure that it is saved as \"/tmp/answer.txt\"".into(),
        ),
        (
            "quoted words allow nothing",
            Scene { controls: &exists, request: "type \"overwrite it\"", ..sure.clone() },
            "FAIL -- I cannot make sure that it is saved as \"/tmp/answer.txt\": the file exists already; add \"overwrite it\" to \
             the request if it is to be replaced".into(),
        ),
        (
            "a document without a name",
            Scene { plan: &["make sure that it is saved"], controls: DIALOG, last: waited, ..save },
            "FAIL -- I cannot make sure that it is saved: the document has no name yet: say under which, such as save it as notes.txt"
                .into(),
        ),
    ] {
        assert_eq!(scene.reply(), expected, "{what}");
    }
}

#[test]
fn a_window_that_a_step_opens_is_waited_for() {
    let pressed = last("keyboard_input", &json!({"keys": "Ctrl+S"}), "", "confirmed", "");
    let waited = last("wait", &json!({"seconds": 10, "text": "Save As"}), "", "no_change", "");
    let open = [EDITOR, &["- Window Save As [modal]", "4 Button Cancel"]].concat();
    let other = [EDITOR, &["- Window Save Changes [modal]", "4 Button Save As"]].concat();
    let wait = Scene {
        subtask: "press Ctrl+S, then wait for the window \"Save As\"",
        controls: EDITOR,
        ..Scene::default()
    };
    let next = Scene { plan: &["wait for the window \"Save As\""], last: pressed, ..wait.clone() };
    for (what, scene, expected) in [
        (
            "first the step",
            wait,
            "CONTINUE keyboard_input{\"keys\":\"Ctrl+S\",\"control_focus\":false} | wait for the window \"Save As\"",
        ),
        ("it is open", Scene { controls: &open, ..next.clone() }, "FINISH"),
        (
            "it opens late",
            next.clone(),
            "CONTINUE wait{\"seconds\":10,\"text\":\"Save As\"} | wait for the window \"Save As\"",
        ),
        (
            "its title is shown elsewhere",
            Scene { controls: &other, last: waited.clone(), ..next.clone() },
            "CONTINUE wait{\"seconds\":0.25} | wait for the window \"Save As\"",
        ),
        (
            "another one is open",
            Scene { controls: &other, last: repeated(&waited, 7), ..next },
            "FAIL -- I cannot wait for the window \"Save As\": no window or dialog \"Save As\" opened within 10 seconds",
        ),
    ] {
        assert_eq!(scene.reply(), expected, "{what}");
    }
}
