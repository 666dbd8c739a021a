//! The processor time of a process, from `/proc`. Pure.

/// Clock ticks in a second, as `/proc` counts them: `sysconf(_SC_CLK_TCK)` is 100 on every Linux of today.
const TICKS: f64 = 100.0;

/// The processor time in a line of `/proc/PID/stat`, in seconds: fields 14 and 15, see proc(5). The name of the program is in
/// brackets, and may hold brackets itself.
pub(crate) fn processor_seconds(stat: &str) -> Option<f64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let ticks: Vec<f64> = rest.split_whitespace().skip(11).take(2).filter_map(|it| it.parse().ok()).collect();
    (ticks.len() == 2).then(|| ticks.iter().sum::<f64>() / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_that_of_the_program_alone() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 1 2 3 4 150 50 900 800 20 0 1";
        assert_eq!(processor_seconds(stat), Some(2.0));
        assert_eq!(processor_seconds("7 (a) S 1"), None);
    }
}
