//! The processes that a run starts. A run that is stopped ends them with what they started, so that nothing is left behind.

use anyhow::{Context, Result, bail};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open},
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};
use std::{
    collections::HashSet,
    io::Read,
    os::{fd::OwnedFd, unix::process::CommandExt},
    process::{self, Child, Command, ExitStatus, Output, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How long to wait at a time where the kernel cannot tell the end of a process at once.
const POLLING: Duration = Duration::from_millis(20);

/// The processes that run now, each the leader of a group of its own.
#[derive(Debug, Default)]
pub(crate) struct Children {
    running: Mutex<Running>,
}

#[derive(Debug, Default)]
struct Running {
    leaders: HashSet<Pid>,
    is_stopped: bool,
}

impl Children {
    /// Children that are killed when this process is interrupted, terminated, or loses its terminal. It then
    /// ends with the exit code of a shell for that signal.
    ///
    /// # Errors
    /// The signals cannot be watched.
    pub(crate) fn of_this_run() -> Result<Arc<Children>> {
        let children = Arc::new(Children::default());
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM]).context("the signals cannot be watched")?;
        let watched = Arc::clone(&children);
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                watched.stop();
                process::exit(128 + signal);
            }
        });
        Ok(children)
    }

    /// Starts a program as the leader of a process group.
    ///
    /// # Errors
    /// It does not start, or the run was stopped.
    pub(crate) fn spawn(&self, command: &mut Command) -> Result<Child> {
        // A run that is stopped meanwhile waits until the new process is known.
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.is_stopped {
            bail!("the run was stopped");
        }
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.process_group(0).spawn().with_context(|| format!("{program} does not start"))?;
        running.leaders.insert(Pid::from_child(&child));
        Ok(child)
    }

    /// Runs a program to its end, and returns what it prints. Kills its group at the end of the time.
    ///
    /// # Errors
    /// It does not start, was killed for its time, or waiting for it fails.
    pub(crate) fn output(&self, command: &mut Command, time: Duration) -> Result<Output> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.spawn(command)?;
        let (stdout, stderr) = (read_all(child.stdout.take()), read_all(child.stderr.take()));
        let status = self.wait(&mut child, time);
        let status = status.with_context(|| command.get_program().to_string_lossy().into_owned())?;
        let printed = |reader: JoinHandle<Vec<u8>>| reader.join().unwrap_or_default();
        Ok(Output { status, stdout: printed(stdout), stderr: printed(stderr) })
    }

    /// Waits until a process ends. Kills its group at the end of the time.
    ///
    /// # Errors
    /// It was killed for its time, or waiting for it fails.
    pub(crate) fn wait(&self, child: &mut Child, time: Duration) -> Result<ExitStatus> {
        let (leader, deadline) = (Pid::from_child(child), Instant::now() + time);
        // Nothing has reaped the process yet, so the number is its own.
        let process = pidfd_open(leader, PidfdFlags::empty());
        let status = loop {
            if let Some(status) = child.try_wait().context("waiting for the process failed")? {
                break Ok(status);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                kill(leader);
                // Returns soon: no process can ignore the kill.
                child.wait().context("the process cannot be killed")?;
                break Err(anyhow::anyhow!("killed after {} s", time.as_secs()));
            }
            match &process {
                Ok(process) => until_ended(process, left),
                Err(_) => thread::park_timeout(POLLING.min(left)),
            }
        };
        self.forget(leader);
        status
    }

    /// Forgets a process that ended: its number may soon be another's.
    pub(crate) fn forget(&self, leader: Pid) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).leaders.remove(&leader);
    }

    /// Kills all groups; nothing starts any more. A private desktop ends with the process that opened it.
    fn stop(&self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.is_stopped = true;
        running.leaders.drain().for_each(kill);
    }
}

/// Returns when a process has ended, or at the end of the time, or sooner where a signal comes.
fn until_ended(process: &OwnedFd, time: Duration) {
    // A time that is too long to say is no limit.
    let time = Timespec::try_from(time).ok();
    // The thread that waits asks for the result.
    let _ = poll(&mut [PollFd::new(process, PollFlags::IN)], time.as_ref());
}

