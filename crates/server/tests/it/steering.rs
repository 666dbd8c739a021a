//! A running session, seen and steered from browsers.

use crate::stand::{Browser, Stand, soon, viewer};
use async_trait::async_trait;
use deskpilot_agent::{Deciders, PromptOptions};
use deskpilot_core::{Completion, Event, Prompt, Usage};
use deskpilot_model::{Model, ModelError};
use deskpilot_runtime::{Attendance, Presence, Respondents, SessionHandle, SessionSpec, Sessions};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::sleep;

const ASK: &str = r#"{"Status": "PENDING", "Questions": ["Which one?"]}"#;
const FINISH: &str = r#"{"Status": "FINISH", "Comment": "done"}"#;

/// A model with a list of replies, which thinks for ever after the last one.
struct ScriptedModel(Mutex<VecDeque<String>>);

#[async_trait]
impl Model for ScriptedModel {
    fn name(&self) -> &str {
        "test/scripted"
    }

    async fn complete(&self, _: &Prompt) -> Result<Completion, ModelError> {
        let reply = self.0.lock().unwrap().pop_front();
        match reply {
            Some(text) => Ok(Completion { text, model: "test/scripted".into(), usage: Usage::default() }),
            None => std::future::pending().await,
        }
    }
}

/// A session whose model gives these replies, and somebody else who could answer, so that it waits for the browsers.
pub(crate) fn session(stand: &Stand, replies: &[&str]) -> (SessionHandle, Presence) {
    let respondents = Respondents::default();
    let presence = respondents.attend();
    (session_of(stand, replies, &respondents), presence)
}

/// A session whose model gives these replies, and these people and programs that could answer.
fn session_of(stand: &Stand, replies: &[&str], respondents: &Respondents) -> SessionHandle {
    let replies = replies.iter().map(|it| (*it).to_owned()).collect();
    let model: Arc<dyn Model> = Arc::new(ScriptedModel(Mutex::new(replies)));
    let deciders = Deciders::from_model(model, PromptOptions::default());
    let spec = SessionSpec::with(stand.config(), "t", ["choose".to_owned()], deciders);
    let spec = SessionSpec { attendance: Attendance::Attended(respondents.clone()), ..spec };
    Sessions::new(Arc::new(|_| {})).start(spec).unwrap()
}

/// What a browser is shown once the condition holds.
pub(crate) async fn shown(browser: &Browser<'_>, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
    soon("the state", async {
        loop {
            let value = browser.json(path).await;
            if holds(&value) {
                return value;
            }
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await
}

#[tokio::test]
async fn two_browsers_answer_and_the_first_one_counts() {
    let stand = Stand::new().await;
    let one = stand.browser().await;
    let invitation = one.post("/api/invitations", &json!({})).await.json();
    let token = invitation["address"].as_str().unwrap().split_once("token=").unwrap().1.to_owned();
    let two = stand.browser_with(&token).await;
    let (handle, _presence) = session(&stand, &[ASK, FINISH]);
    let path = one.path_of("t").await;
    let task = shown(&one, &path, |it| it["task"]["question"].is_object()).await;
    let question = &task["task"]["question"];
    assert_eq!(question["wants"], json!({"answers": ["Which one?"]}));
    assert_eq!(task["live"]["phase"], "working");
    let wrong =
        one.post(&format!("{path}/answer"), &json!({"question": question["id"], "reply": "hand_back"})).await;
    assert_eq!((wrong.status, wrong.code().as_str()), (409, "unfit"));
    let answer = |text: &str| json!({"question": question["id"], "reply": {"answers": [text]}});
    let (left, right) = (answer("left"), answer("right"));
    let place = format!("{path}/answer");
    let (first, second) = tokio::join!(one.post(&place, &left), two.post(&place, &right));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{first:?} {second:?}");
    let (late, winner) = if first.status == 409 { (first, viewer(2)) } else { (second, viewer(1)) };
    assert!(late.body.contains(&winner), "{late:?}");
    soon("the end", handle.outcome()).await.unwrap();
    let entries = deskpilot_log::read(&stand.logs(), "t").unwrap();
    let by = entries.iter().find_map(|it| match &it.event {
        Event::Answered { by, .. } => by.clone(),
        _ => None,
    });
    assert_eq!(by.as_deref(), Some(winner.as_str()));
}

#[tokio::test]
async fn a_task_is_paused_handed_back_and_stopped_from_a_browser() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let (handle, _presence) = session(&stand, &[]);
    let path = browser.path_of("t").await;
    shown(&browser, &path, |it| it["live"]["phase"] == "working" && it["entries"].as_u64() > Some(3)).await;
    assert_eq!(browser.post(&format!("{path}/pause"), &json!({})).await.status, 200);
    let paused = shown(&browser, &path, |it| it["task"]["word"] == "paused").await;
    assert_eq!(paused["question"]["wants"], json!({"hand_back": "asked"}));
    assert_eq!(browser.post(&format!("{path}/hand-back"), &json!({})).await.status, 200);
    shown(&browser, &path, |it| it["task"]["word"] == "running").await;
    let more = browser.post(&format!("{path}/requests"), &json!({"text": "more"})).await;
    assert_eq!((more.status, more.code().as_str()), (409, "no_requests"));
    let resumed = browser.post(&format!("{path}/resume"), &json!({})).await;
    assert_eq!((resumed.status, resumed.code().as_str()), (409, "running"));
    assert_eq!(browser.post(&format!("{path}/stop"), &json!({})).await.status, 200);
    soon("the end", handle.outcome()).await.unwrap();
    shown(&browser, &path, |it| it["task"]["word"] == "stopped" && it["live"].is_null()).await;
    let late = browser.post(&format!("{path}/stop"), &json!({})).await;
    assert_eq!((late.status, late.code().as_str()), (409, "not_running"));
}

#[tokio::test]
async fn a_browser_that_watches_all_tasks_and_opens_none_is_there_to_answer_until_it_leaves() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let respondents = Respondents::default();
    let handle = session_of(&stand, &[], &respondents);
    assert!(!respondents.is_anyone_present());
    let (_, feed) = browser.events("/api/feed", "").await;
    soon("the person at the page", until(|| respondents.is_anyone_present())).await;
    drop(feed);
    soon("their leaving", until(|| !respondents.is_anyone_present())).await;
    handle.stop();
    soon("the end", handle.outcome()).await.unwrap();
}

async fn until(holds: impl Fn() -> bool) {
    while !holds() {
        sleep(Duration::from_millis(20)).await;
    }
}
