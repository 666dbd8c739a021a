//! The other doors to the world behind a veil: receivers and eyes.

use super::{Veil, strike::Found, texts, veil::told};
use crate::{DesktopError, Grounding, Image, Receiver, Spotted};
use async_trait::async_trait;
use deskpilot_core::{Call, CommandSpec, Outcome};

/// A receiver that tells no secret, such as what a program wrote that found one.
pub struct VeiledReceiver {
    /// Who carries the commands out.
    pub receiver: Box<dyn Receiver>,
    /// What is struck from what comes of them.
    pub veil: Veil,
}

#[async_trait]
impl Receiver for VeiledReceiver {
    fn name(&self) -> &'static str {
        self.receiver.name()
    }

    fn commands(&self) -> &'static [CommandSpec] {
        self.receiver.commands()
    }

    async fn run(&mut self, call: &Call) -> Result<Outcome, DesktopError> {
        told(&self.veil, Found::Whole, self.receiver.run(call).await, texts::of_outcome)
    }
}

/// Eyes that read no secret out of a picture.
pub struct VeiledGrounding {
    /// Who looks.
    pub grounding: Box<dyn Grounding>,
    /// What is struck from what they see.
    pub veil: Veil,
}

#[async_trait]
impl Grounding for VeiledGrounding {
    async fn find(&mut self, picture: &Image) -> Result<Spotted, DesktopError> {
        let spotted = self.grounding.find(picture).await;
        told(&self.veil, Found::Whole, spotted, |it| it.spots.iter_mut().map(|spot| &mut spot.name).collect())
    }
}
