//! Readers and respondents of sessions in this process.

use crate::workspace::{ASK, ASSIGN, FINISH, SEND, THINK, Workspace, config, soon, text_platform};
use deskpilot_agent::{Ending, RoundFinish};
use deskpilot_core::{Consent, Event, Policy, PolicyFile, Verdict};
use deskpilot_desktop::DesktopKind;
use deskpilot_runtime::{
    AnswerError, Config, Environment, Evaluation, EventStream, IdleBehavior, OpenedLog, Phase,
    QuestionOutcome, Reply, Respondents, SessionSpec, UnfinishedRound, options,
};
use std::{
    path::Path,
    sync::{Arc, atomic::Ordering},
};

/// The numbers of all further entries of a stream.
pub(crate) async fn rest(mut events: EventStream) -> Vec<u64> {
    let mut seen = Vec::new();
    while let Some(entry) = soon("the next entry", events.next()).await.unwrap() {
        seen.push(entry.seq);
    }
    seen
}

fn answer(text: &str) -> Reply {
    Reply::Answers(vec![text.to_owned()])
}

#[tokio::test]
async fn the_first_answer_counts_and_the_other_respondent_learns_it() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let _here = respondents.attend();
    let handle =
        Workspace::sessions().start(workspace.spec("t", &["choose"], &[ASK, FINISH], &respondents)).unwrap();
    let (mut first, mut second) = (handle.questions(), handle.questions());
    let question = soon("the question", first.next()).await.unwrap();
    assert_eq!(soon("the same question", second.next()).await.as_ref(), Some(&question));
    let wrong = handle.answer(question.id, Reply::HandBack, "the dashboard");
    assert!(matches!(wrong, Err(AnswerError::Unfit(_))), "{wrong:?}");
    handle.answer(question.id, answer("the left one"), "the dashboard").unwrap();
    let late = handle.answer(question.id, answer("the right one"), "the terminal").unwrap_err();
    assert_eq!(late, AnswerError::Late { id: question.id, by: "the dashboard".into() });
    assert_eq!(second.outcome().await, QuestionOutcome::Answered("the dashboard".into()));
    let outcome = soon("the end", handle.outcome()).await.unwrap();
    assert_eq!(outcome.ending, Ending::Ended(Verdict::Finished("done".into())));
    let entries = deskpilot_log::read(workspace.root(), "t").unwrap();
    assert!(matches!(&entries[usize::try_from(question.id.0).unwrap()].event, Event::Asked { .. }));
    let answers: Vec<(&str, Option<&str>)> = entries
        .iter()
        .filter_map(|it| match &it.event {
            Event::Answered { answers, by } => Some((answers[0].answer.as_str(), by.as_deref())),
            _ => None,
        })
        .collect();
    assert_eq!(answers, [("the left one", Some("the dashboard"))]);
}

#[tokio::test]
async fn a_late_joiner_sees_the_past_and_then_the_present_once_each() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let _here = respondents.attend();
    let handle =
        Workspace::sessions().start(workspace.spec("t", &["choose"], &[ASK, FINISH], &respondents)).unwrap();
    let from_the_start = tokio::spawn(rest(handle.events(0)));
    let question = soon("the question", handle.questions().next()).await.unwrap();
    let late = handle.events(0);
    let later = handle.events(handle.next_seq());
    let began = handle.next_seq();
    handle.answer(question.id, answer("it"), "a test").unwrap();
    soon("the end", handle.outcome()).await.unwrap();
    let all: Vec<u64> = (0..deskpilot_log::read(workspace.root(), "t").unwrap().len() as u64).collect();
    assert_eq!(from_the_start.await.unwrap(), all);
    assert_eq!(rest(late).await, all);
    assert_eq!(rest(later).await, all[usize::try_from(began).unwrap()..]);
    assert_eq!(rest(handle.events(0)).await, all, "also when it is over");
}

