//! When applications that lag show what was done in them. Pure.

use std::time::Duration;
use tokio::time::Instant;

/// How long an application that lags may go on showing what was before after its last word. Measured with LibreOffice 7.4:
/// values that were read 0 ms after a click were those of before, after 300 ms those of now.
const LAG: Duration = Duration::from_millis(350);
/// How long after an action it may take to say so. Measured with a document that was just opened: 540 ms.
const SILENT_LAG: Duration = Duration::from_millis(600);
/// When it is waited for no longer, counted from the action: some documents always have something to tell.
pub(super) const MOST_LAG: Duration = Duration::from_millis(1200);

/// When an application that lags shows what was done, as far as it can be told from what it said last.
pub(super) fn due(acted: Instant, said: Option<Instant>) -> Instant {
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
