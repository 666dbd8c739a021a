//! Waits until an application that lags shows the last action.

use super::lag::{ActionEnd, MOST_LAG, caught_up_at};
use crate::desktop::reading::reader::Reader;
use deskpilot_core::WindowId;
use tokio::time::{Instant, sleep_until};

impl Reader {
    /// Waits until the application of a window shows the last action's effect. Only where its toolkit is known to lag.
    pub(in crate::desktop) async fn until_caught_up(&mut self, window: WindowId) {
        self.is_behind = false;
        let Some(action) = self.recent_action() else { return };
        let Some(application) = self.lagging_application(window).await else { return };
        loop {
            let due = caught_up_at(action, self.events.activity(&application).map(|activity| activity.last));
            if Instant::now() >= due {
                return;
            }
            sleep_until(due).await;
        }
    }

    /// Notes for an action that need not wait whether tool bars may still show the one before it.
    pub(in crate::desktop) async fn note_lag(&mut self, window: WindowId) {
        let action = self.recent_action();
        let application = self.lagging_application(window).await;
        self.is_behind = action.zip(application).is_some_and(|(action, application)| {
            let last_event = self.events.activity(&application).map(|activity| activity.last);
            Instant::now() < caught_up_at(action, last_event)
        });
    }

    /// The last action, if what lags may still show the state before it.
    fn recent_action(&self) -> Option<ActionEnd> {
        let over = self.acted.filter(|acted| acted.elapsed() < MOST_LAG)?;
        Some(ActionEnd { over, handled: self.handled })
    }
}