#[tokio::test]
async fn a_joiner_that_never_reads_holds_nobody_up_and_misses_nothing() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let requests = vec!["again"; 60];
    let handle =
        Workspace::sessions().start(workspace.spec("t", &requests, &vec![FINISH; 60], &respondents)).unwrap();
    let slow = handle.events(0);
    soon("the end", handle.outcome()).await.unwrap();
    let written = deskpilot_log::read(workspace.root(), "t").unwrap().len() as u64;
    assert!(written > 300, "more than is kept at hand: {written}");
    assert_eq!(rest(slow).await, (0..written).collect::<Vec<_>>());
}

#[tokio::test]
async fn sessions_of_one_process_are_stopped_each_on_its_own() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let sessions = Workspace::sessions();
    let start =
        |task: &str| sessions.start(workspace.spec(task, &["think"], &[THINK], &respondents)).unwrap();
    let (one, other) = (start("one"), start("other"));
    one.stop();
    assert_eq!(soon("the stop", one.outcome()).await.unwrap().ending, Ending::Stopped);
    assert_eq!(other.phase(), Phase::Working);
    let live: Vec<String> = sessions.live().iter().map(|it| it.task().to_owned()).collect();
    assert_eq!(live, ["other"]);
    other.stop();
    assert_eq!(soon("the other stop", other.outcome()).await.unwrap().ending, Ending::Stopped);
}

#[tokio::test]
async fn applications_end_before_a_private_desktop_does_however_the_session_ends() {
    for (desktop, reply, expected) in [
        (DesktopKind::Private, FINISH, 1),
        (DesktopKind::Private, THINK, 1),
        (DesktopKind::Private, "no decision", 1),
        (DesktopKind::Current, FINISH, 0),
    ] {
        let (workspace, platform) = (Workspace::new(), text_platform());
        let desktops = platform.desktops();
        let spec = workspace.spec("t", &["go"], &[reply], &Respondents::default());
        let environment = Environment::new(spec.config.environment.pairs().to_vec(), Arc::new(platform));
        let config = Config { environment, desktop, ..spec.config };
        let handle = Workspace::sessions().start(SessionSpec { config, ..spec }).unwrap();
        if reply == THINK {
            soon("the beginning", handle.events(0).next()).await.unwrap();
            handle.stop();
        }
        let _ = soon("the end", handle.outcome()).await;
        let closed = desktops.applications_closed.load(Ordering::SeqCst);
        assert_eq!((closed, desktops.closed.load(Ordering::SeqCst)), (expected, 1), "{desktop:?} {reply}");
    }
}

#[tokio::test]
async fn where_nobody_is_a_question_waits_in_the_log_and_keeps_its_number() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let sessions = Workspace::sessions();
    let handle = sessions.start(workspace.spec("t", &["choose"], &[ASK], &respondents)).unwrap();
    let outcome = soon("the end", handle.outcome()).await.unwrap();
    assert!(matches!(outcome.ending, Ending::NeedsAnswers(_)), "{:?}", outcome.ending);
    let entries = deskpilot_log::read(workspace.root(), "t").unwrap();
    let asked = entries.iter().find(|it| matches!(it.event, Event::Asked { .. })).unwrap().seq;
    let _here = respondents.attend();
    let log = OpenedLog::open(workspace.root(), "t").unwrap();
    let handle = sessions.resume(workspace.spec("t", &["choose"], &[FINISH], &respondents), log).unwrap();
    let question = soon("the question again", handle.questions().next()).await.unwrap();
    assert_eq!(question.id.0, asked);
    handle.answer(question.id, answer("it"), "a test").unwrap();
    assert!(matches!(soon("the end", handle.outcome()).await.unwrap().ending, Ending::Ended(_)));
}

#[tokio::test]
async fn a_session_waits_for_further_requests_until_there_are_none() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let spec = workspace.spec("t", &["one"], &[FINISH, FINISH], &respondents);
    let spec = deskpilot_runtime::SessionSpec { when_idle: IdleBehavior::AwaitRequests, ..spec };
    let handle = Workspace::sessions().start(spec).unwrap();
    assert_eq!(soon("the first rest", handle.wait_until_idle()).await, Phase::Idle);
    assert!(handle.request("two".into()));
    assert_eq!(soon("the second rest", handle.wait_until_idle()).await, Phase::Idle);
    handle.close_requests();
    assert!(matches!(soon("the end", handle.outcome()).await.unwrap().ending, Ending::Ended(_)));
    assert!(!handle.request("three".into()));
    let entries = deskpilot_log::read(workspace.root(), "t").unwrap();
    assert_eq!(entries.iter().filter(|it| matches!(it.event, Event::RoundStarted { .. })).count(), 2);
}

