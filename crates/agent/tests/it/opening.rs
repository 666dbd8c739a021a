//! Opening applications and documents: what the result says of a document in use or behind a dialog, and documents that an AppAgent
//! opens itself.

use crate::common::{FINISH, Script, TestEnv, assign};
use deskpilot_core::{Consent, Event, Policy, PolicyFile, Preset, Ruling};
use serde_json::{Value, json};
use std::sync::Arc;

const SHEETS: &str = "\
window \"may\" sheets
  edit \"May\" = \"1\"
app \"Sheets\" sheets \"Spreadsheet\"
  window \"june\" sheets
    edit \"June\"
";

const JUNE: &str = "/home/u/june.ods";
const JULY: &str = "/home/u/july.ods";

/// The effect and the output of everything that was done.
fn outcomes(env: &TestEnv) -> Vec<String> {
    let shown = |event| match event {
        Event::Acted { outcome, .. } => {
            let output = outcome.output.map(|it| format!(" => {it}")).unwrap_or_default();
            Some(format!("{}{output}", outcome.effect))
        }
        _ => None,
    };
    env.log.entries().into_iter().filter_map(|it| shown(it.event)).collect()
}

fn host_opens(how: &Value) -> String {
    let opens = json!({"APP": "Sheets", "file_path": JUNE, "when_in_use": how});
    json!({"Status": "CONTINUE", "AppsToOpen": opens}).to_string()
}

/// A list of actions, each with the text of its control, its function and its arguments.
fn list(actions: &[(&str, &str, Value)]) -> String {
    let action = |(text, function, args): &(&str, &str, Value)| json!({"ControlLabel": "", "ControlText": text, "Function": function, "Args": args});
    let actions: Vec<Value> = actions.iter().map(action).collect();
    json!({"Status": "CONTINUE", "ActionList": actions}).to_string()
}

