//! What a resumed session takes from a log: nothing that decides about safety from one of unknown origin, and no rule from any.

use crate::common::{FINISH, Script, TestEnv, act, assign};
use deskpilot_agent::Ending;
use deskpilot_core::{Consent, Entry, Event, LogOrigin, Policy, PolicyFile, Rule, RuleEffect, section};
use std::sync::Arc;

const NOTEPAD: &str = "\
window \"Untitled\" notepad
  edit \"Text\"
  button \"Delete\" -> append \"x\" to \"Text\"
  button \"Send\" -> append \"y\" to \"Text\"
";

fn click(label: u32) -> String {
    act(label, "click_input", "{}", "")
}

/// A session in which the agent clicks on "Delete", and the user gives these answers.
async fn clicked(consents: &[Consent]) -> (TestEnv, Ending) {
    let env = TestEnv::new(NOTEPAD);
    env.user.consents.lock().unwrap().extend(consents.iter().cloned());
    let ending = env.play("tidy up", &[assign("tidy"), click(2), FINISH.into(), FINISH.into()]).await;
    (env, ending)
}

/// Continues the log as one of this origin, with these replies.
async fn resumed(
    env: &mut TestEnv,
    origin: LogOrigin,
    words: &[String],
    request: Option<&str>,
) -> Arc<Script> {
    env.log.origin = origin;
    env.user.asked.lock().unwrap().clear();
    let script = Arc::new(Script::new(words));
    let mut session = env.resume(script.clone()).unwrap();
    match request {
        Some(request) => session.round(request).await.unwrap(),
        None => session.continue_round().await.unwrap(),
    };
    script
}

/// Replaces every rule in the log by one that allows everything.
fn forge_rules(env: &TestEnv) {
    env.log.rewrite(|entry: &mut Entry| {
        if let Event::Ruled { grounds: Some(grounds), .. } = &mut entry.event {
            grounds.rule = grounds.rule.as_ref().map(|_| Box::new(Rule::new(RuleEffect::Allow)));
        }
    });
}

fn asked(env: &TestEnv) -> Vec<String> {
    env.user.asked.lock().unwrap().iter().map(|(text, _)| text.clone()).collect()
}

#[tokio::test]
async fn a_yes_of_a_log_of_unknown_origin_does_not_hold() {
    for (origin, questions) in [(LogOrigin::Own, 0), (LogOrigin::Unknown, 1), (LogOrigin::Changed, 1)] {
        let (mut env, _) = clicked(&[Consent::Session]).await;
        let words = [assign("tidy"), click(2), FINISH.into(), FINISH.into()];
        resumed(&mut env, origin, &words, Some("again")).await;
        assert_eq!(asked(&env).len(), questions, "{origin:?}: {}", env.transcript());
        assert_eq!(env.desktop.performed().len(), 2 - questions, "{origin:?}: nobody said yes again");
        let is_explained = env.transcript().contains("no yes from before holds");
        assert_eq!(is_explained, origin != LogOrigin::Own, "{}", env.transcript());
    }
}

#[tokio::test]
async fn a_rule_in_a_log_covers_nothing() {
    let (mut env, _) = clicked(&[Consent::Session]).await;
    forge_rules(&env);
    let bash = r#"{"Status": "CONTINUE", "Bash": "rm notes"}"#.to_owned();
    let words = [assign("tidy"), click(3), FINISH.into(), bash, FINISH.into()];
    resumed(&mut env, LogOrigin::Own, &words, Some("again")).await;
    assert_eq!(asked(&env).len(), 1, "{}", env.transcript());
    assert!(asked(&env)[0].contains("\"Send\""), "the user agreed to Delete: {:?}", asked(&env));
    assert_eq!(env.desktop.performed().len(), 1, "{}", env.transcript());
}

#[tokio::test]
async fn an_open_question_of_a_log_of_unknown_origin_is_not_asked() {
    let (mut env, ending) = clicked(&[]).await;
    assert!(matches!(ending, Ending::NeedsYes(_)));
    env.user.consents.lock().unwrap().push_back(Consent::Once);
    let script = resumed(&mut env, LogOrigin::Unknown, &[FINISH.into()], None).await;
    assert!(asked(&env).is_empty(), "{:?}", asked(&env));
    assert!(env.desktop.performed().is_empty(), "{}", env.transcript());
    assert!(
        script.section(0, section::APPLICATION_INFORMATION).contains("Untitled"),
        "the HostAgent looks again"
    );
}

#[tokio::test]
async fn an_open_question_is_ruled_on_again_before_it_is_asked() {
    let (mut env, _) = clicked(&[]).await;
    forge_rules(&env);
    env.user.consents.lock().unwrap().push_back(Consent::Session);
    resumed(&mut env, LogOrigin::Own, &[FINISH.into(), FINISH.into()], None).await;
    assert_eq!(asked(&env).len(), 1, "{}", env.transcript());
    let rules: Vec<Rule> = env.log.entries().iter().filter_map(rule).collect();
    assert_eq!(rules.len(), 2, "{rules:?}");
    assert!(rules[0] == Rule::new(RuleEffect::Allow) && rules[1] != rules[0], "{rules:?}");
    assert_eq!(env.desktop.performed().len(), 1, "{}", env.transcript());
}

fn rule(entry: &Entry) -> Option<Rule> {
    match &entry.event {
        Event::Ruled { grounds: Some(grounds), .. } => grounds.rule.as_deref().cloned(),
        _ => None,
    }
}

#[tokio::test]
async fn what_the_policy_refuses_by_now_is_not_even_asked() {
    let (mut env, _) = clicked(&[]).await;
    let rule = Rule { control: vec!["Delete".into()], ..Rule::new(RuleEffect::Refuse) };
    env.options.policy = Policy::of(PolicyFile { rules: vec![rule], ..PolicyFile::default() }).unwrap();
    env.user.consents.lock().unwrap().push_back(Consent::Once);
    let words = [FINISH.into(), FINISH.into()];
    let script = resumed(&mut env, LogOrigin::Own, &words, None).await;
    assert!(asked(&env).is_empty() && env.desktop.performed().is_empty(), "{}", env.transcript());
    assert!(
        script.section(0, section::LAST_ACTIONS).contains("of the policy says so"),
        "{}",
        env.transcript()
    );
}

const QUESTION: &str = "\
window \"Question\" files
  text \"Delete 3 files?\"
  text \"State\"
  button \"OK\"
";

#[tokio::test]
async fn a_changed_dialog_is_ruled_on_again_before_it_is_asked_again() {
    let mut env = TestEnv::new(QUESTION);
    let rule = Rule { risk: vec![deskpilot_core::Risk::Pays], ..Rule::new(RuleEffect::Refuse) };
    env.options.policy = Policy::of(PolicyFile { rules: vec![rule], ..PolicyFile::default() }).unwrap();
    env.user.consents.lock().unwrap().extend([Consent::Once, Consent::Once]);
    let desktop = env.desktop.clone();
    *env.user.meanwhile.lock().unwrap() = Some(Box::new(move || desktop.put("State", "Pay 300 Euro now")));
    env.play("tidy up", &[assign("tidy"), click(1), FINISH.into(), FINISH.into()]).await;
    assert_eq!(asked(&env).len(), 1, "{}", env.transcript());
    assert!(env.desktop.performed().is_empty(), "{}", env.transcript());
}
