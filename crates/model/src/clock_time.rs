//! Moments as a person reads them on a clock.

use jiff::Zoned;
use std::time::Duration;

/// The local date and time after this wait, such as `2026-11-20 14:05 CET`.
pub fn clock_time_after(wait: Duration) -> String {
    clock_time(&Zoned::now(), wait)
}

/// The date and time after this wait; the whole minute after it, so that a person who comes then does not come too early.
fn clock_time(now: &Zoned, wait: Duration) -> String {
    let minute = Duration::from_secs(u64::from(now.second() > 0) * 60);
    let then = now.checked_add(wait.saturating_add(minute)).unwrap_or_else(|_| now.clone());
    then.strftime("%Y-%m-%d %H:%M %Z").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_the_minute_after_the_wait() {
        let at = |text: &str| text.parse::<jiff::Timestamp>().unwrap().to_zoned(jiff::tz::TimeZone::UTC);
        for (now, wait, expected) in [
            ("2026-11-20T13:05:00Z", 3600, "2026-11-20 14:05 UTC"),
            ("2026-11-20T23:59:30Z", 3600, "2026-11-21 01:00 UTC"),
            ("2026-11-20T13:05:00Z", u64::MAX, "2026-11-20 13:05 UTC"),
        ] {
            assert_eq!(clock_time(&at(now), Duration::from_secs(wait)), expected, "{now}");
        }
    }
}
