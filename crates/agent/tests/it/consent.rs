//! The user's answers to a confirmation: once, for the session, no and why, stop; and changes after the approval.

use crate::common::{FINISH, Script, TestEnv, act, assign};
use deskpilot_agent::{Ending, SessionControl};
use deskpilot_core::{Answer, Consent, Event, Policy, PolicyFile, Rule, RuleEffect, Ruling, section};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

const NOTEPAD: &str = "\
window \"Untitled\" notepad
  edit \"Text\"
  edit \"Name\"
  button \"Delete\" -> append \"x\" to \"Name\"
";

const DELETE: u32 = 3;

fn delete() -> String {
    act(DELETE, "click_input", "{}", "")
}

fn write(text: &str) -> String {
    act(1, "set_edit_text", &format!(r#"{{"text": "{text}"}}"#), "")
}

async fn play(env: &TestEnv, words: &[String]) -> (Ending, Arc<Script>) {
    let mut all = vec![assign("tidy")];
    all.extend(words.iter().cloned());
    all.extend([FINISH.to_owned(), FINISH.to_owned()]);
    let script = Arc::new(Script::new(&all));
    let ending = env.open(script.clone()).unwrap().round("x").await.unwrap();
    (ending, script)
}

fn says(env: &TestEnv, consents: &[Consent]) {
    env.user.consents.lock().unwrap().extend(consents.iter().cloned());
}

#[tokio::test]
async fn a_yes_holds_as_long_as_it_was_given_for() {
    for (consents, asked, done) in [
        (vec![Consent::Once, Consent::Once], 2, 2),
        (vec![Consent::Session], 1, 2),
        (vec![Consent::Always], 1, 2),
    ] {
        let env = TestEnv::new(NOTEPAD);
        says(&env, &consents);
        play(&env, &[delete(), delete()]).await;
        assert_eq!(env.user.asked.lock().unwrap().len(), asked, "{consents:?}");
        assert_eq!(env.desktop.performed().len(), done, "{}", env.transcript());
    }
}

#[tokio::test]
async fn a_yes_for_the_session_holds_in_the_next_round_and_after_a_resume() {
    let env = TestEnv::new(NOTEPAD);
    says(&env, &[Consent::Session]);
    play(&env, &[delete()]).await;
    let script = Script::new(&[assign("tidy"), delete(), FINISH.into(), FINISH.into()]);
    env.resume(Arc::new(script)).unwrap().round("again").await.unwrap();
    assert_eq!(env.user.asked.lock().unwrap().len(), 1);
    assert_eq!(env.desktop.performed().len(), 2);
}

#[tokio::test]
async fn a_no_tells_the_agent_why_and_is_not_asked_again_until_something_was_done() {
    let env = TestEnv::new(NOTEPAD);
    says(&env, &[Consent::No("write first".into()), Consent::Once]);
    let (_, script) = play(&env, &[delete(), delete(), write("a"), delete()]).await;
    assert!(script.section(2, section::LAST_ACTIONS).contains("the user said no: write first"));
    assert!(script.section(3, section::LAST_ACTIONS).contains("the user said no: write first"));
    assert_eq!(env.user.asked.lock().unwrap().len(), 2, "the second time nobody was asked");
    assert_eq!(env.desktop.performed().len(), 2, "{}", env.transcript());
}

#[tokio::test]
async fn a_stop_leaves_the_operation_waiting_and_a_resume_asks_again() {
    let env = TestEnv::new(NOTEPAD);
    says(&env, &[Consent::Stop, Consent::Once]);
    let (ending, _) = play(&env, &[delete()]).await;
    assert_eq!(ending, Ending::Stopped);
    assert_eq!(env.desktop.performed().len(), 0);
    let env = TestEnv { session_control: SessionControl::new(CancellationToken::new()), ..env };
    let script = Script::new(&[FINISH.into(), FINISH.into()]);
    env.resume(Arc::new(script)).unwrap().continue_round().await.unwrap();
    assert_eq!(env.user.asked.lock().unwrap().len(), 2);
    assert_eq!(env.desktop.performed().len(), 1);
}

#[tokio::test]
async fn what_changed_while_the_user_thought_is_asked_again_as_it_is_now() {
    let env = TestEnv::new(NOTEPAD);
    says(&env, &[Consent::Once, Consent::Once]);
    let (desktop, mut times) = (env.desktop.clone(), 0);
    *env.user.meanwhile.lock().unwrap() = Some(Box::new(move || {
        times += 1;
        if times == 1 {
            desktop.put("Text", "something else");
        }
    }));
    play(&env, &[delete()]).await;
    let asked = env.user.asked.lock().unwrap().clone();
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(asked[1].0.contains("something else"), "{asked:?}");
    assert!(asked[1].0.contains("since you were asked; it deletes something"), "{asked:?}");
    assert_eq!(env.desktop.performed().len(), 1, "done once, after the second yes");
}

#[tokio::test]
async fn a_resumed_session_looks_before_it_does_what_was_agreed_to() {
    for (meanwhile, asked) in [("", 1), ("other text", 2)] {
        let env = TestEnv::new(NOTEPAD);
        let (ending, _) = play(&env, &[delete()]).await;
        assert!(matches!(ending, Ending::NeedsYes(_)));
        env.desktop.put("Text", meanwhile);
        says(&env, &[Consent::Once, Consent::Once]);
        env.user.asked.lock().unwrap().clear();
        let script = Script::new(&[FINISH.into(), FINISH.into()]);
        env.resume(Arc::new(script)).unwrap().continue_round().await.unwrap();
        assert_eq!(env.user.asked.lock().unwrap().len(), asked, "{meanwhile:?}");
        assert_eq!(env.desktop.performed().len(), 1, "{}", env.transcript());
    }
}

#[tokio::test]
async fn the_user_is_shown_what_it_would_be_done_to_as_it_is_then() {
    let env = TestEnv::new(NOTEPAD);
    let list = r#"{"Status": "CONTINUE", "ActionList": [
        {"Function": "set_edit_text", "Args": {"text": "a"}, "ControlLabel": "1"},
        {"Function": "click_input", "ControlLabel": "3"}]}"#;
    says(&env, &[Consent::Once]);
    play(&env, &[list.into()]).await;
    let asked = env.user.asked.lock().unwrap().clone();
    assert!(asked[0].0.starts_with("click the Button \"Delete\": it deletes something"), "{asked:?}");
    assert!(asked[0].1.is_some_and(|bytes| bytes > 100), "a picture comes with it: {asked:?}");
    let entries = env.log.entries();
    let looks = entries.iter().filter(|it| matches!(&it.event, Event::Observed { .. })).count();
    assert_eq!(looks, 5, "it was looked again before the question: {}", env.transcript());
}

