//! Lists the programs that run on a desktop.

use super::Seat;
use crate::process::stray_processes;
use rustix::process::Pid;
use std::{fs, path::Path};

impl Seat {
    /// The names of the programs that run on this desktop, except Deskpilot itself: each by its kernel
    /// name and by the name it was started with. Reads a file of every process in `/proc`.
    pub fn programs(&self) -> Vec<String> {
        let Some(runtime) = self.environment.value("XDG_RUNTIME_DIR") else { return Vec::new() };
        stray_processes::find(Path::new(runtime)).into_iter().flat_map(names).collect()
    }
}

fn names(pid: Pid) -> Vec<String> {
    // The kernel truncates the name; the first argument is complete, but for a script it is the interpreter.
    let short = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default().trim_end().to_owned();
    let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let first = line.split(|byte| *byte == 0).next().map(String::from_utf8_lossy).unwrap_or_default();
    let called = first.rsplit('/').next().unwrap_or_default().to_owned();
    let mut names = vec![short, called];
    names.dedup();
    names.retain(|name| !name.is_empty());
    names
}
