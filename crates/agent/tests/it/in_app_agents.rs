//! Agents inside an application: offered in its windows alone, ruled on as delegations, and believed in nothing.

use crate::common::{FINISH, Script, TestEnv, assign, unenforced};
use async_trait::async_trait;
use deskpilot_core::{Consent, Policy, PolicyFile, Preset, Rule, RuleEffect, section};
use deskpilot_external_agents::{
    AgentProfile, ExternalAgent, ExternalError, PermissionChannel, SubtaskResult,
};
use std::sync::{Arc, Mutex};

const DESKTOP: &str = "window \"Letter\" notes\n  document \"Text\" = \"Dear Ada\"\n";
const ASK: &str = r#"{"Status": "CONTINUE", "ActionList": [{"ControlLabel": "", "Function": "ask_agent",
    "Args": {"agent": "letters", "request": "make it friendly"}}]}"#;

/// An agent of this application that says that it is done.
struct Assistant(AgentProfile, Mutex<Vec<String>>);

impl Assistant {
    fn of(application: &str) -> Arc<Assistant> {
        let (name, introduction) = ("letters".into(), "rewrites texts".into());
        Arc::new(Assistant(
            AgentProfile { name, introduction, application: Some(application.into()) },
            Mutex::default(),
        ))
    }
}

#[async_trait]
impl ExternalAgent for Assistant {
    fn profile(&self) -> &AgentProfile {
        &self.0
    }

    async fn carry_out(&self, words: &str, _: &PermissionChannel) -> Result<SubtaskResult, ExternalError> {
        self.1.lock().unwrap().push(words.to_owned());
        Ok(SubtaskResult::Done("all is friendly".into()))
    }

    async fn greet(&self) -> Result<String, ExternalError> {
        Ok("letters".into())
    }
}

/// What an AppAgent sees that asks the assistant, and what the assistant was given.
async fn asked(assistant: &Arc<Assistant>, rules: Vec<Rule>) -> (Arc<Script>, TestEnv, Vec<String>) {
    asked_by(ASK.to_owned(), assistant, rules).await
}

/// The outcome of this reply of the AppAgent.
async fn asked_by(
    reply: String,
    assistant: &Arc<Assistant>,
    rules: Vec<Rule>,
) -> (Arc<Script>, TestEnv, Vec<String>) {
    let mut env = TestEnv::new(DESKTOP);
    env.agents = vec![assistant.clone()];
    env.user.consents.lock().unwrap().push_back(Consent::Once);
    env.options.policy =
        Policy::of(PolicyFile { preset: Preset::Ask, rules, ..PolicyFile::default() }).unwrap();
    let replies = [assign("rewrite the letter"), reply, FINISH.into(), FINISH.into()];
    let script = Arc::new(Script::new(&replies));
    env.open(script.clone()).unwrap().round("rewrite it").await.unwrap();
    let given = assistant.1.lock().unwrap().clone();
    (script, env, given)
}

#[tokio::test]
async fn it_is_offered_in_its_windows_and_asked_after_a_yes_and_its_words_prove_nothing() {
    let (script, env, given) = asked(&Assistant::of("Notes"), Vec::new()).await;
    assert_eq!(given, ["make it friendly"], "{}", env.transcript());
    assert_eq!(
        env.user.asked.lock().unwrap()[0].0,
        "give the agent letters this: make it friendly: it hands the task to another agent"
    );
    let system = script.shown.lock().unwrap()[1].system.clone();
    assert!(system.contains("ask_agent") && system.contains("letters (rewrites texts)"), "{system}");
    let last = script.section(2, section::LAST_ACTIONS);
    assert!(last.contains("all is friendly") && last.contains("\"Status\":\"unverified\""), "{last}");
}

#[tokio::test]
async fn a_rule_for_delegations_holds_for_it() {
    let refused = Rule {
        application: vec!["letters".into()],
        command: vec!["delegate".into()],
        ..Rule::new(RuleEffect::Refuse)
    };
    let (_, env, given) = asked(&Assistant::of("Notes"), vec![refused]).await;
    assert!(given.is_empty() && env.user.asked.lock().unwrap().is_empty(), "{}", env.transcript());
}

#[tokio::test]
async fn in_the_windows_of_other_applications_there_is_none() {
    let (script, env, given) = asked_by(unenforced(ASK), &Assistant::of("Sheets"), Vec::new()).await;
    assert!(given.is_empty(), "{}", env.transcript());
    let shown = script.shown.lock().unwrap();
    assert!(!shown[1].system.contains("ask_agent"));
    assert!(shown[2].section(section::COMPLAINT).contains(r#"there is no function "ask_agent""#));
}
