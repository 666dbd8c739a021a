//! Answers to dialogs of pages, and to logins that the browser itself asks for.

use super::{
    Job, confirmed,
    navigation::{is_arrival, now},
};
use crate::{
    page::Page,
    session::{Event, LoginAnswer, LoginRequest, Prompt, PromptAnswer},
    trouble::Trouble,
};
use deskpilot_core::{Effect, Outcome};
use std::time::Duration;

/// How long a dialog may take to close.
const CLOSING: Duration = Duration::from_secs(5);

impl Job<'_> {
    pub(super) async fn answer_dialog(&self) -> Result<Outcome, Trouble> {
        let answer = self.arguments.required("answer")?;
        match self.session.prompt(&self.tab().tab.context) {
            Some(Prompt::Dialog { message, .. }) => Ok(self.answer_message(answer, &message).await),
            Some(Prompt::Login(login)) => self.answer_login(answer, &login).await,
            None => Err(Trouble::NotPossible("no dialog of the page is open".into())),
        }
    }

    async fn answer_message(&self, answer: &str, message: &str) -> Outcome {
        let context = &self.tab().tab.context;
        let mut events = self.session.events();
        let wanted = match answer {
            "accept" => PromptAnswer::Accept(self.arguments.text("text")),
            _ => PromptAnswer::Dismiss,
        };
        if let Err(error) = self.session.answer_prompt(context, wanted).await {
            return Trouble::from(error).unverified(&format!("{answer} was sent"));
        }
        let closed = |event: &Event| match event {
            Event::PromptClosed(it) if it.context == *context => Some(it.accepted),
            _ => None,
        };
        match Page::event(&mut events, CLOSING, closed).await {
            Some(accepted) => {
                let how = if accepted { "accepted" } else { "dismissed" };
                confirmed(format!("the dialog {message:?} is closed: {how}"))
            }
            None => {
                Effect::unverified(format!("{answer} was sent, and the dialog was not seen to close")).into()
            }
        }
    }

    /// A login goes to the host that is named, and to no other: a page may have led to one that nobody expects.
    async fn answer_login(&self, answer: &str, login: &LoginRequest) -> Result<Outcome, Trouble> {
        let host = &login.host;
        let context = &self.tab().tab.context;
        if answer != "accept" {
            return Ok(self.dismiss_login(context, host).await);
        }
        if self.arguments.text("text").map(str::trim) != Some(host.as_str()) {
            return Err(Trouble::bad(
                "text",
                format!("the host that asks, {host}, if the login is meant for it"),
            ));
        }
        if let Err(error) = self.session.answer_login(context, LoginAnswer::InWindow).await {
            let what = format!("the browser was to ask in its window for the login of {host}");
            return Ok(Trouble::from(error).unverified(&what));
        }
        let fill =
            "fill in its fields there, the password from a secret if there is one, and look what comes of it";
        Ok(Effect::unverified(format!(
            "the browser was let ask in its window for the login of {host}; {fill}"
        ))
        .into())
    }

    async fn dismiss_login(&self, context: &str, host: &str) -> Outcome {
        let mut events = self.session.events();
        let what = format!("the login of {host} was dismissed");
        if let Err(error) = self.session.answer_login(context, LoginAnswer::Dismiss).await {
            return Trouble::from(error).unverified(&what);
        }
        let is_here = |event: &Event| (event.context() == context && is_arrival(event)).then_some(());
        let arrived = Page::event(&mut events, CLOSING, is_here).await;
        match self.page().status().await {
            Ok(page) if arrived.is_some() => confirmed(format!("{what}; {}", now(&page))),
            Ok(_) => Effect::unverified(format!("{what}, and no page came")).into(),
            Err(trouble) => trouble.unverified(&what),
        }
    }
}
