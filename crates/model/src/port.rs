//! The port to a language model.

use crate::ModelError;
use async_trait::async_trait;
use deskpilot_core::{Completion, PictureLimits, Prompt};

/// What a model should see of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowPicture {
    /// The window with numbered controls, or whatever the settings say.
    Numbered,
    /// The plain window, because the model works by coordinates.
    Clean,
}

/// A model that answers prompts. Calls are cancel-safe: a stop drops them.
#[async_trait]
pub trait Model: Send + Sync {
    /// Its name for logs and people, such as `openai/gpt-6-luna`.
    fn name(&self) -> &str;

    /// The largest picture that it handles well.
    fn pictures(&self) -> PictureLimits {
        PictureLimits::NONE
    }

    /// What it should see of a window.
    fn window_picture(&self) -> WindowPicture {
        WindowPicture::Numbered
    }

    /// Replies to one prompt. Makes a single attempt: the caller acts on the error's remedy.
    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError>;
}
