//! A language model as a decider: what it is shown, what it replies and costs, and what its replies mean.

use crate::{app_agent, conversation::Conversation, host_agent, reply};
use async_trait::async_trait;
use deskpilot_core::{Complaint, PictureLimits, Prompt, Stage};
use deskpilot_deciders::{
    AppResponse, AppScene, Decider, DeciderError, HostResponse, HostScene, Needs, Recorder, WindowNeed,
};
use deskpilot_desktop::view::ViewOptions;
use deskpilot_model::{Model, WindowPicture};
use std::sync::Arc;
use tokio::time::Instant;

/// How a language model is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromptOptions {
    /// How much of what was read of a window it is told, and what decides on it.
    pub view: ViewOptions,
    /// How often a call that may succeed later is tried again.
    pub retries: u32,
}

/// A language model that decides by prompts and replies.
pub struct Prompted {
    model: Arc<dyn Model>,
    options: PromptOptions,
}

impl Prompted {
    /// The decider that asks this model like this.
    pub fn new(model: Arc<dyn Model>, options: PromptOptions) -> Prompted {
        Prompted { model, options }
    }

    /// How much of a window the model is told.
    pub(crate) fn view(&self) -> &ViewOptions {
        &self.options.view
    }

    /// How large a picture the model sees best.
    pub(crate) fn pictures(&self) -> PictureLimits {
        self.model.pictures()
    }

    /// The text of the model's reply. What the model is shown is written down first.
    pub(crate) async fn ask(
        &self,
        prompt: &Prompt,
        attempt: u32,
        recorder: &mut dyn Recorder,
    ) -> Result<String, DeciderError> {
        let conversation = Conversation { model: self.model.as_ref(), retries: self.options.retries };
        conversation.ask(prompt, attempt, recorder).await
    }

    /// Asks, and reads the reply.
    async fn decided<D>(
        &self,
        prompt: Prompt,
        attempt: u32,
        recorder: &mut dyn Recorder,
        read: impl FnOnce(&str) -> Result<D, Complaint>,
    ) -> Result<D, DeciderError> {
        let text = self.ask(&prompt, attempt, recorder).await?;
        let started = Instant::now();
        let decided = read(&text).map_err(DeciderError::Rejected);
        recorder.add_time(Stage::ParseResponse, started.elapsed());
        decided
    }
}

#[async_trait]
impl Decider for Prompted {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn needs(&self) -> Needs {
        let window = match self.model.window_picture() {
            WindowPicture::Numbered => WindowNeed::Numbered,
            WindowPicture::Clean => WindowNeed::Clean,
        };
        Needs { window, pictures: self.model.pictures(), ..Needs::DEFAULT }
    }

    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        let started = Instant::now();
        let prompt = host_agent::prompt(scene);
        recorder.add_time(Stage::GetPromptMessage, started.elapsed());
        let read = |text: &str| reply::read_host(text, scene);
        self.decided(prompt, scene.context.attempt, recorder, read).await
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError> {
        let started = Instant::now();
        let prompt = app_agent::prompt(scene, &self.options.view);
        recorder.add_time(Stage::GetPromptMessage, started.elapsed());
        let read = |text: &str| reply::read_app(text, scene.view, scene.commands.native());
        self.decided(prompt, scene.context.attempt, recorder, read).await
    }
}
