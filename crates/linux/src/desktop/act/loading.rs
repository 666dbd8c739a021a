//! Waits for a document whose window an answered dialog brought up: LibreOffice shows an empty one while it loads.

use super::executor::ActionExecutor;
use crate::desktop::opening::candidate::is_without_document;
use crate::desktop::reading::find_again::Target;
use crate::desktop::waiting::baseline::ActionBaseline;
use crate::desktop::waiting::idleness::Idleness;
use crate::desktop::waiting::look_after::look_after;
use crate::desktop::windows::window_group::WindowGroup;
use crate::process::processor_time;
use deskpilot_core::{Effect, Evidence, Outcome};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::Proof;
use deskpilot_x11::Client;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a document may take to load.
const LOADING: Duration = Duration::from_secs(30);
/// How long a program that still loads does nothing. One that shows the window from which documents are opened does nothing more.
const IDLE: Duration = Duration::from_millis(1500);
/// How often to look for the document's window.
const PAUSE: Duration = Duration::from_millis(50);

impl ActionExecutor {
    /// The outcome; where the answer to a dialog before the first document brought up its window, the one once that is loaded.
    pub(super) async fn once_loaded(
        &mut self,
        outcome: Outcome,
        group: &WindowGroup,
        before: &mut ActionBaseline,
        target: &Target,
        proof: &Proof,
    ) -> Result<Outcome, DesktopError> {
        let is_of_windows = matches!(outcome.effect, Effect::Confirmed(Evidence::Windows(_)));
        if !is_of_windows || !is_without_document(&group.client) {
            return Ok(outcome);
        }
        let mut is_waiting = false;
        let mut idleness = Idleness::new(used_by(before), Instant::now());
        let end = Instant::now() + LOADING;
        while self.loads_document(&group.client).await?
            && Instant::now() < end
            && idleness.at(used_by(before), Instant::now()) < IDLE
        {
            is_waiting = true;
            sleep(PAUSE).await;
        }
        if !is_waiting {
            return Ok(outcome);
        }
        let Outcome { effect, output, settled } = outcome;
        // The document's window has another title than the one that was empty.
        let effect = match look_after(&mut self.reader, before, target, proof).await {
            Ok(verdict) => verdict.effect,
            Err(error) if error.is_of_whole_desktop() => return Err(error),
            Err(_) => effect,
        };
        Ok(Outcome { effect, output, settled })
    }

    /// Whether the application shows another window, whose document is not there yet.
    async fn loads_document(&mut self, dialog: &Client) -> Result<bool, DesktopError> {
        let open = self.reader.windows.clients().await?;
        let is_loading = |it: &Client| {
            it.id != dialog.id && !it.modal && is_without_document(it) && it.is_of_application(dialog)
        };
        Ok(open.iter().any(is_loading))
    }
}

/// The processor time that the application has used.
fn used_by(before: &ActionBaseline) -> Duration {
    before.process.and_then(processor_time).unwrap_or_default()
}
