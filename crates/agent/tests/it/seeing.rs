//! An AppAgent's next prompt shows what it asked to see.

use crate::common::{FINISH, Script, TestEnv, act, assign};
use deskpilot_agent::Ending;
use deskpilot_core::{Clipboard, Policy, Prompt, section};
use deskpilot_desktop::photographer;
use deskpilot_desktop::{LookOptions, RedactedDesktop, WindowList, look_at_window};
use std::sync::Arc;

const FORM: &str = "\
window \"Form\" form
  edit \"Name\"
  button \"Save\"
  button \"Print\"
";

/// A list of 30 fonts.
fn fonts() -> String {
    let items: Vec<String> = (0..30).map(|n| format!("    item \"Font {n}\"\n")).collect();
    format!("window \"Fonts\" fonts\n  list \"Fonts\"\n{}", items.concat())
}

/// The prompts of a session with these replies of an AppAgent.
async fn prompts(env: &TestEnv, replies: &[String]) -> Vec<Prompt> {
    let all: Vec<String> = [assign("do it")]
        .into_iter()
        .chain(replies.iter().cloned())
        .chain([FINISH.into(), FINISH.into()])
        .collect();
    let script = Arc::new(Script::new(&all));
    let mut session = env.open(script.clone()).unwrap();
    session.round("do it").await.unwrap();
    let shown = script.shown.lock().unwrap();
    shown.clone()
}

fn controls(prompt: &Prompt) -> &str {
    prompt.section(section::CONTROL_INFORMATION)
}

