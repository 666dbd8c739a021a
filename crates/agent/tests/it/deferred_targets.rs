//! Deferred targets: controls that appear during a list, and windows that open for a subtask.

use crate::common::{DESKTOP, FINISH, Script, TestEnv, assign};
use deskpilot_core::{Consent, Verdict};
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

const IMPORT: &str = "\
window \"Import\" editor
  button \"OK\" -> close, window \"Table\" editor
    edit \"Cell\"
    button \"Sort\" -> window \"Sort\" editor
      button \"Go\" -> close
";

#[tokio::test]
async fn keys_follow_into_a_window_that_the_list_opened_when_a_dialog_gives_it_the_keyboard_back() {
    let env = TestEnv::new(IMPORT);
    let click = |text| ("", text, "click_input", "{}");
    let fill = ("", "Edit \\\"Cell\\\"", "set_edit_text", r#"{"text": "a"}"#);
    let items = [
        ("1", "", "click_input", "{}"),
        fill,
        click("Button \\\"Sort\\\""),
        click("Button \\\"Go\\\""),
        KEYS,
    ];
    let words = [assign("x"), list(&items, "FINISH"), FINISH.into(), FINISH.into(), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    assert_eq!(env.desktop.performed().len(), items.len(), "{}", env.transcript());
}

#[tokio::test]
async fn another_dialog_than_the_expected_one_ends_the_list() {
    let (env, _) = played(&[LEAVE, NAME, SAVE], "CONTINUE").await;
    let transcript = env.transcript();
    assert!(transcript.contains("2 actions not done (there is no Edit \"Name\" in the window \"Really?\", but Button \"No\", Button \"Yes\")"), "{transcript}");
    assert_eq!(env.desktop.performed().len(), 1, "{transcript}");
}

#[tokio::test]
async fn an_item_that_is_not_listed_may_be_out_of_view_and_its_list_reaches_it() {
    let env = TestEnv::new("window \"Files\" files\n  list \"Files\"\n    item \"file 1\"\n");
    let items = [("1", "", "click_input", "{}"), ("", "ListItem \\\"file 14\\\"", "click_input", "{}")];
    let words = [assign("x"), list(&items, "CONTINUE"), FINISH.into(), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    let way = "but ListItem \"file 1\", List \"Files\", of which select_item reaches the items that are out of view too";
    assert!(env.transcript().contains(way), "{}", env.transcript());
}

#[tokio::test]
async fn a_name_that_several_have_is_not_guessed_at() {
    let either = ("", "Button", "click_input", "{}");
    let (env, _) = played(&[OPEN, either], "CONTINUE").await;
    let transcript = env.transcript();
    let message = "there is more than one Button \"\" (Button \"Save\", Button \"Cancel\")";
    assert!(transcript.contains(message), "{transcript}");
}

#[tokio::test]
async fn a_field_that_the_list_opened_is_found_by_some_words_or_by_its_kind() {
    for text in ["Edit \\\"File name:\\\"", "Edit", "ComboBox \\\"name\\\""] {
        let name = ("", text, "set_edit_text", r#"{"text": "a.txt"}"#);
        let (env, _) = played(&[OPEN, name, SAVE], "FINISH").await;
        assert_eq!(env.desktop.file("a.txt").as_deref(), Some("Dear Ada"), "{}", env.transcript());
    }
}

const REPLACE: &str = r#"{"text": "x", "clear_current_text": true}"#;

#[tokio::test]
async fn a_text_that_was_there_before_is_not_written_over_by_its_kind_alone() {
    let read = ("1", "", "texts", "{}");
    let (env, _) = played(&[read, ("", "Document", "set_edit_text", REPLACE)], "CONTINUE").await;
    let transcript = env.transcript();
    let message =
        "Document \"Text\" may not be the one that is meant: it was named by its kind alone, no action";
    assert!(transcript.contains(message), "{transcript}");
}

const SHELL: &str = "\
window \"Shell\" editor
  terminal \"Terminal\" = \"$ \"
";

#[tokio::test]
async fn a_terminal_takes_text_at_its_prompt_by_its_kind_alone() {
    let env = TestEnv::new(SHELL);
    let typed = ("", "Terminal", "set_edit_text", r#"{"text": "ls"}"#);
    let words = [assign("x"), list(&[("1", "", "texts", "{}"), typed], "CONTINUE"), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    let transcript = env.transcript();
    assert!(!transcript.contains("may not be the one") && transcript.contains("$ ls"), "{transcript}");
}

#[tokio::test]
async fn the_policy_rules_on_the_control_that_was_found() {
    let env = TestEnv::new(CLEAN);
    env.user.consents.lock().unwrap().push_back(Consent::Once);
    let finish = ("", "Button \\\"Finish\\\"", "click_input", "{}");
    let cleaned = list(&[("1", "", "click_input", "{}"), finish], "CONTINUE");
    let words = [assign("x"), cleaned, FINISH.into(), FINISH.into(), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    let asked = env.user.asked.lock().unwrap().len();
    assert_eq!(asked, 1, "{}", env.transcript());
}

const CLEAN: &str = "\
window \"Letter\" editor
  button \"Tidy up\" -> window \"Notes\" editor
    button \"Finish and delete notes\" -> close
";

const OLD: &str = "\
window \"Letter\" editor
  button \"Old\" -> window \"Old letter\" editor
    edit \"Body\" = \"one line of a letter that was written long ago, then another one, and a third one that ends with a name\"
";

#[tokio::test]
async fn a_long_text_that_nobody_selected_is_not_replaced_by_its_kind_alone() {
    for (text, is_refused) in [("Edit", true), ("Edit \\\"Body\\\"", false)] {
        let env = TestEnv::new(OLD);
        let replace = ("", text, "set_edit_text", REPLACE);
        let words =
            [assign("x"), list(&[("1", "", "click_input", "{}"), replace], "CONTINUE"), FINISH.into()];
        env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
        let transcript = env.transcript();
        assert_eq!(transcript.contains("it has more than a line of text"), is_refused, "{transcript}");
    }
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
    for (items, is_reminded) in [(vec![read], false), (vec![("1", "", "texts", "{}")], true)] {
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
        let reminded = shown[2].sections.iter().any(|it| it.text.contains("the subtask must leave letter"));
        assert_eq!(reminded, is_reminded, "{}", env.transcript());
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

#[tokio::test]
async fn several_documents_are_opened_by_one_decision() {
    let mut env = TestEnv::new(DESKTOP);
    env.desktop = env.desktop.with_file("/tmp/a.txt", "a").with_file("/tmp/b.txt", "b");
    let open = r#"{"Status": "CONTINUE", "AppsToOpen": {"APP": "Notes", "file_path": ["/tmp/a.txt", "/tmp/b.txt"]}}"#;
    env.play("open them", &[open.to_owned(), FINISH.into()]).await;
    for file in ["/tmp/a.txt", "/tmp/b.txt"] {
        assert!(env.transcript().contains(&format!("\nopen Notes with {file}\n")), "{}", env.transcript());
    }
}

const NOTHING_TO_SAVE: &str = "\
window \"Letter\" editor
  edit \"Text\"
  button \"Save\" disabled
  button \"Save As\" -> set \"Text\" to \"another letter\"
";

#[tokio::test(start_paused = true)]
async fn what_resembles_a_disabled_control_is_not_pressed_in_its_place() {
    let env = TestEnv::new(NOTHING_TO_SAVE);
    let write = ("1", "", "set_edit_text", r#"{"text": "x"}"#);
    let words = [assign("x"), list(&[write, SAVE], "CONTINUE"), FINISH.into(), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    assert_eq!(env.desktop.value("Text").as_deref(), Some("x"), "{}", env.transcript());
    assert!(env.transcript().contains("Button \"Save\" is disabled now"), "{}", env.transcript());
}

const TWO_PASTES: &str = "\
window \"Letter\" editor
  edit \"Text\"
  button \"Paste\" disabled
  menuitem \"Paste\" -> set \"Text\" to \"pasted\"
";

#[tokio::test(start_paused = true)]
async fn the_item_that_works_is_meant_and_not_the_disabled_button_of_its_name() {
    let env = TestEnv::new(TWO_PASTES);
    let write = ("1", "", "set_edit_text", r#"{"text": "x"}"#);
    let paste = ("", "Paste", "click_input", "{}");
    let words = [assign("x"), list(&[write, paste], "CONTINUE"), FINISH.into(), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    assert_eq!(env.desktop.value("Text").as_deref(), Some("pasted"), "{}", env.transcript());
}

const ASKING: &str = "\
window \"Letter\" editor
  document \"Text\" = \"Dear Ada\"
  button \"Save\" -> window \"Which format?\" editor
    button \"Keep\" -> save \"Text\" as \"a.txt\", close
  edit \"Copies\" = \"0\"
  button \"Print\" -> set \"Copies\" to \"1\"
";

#[tokio::test(start_paused = true)]
async fn an_action_whose_control_need_not_appear_is_done_or_left_out() {
    let keep = ("", "Button \\\"Keep\\\" if there", "click_input", "{}");
    let sign = ("1", "", "set_edit_text", r#"{"text": "!"}"#);
    for (first, saved) in [("2", Some("Dear Ada")), ("4", None)] {
        let env = TestEnv::new(ASKING);
        let press = (first, "", "click_input", "{}");
        let words = [assign("x"), list(&[press, keep, sign], "FINISH"), FINISH.into(), FINISH.into()];
        env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
        let transcript = env.transcript();
        assert_eq!(env.desktop.file("a.txt").as_deref(), saved, "{transcript}");
        assert_eq!(env.desktop.value("Text").as_deref(), Some("Dear Ada!"), "{transcript}");
        let left_out = "(Button \"Keep\" did not appear, so the action was left out)";
        let is_skipped = |line: &str| line.contains("skipped: ") && line.contains(left_out);
        assert_eq!(transcript.lines().any(is_skipped), saved.is_none(), "{transcript}");
    }
}

const WORKBOOKS: &str = "\
window \"may\" sheets
  edit \"May\" = \"1\"
  button \"Sum\"
window \"june\" sheets
  edit \"June\" = \"2\"
";
const TO_JUNE: Item = ("", "", "switch_window", r#"{"title": "june"}"#);

async fn in_workbooks(items: &[Item]) -> TestEnv {
    let env = TestEnv::new(WORKBOOKS);
    let words = [assign("fill"), list(items, "FINISH"), FINISH.into(), FINISH.into(), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    env
}

#[tokio::test]
async fn what_follows_a_switch_of_windows_goes_to_the_other_window() {
    let text = ("", "", "keyboard_input", r#"{"keys": "3"}"#);
    let keys = ("", "", "keyboard_input", r#"{"keys": "4"}"#);
    let click = ("", "Edit \\\"June\\\"", "click_input", "{}");
    let env = in_workbooks(&[TO_JUNE, click, text, keys]).await;
    let june = env.desktop.value("June").unwrap();
    assert!(june.len() == 3 && june.starts_with('2'), "{june}\n{}", env.transcript());
    assert_eq!(env.desktop.value("May").as_deref(), Some("1"), "{}", env.transcript());
}

const PROCEED: &str = "\
window \"Import\" sheets
  button \"Proceed\" -> window \"table\" sheets, close
    edit \"Cell\" = \"bread\" focused
window \"other\" pages
  edit \"Page\"
";

#[tokio::test]
async fn what_follows_a_text_that_a_list_waited_for_goes_to_the_window_that_shows_it() {
    let proceed = ("1", "", "click_input", "{}");
    let wait = ("", "", "wait", r#"{"text": "bread", "seconds": 1}"#);
    let text = ("", "", "keyboard_input", r#"{"keys": "3"}"#);
    for (items, is_stopped) in [(&[proceed, wait, text][..], false), (&[proceed, text][..], true)] {
        let env = TestEnv::new(PROCEED);
        let words = [assign("fill"), list(items, "CONTINUE"), FINISH.into(), FINISH.into(), FINISH.into()];
        env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
        let transcript = env.transcript();
        let cell = env.desktop.value("Cell").unwrap_or_default();
        assert_eq!(cell.contains('3'), !is_stopped, "{cell}\n{transcript}");
        assert_eq!(transcript.contains("not done"), is_stopped, "{transcript}");
    }
}

#[tokio::test]
async fn labels_and_points_of_the_window_before_end_a_list_that_went_to_another() {
    let point = ("", "", "click_on_coordinates", r#"{"x": 0.5, "y": 0.5}"#);
    for item in [("2", "", "click_input", "{}"), point] {
        let env = in_workbooks(&[TO_JUNE, item]).await;
        let transcript = env.transcript();
        assert!(transcript.contains("the list went on in the window \"june\""), "{transcript}");
        assert_eq!(env.desktop.performed().len(), 1, "{transcript}");
    }
}

const NEW_BOOK: &str = "\
window \"may\" sheets
  edit \"May\" = \"1\"
  button \"New\" -> window \"Untitled 2\" sheets
    edit \"Fresh\"
";

#[tokio::test]
async fn windows_are_looked_for_when_a_list_reaches_them_and_the_current_one_stops_none() {
    let env = TestEnv::new(NEW_BOOK);
    let switch = |args: &'static str| ("", "", "switch_window", args);
    let type_into = |text: &'static str, args: &'static str| ("", text, "set_edit_text", args);
    let items = [
        switch(r#"{"title": "may"}"#),
        ("2", "", "click_input", "{}"),
        switch(r#"{"title": "may"}"#),
        type_into("Edit \\\"May\\\"", r#"{"text": "5"}"#),
        switch(r#"{"title": "untitled"}"#),
        type_into("Edit \\\"Fresh\\\"", r#"{"text": "x"}"#),
    ];
    let words = [assign("fill"), list(&items, "CONTINUE"), FINISH.into(), FINISH.into(), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    let transcript = env.transcript();
    assert_eq!(env.desktop.value("May").as_deref(), Some("15"), "{transcript}");
    assert_eq!(env.desktop.value("Fresh").as_deref(), Some("x"), "{transcript}");
    assert!(transcript.contains("no change: already focused"), "{transcript}");
}

#[tokio::test(start_paused = true)]
async fn a_window_that_no_action_opens_ends_the_list_where_it_is_named() {
    let env = TestEnv::new(NEW_BOOK);
    let write = ("1", "", "set_edit_text", r#"{"text": "5"}"#);
    let items = [write, ("", "", "switch_window", r#"{"title": "april"}"#), write];
    let words = [assign("fill"), list(&items, "CONTINUE"), FINISH.into(), FINISH.into(), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    let transcript = env.transcript();
    assert_eq!(env.desktop.value("May").as_deref(), Some("15"), "{transcript}");
    let why = "2 actions not done (no one window is called \"april\": the application has \"may\")";
    assert!(transcript.contains(why), "{transcript}");
}