#[tokio::test]
async fn a_session_that_got_a_request_at_work_rests_after_that_one() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let spec = workspace.spec("t", &["one"], &[FINISH, FINISH], &respondents);
    let spec = SessionSpec { when_idle: IdleBehavior::AwaitRequests, ..spec };
    let handle = Workspace::sessions().start(spec).unwrap();
    assert!(handle.request("two".into()));
    assert_eq!(soon("the rest", handle.wait_until_idle()).await, Phase::Idle);
    let entries = deskpilot_log::read(workspace.root(), "t").unwrap();
    assert_eq!(entries.iter().filter(|it| matches!(it.event, Event::RoundEnded { .. })).count(), 2);
    handle.close_requests();
    soon("the end", handle.outcome()).await.unwrap();
}

#[tokio::test]
async fn a_round_that_was_stopped_goes_on_or_gives_way_to_another_request() {
    let respondents = Respondents::default();
    for (unfinished, request, ends) in [
        (UnfinishedRound::GoesOn, "second", vec!["first", "second"]),
        (UnfinishedRound::GivesWay, "second", vec!["second"]),
        (UnfinishedRound::GivesWay, "first", vec!["first"]),
    ] {
        let (workspace, sessions) = (Workspace::new(), Workspace::sessions());
        let handle = sessions.start(workspace.spec("t", &["first"], &[THINK], &respondents)).unwrap();
        let mut events = handle.events(0);
        while !matches!(
            soon("the prompt", events.next()).await.unwrap().unwrap().event,
            Event::Prompted { .. }
        ) {}
        handle.stop();
        soon("the stop", handle.outcome()).await.unwrap();
        let spec = workspace.spec("t", &[request], &[FINISH, FINISH], &respondents);
        let opened = OpenedLog::open(workspace.root(), "t").unwrap();
        let handle = sessions.resume(SessionSpec { unfinished, ..spec }, opened).unwrap();
        soon("the end", handle.outcome()).await.unwrap();
        let entries = deskpilot_log::read(workspace.root(), "t").unwrap();
        let mut started = "";
        let mut ended = Vec::new();
        for entry in &entries {
            match &entry.event {
                Event::RoundStarted { request, .. } => started = request,
                Event::RoundEnded { .. } => ended.push(started),
                _ => {}
            }
        }
        assert_eq!(ended, ends, "{unfinished:?} {request}");
    }
}

#[tokio::test]
async fn the_log_says_who_gave_a_yes() {
    let (workspace, respondents) = (Workspace::new(), Respondents::default());
    let _here = respondents.attend();
    let mut spec = workspace.spec("t", &["send it"], &[ASSIGN, SEND, FINISH, FINISH], &respondents);
    spec.config.policy.policy = Policy::of(PolicyFile::default()).unwrap();
    let handle = Workspace::sessions().start(spec).unwrap();
    let question = soon("the question", handle.questions().next()).await.unwrap();
    handle.answer(question.id, Reply::Consent(Consent::Once), "the dashboard").unwrap();
    soon("the end", handle.outcome()).await.unwrap();
    let entries = deskpilot_log::read(workspace.root(), "t").unwrap();
    let confirmed = entries.into_iter().find_map(|it| match it.event {
        Event::Confirmed { consent, by } => Some((consent, by)),
        _ => None,
    });
    assert_eq!(confirmed, Some((Consent::Once, Some("the dashboard".into()))));
}

#[test]
fn a_judge_gets_the_host_agents_last_look() {
    let folder = Path::new("/tmp");
    for (evaluation, expected) in
        [(Evaluation::On, RoundFinish::Host), (Evaluation::Off, RoundFinish::Prepared)]
    {
        let config = Config { evaluation, ..config(folder, folder) };
        assert_eq!(options(&config, folder).finish, expected);
    }
}
