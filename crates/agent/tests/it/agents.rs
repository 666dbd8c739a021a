//! How the two agents work together: order of subtasks, failures, loops, budgets, the judge.

use crate::common::{FINISH, Script, TestEnv, act, assign, unenforced};
use deskpilot_agent::{Ending, Judge, OpenedWindows};
use deskpilot_core::{Assessment, CheckResult, Event, ScreenshotMoment, Verdict, fold::Limits, section};
use deskpilot_desktop::WindowList;
use std::sync::Arc;

const NOTES: &str = "\
window \"Notes\" notes
  edit \"Text\"
  button \"Dead\"
  edit \"Total\" = \"19.5\"
";

fn assigned(subtask: &str, plan: &[&str]) -> String {
    let plan = serde_json::to_string(plan).unwrap();
    format!(r#"{{"Status": "ASSIGN", "ControlLabel": "1", "Current Sub-Task": "{subtask}", "Plan": {plan}}}"#)
}

fn fail(why: &str) -> String {
    format!(r#"{{"Status": "FAIL", "Comment": "{why}"}}"#)
}

/// Plays the replies in one round. Returns the environment, the ending and the script.
async fn played(replies: &[String]) -> (TestEnv, Ending, Arc<Script>) {
    let env = TestEnv::new(NOTES);
    let script = Arc::new(Script::new(replies));
    let ending = env.open(script.clone()).unwrap().round("x").await.unwrap();
    (env, ending, script)
}

#[tokio::test]
async fn a_subtask_waits_for_what_it_needs() {
    let sum = "sum: add them [produces total]";
    let letter = "letter: write it [needs total]";
    let read = act(3, "texts", r#"{"name": "total"}"#, "");
    let write = act(1, "set_edit_text", r#"{"text": "19.5"}"#, "");
    let words = [
        assigned(letter, &[sum]),
        assigned(sum, &[letter]),
        FINISH.into(),
        read,
        FINISH.into(),
        assigned("letter", &[]),
        write,
        FINISH.into(),
        FINISH.into(),
    ];
    let (env, ending, script) = played(&words).await;
    assert_eq!(ending, Ending::Ended(Verdict::Finished("done".into())), "{}", env.transcript());
    let complaint = |nth| script.section(nth, section::COMPLAINT);
    assert_eq!(complaint(1), "letter needs total, which sum has not produced yet: assign sum first");
    assert!(complaint(3).starts_with("the subtask must leave total on the blackboard"), "{}", complaint(3));
    assert!(script.section(6, section::SUB_TASK).starts_with("write it"), "it is known by its id");
    let previous = script.section(5, section::PREVIOUS_SUBTASKS);
    assert!(previous.contains(r#""id":"sum""#) && previous.contains(r#""produces":["total"]"#), "{previous}");
}

#[tokio::test]
async fn a_subtask_that_fails_comes_back_and_is_not_forgotten() {
    let words = [
        assign("press it"),
        fail("it does nothing"),
        FINISH.into(),
        assigned("subtask1: type it instead", &[]),
        act(1, "set_edit_text", r#"{"text": "a"}"#, ""),
        FINISH.into(),
        FINISH.into(),
    ];
    let (env, ending, script) = played(&words).await;
    assert_eq!(ending, Ending::Ended(Verdict::Finished("done".into())), "{}", env.transcript());
    let complaint = script.section(3, section::COMPLAINT);
    assert!(complaint.starts_with("subtask1 failed (it does nothing)"), "{complaint}");
    let previous = script.section(2, section::PREVIOUS_SUBTASKS);
    assert!(previous.contains(r#""status":"FAIL","comment":"it does nothing""#), "{previous}");
}

#[tokio::test]
async fn after_three_failures_it_is_not_assigned_again() {
    let mut words = Vec::new();
    for _ in 0..3 {
        words.extend([assign("press it"), fail("no")]);
    }
    words.extend([assign("press it"), fail("it cannot be pressed")]);
    let (env, ending, script) = played(&words).await;
    let complaint = script.section(7, section::COMPLAINT);
    assert!(complaint.starts_with("subtask1 failed 3 times"), "{complaint}\n{}", env.transcript());
    assert_eq!(ending, Ending::Ended(Verdict::Failed("it cannot be pressed".into())));
}

#[tokio::test]
async fn replies_of_an_app_agent_that_cannot_be_followed_are_the_host_agents_matter() {
    let words = ["a", "b", "c"].map(unenforced);
    let words = [vec![assign("press it")], words.to_vec(), vec![fail("its model is mute")]].concat();
    let (env, ending, _) = played(&words).await;
    assert_eq!(ending, Ending::Ended(Verdict::Failed("its model is mute".into())));
    assert!(
        env.transcript().contains("subtask failed with an error: the model's reply was invalid"),
        "{}",
        env.transcript()
    );
}

#[tokio::test]
async fn a_circle_forces_another_way_then_a_question_then_an_end() {
    let press = || act(2, "click_input", "{}", "");
    let read = || act(1, "texts", "{}", "");
    let mut words = vec![assign("press it")];
    words.extend([press(), press(), press(), press(), read(), read(), read()]);
    let (env, ending, script) = played(&words).await;
    let Ending::NeedsAnswers(questions) = ending else { unreachable!("{}", env.transcript()) };
    assert_eq!(questions[0].0, "I am stuck in Notes (notes) with this: press it. What should I do?");
    let complaint = script.section(5, section::COMPLAINT);
    assert!(complaint.contains("was repeated in this state of the window"), "{complaint}");
    assert!(script.section(4, section::LOOP_GUARD).contains("click_input on \"Dead\" (3 times)"));
    // The answer starts the count again, and does not help.
    env.user.answers.lock().unwrap().push_back("press it once more".into());
    let words = [press(), press(), press(), fail("it is dead")];
    let ending = env.resume(Arc::new(Script::new(&words))).unwrap().continue_round().await.unwrap();
    assert_eq!(ending, Ending::Ended(Verdict::Failed("it is dead".into())), "{}", env.transcript());
    assert!(env.transcript().contains("subtask failed: it repeats itself in Notes"), "{}", env.transcript());
}

#[tokio::test]
async fn what_is_used_up_ends_the_round_and_says_what_allows_more() {
    let steps = Limits { steps: Some(1), ..Limits::default() };
    for (round, session, expected) in [
        (
            Limits::default(),
            steps,
            "the session took 1 steps and is not finished; allow more with budget.session_steps",
        ),
        (
            Limits { millis: Some(1), ..Limits::default() },
            Limits::default(),
            "the round took 0.0 seconds of work and is not finished; allow more with budget.round_seconds",
        ),
    ] {
        let mut env = TestEnv::new(NOTES);
        env.options.round = round;
        env.options.session = session;
        let ending = env.play("x", &[assign("press it"), fail("no")]).await;
        assert_eq!(ending, Ending::Ended(Verdict::Failed(expected.into())), "{}", env.transcript());
    }
}

#[tokio::test]
async fn a_subtask_is_warned_of_its_last_steps_and_goes_on_where_they_ended() {
    let mut env = TestEnv::new(NOTES);
    env.options.subtask_steps = Some(5);
    let write = |text: &str| act(1, "set_edit_text", &format!(r#"{{"text": "{text}"}}"#), "");
    let words = [vec![assign("write")], ["a", "b", "c", "d", "e"].map(write).to_vec()].concat();
    let ending = env.play("x", &words).await;
    let why = "the subtask took 5 steps and is not finished; allow more with budget.subtask_steps";
    assert_eq!(ending, Ending::Ended(Verdict::Failed(why.into())), "{}", env.transcript());
    let warning = "four fifths of the budget of the subtask are used: 4 steps";
    assert_eq!(env.transcript().matches(warning).count(), 1, "{}", env.transcript());

    let mut session = env.resume(Arc::new(Script::new(&[write("f"), FINISH.into(), FINISH.into()]))).unwrap();
    let ending = session.reopen_round().await.unwrap();
    assert_eq!(ending, Ending::Ended(Verdict::Finished("done".into())), "{}", env.transcript());
    let round = &session.ledger().round;
    assert_eq!((round.number, round.subtasks.len(), round.limited.is_some()), (0, 1, false));
}

#[tokio::test]
async fn last_pictures_are_taken_of_every_subtask_and_of_the_round() {
    let (env, ..) = played(&[assign("press it"), FINISH.into(), FINISH.into()]).await;
    let pictured: Vec<(ScreenshotMoment, bool)> = env
        .log
        .entries()
        .into_iter()
        .filter_map(|it| match it.event {
            Event::Pictured { moment, view, desktop } => {
                let window = view.is_some_and(|it| it.pictures.clean.is_some() && !it.controls.is_empty());
                Some((moment, window && desktop.clean.is_some()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(pictured, [(ScreenshotMoment::Subtask(0), true), (ScreenshotMoment::Round, true)]);
}

/// The judgement of a session whose agents claim what they did not do.
async fn judged(checks: &[Assessment], judge: Judge, replies: &[&str]) -> (String, Arc<Script>) {
    let env = TestEnv::new(NOTES);
    let claim = r#"{"Status": "FINISH", "Comment": "I CLAIM IT IS DONE", "Thought": "I CLAIM"}"#;
    let summary =
        r#"{"Status": "CONTINUE", "Function": "summary", "Args": {"text": "I CLAIM", "name": "n"}}"#;
    let words = [assign("press it"), summary.into(), claim.into(), claim.into()];
    let words: Vec<String> = words.into_iter().chain(replies.iter().map(|it| unenforced(it))).collect();
    let script = Arc::new(Script::new(&words));
    let mut session = env.open(script.clone()).unwrap();
    session.round("type hello").await.unwrap();
    let checks =
        checks.iter().map(|holds| CheckResult { check: "c".into(), holds: *holds, found: "f".into() });
    session.judge(checks.collect(), judge).await.unwrap();
    let judgement = env.log.entries().into_iter().find_map(|it| match it.event {
        Event::Judged { complete, reason, .. } => Some(format!("{complete}: {reason}")),
        _ => None,
    });
    (judgement.unwrap(), script)
}

#[tokio::test]
async fn a_judge_is_asked_where_no_check_decides_and_never_hears_the_agents_claims() {
    let no = r#"{"reason": "nothing was typed", "sub_scores": [{"name": "typed", "score": "no"}], "complete": "no"}"#;
    for (checks, judge, replies, expected, calls) in [
        (&[Assessment::Yes][..], Judge::Model, &[][..], "yes: all 1 checks hold", 4),
        (&[Assessment::Yes, Assessment::No], Judge::Model, &[], "no: c: f", 4),
        (&[], Judge::ChecksOnly, &[], "unsure: no check decides, and no model was asked", 4),
        (&[], Judge::Model, &[no], "no: nothing was typed", 5),
        (&[Assessment::Unsure], Judge::Model, &["?", no], "no: nothing was typed", 6),
        (
            &[],
            Judge::Model,
            &["?", "?", "?"],
            "unsure: it could not be judged: the model's reply was invalid 3 times: ",
            7,
        ),
    ] {
        let (judgement, script) = judged(checks, judge, replies).await;
        assert!(judgement.starts_with(expected), "{judgement}");
        let shown = script.shown.lock().unwrap();
        assert_eq!(shown.len(), calls, "{judgement}");
        if let Some(prompt) = shown.get(4) {
            assert!(!prompt.user_text().contains("I CLAIM IT"), "{}", prompt.user_text());
            assert!(prompt.pictures.len() >= 2, "the window and the desktop at the end");
            assert!(prompt.section(section::TRAJECTORY).contains("summary"), "{}", prompt.user_text());
        }
    }
}

#[tokio::test]
async fn what_the_session_opened_is_closed_where_that_is_wanted() {
    const DESKTOP: &str = "app \"Calculator\" calc \"Calculator\"\n  window \"Calculator\" calc\n    edit \"Result\"\nwindow \"Mine\" mine\n  edit \"Text\"\n";
    let open = r#"{"Status": "CONTINUE", "AppsToOpen": {"APP": "Calculator"}}"#;
    for (opened, expected) in [(OpenedWindows::Keep, 2), (OpenedWindows::Close, 1)] {
        let mut env = TestEnv::new(DESKTOP);
        env.options.opened_windows = opened;
        let script = Arc::new(Script::new(&[open.into(), FINISH.into()]));
        let mut session = env.open(script).unwrap();
        session.round("x").await.unwrap();
        session.close().await.unwrap();
        let windows = env.desktop.clone().windows().await.unwrap();
        assert_eq!(windows.len(), expected, "{opened:?}: {}", env.transcript());
        assert!(windows.iter().any(|it| it.title == "Mine"), "what was there before stays");
    }
}