/// Reads what a process prints while it runs: it would wait for a reader once the pipe is full.
fn read_all(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut printed = Vec::new();
        if let Some(mut pipe) = pipe {
            // What came before an error counts.
            let _ = pipe.read_to_end(&mut printed);
        }
        printed
    })
}

/// Kills a group. One that has ended meanwhile is no error.
fn kill(leader: Pid) {
    let _ = kill_process_group(leader, Signal::KILL);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::kill_process;
    use std::{
        env,
        io::{BufRead, BufReader},
    };

    /// The variable that makes a process the run that a signal ends.
    const VICTIM: &str = "XTASK_TEST_VICTIM";

    /// A shell that prints a line once its own child runs, which holds its standard output open.
    const PARENT: [&str; 2] = ["-c", "sleep 600 & echo started; wait"];

    /// The shell, which has started its child.
    fn parent(children: &Children) -> (Child, BufReader<process::ChildStdout>) {
        let mut command = Command::new("sh");
        command.args(PARENT).stdout(Stdio::piped());
        let mut child = children.spawn(&mut command).unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut String::new()).unwrap();
        (child, output)
    }

    #[test]
    fn a_run_that_is_stopped_ends_what_its_processes_started_and_starts_nothing() {
        let children = Children::default();
        let (mut child, mut output) = parent(&children);
        children.stop();
        // The end of its output: no process of the group has it open any more.
        assert_eq!(output.read_to_string(&mut String::new()).unwrap(), 0);
        assert!(!child.wait().unwrap().success());
        let error = children.spawn(&mut Command::new("true")).unwrap_err();
        assert_eq!(error.to_string(), "the run was stopped");
    }

    /// In a process of its own: a run, until a signal ends it.
    #[test]
    fn victim() {
        if env::var_os(VICTIM).is_some() {
            let children = Children::of_this_run().unwrap();
            let mut child = children.spawn(Command::new("sh").args(PARENT)).unwrap();
            children.wait(&mut child, Duration::from_secs(600)).unwrap();
            // The child ends before the thread that got the signal ends this process, whose code must not be that of a passed test.
            thread::sleep(Duration::from_secs(600));
        }
    }

    #[test]
    fn a_run_that_is_told_to_end_takes_all_with_it_and_its_exit_code_names_the_signal() {
        for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
            let mut command = Command::new(env::current_exe().unwrap());
            command.args(["--exact", "test::children::tests::victim", "--nocapture"]).env(VICTIM, "1");
            let mut run = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            let mut output = BufReader::new(run.stdout.take().unwrap());
            let mut line = String::new();
            while !line.trim_end().ends_with("started") {
                line.clear();
                assert_ne!(output.read_line(&mut line).unwrap(), 0, "it ended before {signal:?}");
            }
            kill_process(Pid::from_child(&run), signal).unwrap();
            // The end of its output: none of its processes has it open any more.
            output.read_to_string(&mut line).unwrap();
            assert_eq!(run.wait().unwrap().code(), Some(code), "{signal:?}");
        }
    }

    #[test]
    fn what_a_program_prints_is_read_whole_and_one_that_hangs_is_killed() {
        let children = Children::default();
        let output =
            |script: &str, time: Duration| children.output(Command::new("sh").args(["-c", script]), time);
        let long = Duration::from_secs(600);
        let done = output("head -c 200000 /dev/zero; echo wrong >&2; exit 3", long).unwrap();
        assert_eq!((done.status.code(), done.stdout.len()), (Some(3), 200_000));
        assert_eq!(done.stderr, b"wrong\n");
        let error = output("sleep 600 & wait", Duration::from_millis(10)).unwrap_err();
        assert_eq!(format!("{error:#}"), "sh: killed after 0 s");
        assert!(children.running.lock().unwrap().leaders.is_empty());
    }

    #[test]
    fn a_process_that_hangs_is_killed_with_what_it_started() {
        let children = Children::default();
        let (mut child, mut output) = parent(&children);
        let error = children.wait(&mut child, Duration::from_millis(10)).unwrap_err();
        assert_eq!(error.to_string(), "killed after 0 s");
        assert_eq!(output.read_to_string(&mut String::new()).unwrap(), 0);
        assert!(children.running.lock().unwrap().leaders.is_empty());
    }
}
