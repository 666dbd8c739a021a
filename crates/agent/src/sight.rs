//! What an agent saw, with what its pictures are made of.

use crate::{
    AgentError,
    step_screenshots::{self, Canvas},
};
use deskpilot_core::{AppView, BlobRef, CommandSpec, Control, DesktopView, Picture, Rect, View};
use deskpilot_log::SessionLog;
use std::sync::Arc;

/// What an agent saw.
pub(crate) enum Sight {
    /// The HostAgent's.
    Desktop(Box<DesktopSight>),
    /// An AppAgent's.
    App(Box<AppSight>),
}

/// A view of the desktop and its picture.
pub(crate) struct DesktopSight {
    pub(crate) view: DesktopView,
    /// As the decider is shown it.
    pub(crate) shown: Vec<Picture>,
}

/// A view of a window and its pictures.
pub(crate) struct AppSight {
    pub(crate) view: AppView,
    /// What a chosen control is outlined in.
    pub(crate) canvas: Canvas,
    /// As the decider is shown them.
    pub(crate) shown: Vec<Picture>,
    /// The native commands at hand in the window.
    pub(crate) commands: Vec<Arc<CommandSpec>>,
}

impl Sight {
    /// Its pictures, as the agent's decider is shown them.
    pub(crate) fn shown(&self) -> &[Picture] {
        match self {
            Sight::Desktop(sight) => &sight.shown,
            Sight::App(sight) => &sight.shown,
        }
    }

    /// The view, as it is written down.
    pub(crate) fn view(&self) -> View {
        match self {
            Sight::Desktop(sight) => View::Desktop(sight.view.clone()),
            Sight::App(sight) => View::App(sight.view.clone()),
        }
    }
}

impl AppSight {
    /// The table of a native command that is at hand.
    pub(crate) fn command(&self, name: &str) -> Option<&CommandSpec> {
        self.commands.iter().find(|it| it.name == name).map(AsRef::as_ref)
    }

    /// Whether the picture has the control.
    pub(crate) fn shows(&self, control: &Control) -> bool {
        control.node().is_none() || self.view.controls.iter().any(|it| it.node() == control.node())
    }

    /// The picture with a place outlined; `None` when the place is not in it.
    pub(crate) async fn selected(
        &self,
        rect: Rect,
        log: &mut dyn SessionLog,
    ) -> Result<Option<BlobRef>, AgentError> {
        step_screenshots::outlined(&self.canvas, rect, log).await
    }
}
