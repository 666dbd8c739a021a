//! What an agent saw in a step: the recorded view, and the pictures made of it.

use crate::{
    AgentError,
    step_screenshots::{self, Canvas},
};
use deskpilot_core::{AppView, BlobRef, CommandSpec, Control, DesktopView, Picture, Rect, View};
use deskpilot_log::SessionLog;
use std::sync::Arc;

/// What an agent saw in a step.
pub(crate) enum Observation {
    /// The HostAgent's.
    Desktop(Box<DesktopObservation>),
    /// An AppAgent's.
    App(Box<AppObservation>),
}

/// A view of the desktop and its picture.
pub(crate) struct DesktopObservation {
    pub(crate) view: DesktopView,
    /// As the decider sees it.
    pub(crate) shown: Vec<Picture>,
}

/// A view of a window and its pictures.
pub(crate) struct AppObservation {
    pub(crate) view: AppView,
    /// The picture in which the chosen control is outlined.
    pub(crate) canvas: Canvas,
    /// As the decider sees them.
    pub(crate) shown: Vec<Picture>,
    /// The native commands available in the window.
    pub(crate) commands: Vec<Arc<CommandSpec>>,
}

impl Observation {
    /// The pictures, as the agent's decider sees them.
    pub(crate) fn shown(&self) -> &[Picture] {
        match self {
            Observation::Desktop(observation) => &observation.shown,
            Observation::App(observation) => &observation.shown,
        }
    }

    /// The view, as the log records it.
    pub(crate) fn view(&self) -> View {
        match self {
            Observation::Desktop(observation) => View::Desktop(observation.view.clone()),
            Observation::App(observation) => View::App(observation.view.clone()),
        }
    }
}

impl AppObservation {
    /// The specification of an available native command.
    pub(crate) fn command(&self, name: &str) -> Option<&CommandSpec> {
        self.commands.iter().find(|it| it.name == name).map(AsRef::as_ref)
    }

    /// Whether the control was there when the picture was taken.
    pub(crate) fn shows(&self, control: &Control) -> bool {
        control.node().is_none() || self.view.controls.iter().any(|it| it.node() == control.node())
    }

    /// Stores the picture with a rectangle outlined; `None` when the rectangle is outside of it.
    pub(crate) async fn selected(
        &self,
        rect: Rect,
        log: &mut dyn SessionLog,
    ) -> Result<Option<BlobRef>, AgentError> {
        step_screenshots::store_outlined(&self.canvas, rect, log).await
    }
}
