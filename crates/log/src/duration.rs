//! Durations for people.

const HOUR: u64 = 3600;

/// A duration of this many milliseconds in its two largest units.
pub fn duration(millis: u64) -> String {
    let seconds = millis / 1000;
    match seconds {
        0 if millis < 100 => format!("{millis} ms"),
        0..60 => format!("{}.{} s", seconds, millis % 1000 / 100),
        60..HOUR => format!("{} min {:02} s", seconds / 60, seconds % 60),
        HOUR.. => format!("{} h {:02} min", seconds / HOUR, seconds % HOUR / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_the_units_that_fit() {
        for (millis, expected) in [
            (0, "0 ms"),
            (99, "99 ms"),
            (100, "0.1 s"),
            (1_260, "1.2 s"),
            (61_000, "1 min 01 s"),
            (7_500_000, "2 h 05 min"),
        ] {
            assert_eq!(duration(millis), expected);
        }
    }
}
