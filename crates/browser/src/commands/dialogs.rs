//! Answers to dialogs of pages.

use super::{Job, confirmed};
use crate::{
    page::Page,
    session::{Event, PromptAnswer},
    trouble::Trouble,
};
use deskpilot_core::{Effect, Outcome};
use std::time::Duration;

/// How long a dialog may take to close.
const CLOSING: Duration = Duration::from_secs(5);

impl Job<'_> {
    pub(super) async fn answer_dialog(&self) -> Result<Outcome, Trouble> {
        let context = &self.tab().tab.context;
        let Some(prompt) = self.session.prompt(context) else {
            return Err(Trouble::NotPossible("no dialog of the page is open".into()));
        };
        let answer = self.arguments.required("answer")?;
        let mut events = self.session.events();
        let wanted = match answer {
            "accept" => PromptAnswer::Accept(self.arguments.text("text")),
            _ => PromptAnswer::Dismiss,
        };
        if let Err(error) = self.session.answer_prompt(context, wanted).await {
            return Ok(Trouble::from(error).unverified(&format!("{answer} was sent")));
        }
        let closed = |event: &Event| match event {
            Event::PromptClosed(it) if it.context == *context => Some(it.accepted),
            _ => None,
        };
        Ok(match Page::event(&mut events, CLOSING, closed).await {
            Some(accepted) => {
                let how = if accepted { "accepted" } else { "dismissed" };
                confirmed(format!("the dialog {:?} is closed: {how}", prompt.message))
            }
            None => {
                Effect::unverified(format!("{answer} was sent, and the dialog was not seen to close")).into()
            }
        })
    }
}
