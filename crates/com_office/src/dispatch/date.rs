//! Dates as Office counts them: days since 30 December 1899, the time as a fraction of a day.

/// The days from the first day of the calendar that is computed with, 1 March of the year 0, to 30 December 1899.
const DAYS_TO_ZERO: i64 = 693_899;
const DAYS_IN_400_YEARS: i64 = 146_097;
const SECONDS_IN_A_DAY: i64 = 86_400;
/// 1 January 100 and 31 December 9999, the first and the last day that Office knows.
const FIRST: f64 = -657_434.0;
const LAST: f64 = 2_958_466.0;

/// A date as `2026-03-31`, with its time as `2026-03-31 14:05:00` where it has one; its number where it is not a date.
pub(crate) fn date_text(serial: f64) -> String {
    if !(FIRST..LAST).contains(&serial) {
        return serial.to_string();
    }
    let (mut day, seconds) = days_and_seconds(serial);
    let mut rest = seconds;
    if rest >= SECONDS_IN_A_DAY {
        (day, rest) = (day + 1, 0);
    }
    let (year, month, day) = civil(day);
    if rest == 0 {
        return format!("{year:04}-{month:02}-{day:02}");
    }
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// The date that a text such as `2026-03-31` or `2026-03-31 14:05` writes; `None` where it writes none.
pub(crate) fn serial_of(text: &str) -> Option<f64> {
    let text = text.trim();
    let (day, time) = text.split_once([' ', 'T']).unwrap_or((text, ""));
    let [year, month, day] = numbers(day, '-')?[..] else { return None };
    let [hour, minute, second] = match numbers(time, ':') {
        None if time.is_empty() => [0, 0, 0],
        parts => match parts?[..] {
            [hour, minute] => [hour, minute, 0],
            [hour, minute, second] => [hour, minute, second],
            _ => return None,
        },
    };
    let serial = serial_day(year, month, day);
    let is_date = (100..=9999).contains(&year) && civil(serial) == (year, month, day);
    let is_time = hour < 24 && minute < 60 && second < 60;
    #[expect(clippy::cast_precision_loss, reason = "days and seconds are small")]
    let parts = (serial as f64, (hour * 3600 + minute * 60 + second) as f64);
    // Before the first day the time counts forward all the same, away from the day.
    let sign = if serial < 0 { -1.0 } else { 1.0 };
    (is_date && is_time).then_some(parts.0 + sign * parts.1 / 86_400.0)
}

/// The numbers between separators, each of digits alone.
fn numbers(text: &str, separator: char) -> Option<Vec<i64>> {
    let number = |it: &str| it.bytes().all(|it| it.is_ascii_digit()).then(|| it.parse().ok()).flatten();
    text.split(separator).map(number).collect()
}

/// The day since 30 December 1899 of a year, month and day; another than they say where there is no such day.
fn serial_day(year: i64, month: i64, day: i64) -> i64 {
    // Years from March on, so that the day of a leap year is the last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let of_year = (153 * month + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - DAYS_TO_ZERO
}

/// The whole days of a date, and the seconds of its day. Before the first day the fraction counts forward all the same.
fn days_and_seconds(serial: f64) -> (i64, i64) {
    #[expect(clippy::cast_possible_truncation, reason = "the caller has checked the range")]
    let whole = |it: f64| it as i64;
    (whole(serial.trunc()), whole((serial.fract().abs() * 86_400.0).round()))
}

/// The year, month and day of a day since 30 December 1899, in the Gregorian calendar.
fn civil(day: i64) -> (i64, i64, i64) {
    let day = day + DAYS_TO_ZERO;
    let era = day.div_euclid(DAYS_IN_400_YEARS);
    let of_era = day.rem_euclid(DAYS_IN_400_YEARS);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    // Months from March on, so that the day of a leap year is the last.
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_office_counts_them() {
        for (serial, expected) in [
            (0.0, "1899-12-30"),
            (2.0, "1900-01-01"),
            (61.0, "1900-03-01"),
            (36_525.0, "1999-12-31"),
            (36_585.0, "2000-02-29"),
            (46_112.0, "2026-03-31"),
            (46_112.5, "2026-03-31 12:00:00"),
            (46_112.999_999_9, "2026-04-01"),
            (-1.25, "1899-12-29 06:00:00"),
            (-657_434.0, "0100-01-01"),
            (2_958_465.0, "9999-12-31"),
            (2_958_466.0, "2958466"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(date_text(serial), expected, "{serial}");
        }
    }

    #[test]
    fn a_date_that_is_written_is_that_date_and_others_are_none() {
        for text in ["2026-03-31", "2000-02-29", "1900-01-01", "1899-12-29 06:00:00", "9999-12-31 23:59:59"] {
            assert_eq!(serial_of(text).map(date_text).as_deref(), Some(text));
        }
        assert_eq!(serial_of("2026-03-31T12:00"), Some(46_112.5));
        for wrong in [
            "",
            "31.3.2026",
            "2026-02-29",
            "2026-13-01",
            "2026-03-31 24:00",
            "2026-03-31 12",
            "2026-03-31 1:2:3:4",
            "2026-00-10",
            "26-03-31",
            "2026-03-31 +1:00",
            "2026--31",
        ] {
            assert_eq!(serial_of(wrong), None, "{wrong}");
        }
    }
}
