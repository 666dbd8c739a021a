//! A decider that carries out known tasks by skills and passes everything else on to an inner decider.

mod alone;
mod app;
mod consents;
mod host;
mod question;

pub use alone::SkillAlone;
pub use consents::{SkillConsents, SkillOwner};
pub use question::is_consent_question;

use crate::SkillStore;
use app::SubtaskRun;
use async_trait::async_trait;
use deskpilot_core::fold::AgentMemory;
use deskpilot_deciders::{
    AppResponse, AppScene, BarsNeed, Decider, DeciderError, HostResponse, HostScene, Needs, Recorder,
};
use std::sync::{Arc, Mutex, PoisonError};

/// Decides by a skill if one matches word by word, and asks its inner decider otherwise.
///
/// A skill runs only if a person agreed to it. It continues while each step finds the window as it was and
/// has the same effect as before. At the first difference the inner decider takes over and receives a report
/// of what was done.
pub struct Skilled {
    inner: Arc<dyn Decider>,
    skills: Arc<SkillStore>,
    consents: Option<Arc<SkillConsents>>,
    run: Mutex<Option<SubtaskRun>>,
}

impl Skilled {
    /// Tries these skills before the decider. Skills that nobody agreed to yet do not run.
    pub fn new(inner: Arc<dyn Decider>, skills: Arc<SkillStore>) -> Skilled {
        Skilled { inner, skills, consents: None, run: Mutex::default() }
    }

    /// The same, which asks a person about a skill that would run for the first time.
    #[must_use]
    pub fn asking(self, consents: Arc<SkillConsents>) -> Skilled {
        Skilled { consents: Some(consents), ..self }
    }
}

#[async_trait]
impl Decider for Skilled {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn needs(&self) -> Needs {
        self.inner.needs()
    }

    fn bars_need(&self, memory: &AgentMemory) -> BarsNeed {
        self.inner.bars_need(memory)
    }

    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        match host::decision(&self.skills, self.consents.as_deref(), scene) {
            Some(response) => Ok(response),
            None => self.inner.host(scene, recorder).await,
        }
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError> {
        let next = {
            let mut run = self.run.lock().unwrap_or_else(PoisonError::into_inner);
            let run = match run.take().filter(|it| it.is_of(scene)) {
                Some(known) => run.insert(known),
                None => run.insert(SubtaskRun::begin(&self.skills, scene)),
            };
            run.next(&self.skills, self.consents.as_deref(), scene)
        };
        match next {
            app::Next::Respond(response) => Ok(response),
            app::Next::Inner(None) => self.inner.app(scene, recorder).await,
            app::Next::Inner(Some(report)) => {
                let mut assignment = scene.assignment.clone();
                assignment.subtask.message.push(report);
                self.inner.app(&AppScene { assignment: &assignment, ..*scene }, recorder).await
            }
        }
    }
}
