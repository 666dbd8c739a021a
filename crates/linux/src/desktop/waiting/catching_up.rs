//! Waits until an application that lags shows the last action.

use super::lag::{ActionEnd, Bars, MOST_LAG, caught_up_at};
use crate::desktop::reading::reader::Reader;
use deskpilot_core::WindowId;
use tokio::time::{Instant, sleep_until};

impl Reader {
    /// Waits until the application of a window shows the last action's effect. Only where its toolkit is known to lag.
    pub(in crate::desktop) async fn until_caught_up(&mut self, window: WindowId) {
        let Some(action) = self.recent_action() else { return };
        let Some(application) = self.lagging_application(window).await else { return };
        // An event that comes during the wait postpones its end, up to `MOST_LAG`.
        loop {
            let due = caught_up_at(action, self.events.activity(&application).map(|activity| activity.last));
            if Instant::now() >= due {
                return;
            }
            sleep_until(due).await;
        }
    }

    /// Whether tool bars may still show the action before, for one that need not wait for them.
    pub(in crate::desktop) async fn bars(&mut self, window: WindowId) -> Bars {
        let action = self.recent_action();
        let application = self.lagging_application(window).await;
        let is_behind = action.zip(application).is_some_and(|(action, application)| {
            let last_event = self.events.activity(&application).map(|activity| activity.last);
            Instant::now() < caught_up_at(action, last_event)
        });
        if is_behind { Bars::Behind } else { Bars::Current }
    }

    /// The last action, if what lags may still show the state before it.
    fn recent_action(&self) -> Option<ActionEnd> {
        self.actions.last().filter(|it| it.over.elapsed() < MOST_LAG)
    }
}
