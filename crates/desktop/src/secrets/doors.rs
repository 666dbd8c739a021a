//! The other doors to the world behind a redactor: receivers and eyes.

use super::{Redactor, redactor::told, strike::Found, texts};
use crate::{DesktopError, Detections, Grounding, Image, NativeAction, Receiver, Scope};
use async_trait::async_trait;
use deskpilot_core::{Application, CommandSpec, Outcome};
use std::sync::Arc;

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

    fn serves(&self, scope: Scope<'_>) -> bool {
        self.receiver.serves(scope)
    }

    fn table(&self) -> &'static [CommandSpec] {
        self.receiver.table()
    }

    async fn commands(&mut self, scope: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        let commands = self.receiver.commands(scope).await;
        told(&self.redactor, Found::Whole, commands, |it| it.iter_mut().flat_map(texts::of_command).collect())
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        told(&self.redactor, Found::Whole, self.receiver.run(action).await, texts::of_outcome)
    }

    fn launch_args(&self, application: &Application) -> Vec<String> {
        self.receiver.launch_args(application)
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