#[tokio::test]
async fn a_rule_that_refuses_wins_over_a_yes() {
    let mut env = TestEnv::new(NOTEPAD);
    let rule = Rule {
        application: vec!["notepad".into()],
        command: vec!["click*".into()],
        ..Rule::new(RuleEffect::Refuse)
    };
    env.options.policy = Policy::of(PolicyFile { rules: vec![rule], ..PolicyFile::default() }).unwrap();
    says(&env, &[Consent::Session]);
    let (_, script) = play(&env, &[delete()]).await;
    assert_eq!(env.user.asked.lock().unwrap().len(), 0);
    assert!(
        script.section(2, section::LAST_ACTIONS).contains("the rule \\\"rule 1\\\" of the policy says so")
    );
    assert_eq!(env.desktop.performed().len(), 0);
}

#[tokio::test]
async fn a_ruling_says_what_it_rests_upon() {
    let env = TestEnv::new(NOTEPAD);
    play(&env, &[write("a"), delete()]).await;
    let grounds: Vec<String> = env
        .log
        .entries()
        .iter()
        .filter_map(|it| match &it.event {
            Event::Ruled { grounds: Some(grounds), ruling, .. } => {
                let word = if matches!(ruling, Ruling::Allow) { "allowed by" } else { "asked by" };
                Some(format!("{word} {}, {} risks", grounds.source, grounds.findings.len()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(grounds, ["allowed by the preset ask, 0 risks", "asked by the preset ask, 1 risks"]);
}

#[tokio::test]
async fn a_remembered_answer_is_not_asked_for_again() {
    let mut env = TestEnv::new(NOTEPAD);
    env.options.remembered = vec![Answer { question: "Which file?".into(), answer: "notes.txt".into() }];
    let ask = r#"{"Status": "PENDING", "Questions": ["Which file?"]}"#.to_owned();
    let script = Arc::new(Script::new(&[ask, FINISH.into()]));
    env.open(script.clone()).unwrap().round("x").await.unwrap();
    assert!(script.section(1, section::BLACKBOARD).contains("notes.txt"), "{}", env.transcript());
}

#[tokio::test]
async fn an_approved_close_is_a_success() {
    let close = r#"{"Status": "CONTINUE", "Function": "close_window", "Args": {}}"#.to_owned();
    let env = TestEnv::new(NOTEPAD);
    says(&env, &[Consent::Once]);
    let (ending, script) = play(&env, &[write("tea"), close]).await;
    let transcript = env.transcript();
    assert_eq!(env.user.asked.lock().unwrap().len(), 1, "{transcript}");
    assert!(
        transcript.contains("subtask finished: done") && matches!(ending, Ending::Ended(_)),
        "{transcript}"
    );
    assert!(!transcript.contains("is gone"), "{transcript}");
    let application = script.section(3, section::CURRENT_APPLICATION);
    assert!(application.contains("you have closed this window"), "{application}");
}

#[tokio::test]
async fn what_names_a_folder_of_deskpilot_s_own_is_asked_about() {
    for (own, questions) in [(&[][..], 0), (&["/srv/c/deskpilot".to_owned()][..], 1)] {
        let mut env = TestEnv::new("window \"Open\" pad\n  edit \"File name\"\n");
        env.options.own_places = own.to_vec();
        let types = act(1, "set_edit_text", r#"{"text": "/srv/c/deskpilot/policy.toml"}"#, "");
        env.play("open it", &[assign("open"), types, FINISH.into(), FINISH.into()]).await;
        assert_eq!(env.user.asked.lock().unwrap().len(), questions, "{}", env.transcript());
    }
}
