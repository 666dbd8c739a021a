//! What has the terminals of a program's windows, from the tables of the kernel: see proc_pid_stat(5) and credentials(7).

use deskpilot_core::policy::Foreground;
use deskpilot_system::ReadLimit;
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// Shells whose keys are known: those of readline(3), of zsh's emacs keymap, and of the kernel's line discipline.
const SHELLS: &[&str] = &["bash", "dash", "ksh", "mksh", "sh", "zsh"];
/// The largest file of the process table that is read.
const LIMIT: ReadLimit = ReadLimit::bytes(1 << 16);

/// What has the terminals of this process: a shell only if each of its terminals has one, since which of them is in front is not known.
pub(in crate::desktop) fn of_process(process: u32) -> Foreground {
    let processes = processes();
    let is_below = |it: &&ProcessState| is_descendant(it, process, &processes);
    let leaders: Vec<&ProcessState> =
        processes.values().filter(|it| it.leads_terminal()).filter(is_below).collect();
    let has_shell = |it: &&ProcessState| is_waiting_shell(it.foreground);
    match !leaders.is_empty() && leaders.iter().all(has_shell) {
        true => Foreground::Shell,
        false => Foreground::Unknown,
    }
}

/// Whether this process, or one that started ours, perhaps by way of others, has this number.
pub(in crate::desktop) fn is_ours_or_around_it(process: u32) -> bool {
    let (own, processes) = (std::process::id(), processes());
    own == process || processes.get(&own).is_some_and(|it| is_descendant(it, process, &processes))
}

/// A process and its terminal, as `/proc/PID/stat` has them.
struct ProcessState {
    process: u32,
    parent: u32,
    session: u32,
    terminal: i64,
    /// The process group that has the terminal: the number of its first process.
    foreground: u32,
}

impl ProcessState {
    /// The name of the program in the second field may have blanks and brackets, so the fields are counted from its end.
    fn of_stat(stat: &str) -> Option<ProcessState> {
        let process = stat.split(' ').next()?.parse().ok()?;
        let (_, after_name) = stat.rsplit_once(')')?;
        // After the name come state, parent, group, session, terminal and foreground group.
        let fields: Vec<i64> =
            after_name.split_whitespace().skip(1).take(5).filter_map(|it| it.parse().ok()).collect();
        let [parent, _group, session, terminal, foreground] = fields[..] else { return None };
        // The kernel reports -1 as the foreground group where there is no terminal; no process has number 0.
        let number = |it: i64| u32::try_from(it).unwrap_or(0);
        Some(ProcessState {
            process,
            parent: number(parent),
            session: number(session),
            terminal,
            foreground: number(foreground),
        })
    }

    /// Whether the terminal was opened for it.
    const fn leads_terminal(&self) -> bool {
        self.terminal != 0 && self.session == self.process
    }
}

fn processes() -> HashMap<u32, ProcessState> {
    let Ok(entries) = fs::read_dir("/proc") else { return HashMap::new() };
    let stat = |it: fs::DirEntry| LIMIT.read_text(&it.path().join("stat")).ok();
    let numbers = entries.flatten().filter(|it| it.file_name().to_string_lossy().parse::<u32>().is_ok());
    let known = numbers.filter_map(stat).filter_map(|it| ProcessState::of_stat(&it));
    known.map(|it| (it.process, it)).collect()
}

/// Whether a process was started by another, perhaps by way of others.
fn is_descendant(of: &ProcessState, ancestor: u32, all: &HashMap<u32, ProcessState>) -> bool {
    let mut parents = std::iter::successors(Some(of), |it| all.get(&it.parent));
    // Numbers are given again: what is read in several steps may go round.
    parents.by_ref().take(all.len()).skip(1).any(|it| it.process == ancestor)
}

/// Whether a process is a shell of this machine that takes lines from its terminal, and no script.
fn is_waiting_shell(process: u32) -> bool {
    let folder = PathBuf::from(format!("/proc/{process}"));
    let is_shell = fs::read_link(folder.join("exe")).is_ok_and(|it| is_shell_of_machine(&it));
    let line = LIMIT.read(&folder.join("cmdline")).unwrap_or_default();
    let mut words = line.split(|it| *it == 0).filter(|it| !it.is_empty()).skip(1);
    is_shell && words.all(is_harmless_option)
}

/// Options that read no command and no script.
fn is_harmless_option(word: &[u8]) -> bool {
    matches!(word, b"-i" | b"-l" | b"-il" | b"-li" | b"--login" | b"--norc" | b"--noprofile" | b"--posix")
}

/// Whether `/etc/shells`, see shells(5), has this program, under its own path or one that leads there.
fn is_shell_of_machine(program: &Path) -> bool {
    let name = program.file_name().and_then(|it| it.to_str()).unwrap_or_default();
    let shells = LIMIT.read_text("/etc/shells".as_ref()).unwrap_or_default();
    let is_it = |line: &str| fs::canonicalize(line.trim()).is_ok_and(|it| it == program);
    SHELLS.contains(&name) && shells.lines().filter(|it| it.starts_with('/')).any(is_it)
}