/// One subtask whose agent does this list in the window of May.
async fn in_may(env: &TestEnv, actions: &[(&str, &str, Value)]) {
    let words = [assign("fill in June"), list(actions), FINISH.into(), FINISH.into(), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
}

fn open_june() -> (&'static str, &'static str, Value) {
    ("", "open_document", json!({"path": JUNE}))
}

#[tokio::test]
async fn a_document_in_use_is_opened_as_the_call_says_and_the_result_says_so() {
    for (how, title, expected) in [
        (Value::Null, "june (read-only)", "so it was opened for reading only"),
        (json!("read_only"), "june (read-only)", "so it was opened for reading only"),
        (json!("copy"), "june", "so a copy of it was opened: save that under another name"),
    ] {
        let mut env = TestEnv::new(SHEETS);
        env.desktop = env.desktop.with_file_in_use(JUNE, "6");
        env.play("open it", &[host_opens(&how), FINISH.into()]).await;
        let outcomes = outcomes(&env);
        let begin = format!("confirmed: window {title:?} opened => {JUNE} is locked by another program");
        assert!(outcomes[0].starts_with(&begin) && outcomes[0].contains(expected), "{how}: {outcomes:?}");
    }
}

#[tokio::test]
async fn a_dialog_in_front_of_a_document_is_named_and_its_agent_gets_it() {
    let mut env = TestEnv::new(SHEETS);
    env.desktop = env.desktop.with_file(JUNE, "6");
    env.desktop = env
        .desktop
        .with_question("window \"Enter Password\" sheets\n  edit \"Password\" protected\n")
        .unwrap();
    let opens = json!({"APP": "Sheets", "file_path": JUNE});
    let open = json!({"Status": "ASSIGN", "AppsToOpen": opens, "Current Sub-Task": "read it"}).to_string();
    env.play("open it", &[open, FINISH.into(), FINISH.into()]).await;
    let outcomes = outcomes(&env);
    let waits = "the application waits behind the dialog \"Enter Password\"";
    assert!(outcomes[0].contains(waits) && !outcomes[0].contains("did not start"), "{outcomes:?}");
    assert!(env.transcript().contains("assign to sheets (Enter Password)"), "{}", env.transcript());
}

#[tokio::test]
async fn what_does_not_start_says_which_windows_are_open() {
    let env = TestEnv::new(SHEETS);
    env.play("open it", &[host_opens(&Value::Null), FINISH.into()]).await;
    let why =
        "refused: Sheets did not start: there is no file \"/home/u/june.ods\"; the open windows are \"may\"";
    assert_eq!(outcomes(&env), [why], "{}", env.transcript());
}

#[tokio::test]
async fn what_follows_a_document_that_an_agent_opens_goes_to_its_window() {
    let mut env = TestEnv::new(SHEETS);
    env.desktop = env.desktop.with_file(JUNE, "6");
    in_may(&env, &[open_june(), ("Edit \"June\"", "set_edit_text", json!({"text": "7"}))]).await;
    let transcript = env.transcript();
    assert_eq!(env.desktop.value("June").as_deref(), Some("67"), "{transcript}");
    assert_eq!(env.desktop.value("May").as_deref(), Some("1"), "{transcript}");
    assert_eq!(outcomes(&env)[0], "confirmed: window \"june\" opened", "{transcript}");
}

const LETTER: &str = "\
window \"letter\" editor
  edit \"Letter\" = \"Dear\"
app \"Sheets\" sheets \"Spreadsheet\" \"ods\"
  window \"june\" sheets
    edit \"June\"
";

#[tokio::test]
async fn a_document_opens_in_its_usual_application_where_its_agent_goes_on_and_comes_back() {
    let write = |control: &'static str, text: &str| (control, "set_edit_text", json!({"text": text}));
    let mut env = TestEnv::new(LETTER);
    env.desktop = env.desktop.with_file(JUNE, "6");
    let words = [
        assign("fill in June"),
        list(&[open_june(), write("Edit \"June\"", "7")]),
        list(&[write("Edit \"June\"", "8")]),
        list(&[("", "switch_window", json!({"title": "letter"})), write("Edit \"Letter\"", " Ada")]),
        FINISH.into(),
        FINISH.into(),
    ];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    let transcript = env.transcript();
    assert_eq!(env.desktop.value("June").as_deref(), Some("678"), "{transcript}");
    assert_eq!(env.desktop.value("Letter").as_deref(), Some("Dear Ada"), "{transcript}");
}

#[tokio::test]
async fn a_yes_for_the_session_holds_for_a_document_that_opens_in_its_usual_application() {
    let mut env = TestEnv::new(LETTER);
    env.desktop = env.desktop.with_file(JUNE, "6");
    env.options.policy = Policy::preset(Preset::ReadOnly);
    env.user.consents.lock().unwrap().push_back(Consent::Session);
    let again = || list(&[open_june()]);
    let words = [assign("show June"), again(), again(), FINISH.into(), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    let transcript = env.transcript();
    assert_eq!(outcomes(&env), ["confirmed: window \"june\" opened"; 2], "{transcript}");
    assert_eq!(env.user.asked.lock().unwrap().len(), 1, "{transcript}");
}

#[tokio::test]
async fn an_agent_answers_the_dialog_behind_which_its_document_waits_in_another_application() {
    let mut env = TestEnv::new(LETTER);
    env.desktop = env.desktop.with_file(JUNE, "6");
    env.desktop = env.desktop.with_question("window \"Text Import\" sheets\n  edit \"Language\"\n").unwrap();
    let answer = ("Edit \"Language\"", "set_edit_text", json!({"text": "French"}));
    let words = [assign("fill in June"), list(&[open_june()]), list(&[answer]), FINISH.into(), FINISH.into()];
    env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
    let transcript = env.transcript();
    assert!(outcomes(&env)[0].starts_with("unverified: "), "{transcript}");
    assert_eq!(env.desktop.value("Language").as_deref(), Some("French"), "{transcript}");
}

#[tokio::test]
async fn several_documents_are_opened_by_one_list_and_what_follows_goes_to_the_last() {
    let mut env = TestEnv::new(SHEETS);
    env.desktop = env.desktop.with_file(JUNE, "6").with_file(JULY, "7");
    let july = ("", "open_document", json!({"path": JULY}));
    let write = ("Edit \"June\"", "set_edit_text", json!({"text": "8"}));
    in_may(&env, &[open_june(), july, write]).await;
    let opened = "confirmed: window \"june\" opened";
    let expected = [opened, opened, "confirmed: value \"7\" -> \"78\""];
    assert_eq!(outcomes(&env), expected, "{}", env.transcript());
}

#[tokio::test]
async fn an_application_that_was_ended_is_started_again_with_its_document_by_the_same_list() {
    let mut env = TestEnv::new(SHEETS);
    env.desktop = env.desktop.with_file(JUNE, "6");
    env.options.policy = Policy::preset(Preset::Unrestricted);
    let restart = ("", "restart_application", json!({"path": JUNE}));
    in_may(&env, &[restart, ("Edit \"June\"", "set_edit_text", json!({"text": "7"}))]).await;
    let opened = "confirmed: window \"june\" opened";
    let expected = ["confirmed: window \"may\" closed", opened, "confirmed: value \"6\" -> \"67\""];
    assert_eq!(outcomes(&env), expected, "{}", env.transcript());
}

#[tokio::test]
async fn an_application_is_started_again_without_a_document_where_none_is_named() {
    let mut env = TestEnv::new(SHEETS);
    env.options.policy = Policy::preset(Preset::Unrestricted);
    in_may(&env, &[("", "restart_application", json!({"path": ""}))]).await;
    let opened = "confirmed: window \"june\" opened";
    assert_eq!(outcomes(&env), ["confirmed: window \"may\" closed", opened], "{}", env.transcript());
}

#[tokio::test]
async fn nothing_that_is_meant_for_a_document_goes_to_the_dialog_before_it() {
    let mut env = TestEnv::new(SHEETS);
    env.desktop = env.desktop.with_file(JUNE, "6");
    env.desktop =
        env.desktop.with_question("window \"Enter Password\" sheets\n  edit \"Password\" focused\n").unwrap();
    in_may(&env, &[open_june(), ("", "keyboard_input", json!({"keys": "7"}))]).await;
    let (transcript, outcomes) = (env.transcript(), outcomes(&env));
    assert!(outcomes[0].starts_with("unverified: the application waits behind the dialog"), "{outcomes:?}");
    assert!(!env.desktop.value("Password").unwrap_or_default().contains('7'), "{transcript}");
    assert!(transcript.contains("not done"), "{transcript}");
}

/// A desktop with the file, under a policy with this rule alone.
fn under(rule: &Value) -> TestEnv {
    let rules = vec![serde_json::from_value(rule.clone()).unwrap()];
    let file = PolicyFile { preset: Preset::Unrestricted, rules, ..PolicyFile::default() };
    let mut env = TestEnv::new(SHEETS);
    env.desktop = env.desktop.with_file(JUNE, "6");
    env.options.policy = Policy::of(file).unwrap();
    env
}

fn first_ruling(env: &TestEnv) -> Ruling {
    let ruling = |event| match event {
        Event::Ruled { ruling, .. } => Some(ruling),
        _ => None,
    };
    env.log.entries().into_iter().find_map(|it| ruling(it.event)).unwrap()
}

#[tokio::test]
async fn a_document_that_an_agent_opens_is_ruled_on_as_the_host_agents_launch() {
    let refuse = json!({"say": "refuse", "name": "private", "path": "/home/u/**"});
    let ask = json!({"say": "ask", "name": "asked", "command": "AppsToOpen"});
    for (rule, is_refused) in [(refuse, true), (ask, false)] {
        let (host, agent) = (under(&rule), under(&rule));
        host.play("open it", &[host_opens(&Value::Null), FINISH.into()]).await;
        in_may(&agent, &[open_june()]).await;
        assert_eq!(first_ruling(&host), first_ruling(&agent));
        assert_eq!(matches!(first_ruling(&agent), Ruling::Refuse(_)), is_refused, "{}", agent.transcript());
        assert!(agent.desktop.started().is_empty(), "{}", agent.transcript());
    }
}
