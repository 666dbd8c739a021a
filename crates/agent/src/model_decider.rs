//! A language model as a decider: builds its prompts and reads its replies.

use crate::{app_agent, host_agent, model_client::ModelClient, prompt::CommandOffer, reply};
use async_trait::async_trait;
use deskpilot_core::{Complaint, Prompt, Stage};
use deskpilot_deciders::{
    AppResponse, AppScene, Attempt, Decider, DeciderError, FollowUp, HostResponse, HostScene, Needs,
    Recorder, WindowNeed,
};
use deskpilot_desktop::view::ViewOptions;
use deskpilot_model::{Model, ModelSize, WindowPicture};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

/// How a language model is prompted and called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptOptions {
    /// How much of a window a prompt lists, and in which order.
    pub view: ViewOptions,
    /// How often a call that may succeed later is retried.
    pub retries: u32,
    /// The longest wait before a retry that a provider may ask for; after a longer one the round ends, and can go on later.
    pub longest_wait: Duration,
    /// How much guidance its prompts have.
    pub size: ModelSize,
}

impl Default for PromptOptions {
    fn default() -> PromptOptions {
        PromptOptions {
            view: ViewOptions::default(),
            retries: 0,
            longest_wait: Duration::from_secs(120),
            size: ModelSize::Full,
        }
    }
}

/// A language model that decides by prompts and replies.
pub struct ModelDecider {
    client: ModelClient,
    view: ViewOptions,
    size: ModelSize,
}

impl ModelDecider {
    /// A decider that asks this model.
    pub fn new(model: Arc<dyn Model>, options: PromptOptions) -> ModelDecider {
        let PromptOptions { view, retries, longest_wait, size } = options;
        ModelDecider { client: ModelClient { model, retries, longest_wait }, view, size }
    }

    /// Calls the model.
    pub(crate) fn client(&self) -> &ModelClient {
        &self.client
    }

    /// How much of a window the model's prompts list.
    pub(crate) fn view(&self) -> &ViewOptions {
        &self.view
    }

    /// The commands that the model may call. The replies of operators are translated by Deskpilot into commands that no prompt offers.
    fn offer<'a>(&self, scene: &AppScene<'a>) -> CommandOffer<'a> {
        match self.client.model.window_picture() {
            WindowPicture::Numbered => CommandOffer::of_scene(scene),
            WindowPicture::Clean => CommandOffer::of_all(scene.commands.native()),
        }
    }

    /// Asks the model and reads its reply.
    async fn decide<D>(
        &self,
        prompt: Prompt,
        attempt: Attempt,
        recorder: &mut dyn Recorder,
        read: impl FnOnce(&str) -> Result<D, Complaint>,
    ) -> Result<D, DeciderError> {
        let text = self.client.ask(prompt, attempt, recorder).await?;
        let started = Instant::now();
        let decision = read(&text).map_err(DeciderError::Rejected);
        recorder.add_time(Stage::ParseResponse, started.elapsed());
        decision
    }
}

#[async_trait]
impl Decider for ModelDecider {
    fn name(&self) -> &str {
        self.client.model.name()
    }

    fn needs(&self) -> Needs {
        let window = match self.client.model.window_picture() {
            WindowPicture::Numbered => WindowNeed::Numbered,
            WindowPicture::Clean => WindowNeed::Clean,
        };
        let pictures = self.client.pictures();
        Needs { window, pictures, follow_up: FollowUp::ByPlan, ..Needs::DEFAULT }
    }

    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        let started = Instant::now();
        let prompt = host_agent::prompt(scene, self.size);
        recorder.add_time(Stage::GetPromptMessage, started.elapsed());
        let read = |text: &str| reply::read_host(text, scene);
        self.decide(prompt, scene.context.attempt, recorder, read).await
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError> {
        let started = Instant::now();
        let offer = self.offer(scene);
        let prompt = app_agent::prompt(scene, &offer, &self.view, self.size);
        recorder.add_time(Stage::GetPromptMessage, started.elapsed());
        let read = |text: &str| reply::read_app(text, scene.view, &offer);
        self.decide(prompt, scene.context.attempt, recorder, read).await
    }
}
