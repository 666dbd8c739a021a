//! The time from a person's yes to the action.

use super::steps::{options, ports};
use crate::app_under_test::AppUnderTest;
use anyhow::{Result, anyhow, ensure};
use async_trait::async_trait;
use deskpilot_agent::{Confirmation, Ending, Options, Session, SessionControl, User, UserAbsent, UserReply};
use deskpilot_core::{
    AgentKind, Answer, Completion, Consent, Event, PauseCause, Policy, PolicyFile, Prompt, Question, Usage,
    fold::QuestionId,
};
use deskpilot_model::{Model, ModelError};
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};
use tokio_util::sync::CancellationToken;

/// A model that presses keys of a calculator, each of which the policy asks about.
struct KeyPresser {
    times: usize,
    pressed: AtomicUsize,
}

#[async_trait]
impl Model for KeyPresser {
    fn name(&self) -> &str {
        "presser"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let text = match prompt.agent {
            AgentKind::AppAgent => self.press(),
            _ if self.pressed.load(Ordering::Relaxed) == 0 => {
                r#"{"Status": "ASSIGN", "ControlLabel": "1", "Current Sub-Task": "press keys"}"#.to_owned()
            }
            _ => r#"{"Status": "FINISH", "Comment": "done"}"#.to_owned(),
        };
        Ok(Completion { text, model: "presser".into(), usage: Usage::default() })
    }
}

impl KeyPresser {
    fn press(&self) -> String {
        let pressed = self.pressed.fetch_add(1, Ordering::Relaxed);
        if pressed >= self.times {
            return r#"{"Status": "FINISH", "Comment": "done"}"#.to_owned();
        }
        let key = ["5", "AC"][pressed % 2];
        format!(
            r#"{{"Status": "CONTINUE", "Function": "click_input", "ControlText": "{key}", "Args": {{}}}}"#
        )
    }
}

/// A user who says yes, and records when.
struct ConsentingUser(Arc<Mutex<Option<Instant>>>);

#[async_trait]
impl User for ConsentingUser {
    async fn ask(&mut self, _: QuestionId, _: &[Question]) -> Result<UserReply<Vec<Answer>>, UserAbsent> {
        Err(UserAbsent)
    }

    async fn confirm(&mut self, _: &Confirmation<'_>) -> Result<UserReply<Consent>, UserAbsent> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        Ok(Consent::Once.into())
    }

    async fn hand_back(&mut self, _: QuestionId, _: &PauseCause) -> Result<(), UserAbsent> {
        Err(UserAbsent)
    }
}

/// Milliseconds from each yes to its action, on a real desktop.
pub(super) async fn measure(times: usize) -> Result<Vec<f64>> {
    let app = AppUnderTest::open(&crate::perception::calculator()).await?;
    let folder = tempfile::tempdir()?;
    let model = Arc::new(KeyPresser { times, pressed: AtomicUsize::new(0) });
    let said = Arc::new(Mutex::new(None));
    let mut ports = ports(folder.path(), Box::new(app.desktop().await?.0), model)?;
    ports.user = Box::new(ConsentingUser(said.clone()));
    let taken = Arc::new(Mutex::new(Vec::new()));
    let noted = taken.clone();
    ports.watchers.push(Box::new(move |entry| {
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(entry.event, Event::Acting { .. })
            && let Some(at) = said.take()
        {
            noted.lock().unwrap_or_else(PoisonError::into_inner).push(at.elapsed().as_secs_f64() * 1000.0);
        }
    }));
    let words = [("sends".to_owned(), vec!["5".to_owned(), "AC".to_owned()])].into();
    let policy = Policy::of(PolicyFile { words, ..PolicyFile::default() });
    let policy = policy.map_err(|wrong| anyhow!(wrong.join("; ")))?;
    let options = Options { policy, ..options(2 * times) };
    let mut session = Session::open(ports, options, SessionControl::new(CancellationToken::new()), "bench")?;
    let ending = session.round("press keys").await?;
    app.close().await;
    ensure!(matches!(ending, Ending::Ended(_)), "the session did not end: {ending:?}");
    let taken = taken.lock().unwrap_or_else(PoisonError::into_inner).clone();
    ensure!(taken.len() == times, "{} of {times} keys were confirmed and pressed: {ending:?}", taken.len());
    Ok(taken)
}
