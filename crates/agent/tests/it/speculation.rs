//! Lists of actions: how far they run, and what the next prompt says when they end early.

use crate::common::{FINISH, Script, TestEnv, assign, unenforced};
use deskpilot_agent::{Ending, Speculation};
use deskpilot_core::{Consent, Event, ExistingState, Refusal, section};
use deskpilot_testkit::InjectedFault;
use std::sync::Arc;

const FORM: &str = "\
window \"Form\" form
  edit \"Name\"
  edit \"City\"
  button \"Check\" -> window \"Is that right?\" form
    button \"Yes\" -> close
  button \"Clear\" -> set \"Name\" to \"\", set \"City\" to \"\"
  button \"Leave\" -> close
  button \"Delete\" -> set \"Name\" to \"\"
";

fn list(actions: &[(u32, &str, &str)], status: &str) -> String {
    let items: Vec<String> = actions
        .iter()
        .map(|(label, function, args)| {
            let label = if *label == 0 { String::new() } else { label.to_string() };
            format!(r#"{{"ControlLabel": "{label}", "Function": "{function}", "Args": {args}}}"#)
        })
        .collect();
    format!(r#"{{"Status": "{status}", "ActionList": [{}], "Comment": "done"}}"#, items.join(", "))
}

const ADA: (u32, &str, &str) = (1, "set_edit_text", r#"{"text": "Ada"}"#);
const LONDON: (u32, &str, &str) = (2, "set_edit_text", r#"{"text": "London"}"#);
const CHECK: (u32, &str, &str) = (3, "click_input", "{}");
const LEAVE: (u32, &str, &str) = (5, "click_input", "{}");
const DELETE: (u32, &str, &str) = (6, "click_input", "{}");

/// Plays a list. Returns the environment, and the texts that the next prompt has about it.
async fn results_of(actions: &[(u32, &str, &str)]) -> (TestEnv, Vec<String>) {
    results_in(FORM, actions).await
}

async fn results_in(fixture: &str, actions: &[(u32, &str, &str)]) -> (TestEnv, Vec<String>) {
    let env = TestEnv::new(fixture);
    let words = [assign("fill it in"), list(actions, "CONTINUE"), FINISH.into(), FINISH.into()];
    let script = Arc::new(Script::new(&words));
    env.open(script.clone()).unwrap().round("x").await.unwrap();
    let shown = script.shown.lock().unwrap().get(2).map(|it| it.section(section::LAST_ACTIONS).to_owned());
    let shown: Vec<serde_json::Value> = serde_json::from_str(&shown.unwrap_or_default()).unwrap_or_default();
    let code = |it: &serde_json::Value| it["Code"].as_str().map_or(String::new(), |code| format!(" {code}"));
    let line = |it: &serde_json::Value| {
        format!("{} {}{}: {}", it["Function"], it["Status"], code(it), it["Results"])
    };
    (env, shown.iter().map(|it| line(it).replace('"', "")).collect())
}

#[tokio::test]
async fn a_list_is_carried_out_with_one_call() {
    let (env, results) = results_of(&[ADA, LONDON]).await;
    assert_eq!(env.desktop.value("Name").as_deref(), Some("Ada"));
    assert_eq!(env.desktop.value("City").as_deref(), Some("London"));
    assert_eq!(results.len(), 2, "{results:?}");
    assert!(results.iter().all(|it| it.starts_with("set_edit_text confirmed: ")), "{results:?}");
}

#[tokio::test]
async fn a_window_that_opens_ends_the_list_and_the_rest_is_reported_as_not_done() {
    let (env, results) = results_of(&[ADA, CHECK, LONDON]).await;
    assert_eq!(env.desktop.value("City").as_deref(), Some(""), "{}", env.transcript());
    assert!(results[1].starts_with("click_input confirmed: "), "{results:?}");
    let why = "set_edit_text refused not_done: not done: the window \\Is that right?\\ opened";
    assert_eq!(results[2], why, "{}", env.transcript());
}

#[tokio::test]
async fn a_window_that_is_gone_ends_the_list() {
    let (env, _) = results_of(&[LEAVE, ADA]).await;
    let transcript = env.transcript();
    assert!(
        transcript
            .contains("not done: set_edit_text(text=\"Ada\") on Edit \"Name\" (the window \"Form\" is gone)"),
        "{transcript}"
    );
}

/// A slow application closes its window when the agent has looked for it already: that is no reason to do the subtask again.
#[tokio::test]
async fn a_window_that_closes_late_was_closed_by_the_agent_that_asked_for_it() {
    const CLOSE: (u32, &str, &str) = (0, "keyboard_input", r#"{"keys": "Alt+F4"}"#);
    for (action, is_its_own) in [(CLOSE, true), (CHECK, false)] {
        let mut env = TestEnv::new(FORM);
        env.user.consents.lock().unwrap().push_back(Consent::Once);
        env.desktop = env.desktop.with_fault(1, InjectedFault::ClosesLate("nothing changed".into()));
        let words = [assign("close it"), list(&[action], "CONTINUE"), FINISH.into(), FINISH.into()];
        env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
        let transcript = env.transcript();
        assert_eq!(transcript.contains("the window \"Form\" is gone"), !is_its_own, "{transcript}");
        assert_eq!(env.desktop.performed().len(), 1, "{transcript}");
    }
}

#[tokio::test]
async fn a_operation_that_needs_a_yes_splits_the_list() {
    let (env, _) = results_of(&[ADA, DELETE, LONDON]).await;
    let transcript = env.transcript();
    assert!(transcript.contains("needs approval: click_input() on Button \"Delete\""), "{transcript}");
    assert!(transcript.contains("not done: set_edit_text(text=\"London\")"), "{transcript}");
    assert_eq!(env.desktop.value("Name").as_deref(), Some("Ada"), "what came before it is done");
    assert_eq!(env.desktop.value("City").as_deref(), Some(""), "what comes after it is not");
    // After the yes only this operation is done, and the next prompt mentions all four.
    env.user.consents.lock().unwrap().push_back(Consent::Once);
    let script = Arc::new(Script::new(&[FINISH.into(), FINISH.into()]));
    let ending = env.resume(script.clone()).unwrap().continue_round().await.unwrap();
    assert!(matches!(ending, Ending::Ended(_)), "{}", env.transcript());
    assert_eq!(env.desktop.value("Name").as_deref(), Some(""));
    assert_eq!(env.desktop.performed().len(), 2, "no operation is done twice");
}

#[tokio::test]
async fn a_finish_behind_a_list_holds_only_when_all_of_it_was_done() {
    for (actions, finished) in [(vec![ADA, LONDON], true), (vec![CHECK, ADA], false)] {
        let env = TestEnv::new(FORM);
        let words = [assign("fill it in"), list(&actions, "FINISH"), FINISH.into(), FINISH.into()];
        let script = Arc::new(Script::new(&words));
        env.open(script.clone()).unwrap().round("x").await.unwrap();
        assert_eq!(script.shown.lock().unwrap().len(), if finished { 3 } else { 4 }, "{}", env.transcript());
    }
}

#[tokio::test]
async fn without_speculation_a_list_is_complained_of_and_the_contract_has_none() {
    let mut env = TestEnv::new(FORM);
    env.options.speculation = Speculation::Off;
    let words = [
        assign("x"),
        unenforced(&list(&[ADA, LONDON], "CONTINUE")),
        unenforced(&list(&[ADA], "CONTINUE")),
        FINISH.into(),
        FINISH.into(),
    ];
    let script = Arc::new(Script::new(&words));
    env.open(script.clone()).unwrap().round("x").await.unwrap();
    assert!(script.section(2, section::COMPLAINT).starts_with("one action at a time"));
    assert!(script.shown.lock().unwrap()[1].contract.schema["properties"].get("ActionList").is_none());
    assert_eq!(env.desktop.value("Name").as_deref(), Some("Ada"));
}

#[tokio::test]
async fn what_is_held_is_in_the_log() {
    let (env, _) = results_of(&[CHECK, ADA, LONDON]).await;
    let held = env.log.entries().into_iter().find_map(|it| match it.event {
        Event::Held { operations, .. } => Some(operations.len()),
        _ => None,
    });
    assert_eq!(held, Some(2));
}

const SHELL: &str = "\
window \"Shell\" shell
  terminal \"Terminal\" = \"u@h:~$ \"
  button \"Refresh\" -> append \"done\" to \"Terminal\"
  text \"Press Stop when it is done\"
";

#[tokio::test(start_paused = true)]
async fn a_wait_is_not_ended_by_what_was_typed_or_seen_before() {
    let wait = (0, "wait", r#"{"seconds": 1, "text": "done"}"#);
    let typing = |text: &'static str| (1, "set_edit_text", text);
    for (actions, expected) in [
        (vec![typing(r#"{"text": "echo done"}"#), wait], "wait no_change not_shown: \\done\\ did not appear"),
        (
            vec![typing(r#"{"text": "make: "}"#), (2, "click_input", "{}"), wait],
            "wait confirmed: \\done\\ is shown",
        ),
    ] {
        let (env, results) = results_in(SHELL, &actions).await;
        let last = results.last().map(String::as_str).unwrap_or_default();
        assert!(last.starts_with(expected), "{results:?}\n{}", env.transcript());
    }
}

#[tokio::test]
async fn no_gesture_follows_a_click_that_reached_another_control() {
    let click = |label| (label, "click_input", "{}");
    for next in [(0, "keyboard_input", r#"{"keys": "Ctrl+A"}"#), LEAVE] {
        let mut env = TestEnv::new(FORM);
        let missed = InjectedFault::Misses("the picture does not show it".into());
        env.desktop = env.desktop.with_fault(2, missed);
        let words =
            [assign("x"), list(&[click(1), click(2), next], "CONTINUE"), FINISH.into(), FINISH.into()];
        env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
        let transcript = env.transcript();
        assert!(transcript.contains("on Edit \"City\": the keyboard is on Edit \"Name\""), "{transcript}");
        assert_eq!(env.desktop.performed().len(), 2, "{transcript}");
    }
}

#[tokio::test]
async fn what_is_so_already_stops_no_list() {
    let mut env = TestEnv::new(FORM);
    let so = ExistingState::Text("Ada".into());
    env.desktop = env.desktop.with_fault(1, InjectedFault::Needless(so));
    let words = [assign("x"), list(&[ADA, LONDON], "FINISH"), FINISH.into(), FINISH.into()];
    let script = Arc::new(Script::new(&words));
    env.open(script.clone()).unwrap().round("x").await.unwrap();
    assert_eq!(env.desktop.value("City").as_deref(), Some("London"), "{}", env.transcript());
    assert_eq!(script.shown.lock().unwrap().len(), 3, "{}", env.transcript());
}

#[tokio::test]
async fn what_no_other_action_depends_on_may_be_refused_and_is_named_at_the_end() {
    for (mark, city) in [("go on", "London"), ("", "")] {
        let mut env = TestEnv::new(FORM);
        let refused = InjectedFault::Refuses(Refusal::NotEnabled("Edit \"Name\"".into()));
        env.desktop = env.desktop.with_fault(1, refused);
        let mark_first = format!("}}, \"Then\": \"{mark}\"}}, {{");
        let marked = list(&[ADA, LONDON], "FINISH").replacen("}}, {", &mark_first, 1);
        let words = [assign("x"), marked, FINISH.into(), FINISH.into(), FINISH.into()];
        env.open(Arc::new(Script::new(&words))).unwrap().round("x").await.unwrap();
        let transcript = env.transcript();
        assert_eq!(env.desktop.value("City").unwrap_or_default(), city, "{transcript}");
        let named = "not finished yet (of the list these actions were refused: set_edit_text(text=\"Ada\")";
        assert_eq!(transcript.contains(named), mark == "go on", "{transcript}");
    }
}
