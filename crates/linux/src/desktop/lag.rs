//! Waits for applications that show what was done in them a while after it was done.

use super::LinuxDesktop;
use deskpilot_core::WindowId;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How long an application that lags may go on showing what was before after its last word. Measured with LibreOffice 7.4:
/// values that were read 0 ms after a click were those of before, after 300 ms those of now.
const LAG: Duration = Duration::from_millis(350);
/// How long after an action it may take to say so. Measured with a document that was just opened: 540 ms.
const SILENT_LAG: Duration = Duration::from_millis(600);
/// When it is waited for no longer, counted from the action: some documents always have something to tell.
const MOST_LAG: Duration = Duration::from_millis(1200);

impl LinuxDesktop {
    /// Waits until the application of a window shows what was done a moment ago. Only where its toolkit is known to lag.
    pub(super) async fn until_caught_up(&mut self, window: WindowId) {
        let Some(acted) = self.acted.filter(|acted| acted.elapsed() < MOST_LAG) else { return };
        let Some(application) = self.laggard(window).await else { return };
        loop {
            let due = due(acted, self.pulse.of(&application).map(|beat| beat.last));
            if Instant::now() >= due {
                return;
            }
            sleep_until(due).await;
        }
    }

    /// The application of a window, if it lags.
    async fn laggard(&mut self, window: WindowId) -> Option<Arc<str>> {
        let application = match self.families.get(&window) {
            Some(known) => known.group.bus(),
            None => self.group(window).await.ok()?.bus(),
        };
        application.filter(|it| self.applications.lags(it))
    }
}

/// When an application that lags shows what was done, as far as it can be told from what it said last.
fn due(acted: Instant, said: Option<Instant>) -> Instant {
    let told = said.map_or(acted, |said| said + LAG);
    told.max(acted + SILENT_LAG).min(acted + MOST_LAG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lags_is_waited_for_after_the_action_and_after_its_last_word_and_not_for_ever() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        for (said, expected) in
            [(None, 1600), (Some(10), 1600), (Some(1200), 1600), (Some(1400), 1750), (Some(2100), 2200)]
        {
            assert_eq!(due(at(1000), said.map(at)), at(expected), "said {said:?}");
        }
    }
}
