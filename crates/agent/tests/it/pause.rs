//! A person takes over and hands back; two sessions share a desktop.

use crate::common::{FINISH, Script, TestEnv, act, assign};
use deskpilot_agent::{Ending, Session, Timeouts};
use deskpilot_core::{Aim, Button, Clipboard, Consent, Event, Gesture, Input, PauseCause, Verdict};
use deskpilot_desktop::{Desktop, DesktopReader, WindowList};
use std::{sync::Arc, time::Duration};

const NOTEPAD: &str = "\
window \"Untitled\" notepad
  edit \"Text\"
  button \"Delete\" -> set \"Text\" to \"\"
";

fn write(text: &str) -> String {
    act(1, "set_edit_text", &format!(r#"{{"text": "{text}"}}"#), "")
}

/// A session that calls `then` after the first matching entry.
fn session(
    env: &TestEnv,
    words: &[String],
    when: fn(&Event) -> bool,
    mut then: impl FnMut() + Send + 'static,
) -> Session {
    let mut ports = env.ports(Arc::new(Script::new(words)));
    let mut is_due = true;
    ports.watchers.push(Box::new(move |entry| {
        if is_due && when(&entry.event) {
            is_due = false;
            then();
        }
    }));
    Session::open(ports, env.options.clone(), env.session_control.clone(), "test").unwrap()
}

#[tokio::test]
async fn a_pause_interrupts_at_once_and_the_agent_looks_again_when_it_is_handed_back() {
    let env = TestEnv::new(NOTEPAD);
    let wait = r#"{"Status": "CONTINUE", "Function": "wait", "Args": {"seconds": 300}}"#.to_owned();
    let words = [assign("write"), wait, write("a"), FINISH.into(), FINISH.into()];
    let session_control = env.session_control.clone();
    let mut session = session(
        &env,
        &words,
        |it| matches!(it, Event::Acting { .. }),
        move || session_control.pause(PauseCause::Asked),
    );
    let (session_control, log) = (env.session_control.clone(), env.log.clone());
    let person = tokio::spawn(async move {
        while !log.entries().iter().any(|it| matches!(it.event, Event::Paused { .. })) {
            tokio::task::yield_now().await;
        }
        session_control.hand_back();
    });
    let began = std::time::Instant::now();
    assert_eq!(session.round("x").await.unwrap(), Ending::Ended(Verdict::Finished("done".into())));
    person.await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(5), "it did not wait for its action to end");
    let transcript = env.transcript();
    let after = transcript.split("handed back").nth(1).unwrap();
    assert!(after.trim_start().starts_with("step 2: AppAgent"), "{transcript}");
    assert!(
        transcript.contains("interrupted: it may or may not have happened\npaused: you asked for it\n"),
        "{transcript}"
    );
}

#[tokio::test]
async fn a_person_who_answers_a_question_has_not_taken_over() {
    let env = TestEnv::new(NOTEPAD);
    let words = [assign("tidy"), act(2, "click_input", "{}", ""), FINISH.into(), FINISH.into()];
    let session_control = env.session_control.clone();
    *env.user.meanwhile.lock().unwrap() =
        Some(Box::new(move || session_control.pause_if_working(PauseCause::Pointer)));
    env.user.consents.lock().unwrap().push_back(Consent::Once);
    let ending = env.play("x", &words).await;
    assert_eq!(ending, Ending::Ended(Verdict::Finished("done".into())), "{}", env.transcript());
}

#[tokio::test]
async fn a_person_who_uses_the_pointer_while_the_agent_works_has() {
    let mut env = TestEnv::new(NOTEPAD);
    env.options.timeouts = Timeouts { person: Duration::ZERO, ..Timeouts::default() };
    let session_control = env.session_control.clone();
    let words = [assign("tidy"), write("a"), FINISH.into(), FINISH.into()];
    let touch = move || session_control.pause_if_working(PauseCause::Pointer);
    let mut session = session(&env, &words, |it| matches!(it, Event::AppDecided { .. }), touch);
    assert_eq!(session.round("x").await.unwrap(), Ending::Stopped, "nobody handed back in time");
    assert!(env.transcript().contains("paused: you used the pointer\nstopped"), "{}", env.transcript());
    assert_eq!(env.desktop.performed().len(), 0);
}

#[tokio::test]
async fn a_session_waits_for_a_window_in_which_another_works_and_is_refused_in_the_end() {
    for (patience, given_back) in [(Duration::from_secs(20), true), (Duration::ZERO, false)] {
        let mut env = TestEnv::new(NOTEPAD);
        env.options.timeouts = Timeouts { window: patience, ..Timeouts::default() };
        let mut other = env.desktop.for_another_session();
        let window = other.windows().await.unwrap().remove(0);
        let mut claim = Some(other.claim(&window, "other").await.unwrap());
        if given_back {
            tokio::spawn(async move {
                tokio::task::yield_now().await;
                drop(claim.take());
            });
        }
        // Without the window no AppAgent moves: the HostAgent gets the reason.
        let written = given_back.then(|| write("a"));
        let words = [assign("write")].into_iter().chain(written).chain([FINISH.into(), FINISH.into()]);
        env.play("x", &words.collect::<Vec<_>>()).await;
        let transcript = env.transcript();
        assert_eq!(env.desktop.performed().len(), usize::from(given_back), "{transcript}");
        assert_eq!(transcript.contains("works there on \"other\""), !given_back, "{transcript}");
    }
}

#[tokio::test]
async fn a_window_is_given_back_when_the_round_ends() {
    let env = TestEnv::new(NOTEPAD);
    env.play("x", &[assign("write"), write("a"), FINISH.into(), FINISH.into()]).await;
    let mut other = env.desktop.for_another_session();
    let window = other.windows().await.unwrap().remove(0);
    let claim = other.claim(&window, "other").await;
    assert!(claim.is_ok(), "{claim:?}");
}

#[tokio::test]
async fn a_window_that_a_person_closes_is_noticed_where_the_desktop_is_theirs() {
    for (clipboard, paused) in [(Clipboard::Shared, true), (Clipboard::Own, false)] {
        let mut env =
            TestEnv::new("window \"Untitled\" notepad\n  edit \"Text\"\n  button \"Leave\" -> close\n");
        env.options.clipboard = clipboard;
        env.options.timeouts = Timeouts { person: Duration::ZERO, ..Timeouts::default() };
        let words = [
            assign("write"),
            r#"{"Status": "CONTINUE", "Function": "summary", "Args": {"text": "x"}}"#.into(),
            FINISH.into(),
            FINISH.into(),
        ];
        let mut person = env.desktop.for_another_session();
        let close = move || {
            let window = futures_of(person.windows()).remove(0);
            let controls = futures_of(person.controls(&window, deskpilot_desktop::Budget::LOOK)).controls;
            let leave = controls.into_iter().find(|it| it.name == "Leave").unwrap();
            let (aim, gesture) = (
                Aim::Control(Box::new(leave)),
                Gesture::Click { button: Button::Left, count: 1, held: Vec::new() },
            );
            futures_of(person.perform(&Input { window: window.id, aim, gesture }));
        };
        let seen = |it: &Event| matches!(it, Event::AppDecided { .. });
        let mut session = session(&env, &words, seen, close);
        let ending = session.round("x").await.unwrap();
        let transcript = env.transcript();
        assert_eq!(ending == Ending::Stopped, paused, "{transcript}");
        let message = "paused: the window \"Untitled\" was closed, and not by the agent";
        assert_eq!(transcript.contains(message), paused, "{transcript}");
    }
}

/// The result of a future of the text desktop, which never waits.
fn futures_of<T>(future: impl Future<Output = Result<T, deskpilot_desktop::DesktopError>>) -> T {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match std::pin::pin!(future).poll(&mut context) {
        std::task::Poll::Ready(done) => done.unwrap(),
        std::task::Poll::Pending => unreachable!("the text desktop never waits"),
    }
}
