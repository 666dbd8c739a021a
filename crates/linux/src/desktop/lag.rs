//! When an application that lags has caught up with an action. Pure.

use std::time::Duration;
use tokio::time::Instant;

/// How long an application that lags may show the old state after its last event. Measured with LibreOffice 7.4: values
/// read 0 ms after a click were old, after 300 ms current.
const LAG: Duration = Duration::from_millis(350);
/// How long after an action it may take to send its first event. Measured with a document just opened: 540 ms.
pub(super) const SILENT_LAG: Duration = Duration::from_millis(600);
/// The longest wait, counted from the action: some documents send events without end.
pub(super) const MOST_LAG: Duration = Duration::from_millis(1200);

/// When an application that lags shows the effect of an action, judged by its last event.
pub(super) fn caught_up_at(acted: Instant, last_event: Option<Instant>) -> Instant {
    let after_event = last_event.map_or(acted, |last_event| last_event + LAG);
    after_event.max(acted + SILENT_LAG).min(acted + MOST_LAG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lags_is_waited_for_after_the_action_and_after_its_last_word_and_not_for_ever() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        for (last_event, expected) in
            [(None, 1600), (Some(10), 1600), (Some(1200), 1600), (Some(1400), 1750), (Some(2100), 2200)]
        {
            assert_eq!(caught_up_at(at(1000), last_event.map(at)), at(expected), "said {last_event:?}");
        }
    }
}
