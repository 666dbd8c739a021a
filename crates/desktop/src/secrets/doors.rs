//! The other doors to the world behind a redactor: receivers and eyes.

use super::{Redactor, redactor::told, strike::Found, texts};
use crate::{DesktopError, Detections, Grounding, Image, Receiver};
use async_trait::async_trait;
use deskpilot_core::{Call, CommandSpec, Outcome};

/// A receiver that tells no secret, such as what a program wrote that found one.
pub struct VeiledReceiver {
    /// Who carries the commands out.
    pub receiver: Box<dyn Receiver>,
    /// What is struck from what comes of them.
    pub redactor: Redactor,
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
        told(&self.redactor, Found::Whole, self.receiver.run(call).await, texts::of_outcome)
    }
}

/// Eyes that read no secret out of a picture.
pub struct VeiledGrounding {
    /// Who looks.
    pub grounding: Box<dyn Grounding>,
    /// What is struck from what they see.
    pub redactor: Redactor,
}

#[async_trait]
impl Grounding for VeiledGrounding {
    async fn find(&mut self, picture: &Image) -> Result<Detections, DesktopError> {
        let detections = self.grounding.find(picture).await;
        told(&self.redactor, Found::Whole, detections, |it| {
            it.elements.iter_mut().map(|spot| &mut spot.name).collect()
        })
    }
}
