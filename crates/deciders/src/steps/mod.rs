//! The built-in decider `steps`: follows a request written as steps, without network or cost.
//!
//! It is stateless and deterministic: a decision depends only on the scene. The plan of its last decision has
//! its next steps, in the notation of requests.

mod act;
mod app;
mod applications;
mod calculator;
mod controls;
mod courtesy;
mod dialog;
mod everyday;
mod expand;
mod expression;
mod file;
mod file_manager;
mod form;
mod forms;
mod grammar;
mod host;
mod keys;
mod languages;
mod manual;
mod named_application;
mod names;
mod page;
mod perform;
mod phrases;
mod plan_forms;
mod quote;
mod recovery;
mod repeats;
mod rewrite;
mod save_forms;
mod sheets;
mod split;
mod step;
mod terminal;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod understanding;
mod unknown_verb;
mod wait_forms;
mod wishes;

pub use manual::help;

use crate::{
    AppResponse, AppScene, BarsNeed, Decider, DeciderError, HostResponse, HostScene, Needs, Recorder,
    WindowNeed,
    facts::{AppFacts, HostFacts},
};
use async_trait::async_trait;
use deskpilot_core::{Window, fold::AgentMemory};

/// The built-in decider. [`help`] describes the notation of its requests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steps;

/// Its name.
const NAME: &str = "steps";

#[async_trait]
impl Decider for Steps {
    fn name(&self) -> &str {
        NAME
    }

    fn needs(&self) -> Needs {
        Needs { window: WindowNeed::Controls, ..Needs::DEFAULT }
    }

    fn bars_need(&self, memory: &AgentMemory) -> BarsNeed {
        app::bars_need(memory)
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostResponse, DeciderError> {
        Ok(host::draft(&HostFacts::of(scene)).into_response(scene))
    }

    async fn app(&self, scene: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppResponse, DeciderError> {
        app::draft(&AppFacts::of(scene)).into_response(scene)
    }
}

/// The window of the application with this name.
pub(crate) fn window_of<'s>(application: &str, facts: &HostFacts<'s>) -> Option<&'s Window> {
    applications::resolve_application(application, facts.windows, facts.applications).ok()?.window
}
