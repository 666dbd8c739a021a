//! The session loop: desktops, scripts and the expected transcripts.

use crate::common::{DESKTOP, FINISH, Script, TestEnv, act, assign, check, unenforced};
use deskpilot_agent::Ending;
use deskpilot_core::{
    Consent, Event, Operation, Policy, Preset, Projection, Usage, Verdict, fold::Ledger, section,
};
use deskpilot_desktop::{Budget, DesktopReader, WindowList};
use deskpilot_model::{Model, ModelError, ScriptedModel, ScriptedReply};
use deskpilot_testkit::InjectedFault;
use expect_test::expect;
use serde_json::json;
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

const NOTEPAD: &str = "window \"Untitled\" notepad\n  edit \"Text\"\n  button \"Save\" -> window \"Saved\" notepad\n  button \"Delete\" -> close\n";

fn replies(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|it| (*it).to_owned()).collect()
}

#[tokio::test]
async fn a_request_goes_from_the_host_to_the_application_and_back() {
    let words = [
        assign("write it"),
        act(1, "set_edit_text", r#"{"text": "hello"}"#, ""),
        FINISH.into(),
        FINISH.into(),
    ];
    check(
        NOTEPAD,
        &words,
        expect![[r#"
        round 0: do it
        step 0: HostAgent
        assign to notepad (Untitled): write it
        step 1: AppAgent/notepad/Untitled
        set_edit_text(text="hello") on Edit "Text"
          confirmed: value "" -> "hello"
        step 2: AppAgent/notepad/Untitled
        decide: finish: done
        subtask finished: done
        step 3: HostAgent
        decide: finish: done
        finished: done
    "#]],
    )
    .await;
}

#[tokio::test]
async fn what_is_wrong_with_a_reply_goes_back_to_the_agent() {
    let words = replies(&[
        &assign("save"),
        &act(9, "click_input", "{}", ""),
        &unenforced("I would click Save."),
        &act(2, "click_input", "{}", ""),
        FINISH,
        FINISH,
    ]);
    check(
        NOTEPAD,
        &words,
        expect![[r#"
        round 0: do it
        step 0: HostAgent
        assign to notepad (Untitled): save
        step 1: AppAgent/notepad/Untitled
        rejected: there is no control 9: the labels of this view are 1 to 3
        rejected: the reply is not JSON: answer with one JSON object and nothing else; it begins: I would click Save.
        click_input() on Button "Save"
          confirmed: window "Saved" opened
        step 2: AppAgent/notepad/Untitled
        decide: finish: done
        subtask finished: done
        step 3: HostAgent
        decide: finish: done
        finished: done
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_model_that_cannot_follow_the_rules_ends_the_round_with_the_last_complaint() {
    let env = TestEnv::new(NOTEPAD);
    let ending = env.play("x", &["one", "two", "{}"].map(unenforced)).await;
    let reason = "the model's reply was invalid 3 times: Status is missing: write one of CONTINUE, ASSIGN, \
                  PENDING, CONFIRM, FINISH or FAIL";
    assert_eq!(ending, Ending::Ended(Verdict::Errored(reason.into())));
}

#[tokio::test]
async fn the_complaint_is_in_the_next_prompt() {
    let env = TestEnv::new(NOTEPAD);
    let script =
        Arc::new(Script::new(&replies(&[&unenforced("{}"), r#"{"Status": "FAIL", "Comment": "no"}"#])));
    env.open(script.clone()).unwrap().round("x").await.unwrap();
    assert_eq!(script.section(0, section::COMPLAINT), "");
    assert!(script.section(1, section::COMPLAINT).starts_with("Status is missing"));
}

#[tokio::test]
async fn an_agent_is_told_what_its_action_did_and_how_often_it_tried() {
    let env = TestEnv::new("window \"W\" w\n  button \"Off\" disabled\n  button \"Dead\"\n");
    let dead = act(1, "click_input", "{}", "\"again\"");
    let words = [assign("press"), dead.clone(), dead, r#"{"Status": "FAIL", "Comment": "dead"}"#.into()];
    let script = Arc::new(Script::new(&words));
    env.open(script.clone()).unwrap().round("x").await.unwrap();
    let last: serde_json::Value = serde_json::from_str(&script.section(3, section::LAST_ACTIONS)).unwrap();
    assert_eq!(last[0]["Function"], "click_input");
    assert_eq!(last[0]["RepeatTimes"], 1);
    assert_ne!(last[0]["Status"], "confirmed");
    assert_eq!(script.section(3, section::PREVIOUS_PLAN), "[\"again\"]");
    assert!(script.section(4, section::PREVIOUS_SUBTASKS).contains("\"status\":\"FAIL\""));
}

#[tokio::test]
async fn what_an_agent_notes_as_it_gives_up_is_kept() {
    let env = TestEnv::new(NOTEPAD);
    let fail = r#"{"Status": "FAIL", "Comment": "no printer", "Function": "summary", "Args": {"text": "the queue is empty", "name": "why"}}"#;
    let words = [assign("print"), fail.into(), r#"{"Status": "FAIL", "Comment": "no printer"}"#.into()];
    env.play("x", &words).await;
    let ledger = Ledger::of(&env.log.entries());
    assert_eq!(ledger.blackboard.notes["why"], "the queue is empty", "{}", env.transcript());
    for line in ["confirmed: the note \"why\" holds these words", "subtask failed: no printer"] {
        assert!(env.transcript().contains(line), "{line}: {}", env.transcript());
    }
}

#[tokio::test]
async fn a_window_that_goes_away_hands_the_subtask_back_to_the_host() {
    let words =
        [assign("write"), act(1, "set_edit_text", r#"{"text": "a"}"#, ""), r#"{"Status": "FAIL"}"#.into()];
    let mut env = TestEnv::new(NOTEPAD);
    env.desktop = env.desktop.with_fault(1, InjectedFault::WindowVanishes);
    env.play("x", &words).await;
    let transcript = env.transcript();
    assert!(transcript.contains("refused: the window \"Untitled\" is gone"), "{transcript}");
    assert!(
        transcript.contains("subtask failed with an error: the window \"Untitled\" is gone"),
        "{transcript}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_application_that_stops_answering_is_seen_by_its_picture_and_can_be_ended() {
    let words = [
        assign("write"),
        act(1, "set_edit_text", r#"{"text": "a"}"#, ""),
        act(0, "end_application", "{}", ""),
        FINISH.into(),
        FINISH.into(),
    ];
    let mut env = TestEnv::new(NOTEPAD);
    env.desktop = env.desktop.with_fault(1, InjectedFault::StopsAnswering);
    env.user.consents.lock().unwrap().extend([Consent::Once]);
    let ending = env.play("x", &words).await;
    let transcript = env.transcript();
    assert!(transcript.contains("confirmed: window \"Untitled\" closed"), "{transcript}");
    assert_eq!(ending, Ending::Ended(Verdict::Finished("done".into())));
}

#[tokio::test(start_paused = true)]
async fn a_window_that_does_not_answer_is_worked_at_points_of_its_picture() {
    let mut env = TestEnv::new(NOTEPAD);
    env.desktop = env.desktop.with_fault(1, InjectedFault::StopsAnswering);
    env.options.policy = Policy::preset(Preset::Unrestricted);
    let mut desktop = env.desktop.clone();
    let window = desktop.windows().await.unwrap().remove(0);
    let seen = desktop.controls(&window, Budget::LOOK).await.unwrap().controls;
    let save = seen.iter().find(|it| it.name == "Save").unwrap().rect.center();
    let x = f64::from(save.x - window.rect.x) / f64::from(window.rect.width);
    let y = f64::from(save.y - window.rect.y) / f64::from(window.rect.height);
    let words = [
        assign("write"),
        act(1, "set_edit_text", r#"{"text": "a"}"#, ""),
        act(0, "click_on_coordinates", &json!({"x": x, "y": y}).to_string(), ""),
        FINISH.into(),
        FINISH.into(),
    ];
    env.play("x", &words).await;
    let transcript = env.transcript();
    assert!(transcript.contains("confirmed: window \"Saved\" opened"), "{transcript}");
}

#[tokio::test]
async fn what_an_ended_application_had_not_saved_is_reported() {
    for (is_changed, expected) in [(true, 1), (false, 0)] {
        let env = TestEnv::new("window \"notes.txt\" notepad\n  edit \"Text\"\n");
        env.user.consents.lock().unwrap().extend([Consent::Once]);
        let write = is_changed.then(|| act(1, "set_edit_text", r#"{"text": "a"}"#, ""));
        let end = [act(0, "end_application", "{}", ""), FINISH.into(), FINISH.into()];
        let words: Vec<String> = [assign("write")].into_iter().chain(write).chain(end).collect();
        env.play("x", &words).await;
        let transcript = env.transcript();
        assert!(transcript.contains("confirmed: window \"notes.txt\" closed"), "{transcript}");
        assert_eq!(transcript.matches("changed and not seen saved").count(), expected, "{transcript}");
    }
}

/// Games, terminals of X and many programs in Wine report nothing. Each look at one would otherwise wait as long as for one that starts.
#[tokio::test(start_paused = true)]
async fn a_window_whose_controls_nobody_reports_is_waited_for_once() {
    let keys = |keys: &str| {
        let act = json!({"Function": "keyboard_input", "Args": {"keys": keys}});
        json!({"Status": "CONTINUE", "ActionList": [act]}).to_string()
    };
    let words = [assign("play"), keys("{LEFT}"), keys("{RIGHT}"), FINISH.into(), FINISH.into()];
    let env = TestEnv::new("window \"Game\" game\n");
    let began = Instant::now();
    let ending = env.play("x", &words).await;
    assert_eq!(ending, Ending::Ended(Verdict::Finished("done".into())), "{}", env.transcript());
    assert_eq!(env.desktop.performed().len(), 2, "{}", env.transcript());
    let took = began.elapsed();
    assert!((5..9).contains(&took.as_secs()), "three looks waited {took:?}");
}

#[tokio::test]
async fn a_question_waits_for_its_answer_also_in_another_process() {
    let env = TestEnv::new(NOTEPAD);
    let ask = r#"{"Status": "PENDING", "Questions": ["Which file?"]}"#.to_owned();
    let ending = env.play("x", &[ask]).await;
    assert!(matches!(ending, Ending::NeedsAnswers(questions) if questions[0].0 == "Which file?"));
    env.user.answers.lock().unwrap().push_back("notes.txt".into());
    let script = Arc::new(Script::new(&replies(&[FINISH])));
    let ending = env.resume(script.clone()).unwrap().continue_round().await.unwrap();
    assert_eq!(ending, Ending::Ended(Verdict::Finished("done".into())));
    assert!(script.section(0, section::BLACKBOARD).contains("notes.txt"));
}

#[tokio::test]
async fn a_risky_operation_waits_for_a_yes_and_is_done_once() {
    for (consent, performed) in [(Some(Consent::Once), 1), (Some(Consent::No(String::new())), 0), (None, 0)] {
        let env = TestEnv::new(NOTEPAD);
        env.user.consents.lock().unwrap().extend(consent.clone());
        let words = [assign("delete"), act(3, "click_input", "{}", ""), FINISH.into(), FINISH.into()];
        let ending = env.play("x", &words).await;
        assert_eq!(env.desktop.performed().len(), performed, "{consent:?}");
        assert_eq!(matches!(ending, Ending::NeedsYes(_)), consent.is_none(), "{consent:?}");
    }
}

#[tokio::test]
async fn a_no_is_told_to_the_agent() {
    let env = TestEnv::new(NOTEPAD);
    env.user.consents.lock().unwrap().push_back(Consent::No(String::new()));
    let words = [assign("delete"), act(3, "click_input", "{}", ""), FINISH.into(), FINISH.into()];
    let script = Arc::new(Script::new(&words));
    env.open(script.clone()).unwrap().round("x").await.unwrap();
    assert!(script.section(2, section::LAST_ACTIONS).contains("the user said no"));
}

#[tokio::test]
async fn actions_in_a_row_end_at_the_first_risky_one() {
    let env = TestEnv::new(NOTEPAD);
    let list = r#"{"Status": "CONTINUE", "ActionList": [
        {"Function": "set_edit_text", "Args": {"text": "a"}, "ControlLabel": "1"},
        {"Function": "click_input", "ControlLabel": "3"},
        {"Function": "set_edit_text", "Args": {"text": "b"}, "ControlLabel": "1"}]}"#;
    let ending = env.play("x", &[assign("write"), list.into()]).await;
    assert!(matches!(ending, Ending::NeedsYes(_)));
    assert_eq!(env.desktop.performed().len(), 1);
}

#[tokio::test]
async fn trouble_that_passes_is_tried_again_and_other_trouble_ends_the_round() {
    let soon = Some(Duration::from_millis(1));
    let busy = || ScriptedReply::Error(ModelError::RateLimited { model: "m".into(), retry_after: soon });
    let refused = || ScriptedReply::Error(ModelError::Refused { model: "m".into(), message: "no".into() });
    for (script, expected) in [
        (vec![busy(), busy(), ScriptedReply::Text(FINISH.into())], "finished: done"),
        (
            vec![busy(), busy(), busy()],
            "error: m is asked too often; again in 0 s; run.retries, which is 2, ",
        ),
        (vec![refused(), ScriptedReply::Text(FINISH.into())], "error: m refuses the request: no"),
    ] {
        let env = TestEnv::new(NOTEPAD);
        let model: Arc<dyn Model> = Arc::new(ScriptedModel::new("m", script));
        let ending = env.open(model).unwrap().round("x").await.unwrap();
        let Ending::Ended(verdict) = ending else { panic!("{ending:?}") };
        assert!(verdict.to_string().starts_with(expected), "{verdict}");
    }
}

#[tokio::test]
async fn a_reply_without_text_is_paid_for_and_told_to_the_model() {
    let env = TestEnv::new(NOTEPAD);
    let usage = Usage { input_tokens: 100, output_tokens: 7, cost: Some(0.5), ..Usage::default() };
    let silent = ModelError::NoText { model: "m".into(), message: "I would rather not".into(), usage };
    let script = vec![ScriptedReply::Error(silent), ScriptedReply::Text(FINISH.into())];
    let mut session = env.open(Arc::new(ScriptedModel::new("m", script))).unwrap();
    let ending = session.round("x").await.unwrap();
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{ending:?}");
    let ledger = session.ledger();
    assert_eq!((ledger.cost.calls, ledger.cost.dollars, ledger.cost.output_tokens), (2, 0.5, 7));
}

#[tokio::test]
async fn a_round_ends_when_its_steps_are_used_up() {
    let mut env = TestEnv::new(NOTEPAD);
    env.options.round.steps = Some(2);
    let write = act(1, "set_edit_text", r#"{"text": "a"}"#, "");
    let ending = env.play("x", &[assign("write"), write.clone(), write]).await;
    assert!(matches!(ending, Ending::Ended(Verdict::Failed(reason)) if reason.contains("took 2 steps")));
}

#[tokio::test]
async fn a_value_is_carried_from_one_application_to_another() {
    let env = TestEnv::new("window \"A\" a\n  edit \"From\" = \"42\"\nwindow \"B\" b\n  edit \"To\"\n");
    let window = |label: u32, subtask: &str| {
        format!(r#"{{"Status": "ASSIGN", "ControlLabel": "{label}", "Current Sub-Task": "{subtask}"}}"#)
    };
    let windows = {
        use deskpilot_desktop::WindowList;
        env.desktop.clone().windows().await.unwrap()
    };
    let label = |title: &str| windows.iter().position(|it| it.title == title).unwrap() as u32 + 1;
    let words = [
        window(label("A"), "read"),
        act(1, "texts", r#"{"name": "result"}"#, ""),
        FINISH.into(),
        r#"{"Status": "FINISH"}"#.into(),
    ];
    let script = Arc::new(Script::new(&words));
    env.open(script.clone()).unwrap().round("x").await.unwrap();
    let board: serde_json::Value = serde_json::from_str(&script.section(3, section::BLACKBOARD)).unwrap();
    assert_eq!(board["notes"]["result"], "42");
}

#[tokio::test]
async fn an_application_has_one_agent_for_the_whole_session() {
    let env = TestEnv::new(NOTEPAD);
    let write = act(1, "set_edit_text", r#"{"text": "a"}"#, "");
    let words =
        [assign("one"), write.clone(), FINISH.into(), assign("two"), write, FINISH.into(), FINISH.into()];
    env.play("x", &words).await;
    let ledger = Ledger::of(&env.log.entries());
    let agents: Vec<String> = ledger.steps.by_agent.keys().map(ToString::to_string).collect();
    assert_eq!(agents, ["AppAgent/notepad/Untitled", "HostAgent"]);
    let ids: Vec<_> = ledger.round.subtasks.iter().map(|it| it.subtask.id.as_str()).collect();
    assert_eq!(ids, ["subtask1", "subtask2"]);
}

#[tokio::test]
async fn live_state_is_the_fold_of_the_log_after_every_event() {
    let env = TestEnv::new(DESKTOP);
    let words = replies(&[
        r#"{"Status": "CONTINUE", "AppsToOpen": {"APP": "Notes"}}"#,
        &assign("write"),
        &act(1, "set_edit_text", r#"{"text": "a"}"#, "\"b\""),
        &act(2, "click_input", "{}", ""),
        FINISH,
        FINISH,
    ]);
    let mut session = env.open(Arc::new(Script::new(&words))).unwrap();
    session.round("x").await.unwrap();
    let entries = env.log.entries();
    let written: Vec<_> = entries
        .iter()
        .map(|it| serde_json::from_str(&serde_json::to_string(it).unwrap()).unwrap())
        .collect::<Vec<deskpilot_core::Entry>>();
    assert_eq!(written, entries);
    let mut live = Ledger::default();
    for n in 0..entries.len() {
        live.apply(&entries[n]);
        assert_eq!(live, Ledger::of(&written[..=n]), "after {:?}", entries[n].event);
    }
    assert_eq!(&live, session.ledger());
    assert!(
        entries.iter().any(|it| matches!(&it.event, Event::Acting { operation: Operation::Launch(_), .. }))
    );
}

/// A model that never answers.
struct SilentModel;

#[async_trait::async_trait]
impl Model for SilentModel {
    fn name(&self) -> &str {
        "silence"
    }

    async fn complete(&self, _: &deskpilot_core::Prompt) -> Result<deskpilot_core::Completion, ModelError> {
        std::future::pending().await
    }
}

/// Far longer than a stop takes on a busy machine, and far shorter than what it ends.
const LONG: Duration = Duration::from_secs(20);

/// Stops the session at the first matching entry. Returns the time from the stop to the session's end.
async fn stopped_at(env: &TestEnv, model: Arc<dyn Model>, when: fn(&Event) -> bool) -> Duration {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let mut sender = Some(sender);
    let mut ports = env.ports(model);
    ports.watchers.push(Box::new(move |entry| {
        if when(&entry.event)
            && let Some(sender) = sender.take()
        {
            let _ = sender.send(());
        }
    }));
    let session =
        deskpilot_agent::Session::open(ports, env.options.clone(), env.session_control.clone(), "test");
    let mut session = session.unwrap();
    let session_control = env.session_control.clone();
    let stopper = tokio::spawn(async move {
        receiver.await.unwrap();
        session_control.stop();
        std::time::Instant::now()
    });
    assert_eq!(session.round("x").await.unwrap(), Ending::Stopped);
    stopper.await.unwrap().elapsed()
}

#[tokio::test]
async fn a_stop_reaches_a_model_call_and_an_action_while_they_wait() {
    let env = TestEnv::new(NOTEPAD);
    let took = stopped_at(&env, Arc::new(SilentModel), |event| matches!(event, Event::Prompted { .. })).await;
    assert!(took < LONG, "{took:?}");

    let env = TestEnv::new(NOTEPAD);
    let wait = r#"{"Status": "CONTINUE", "Function": "wait", "Args": {"seconds": 300}}"#;
    let model = Arc::new(Script::new(&[assign("wait"), wait.into()]));
    let took = stopped_at(&env, model, |event| matches!(event, Event::Acting { .. })).await;
    assert!(took < LONG, "{took:?}");
    let transcript = env.transcript();
    assert!(
        transcript.ends_with("  interrupted: it may or may not have happened\nstopped\n"),
        "{transcript}"
    );
    assert!(env.desktop.releases() > 0, "what the action held is let go");
}

#[tokio::test]
async fn a_stopped_session_goes_on_where_it_stood() {
    let env = TestEnv::new(NOTEPAD);
    stopped_at(&env, Arc::new(SilentModel), |event| matches!(event, Event::Prompted { .. })).await;
    let again = TestEnv { session_control: deskpilot_agent::SessionControl::new(Default::default()), ..env };
    let words =
        [assign("write"), act(1, "set_edit_text", r#"{"text": "a"}"#, ""), FINISH.into(), FINISH.into()];
    let ending = again.resume(Arc::new(Script::new(&words))).unwrap().continue_round().await.unwrap();
    assert_eq!(ending, Ending::Ended(Verdict::Finished("done".into())));
    assert_eq!(again.desktop.value("Text").as_deref(), Some("a"));
}
