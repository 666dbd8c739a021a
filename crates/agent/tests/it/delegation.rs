//! Subtasks for external agents: approved first, handed over as text, their requests ruled on, never done twice.

use crate::common::{FINISH, Script, TestEnv, cut_off_at, unenforced};
use async_trait::async_trait;
use deskpilot_agent::{Ending, SessionControl};
use deskpilot_core::{
    Completion, Consent, Event, PauseCause, PermissionKind, PermissionRequest, Policy, PolicyFile, Preset,
    Prompt, Rule, RuleEffect, Usage, Verdict, section,
};
use deskpilot_external_agents::{
    AgentProfile, ExternalAgent, ExternalError, PermissionChannel, SubtaskResult,
};
use deskpilot_model::{Model, ModelError};
use std::{
    future::{Future, pending},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    task::Poll,
    time::Duration,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

const EMPTY: &str = "";

/// Delegates a subtask that produces a note to the writer.
const DELEGATE: &str = r#"{"Status": "ASSIGN", "Agent": "writer", "Current Sub-Task": "draft: write a greeting [produces greeting]", "Message": ["be brief"]}"#;

/// How the external agent ends.
#[derive(Clone, Debug)]
enum Behavior {
    Returns(SubtaskResult),
    Fails(ExternalError),
    /// It pauses the session and then never ends.
    Hangs(SessionControl),
    /// It returns before its question is answered.
    ReturnsWithoutWaiting,
}

/// An external agent that asks for these permissions, one after the other, and then ends.
struct Writer {
    profile: AgentProfile,
    asks: Vec<(PermissionKind, &'static str)>,
    behavior: Behavior,
    given: Mutex<Vec<String>>,
    answers: Mutex<Vec<bool>>,
    at_work: AtomicUsize,
}

/// Decrements the count of running calls, also when a call is dropped.
struct WorkCount<'a>(&'a AtomicUsize);

impl Drop for WorkCount<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Writer {
    fn new(asks: &[(PermissionKind, &'static str)], behavior: Behavior) -> Arc<Writer> {
        Arc::new(Writer {
            profile: AgentProfile {
                name: "writer".into(),
                introduction: "It writes.".into(),
                application: None,
            },
            asks: asks.to_vec(),
            behavior,
            given: Mutex::default(),
            answers: Mutex::default(),
            at_work: AtomicUsize::default(),
        })
    }
}

fn returns_greeting() -> Behavior {
    Behavior::Returns(SubtaskResult::Done("Dear Ada".into()))
}

#[async_trait]
impl ExternalAgent for Writer {
    fn profile(&self) -> &AgentProfile {
        &self.profile
    }

    async fn carry_out(
        &self,
        subtask: &str,
        asks: &PermissionChannel,
    ) -> Result<SubtaskResult, ExternalError> {
        self.given.lock().unwrap().push(subtask.to_owned());
        self.at_work.fetch_add(1, Ordering::SeqCst);
        let _working = WorkCount(&self.at_work);
        for (kind, title) in &self.asks {
            let permit = PermissionRequest {
                agent: "writer".into(),
                application: None,
                home: String::new(),
                kind: *kind,
                title: (*title).into(),
                places: Vec::new(),
                details: String::new(),
            };
            if matches!(self.behavior, Behavior::ReturnsWithoutWaiting) {
                // It returns as soon as the question has been sent.
                let mut asking = std::pin::pin!(asks.ask(permit));
                let mut turns = 0;
                return std::future::poll_fn(|context| {
                    turns += 1;
                    let _ = asking.as_mut().poll(context);
                    context.waker().wake_by_ref();
                    if turns > 3 {
                        Poll::Ready(Ok(SubtaskResult::Done("without".into())))
                    } else {
                        Poll::Pending
                    }
                })
                .await;
            }
            let answer = asks.ask(permit).await;
            self.answers.lock().unwrap().push(answer);
        }
        match &self.behavior {
            Behavior::Returns(subtask_result) => Ok(subtask_result.clone()),
            Behavior::Fails(error) => Err(error.clone()),
            Behavior::ReturnsWithoutWaiting => Ok(SubtaskResult::Done("without".into())),
            Behavior::Hangs(session_control) => {
                session_control.pause(PauseCause::Asked);
                pending().await
            }
        }
    }

    async fn greet(&self) -> Result<String, ExternalError> {
        Ok("writer".into())
    }
}

fn env(writer: &Arc<Writer>, consents: &[Consent]) -> TestEnv {
    let mut env = TestEnv::new(EMPTY);
    env.agents = vec![writer.clone()];
    env.user.consents.lock().unwrap().extend(consents.iter().cloned());
    env
}

/// A policy that allows every delegation to the writer, with one more rule.
fn trusting(rule: Option<Rule>) -> Policy {
    let may_be_given = Rule {
        application: vec!["writer".into()],
        command: vec!["delegate".into()],
        risk: vec![deskpilot_core::Risk::Delegates],
        ..Rule::new(RuleEffect::Allow)
    };
    let rules = std::iter::once(may_be_given).chain(rule).collect();
    Policy::of(PolicyFile { preset: Preset::Ask, rules, ..PolicyFile::default() }).unwrap()
}

async fn play(env: &TestEnv, replies: &[&str]) -> (Ending, Arc<Script>) {
    let replies: Vec<String> = replies.iter().map(|it| (*it).to_owned()).collect();
    let script = Arc::new(Script::new(&replies));
    let ending = env.open(script.clone()).unwrap().round("write to Ada").await.unwrap();
    (ending, script)
}

#[tokio::test]
async fn a_subtask_is_given_over_after_a_yes_and_what_comes_back_is_noted() {
    let writer = Writer::new(&[], returns_greeting());
    let env = env(&writer, &[Consent::Once]);
    let (ending, script) = play(&env, &[DELEGATE, FINISH]).await;
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{}", env.transcript());
    assert_eq!(*writer.given.lock().unwrap(), ["write a greeting\n- be brief"]);
    let asked = env.user.asked.lock().unwrap().clone();
    assert_eq!(
        asked[0].0,
        "give the agent writer this: write a greeting; be brief: it hands the task to another agent"
    );
    assert!(script.section(0, section::OTHER_AGENTS).contains("It writes."));
    assert!(script.section(1, section::BLACKBOARD).contains(r#""greeting":"Dear Ada""#));
    assert!(script.section(1, section::LAST_ACTIONS).contains("Dear Ada"));
    let subtasks = script.section(1, section::PREVIOUS_SUBTASKS);
    assert!(subtasks.contains(r#""status":"FINISH""#) && !subtasks.contains("Ada"), "{subtasks}");
}

#[tokio::test]
async fn without_agents_nothing_is_reported_of_them() {
    let env = TestEnv::new(EMPTY);
    let (_, script) = play(&env, &[&unenforced(DELEGATE), FINISH]).await;
    let shown = script.shown.lock().unwrap();
    assert!(shown[0].sections.iter().all(|it| it.name != section::OTHER_AGENTS));
    assert!(!shown[0].system.contains("other_agents"));
    assert!(shown[1].section(section::COMPLAINT).contains(r#"there is no agent "writer""#));
}

#[tokio::test]
async fn without_a_yes_the_agent_is_never_started() {
    for (consents, ends) in [(vec![Consent::No("write it yourself".into())], true), (vec![], false)] {
        let writer = Writer::new(&[], returns_greeting());
        let env = env(&writer, &consents);
        let (ending, _) = play(&env, &[DELEGATE, FINISH]).await;
        assert_eq!(matches!(ending, Ending::Ended(_)), ends, "{ending:?}");
        assert_eq!(matches!(ending, Ending::NeedsYes(_)), !ends, "{ending:?}");
        assert!(writer.given.lock().unwrap().is_empty(), "{consents:?}");
    }
}

#[tokio::test]
async fn a_secret_is_handed_to_no_other_agent() {
    let writer = Writer::new(&[], returns_greeting());
    let mut env = env(&writer, &[]);
    env.options.policy = Policy::preset(Preset::Unrestricted);
    let (_, script) =
        play(&env, &[&DELEGATE.replace("be brief", "log in with {{secret:mail}}"), FINISH]).await;
    assert!(writer.given.lock().unwrap().is_empty());
    assert!(script.section(1, section::LAST_ACTIONS).contains("goes nowhere else"));
}

#[tokio::test]
async fn what_it_asks_for_is_judged_and_only_a_yes_is_a_yes() {
    let rule = |say| Rule {
        command: vec!["permit".into()],
        argument: [("kind".to_owned(), "reads".into())].into(),
        risk: vec![deskpilot_core::Risk::Permits],
        ..Rule::new(say)
    };
    for (rule, consents, granted, asked) in [
        (None, vec![Consent::Once, Consent::No("no".into())], [true, false], 2),
        (None, vec![Consent::Session, Consent::Once], [true, true], 2),
        (Some(rule(RuleEffect::Allow)), vec![Consent::Once], [true, true], 1),
        (Some(rule(RuleEffect::Refuse)), vec![Consent::Once], [false, true], 1),
        // Nobody is there to answer: the agent continues without the permission.
        (None, vec![], [false, false], 2),
    ] {
        let writer = Writer::new(
            &[(PermissionKind::Reads, "read a"), (PermissionKind::Runs, "run b")],
            returns_greeting(),
        );
        let mut env = env(&writer, &consents);
        env.options.policy = trusting(rule.clone());
        let (ending, script) = play(&env, &[DELEGATE, FINISH]).await;
        let context = format!("{rule:?} {consents:?}\n{}", env.transcript());
        assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{context}");
        assert_eq!(*writer.answers.lock().unwrap(), granted, "{context}");
        assert_eq!(env.user.asked.lock().unwrap().len(), asked, "{context}");
        let last = script.section(1, section::LAST_ACTIONS);
        assert!(last.contains("Dear Ada") && !last.contains("interrupted"), "{context}\n{last}");
    }
}

#[tokio::test]
async fn a_yes_for_the_session_holds_for_the_same_thing_alone() {
    let asks =
        [(PermissionKind::Runs, "run a"), (PermissionKind::Runs, "run a"), (PermissionKind::Runs, "run b")];
    let writer = Writer::new(&asks, returns_greeting());
    let mut env = env(&writer, &[Consent::Session, Consent::No("not b".into())]);
    env.options.policy = trusting(None);
    play(&env, &[DELEGATE, FINISH]).await;
    assert_eq!(*writer.answers.lock().unwrap(), [true, true, false]);
    assert_eq!(env.user.asked.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn what_did_not_come_to_an_end_is_reported_as_that() {
    let why = || "the reason".to_owned();
    let not_started = ExternalError::NotStarted { name: "writer".into(), why: why() };
    let broke_off = ExternalError::BrokeOff { name: "writer".into(), why: why() };
    for (end, word) in [
        (Behavior::Returns(SubtaskResult::Failed(why())), "partial"),
        (Behavior::Fails(not_started), "refused"),
        (Behavior::Fails(broke_off), "partial"),
    ] {
        let writer = Writer::new(&[], end.clone());
        let env = env(&writer, &[Consent::Once]);
        let (_, script) = play(&env, &[DELEGATE, FINISH]).await;
        let last = script.section(1, section::LAST_ACTIONS);
        assert!(last.contains(&format!(r#""Status":"{word}""#)) && last.contains("the reason"), "{last}");
        let subtasks = script.section(1, section::PREVIOUS_SUBTASKS);
        assert!(subtasks.contains(r#""status":"FAIL""#) && !subtasks.contains("the reason"), "{subtasks}");
        assert!(!script.section(1, section::BLACKBOARD).contains(r#""greeting""#), "{end:?}");
    }
}

#[tokio::test]
async fn a_stop_while_it_asks_ends_it_and_nobody_is_asked_for_it_again() {
    let writer = Writer::new(&[(PermissionKind::Runs, "run a")], returns_greeting());
    let mut env = env(&writer, &[Consent::Stop]);
    env.options.policy = trusting(None);
    let (ending, _) = play(&env, &[DELEGATE]).await;
    assert_eq!(ending, Ending::Stopped);
    assert_eq!(writer.at_work.load(Ordering::SeqCst), 0, "it was dropped");
    let env = TestEnv { session_control: SessionControl::new(CancellationToken::new()), ..env };
    let script = Arc::new(Script::new(&[FINISH.into()]));
    env.resume(script.clone()).unwrap().continue_round().await.unwrap();
    assert_eq!(env.user.asked.lock().unwrap().len(), 1);
    assert!(script.section(0, section::LAST_ACTIONS).contains("interrupted"));
    assert_eq!(writer.given.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_question_of_an_agent_that_has_ended_is_open_no_more() {
    let writer = Writer::new(&[(PermissionKind::Runs, "run a")], Behavior::ReturnsWithoutWaiting);
    let mut env = env(&writer, &[]);
    env.options.policy = trusting(None);
    *env.user.thinks.lock().unwrap() = true;
    let playing = play(&env, &[DELEGATE, FINISH]);
    let (ending, script) = timeout(Duration::from_secs(20), playing).await.expect("it ends");
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{}", env.transcript());
    assert_eq!(env.user.asked.lock().unwrap().len(), 1);
    assert!(env.transcript().contains("nobody answered: the agent that asked for it has ended"));
    assert!(script.section(1, section::LAST_ACTIONS).contains("without"));
}

#[tokio::test]
async fn a_person_who_takes_over_ends_it() {
    let mut env = TestEnv::new(EMPTY);
    let writer = Writer::new(&[], Behavior::Hangs(env.session_control.clone()));
    env.agents = vec![writer.clone()];
    env.options.policy = trusting(None);
    env.options.timeouts.person = Duration::ZERO;
    let (ending, _) = play(&env, &[DELEGATE]).await;
    assert_eq!(ending, Ending::Stopped);
    assert_eq!(writer.at_work.load(Ordering::SeqCst), 0, "it was dropped");
    assert!(env.log.entries().iter().any(|it| matches!(it.event, Event::Paused { .. })));
}

/// A model that delegates the subtask until it has an outcome.
struct DelegatingModel;

#[async_trait]
impl Model for DelegatingModel {
    fn name(&self) -> &str {
        "once"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let reply = if prompt.section(section::PREVIOUS_SUBTASKS).is_empty() { DELEGATE } else { FINISH };
        Ok(Completion { text: reply.into(), model: "once".into(), usage: Usage::default() })
    }
}

#[tokio::test]
async fn cut_off_anywhere_it_is_given_over_once() {
    let asking = || Writer::new(&[(PermissionKind::Runs, "run a")], returns_greeting());
    for seq in 2.. {
        let writer = asking();
        let mut whole = env(&writer, &[Consent::Once]);
        whole.options.policy = trusting(None);
        let Some(env) = cut_off_at(seq, whole, Arc::new(DelegatingModel), "write to Ada").await else {
            assert!(seq > 10, "there is nothing to cut off: {seq}");
            return;
        };
        env.log.heal();
        env.user.answers.lock().unwrap().push_back("yes".to_owned());
        let ending = env.resume(Arc::new(DelegatingModel)).unwrap().continue_round().await.unwrap();
        let transcript = env.transcript();
        assert!(matches!(ending, Ending::Ended(_)), "cut off at {seq}: {ending:?}\n{transcript}");
        assert!(writer.given.lock().unwrap().len() <= 1, "cut off at {seq}:\n{transcript}");
        assert_eq!(writer.at_work.load(Ordering::SeqCst), 0, "cut off at {seq}");
    }
}
