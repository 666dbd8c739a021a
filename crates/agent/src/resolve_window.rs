//! What is meant for the whole desktop goes to whatever is there: it is judged and done in that window.

use crate::{AgentError, processor::Processor, session_control::unless_taken};
use deskpilot_core::{Action, Aim, Gesture, Verb, Window};
use deskpilot_desktop::DesktopError;

impl Processor<'_> {
    /// The action in the window that it is really for: the one at its place, or for keys the one that has the keyboard. What
    /// is for the background, or for no window that can be told, stays with the desktop.
    pub(crate) async fn resolve_window(&mut self, action: Action) -> Result<Action, AgentError> {
        let session_control = self.session.session_control.clone();
        let met = unless_taken(&session_control, self.met(&action)).await?;
        Ok(match met {
            Ok(Some(window)) => Action { window, ..action },
            Ok(None) | Err(_) => action,
        })
    }

    /// The other window that something is dragged into.
    pub(crate) async fn dropped_in(&mut self, action: &Action) -> Result<Option<Window>, AgentError> {
        let Verb::Gesture(Gesture::Drag { to, .. }) = &action.verb else { return Ok(None) };
        let session_control = self.session.session_control.clone();
        let met = unless_taken(&session_control, self.session.ports.puppeteer.desktop.at(*to)).await?;
        Ok(met.ok().flatten().filter(|it| it.id != action.window.id))
    }

    async fn met(&mut self, action: &Action) -> Result<Option<Window>, DesktopError> {
        let desktop = &mut self.session.ports.puppeteer.desktop;
        if desktop.root_window().await?.id != action.window.id {
            return Ok(None);
        }
        match (&action.aim, &action.verb) {
            (Aim::Point(point), _) => desktop.at(*point).await,
            (Aim::Control(control), _) => desktop.at(control.rect.center()).await,
            (Aim::Window, Verb::Gesture(Gesture::Keys(_) | Gesture::Text { .. })) => {
                Ok(desktop.windows().await?.into_iter().find(|it| it.focused))
            }
            (Aim::Window, _) => Ok(None),
        }
    }
}
