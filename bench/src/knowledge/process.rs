//! What this process uses.

use crate::processor_time;
use anyhow::{Context, Result};
use std::fs;

/// The memory of this process that is in use, in MB.
pub(super) fn resident_megabytes() -> Result<f64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).context("there is no VmRSS")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse::<f64>()? / 1000.0)
}

/// The processor seconds that this process has used.
pub(super) fn processor_seconds() -> Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    processor_time::processor_seconds(&stat).context("/proc/self/stat has no processor time")
}