#[tokio::test]
async fn an_annotation_reaches_the_next_picture() {
    let env = TestEnv::new(FORM);
    let chosen = act(0, "annotation", r#"{"control_labels": ["3"]}"#, "").replace("\"0\"", "\"\"");
    let shown = prompts(&env, &[chosen, act(2, "click_input", "{}", "")]).await;
    let annotated = |prompt: &Prompt| prompt.pictures.last().unwrap().png.clone();
    let desktop = &mut RedactedDesktop::new(Box::new(env.desktop.clone()), Policy::default());
    let window = desktop.windows().await.unwrap().remove(0);
    let options = LookOptions::USUAL;
    let look = look_at_window(desktop, &window, options).await.unwrap();
    let only: Vec<_> = look.controls.iter().filter(|it| it.name == "Print").cloned().collect();
    let expected = photographer::encode_png(&photographer::annotate(&look.clean, &only)).unwrap();
    assert_eq!(annotated(&shown[2]).as_ref(), expected, "the picture shows other numbers than that of Print");
    assert_ne!(annotated(&shown[1]), annotated(&shown[2]), "the picture before has all numbers");
    assert_eq!(annotated(&shown[1]), annotated(&shown[3]), "one look later all numbers are back");
    assert!(controls(&shown[2]).contains("2 Button \"Save\""), "nothing is hidden from the list");
}

#[tokio::test]
async fn what_is_left_out_is_shown_when_it_is_asked_for() {
    for (ask, wanted) in [
        (act(25, "show_more", "{}", ""), ["\"Font 24\"", "\"Font 29\""]),
        (act(25, "find_control", r#"{"text": "font 24"}"#, ""), ["\"Font 24\"", "show_more"]),
    ] {
        let shown = prompts(&TestEnv::new(&fonts()), &[ask.clone(), act(25, "click_input", "{}", "")]).await;
        let before = controls(&shown[1]);
        assert!(
            !before.contains("Font 24") && before.contains("… 10 more ListItem: show_more 21"),
            "{before}"
        );
        let after = controls(&shown[2]);
        assert!(wanted.iter().all(|it| after.contains(it)), "{ask}: {after}");
        assert!(!controls(&shown[3]).contains("\"Font 29\""), "it is shown once");
    }
}

#[tokio::test]
async fn what_is_left_out_can_be_used_all_the_same() {
    let env = TestEnv::new(&fonts());
    prompts(&env, &[act(30, "click_input", "{}", "")]).await;
    assert!(env.transcript().contains(r#"click_input() on ListItem "Font 29""#), "{}", env.transcript());
}

#[tokio::test]
async fn an_agent_is_told_what_changed_since_its_last_step() {
    let shown = prompts(&TestEnv::new(FORM), &[act(1, "set_edit_text", r#"{"text": "Ada"}"#, "")]).await;
    assert_eq!(shown[1].section(section::CHANGES), "", "at first there is nothing to compare with");
    let changes = shown[2].section(section::CHANGES);
    assert!(changes.starts_with("~ [1] Edit \"Name\": value \"\" -> \"Ada\""), "{changes}");
}

#[tokio::test]
async fn the_users_clipboard_is_read_after_a_yes_and_an_own_one_without() {
    let write = act(0, "write_clipboard", r#"{"text": "pigeon"}"#, "").replace("\"0\"", "\"\"");
    let read = act(0, "read_clipboard", r#"{"name": "bird"}"#, "").replace("\"0\"", "\"\"");
    for (clipboard, asked) in [(Clipboard::Own, false), (Clipboard::Shared, true)] {
        let mut env = TestEnv::new(FORM);
        env.options.clipboard = clipboard;
        let script = [assign("copy"), write.clone(), read.clone(), FINISH.into(), FINISH.into()];
        let ending = env.play("do it", &script).await;
        assert_eq!(!matches!(ending, Ending::Ended(_)), asked, "{clipboard:?}: {ending:?}");
        assert!(env.transcript().contains("bird"), "{}", env.transcript());
    }
}

#[tokio::test]
async fn an_agent_works_in_the_window_of_its_application_that_came_up_and_can_go_back() {
    let env = TestEnv::new(
        "window \"Form\" form\n  edit \"Name\"\n  button \"Options\" -> window \"Options\" form\n    edit \"Font\"\n    \
         button \"Apply\" -> close\n",
    );
    let switch = r#"{"Status": "CONTINUE", "Function": "switch_window", "Args": {"title": "Form"}}"#;
    let wrong = switch.replace("Form", "Fonts");
    let replies = [
        act(2, "click_input", "{}", ""),
        act(1, "set_edit_text", r#"{"text": "Serif"}"#, ""),
        wrong,
        switch.to_owned(),
        act(1, "set_edit_text", r#"{"text": "Ada"}"#, ""),
    ];
    let shown = prompts(&env, &replies).await;
    let place = |nth: usize| shown[nth].section(section::CURRENT_APPLICATION).to_owned();
    assert_eq!(place(1), r#"{"application":"form","title":"Form"}"#);
    assert_eq!(place(2), r#"{"application":"form","title":"Options","other_windows":["Form"]}"#);
    assert!(controls(&shown[2]).contains("Edit \"Font\""), "{}", controls(&shown[2]));
    let complaint = shown[4].section(section::COMPLAINT);
    assert_eq!(complaint, "switch_window: no one window is called \"Fonts\": the others are \"Form\"");
    assert_eq!(place(5), r#"{"application":"form","title":"Form","other_windows":["Options"]}"#);
    assert_eq!(env.desktop.value("Name").as_deref(), Some("Ada"), "{}", env.transcript());
    assert_eq!(env.desktop.value("Font").as_deref(), Some("Serif"));
}

const WORKBOOKS: &str = "\
window \"may\" sheets
  cell \"A1\" = \"Name\"
  cell \"B2\" = \"12\"
  cell \"C9\"
window \"june\" sheets
  cell \"A1\"
  cell \"D4\"
  button \"Fill\" -> set \"D4\" to \"x\"
";

#[tokio::test]
async fn the_used_cells_of_the_other_sheets_are_reported_as_they_are_now() {
    let env = TestEnv::new(WORKBOOKS);
    let switch = |to: &str| {
        format!(r#"{{"Status": "CONTINUE", "Function": "switch_window", "Args": {{"title": "{to}"}}}}"#)
    };
    let fill = act(3, "click_input", "{}", "");
    let shown = prompts(&env, &[switch("june"), fill, switch("may")]).await;
    let other_sheet = |nth: usize| {
        let application: serde_json::Value =
            serde_json::from_str(shown[nth].section(section::CURRENT_APPLICATION)).unwrap();
        application["other_sheets"].as_array().unwrap()[0].as_str().unwrap().to_owned()
    };
    assert_eq!(other_sheet(1), "june: a sheet: nothing in the cells that are shown");
    assert_eq!(other_sheet(2), "may: a sheet: used A1:B2");
    assert_eq!(
        other_sheet(4),
        "june: a sheet: used D4, perhaps more beyond what is shown",
        "{}",
        env.transcript()
    );
}
