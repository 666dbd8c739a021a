//! The memory of a process, from `/proc`. Pure.

use anyhow::{Context, Result};

/// The kB of a process in memory, in its `status`, see proc_pid_status(5).
pub(crate) fn resident_kilobytes(status: &str) -> Result<f64> {
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).context("it has no VmRSS")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resident_size_is_read() {
        assert_eq!(resident_kilobytes("VmPeak:\t  9 kB\nVmRSS:\t   42 kB\n").unwrap(), 42.0);
        assert!(resident_kilobytes("Name:\tx\n").is_err());
    }
}
