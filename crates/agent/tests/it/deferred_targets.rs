//! Deferred targets: controls that appear during a list, and windows that open for a subtask.

use crate::common::{DESKTOP, FINISH, Script, TestEnv, assign};
use deskpilot_core::Verdict;
use std::sync::Arc;

const EDITOR: &str = "\
window \"Letter\" editor
  document \"Text\" = \"Dear Ada\"
  button \"Save As\" -> window \"Save As\" editor
    edit \"Name\"
    button \"Save\" -> save \"Text\" as edit \"Name\", close
    button \"Cancel\" -> close
  button \"Leave\" -> window \"Really?\" editor
    button \"Yes\" -> close
    button \"No\" -> close
";

/// An action of a list: its label, its text, its function and its arguments.
type Item = (&'static str, &'static str, &'static str, &'static str);

const OPEN: Item = ("2", "", "click_input", "{}");
const NAME: Item = ("", "Edit \\\"Name\\\"", "set_edit_text", r#"{"text": "a.txt"}"#);
const SAVE: Item = ("", "Button \\\"Save\\\"", "click_input", "{}");
const LEAVE: Item = ("3", "", "click_input", "{}");
const KEYS: Item = ("", "", "keyboard_input", r#"{"keys": "b"}"#);

fn list(items: &[Item], status: &str) -> String {
    let items: Vec<String> = items
        .iter()
        .map(|(label, text, function, args)| {
            format!(
                r#"{{"ControlLabel": "{label}", "ControlText": "{text}", "Function": "{function}", "Args": {args}}}"#
            )
        })
        .collect();
    format!(r#"{{"Status": "{status}", "ActionList": [{}], "Comment": "saved"}}"#, items.join(", "))
}

async fn played(items: &[Item], status: &str) -> (TestEnv, usize) {
    let env = TestEnv::new(EDITOR);
    let words = [assign("save it"), list(items, status), FINISH.into(), FINISH.into(), FINISH.into()];
    let script = Arc::new(Script::new(&words));
    env.open(script.clone()).unwrap().round("x").await.unwrap();
    let calls = script.shown.lock().unwrap().len();
    (env, calls)
}

#[tokio::test]
async fn the_field_and_the_button_of_a_dialog_are_used_as_soon_as_they_are_there() {
    let (env, calls) = played(&[OPEN, NAME, SAVE], "FINISH").await;
    assert_eq!(env.desktop.file("a.txt").as_deref(), Some("Dear Ada"), "{}", env.transcript());
    assert_eq!(calls, 3, "assigned, done with one list, finished\n{}", env.transcript());
}

#[tokio::test]
async fn keys_follow_into_the_dialog() {
    let (env, _) = played(&[OPEN, NAME, KEYS, SAVE], "FINISH").await;
    assert_eq!(env.desktop.file("a.txtb").as_deref(), Some("Dear Ada"), "{}", env.transcript());
}

#[tokio::test]
async fn another_dialog_than_the_expected_one_ends_the_list() {
    let (env, _) = played(&[LEAVE, NAME, SAVE], "CONTINUE").await;
    let transcript = env.transcript();
    assert!(transcript.contains("2 actions not done (there is no Edit \"Name\" in the window \"Really?\", but Button \"Yes\", Button \"No\")"), "{transcript}");
    assert_eq!(env.desktop.performed().len(), 1, "{transcript}");
}

#[tokio::test]
async fn a_name_that_several_have_is_not_guessed_at() {
    let either = ("", "Button", "click_input", "{}");
    let (env, _) = played(&[OPEN, either], "CONTINUE").await;
    let transcript = env.transcript();
    assert!(transcript.contains("there is more than one Button \"\""), "{transcript}");
}

#[tokio::test]
async fn the_end_of_a_list_waits_when_a_dialog_is_left_open() {
    let (env, calls) = played(&[OPEN], "FINISH").await;
    assert_eq!(calls, 4, "the agent looked again\n{}", env.transcript());
    assert!(
        env.transcript().contains("not finished yet (the window \"Save As\" opened)"),
        "{}",
        env.transcript()
    );
}

#[tokio::test]
async fn the_end_of_a_list_waits_for_the_notes_that_the_subtask_promised() {
    let read = ("1", "", "texts", r#"{"name": "letter"}"#);
    for (items, is_told) in [(vec![read], false), (vec![("1", "", "texts", "{}")], true)] {
        let env = TestEnv::new(EDITOR);
        let script = Arc::new(Script::new(&[
            assign("read: read it [produces letter]"),
            list(&items, "FINISH"),
            FINISH.into(),
            FINISH.into(),
            FINISH.into(),
        ]));
        env.open(script.clone()).unwrap().round("x").await.unwrap();
        let shown = script.shown.lock().unwrap();
        let told = shown[2].sections.iter().any(|it| it.text.contains("the subtask must leave letter"));
        assert_eq!(told, is_told, "{}", env.transcript());
    }
}

#[tokio::test]
async fn a_window_is_given_its_subtask_as_soon_as_it_opens() {
    let env = TestEnv::new(DESKTOP);
    let open = r#"{"Status": "ASSIGN", "AppsToOpen": {"APP": "Calculator"}, "Current Sub-Task": "add"}"#;
    let words = [open.to_owned(), FINISH.into(), FINISH.into()];
    let script = Arc::new(Script::new(&words));
    let ending = env.open(script.clone()).unwrap().round("add").await.unwrap();
    assert!(matches!(ending, deskpilot_agent::Ending::Ended(Verdict::Finished(_))), "{}", env.transcript());
    assert_eq!(script.shown.lock().unwrap().len(), 3);
    assert!(env.transcript().contains("assign to calc (Calculator): add"), "{}", env.transcript());
}

#[tokio::test]
async fn what_does_not_open_is_given_nothing() {
    let env = TestEnv::new(DESKTOP);
    let open =
        r#"{"Status": "ASSIGN", "AppsToOpen": {"APP": "Nothing of the kind"}, "Current Sub-Task": "add"}"#;
    env.play("add", &[open.to_owned(), r#"{"Status": "FAIL", "Comment": "no"}"#.into()]).await;
    assert!(!env.transcript().contains("assign to"), "{}", env.transcript());
}
