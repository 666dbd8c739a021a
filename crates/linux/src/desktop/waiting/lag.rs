//! When an application that lags has caught up with an action. Pure.

use std::time::Duration;
use tokio::time::Instant;

/// How long an application that lags may show the old state after its last event. Measured with LibreOffice 7.4: values
/// read 0 ms after a click were old, after 300 ms current.
const LAG: Duration = Duration::from_millis(350);
/// How long after an action it may take to send its first event. Measured with a document just opened: 540 ms.
pub(in crate::desktop) const SILENT_LAG: Duration = Duration::from_millis(600);
/// The same, counted from when the application had handled the input. Avoids a second wait for an effect that was slow to show.
const HANDLED_LAG: Duration = Duration::from_millis(1000);
/// The longest wait, counted from the action: some documents send events without end.
pub(in crate::desktop) const MOST_LAG: Duration = Duration::from_millis(1200);

/// What the tool bars of an application that lags show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::desktop) enum Bars {
    /// The state now.
    Current,
    /// Perhaps the state before the last action.
    Behind,
}

/// When an action was over, and when the application had handled its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::desktop) struct ActionEnd {
    pub(in crate::desktop) over: Instant,
    /// `None` if the action did not wait for that.
    pub(in crate::desktop) handled: Option<Instant>,
}

/// When an application that lags shows the effect of an action, judged by its last event.
pub(in crate::desktop) fn caught_up_at(action: ActionEnd, last_event: Option<Instant>) -> Instant {
    let over = action.over;
    let silent = over + SILENT_LAG;
    let silent = action.handled.map_or(silent, |handled| silent.min(handled + HANDLED_LAG));
    let after_event = last_event.map_or(over, |last_event| last_event + LAG);
    after_event.max(silent).min(over + MOST_LAG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lags_is_waited_for_after_the_action_and_after_its_last_word_and_not_for_ever() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        for (handled, last_event, expected) in [
            (None, None, 1600),
            (None, Some(10), 1600),
            (None, Some(1200), 1600),
            (None, Some(1400), 1750),
            (None, Some(2100), 2200),
            (Some(900), None, 1600),
            (Some(300), None, 1300),
            (Some(300), Some(980), 1330),
        ] {
            let action = ActionEnd { over: at(1000), handled: handled.map(at) };
            let caught_up = caught_up_at(action, last_event.map(at));
            assert_eq!(caught_up, at(expected), "handled {handled:?}, last event {last_event:?}");
        }
    }
}
