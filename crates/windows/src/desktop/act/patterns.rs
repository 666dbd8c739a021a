//! Does gestures by the patterns of UI Automation.

use super::executor::Executor;
use super::phases::{AimedInput, Sent};
use super::way_end::WayEnd;
use crate::desktop::errors::of_call;
use crate::desktop::reading::element::{Element, Origin};
use deskpilot_core::{Gesture, TextMode};
use deskpilot_desktop::DesktopError;
use deskpilot_uia::{CallError, NodeRef, PatternAction};
use std::time::Duration;
use tokio::time::Instant;

/// How long a pattern may take. Some applications answer only when the dialog that a press opens is answered.
const ANSWERING: Duration = Duration::from_millis(500);

impl Executor {
    /// Does one thing with a control.
    pub(super) async fn by_pattern(
        &self,
        aimed: &AimedInput,
        element: &Element,
        action: PatternAction,
    ) -> Result<WayEnd, DesktopError> {
        let Origin::Uia { node, .. } = &element.origin else { return Ok(not_reported()) };
        self.act(aimed, node, &element.description(), action).await
    }

    /// Does one thing with an element of UI Automation.
    pub(super) async fn act(
        &self,
        aimed: &AimedInput,
        node: &NodeRef,
        what: &str,
        action: PatternAction,
    ) -> Result<WayEnd, DesktopError> {
        let called = self.reader.uia.until(Instant::now() + ANSWERING).act(node, action).await;
        match called {
            // Many applications return before they do it. One that is late may have done it; what follows shows it.
            Ok(()) | Err(CallError::Late) => Ok(WayEnd::Sent(Sent::OnItsWay)),
            Err(error @ (CallError::Unsupported | CallError::Failed(_))) => {
                Ok(WayEnd::NotOffered(error.to_string()))
            }
            Err(error) => {
                let millis = u64::try_from(ANSWERING.as_millis()).unwrap_or(u64::MAX);
                Err(of_call(error, what.to_owned(), &aimed.reading.group.main, millis))
            }
        }
    }

    /// Puts a text into a control, which takes only whole ones.
    pub(super) async fn text_by_pattern(
        &self,
        aimed: &AimedInput,
        element: &Element,
        gesture: &Gesture,
    ) -> Result<WayEnd, DesktopError> {
        let Gesture::Text { text, mode } = gesture else { return Ok(not_reported()) };
        let whole = match mode {
            TextMode::Replace => text.clone(),
            TextMode::Append => match &aimed.value {
                Some(there) => format!("{there}{text}"),
                // What is there is unknown, and must not be lost.
                None => return Ok(WayEnd::NotOffered("its text cannot be read".into())),
            },
        };
        self.by_pattern(aimed, element, PatternAction::SetText(whole)).await
    }
}

fn not_reported() -> WayEnd {
    WayEnd::NotOffered("UI Automation does not report it".into())
}
