//! A model that stops thinking only when it is asked for fewer thoughts: it is asked so from the first call on.

use async_trait::async_trait;
use deskpilot_core::{Completion, PictureLimits, Prompt, ReplyLength};
use deskpilot_model::{Model, ModelError, WindowPicture};
use std::sync::Arc;

/// A model that is always asked for fewer thoughts.
pub(crate) struct FewerThoughts(pub(crate) Arc<dyn Model>);

#[async_trait]
impl Model for FewerThoughts {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn pictures(&self) -> PictureLimits {
        self.0.pictures()
    }

    fn window_picture(&self) -> WindowPicture {
        self.0.window_picture()
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let reply_length = with_fewer_thoughts(prompt.reply_length);
        self.0.complete(&Prompt { reply_length, ..prompt.clone() }).await
    }
}

/// The same after one more reply with nothing but thoughts, so that no call repeats the words of the one before it.
const fn with_fewer_thoughts(length: ReplyLength) -> ReplyLength {
    let times = length.only_thoughts().saturating_add(1);
    ReplyLength::FewerThoughts { times, cut_after: length.cut_after() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_thoughts_are_asked_for_each_time() {
        let fewer = |times, cut_after| ReplyLength::FewerThoughts { times, cut_after };
        for (length, expected) in [
            (ReplyLength::Usual, fewer(1, None)),
            (ReplyLength::LongerThan(9), fewer(1, Some(9))),
            (fewer(1, Some(9)), fewer(2, Some(9))),
        ] {
            assert_eq!(with_fewer_thoughts(length), expected);
        }
    }
}
