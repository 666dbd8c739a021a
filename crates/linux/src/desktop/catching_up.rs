//! Waits until an application that lags shows the last action.

use super::lag::{MOST_LAG, caught_up_at};
use super::reader::Reader;
use deskpilot_core::WindowId;
use tokio::time::{Instant, sleep_until};

impl Reader {
    /// Waits until the application of a window shows the last action's effect. Only where its toolkit is known to lag.
    pub(super) async fn until_caught_up(&mut self, window: WindowId) {
        self.is_behind = false;
        let Some(acted) = self.acted.filter(|acted| acted.elapsed() < MOST_LAG) else { return };
        let Some(application) = self.lagging_application(window).await else { return };
        loop {
            let due = caught_up_at(acted, self.events.activity(&application).map(|activity| activity.last));
            if Instant::now() >= due {
                return;
            }
            sleep_until(due).await;
        }
    }

    /// Notes for an action that need not wait whether tool bars may still show the one before it.
    pub(super) async fn note_lag(&mut self, window: WindowId) {
        let acted = self.acted.filter(|acted| acted.elapsed() < MOST_LAG);
        let application = self.lagging_application(window).await;
        self.is_behind = acted.zip(application).is_some_and(|(acted, application)| {
            let last_event = self.events.activity(&application).map(|activity| activity.last);
            Instant::now() < caught_up_at(acted, last_event)
        });
    }
}
