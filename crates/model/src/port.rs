//! The port to a language model.

use crate::ModelError;
use async_trait::async_trait;
use deskpilot_core::{Completion, PictureLimits, Prompt};

/// What a model wants to see of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// Its controls with numbers on them, or whatever the settings say.
    Numbered,
    /// Nothing but the window: it works by places and not by controls.
    Clean,
}

/// Something that answers a prompt. A call may be dropped at any wait: that is how a stop reaches it.
#[async_trait]
pub trait Model: Send + Sync {
    /// Its name for logs and people, such as `openai/gpt-5`.
    fn name(&self) -> &str;

    /// How large a picture it sees best.
    fn pictures(&self) -> PictureLimits {
        PictureLimits::NONE
    }

    /// What it wants to see of a window.
    fn sees(&self) -> Sees {
        Sees::Numbered
    }

    /// The reply to one prompt. One try: the caller looks at the error's remedy.
    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError>;
}
