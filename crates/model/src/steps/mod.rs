//! The built-in model `steps`: it needs no network, costs nothing, and follows a request that is written as steps.
//!
//! Stateless and deterministic: a reply is a function of the prompt alone, which it gets as any other model does.

mod act;
mod app;
mod applications;
mod calculator;
mod controls;
mod dialog;
mod expression;
mod file;
mod forms;
mod grammar;
mod host;
mod keys;
mod mend;
mod perform;
mod phrases;
mod quote;
pub(crate) mod reply;
pub(crate) mod sections;
mod split;
mod step;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod words;

pub use grammar::help;

use crate::{Model, ModelError, Sees};
use async_trait::async_trait;
use deskpilot_core::{AgentKind, Completion, Prompt, Usage};
use sections::{AppSight, HostSight, OpenWindow};

/// The built-in model. [`help`] says how a request for it is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steps;

/// Its name.
const NAME: &str = "steps";

#[async_trait]
impl Model for Steps {
    fn name(&self) -> &str {
        NAME
    }

    fn sees(&self) -> Sees {
        Sees::Text
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let usage = Usage { cost: Some(0.0), ..Usage::default() };
        Ok(Completion { text: reply(prompt)?, model: NAME.to_owned(), usage })
    }
}

/// The window of the application that goes by this name.
pub(crate) fn window_of<'s>(application: &str, sight: &'s HostSight) -> Option<&'s OpenWindow> {
    applications::meant(application, &sight.windows, &sight.applications).ok()?.window
}

/// The reply to a prompt.
fn reply(prompt: &Prompt) -> Result<String, ModelError> {
    match prompt.agent {
        AgentKind::HostAgent => Ok(reply::json(&host::reply(&HostSight::of(prompt)))),
        AgentKind::AppAgent => Ok(reply::json(&app::reply(&AppSight::of(prompt)))),
        AgentKind::EvaluationAgent => Err(ModelError::judges_nothing(NAME)),
    }
}
