//! A mark on what our process starts, and on all that it starts in turn, which cannot be taken off again.
//!
//! The mark is a hard limit that is one lower than ours: RLIMIT_MSGQUEUE, the bytes of POSIX message queues,
//! see getrlimit(2). A child inherits it across every fork, exec and unshare, and however often its parent
//! changes; only a process with CAP_SYS_RESOURCE in the first user namespace may raise it.
#![expect(unsafe_code, reason = "a limit can be set for a child alone only in `Command::pre_exec`")]

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{io, os::unix::process::CommandExt, process::Command};

/// The highest limit that is a number: without a limit it counts as this.
const HIGHEST: u64 = u64::MAX - 1;

/// The process that a command starts, and all that it starts, are known from now on as started by ours.
pub(crate) fn mark(command: &mut Command) {
    let Some(lower) = own_limit().checked_sub(1) else { return };
    let marked = move || -> io::Result<()> {
        let limit = Rlimit { current: Some(lower), maximum: Some(lower) };
        setrlimit(Resource::Msgqueue, limit).map_err(io::Error::from)
    };
    // SAFETY: between fork and exec only async-signal-safe calls are allowed. The closure makes one system call (prlimit),
    // allocates nothing, takes no lock, and its error is a bare number.
    unsafe {
        command.pre_exec(marked);
    }
}

/// Whether a process may have been started by a process like ours. It may, unless its limit shows that it was not.
pub(crate) fn may_be_started_by_us(process: i32) -> bool {
    let own = own_limit();
    if u32::try_from(process) == Ok(std::process::id()) {
        return false;
    }
    // With a limit of 0 nothing can be marked.
    own == 0 || limit_of(process).is_none_or(|it| it < own)
}

fn own_limit() -> u64 {
    getrlimit(Resource::Msgqueue).maximum.unwrap_or(HIGHEST)
}

/// The hard limit of a process, from `/proc/PID/limits`, see proc_pid_limits(5); `None` where it cannot be read.
fn limit_of(process: i32) -> Option<u64> {
    let path = format!("/proc/{process}/limits");
    let limits = crate::ReadLimit::kib(16).read_text(path.as_ref()).ok()?;
    let line = limits.lines().find_map(|it| it.strip_prefix("Max msgqueue size"))?;
    match line.split_whitespace().nth(1)? {
        "unlimited" => Some(HIGHEST),
        number => number.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;

    /// Runs `escape`, then prints the id of a process that waits until its input ends.
    fn asks(escape: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{escape} sh -c 'echo $$; cat' <&0 &\nwait")]);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped());
        shell
    }

    fn number_of(child: &mut std::process::Child) -> i32 {
        let mut line = String::new();
        let mut output = io::BufReader::new(child.stdout.take().unwrap());
        io::BufRead::read_line(&mut output, &mut line).unwrap();
        line.trim().parse().unwrap()
    }

    #[test]
    fn what_we_start_is_known_however_it_leaves_us_and_what_others_start_is_not() {
        let own = i32::try_from(std::process::id()).unwrap();
        assert!(!may_be_started_by_us(own), "we are ourselves");
        assert!(may_be_started_by_us(i32::MAX), "nobody knows what is gone");
        for (escape, is_marked) in [("", true), ("setsid -f", true), ("env -i", true), ("", false)] {
            let mut command = asks(escape);
            if is_marked {
                mark(&mut command);
            }
            let mut child = command.spawn().unwrap();
            let process = number_of(&mut child);
            assert_eq!(may_be_started_by_us(process), is_marked, "{escape:?}");
            drop(child.stdin.take());
            child.wait().unwrap();
        }
    }
}
