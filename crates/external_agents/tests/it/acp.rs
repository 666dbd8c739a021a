//! Tests of ACP agents.

use super::*;
use deskpilot_core::PermissionKind;

async fn prompted(words: &[&str]) -> Result<SubtaskResult, ExternalError> {
    Stage::peer("acp", words).carry_out("write a letter").await
}

#[tokio::test]
async fn a_subtask_is_the_prompt_and_what_is_said_comes_back() {
    let stage = Stage::peer("acp", &["ok"]);
    assert_eq!(stage.carry_out("write a letter").await, done("I look into it.\n\nDone: write a letter"));
    assert_eq!(stage.agent.greet().await.unwrap(), "scribe 0.9: protocol 1");
    assert!(matches!(prompted(&["garbage"]).await, Ok(SubtaskResult::Done(_))));
}

#[tokio::test]
async fn a_permit_is_granted_once_and_never_for_ever() {
    let selected = |option: &str| format!("{{\"optionId\": \"my-{option}\", \"outcome\": \"selected\"}}");
    let cancelled = "{\"outcome\": \"cancelled\"}".to_owned();
    for (options, answer, expected, asks) in [
        (&["allow_always", "allow_once", "reject_once"][..], true, selected("allow_once"), 1),
        (&["allow_always", "allow_once", "reject_always", "reject_once"], false, selected("reject_once"), 1),
        (&["allow_once", "reject_always"], false, cancelled.clone(), 1),
        (&["allow_always", "reject_once"], true, selected("reject_once"), 0),
        (&["allow_always"], true, cancelled.clone(), 0),
        (&[], true, cancelled, 0),
    ] {
        let words: Vec<&str> = ["permit"].iter().chain(options).copied().collect();
        let (outcome, asked) = Stage::peer("acp", &words).carry_out_asking(answer).await;
        assert_eq!(outcome, done(&expected), "{options:?} {answer}");
        assert_eq!(asked.len(), asks, "{options:?} {answer}");
        for permit in asked {
            assert_eq!((permit.agent.as_str(), permit.kind), ("other", PermissionKind::Deletes));
            assert_eq!(
                (permit.title.as_str(), permit.details.as_str()),
                ("Delete the notes", "rm notes.txt")
            );
            assert_eq!(permit.places, ["/home/u/notes.txt"]);
        }
    }
}

#[tokio::test]
async fn what_is_asked_for_is_what_was_announced_before() {
    let stage = Stage::peer("acp", &["permit-later"]);
    let stage = stage.with(|spec, _| spec.application = Some("Notes".into()));
    let home = stage.folder.path().canonicalize().unwrap().display().to_string();
    let (outcome, asked) = stage.carry_out_asking(true).await;
    let permit = PermissionRequest {
        agent: "other".into(),
        application: Some("Notes".into()),
        kind: PermissionKind::Runs,
        title: "Clean up".into(),
        places: vec![format!("{home}/a")],
        details: "rm x {\"cwd\":\"~/a\"}".into(),
        home,
    };
    assert_eq!((outcome, asked), (done("selected"), vec![permit]));
}

#[tokio::test]
async fn no_more_is_asked_in_a_subtask_than_somebody_can_bear() {
    let (outcome, asked) = Stage::peer("acp", &["permit-often"]).carry_out_asking(true).await;
    assert_eq!((outcome, asked.len()), (done("{\"outcome\": \"cancelled\"}"), 200));
}

#[tokio::test]
async fn where_nobody_hears_nothing_is_permitted() {
    let refused = "{\"optionId\": \"my-reject_once\", \"outcome\": \"selected\"}";
    assert_eq!(prompted(&["permit", "allow_once", "reject_once"]).await, done(refused));
}

#[tokio::test]
async fn no_more_is_asked_at_once_than_somebody_can_answer() {
    let stage = Stage::peer("acp", &["permit-many"]);
    let (asks, heard) = PermissionChannel::open();
    // Somebody listens and never answers.
    assert_eq!(stage.agent.carry_out("x", &asks).await, done("{\"outcome\": \"cancelled\"}"));
    drop(heard);
}

#[tokio::test]
async fn an_agent_gets_no_files_and_no_terminal_of_ours_and_goes_on() {
    let refused = "fs/read_text_file: refused\nfs/write_text_file: refused\nterminal/create: refused\n\
                   elicitation/create: refused\nmade/up: refused";
    assert_eq!(prompted(&["offers-nothing"]).await, done(refused));
}

#[tokio::test]
async fn every_reason_to_stop_but_the_end_is_a_failure() {
    for (reason, expected) in [
        ("refusal", "it refused to go on; it said: So far."),
        ("max_tokens", "it used up its tokens; it said: So far."),
        ("max_turn_requests", "it used up its requests; it said: So far."),
        ("cancelled", "it broke the work off; it said: So far."),
    ] {
        assert_eq!(prompted(&["stops", reason]).await, failed(expected), "{reason}");
    }
    assert_eq!(
        prompted(&["refuses"]).await,
        failed("it gave up: no model: {\"model\":\"x\"}; it said: So far.")
    );
}

#[tokio::test]
async fn an_agent_that_cannot_be_used_says_why() {
    let login = "nobody is logged in: run python3 yourself and log in there first";
    assert_eq!(prompted(&["login"]).await, Err(not_started(login)));
    // It may already have done something.
    assert_eq!(prompted(&["login-later"]).await, failed(&format!("{login}; it said: So far.")));
    let stage = Stage::peer("acp", &["newer"]);
    for error in [stage.carry_out("x").await.unwrap_err(), stage.agent.greet().await.unwrap_err()] {
        let error = error.to_string();
        assert!(
            error.starts_with("other cannot be started: it cannot be asked: ") && error.contains("version 7"),
            "{error}"
        );
    }
    let dead = "it ended with code 3; its last words: [31mout of paper";
    assert_eq!(prompted(&["dies"]).await, Err(broke_off(dead)));
}

#[tokio::test]
async fn one_that_breaks_off_before_it_has_the_subtask_has_done_nothing() {
    let dead = "it ended with code 5; its last words: no licence";
    let bytes = "it wrote something that is not text";
    let message = format!("{bytes}; it ended with code 5; its last words: no letters");
    for (mode, at, expected) in [
        ("dies-at", "initialize", not_started(dead)),
        ("dies-at", "session/new", not_started(dead)),
        ("dies-at", "session/prompt", broke_off(dead)),
        ("bytes-at", "initialize", not_started(&message)),
        ("bytes-at", "session/new", not_started(&message)),
        ("bytes-at", "session/prompt", broke_off(bytes)),
    ] {
        assert_eq!(prompted(&[mode, at]).await, Err(expected), "{mode} {at}");
    }
}

#[tokio::test]
async fn what_an_agent_says_stays_within_bounds() {
    let Ok(SubtaskResult::Done(flood)) = prompted(&["flood"]).await else { panic!() };
    assert_eq!(flood, format!("{}\n(cut here: only the first 64 KiB are kept)", "x".repeat(65536)));
    let long = prompted(&["long-line"]).await;
    assert_eq!(long, Err(broke_off("it said more than 16 MiB in one message")));
    let bytes = prompted(&["bytes"]).await;
    assert_eq!(bytes, Err(broke_off("it wrote something that is not text")));
}
