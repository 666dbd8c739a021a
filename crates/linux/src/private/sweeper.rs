//! A process that outlives ours, and removes what is left of a private desktop if ours is killed.
//!
//! The kernel ends the parts of the desktop with us, but programs that they started live on, and nobody removes the
//! directory. Where this process is killed too, as together with its control group, the next desktop's start sweeps.

use super::leftovers;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The directory is the only argument. Standard input ends when we die. The X server then gets a second to remove its socket;
/// whatever still runs with the desktop's runtime directory is killed, as in [`crate::process::stray_processes`]. Then goes what
/// applications left elsewhere.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
cat > /dev/null
tries=0
while found=$(grep -lsaF "XDG_RUNTIME_DIR=$1/run" /proc/[0-9]*/environ); [ "$found" ] && [ $tries -lt 40 ]; do
    tries=$((tries + 1))
    for file in $found; do
        process=${file#/proc/}
        [ $tries -gt 10 ] && kill -KILL "${process%/environ}" 2> /dev/null
    done
    sleep 0.1
done
remove_left "$1"
grep -qsF " $1/" /proc/self/mountinfo || rm -rf "$1"
"#;

/// The waiting process. Dropping it ends it, and it removes nothing.
#[derive(Debug)]
pub(super) struct Sweeper(Child);

impl Sweeper {
    /// Starts a process that sweeps this directory once we are killed.
    pub(super) fn start(directory: &Path) -> io::Result<Sweeper> {
        let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into());
        let mut command = Command::new("/bin/sh");
        let script = [leftovers::FUNCTIONS, SCRIPT].concat();
        command.args(["-c", &script, "deskpilot-sweeper"]).arg(directory).env_clear().env("PATH", path);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A group of its own, so that a signal to ours, as from a terminal, does not end it too.
        command.current_dir("/").process_group(0).spawn().map(Sweeper)
    }
}

impl Drop for Sweeper {
    fn drop(&mut self) {
        // An error means that somebody ended it before.
        let _ = self.0.kill().and_then(|()| self.0.wait().map(drop));
    }
}
