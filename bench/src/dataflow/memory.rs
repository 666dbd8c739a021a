//! The memory of private desktops without an application: of their X server, buses and window manager.

use crate::app_under_test::process_tree;
use anyhow::{Context, Result};
use deskpilot_linux::{PrivateDesktop, PrivateOptions};
use futures::future::try_join_all;
use serde::{Deserialize, Serialize};
use std::fs;

/// The numbers of desktops.
const DESKTOPS: [usize; 4] = [1, 2, 4, 8];

/// The memory of so many desktops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Memory {
    /// How many.
    pub(super) desktops: usize,
    /// MB of all, where pages that several processes share count once in all (PSS).
    pub(super) megabytes: f64,
}

/// Measures each number of desktops.
pub(super) async fn measure() -> Result<Vec<Memory>> {
    let mut all = Vec::new();
    for desktops in DESKTOPS {
        let before = children_kilobytes();
        let options = PrivateOptions::USUAL;
        let open = try_join_all((0..desktops).map(|_| PrivateDesktop::bring_up(&options))).await?;
        let megabytes = (children_kilobytes() - before) / 1000.0;
        for desktop in open {
            desktop.close().await;
        }
        all.push(Memory { desktops, megabytes });
    }
    Ok(all)
}

/// The memory of all programs that this process started, in kB.
fn children_kilobytes() -> f64 {
    let children = process_tree(std::process::id()).into_iter().skip(1);
    children
        .filter_map(|it| kilobytes(&fs::read_to_string(format!("/proc/{it}/smaps_rollup")).ok()?).ok())
        .sum()
}

/// The proportional set size in a `smaps_rollup`, in kB, see proc_pid_smaps(5).
fn kilobytes(rollup: &str) -> Result<f64> {
    let line = rollup.lines().find_map(|it| it.strip_prefix("Pss:")).context("it has no Pss")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proportional_size_is_read() {
        assert_eq!(kilobytes("00 ---p [rollup]\nRss:  100 kB\nPss:     42 kB\n").unwrap(), 42.0);
        assert!(kilobytes("Rss: 1 kB").is_err());
    }
}
