//! Programs: how they are found, and how they run in a job with what they start.

use super::{Child, Job, resume::resume};
use crate::pipes::Pipes;
use std::{
    ffi::{OsStr, OsString},
    io,
    os::windows::io::{BorrowedHandle, RawHandle},
    path::{Path, PathBuf},
    process::ExitStatus,
};
use tokio::process::Command;

// Where Python is not installed, `python3` opens the store.
pub(crate) const PYTHON: &str = "python";

pub(crate) const MAKE_EXECUTABLE: &str = "give its name the ending .exe, .com, .bat or .cmd";

pub(crate) const DEFAULT_PATH: &str = r"C:\Windows\System32;C:\Windows";

/// `CREATE_NEW_PROCESS_GROUP`: a Ctrl-C in our console does not reach the child.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
/// It has a console of its own that nobody sees: it types nothing into ours, and none appears.
const CREATE_NO_WINDOW: u32 = 0x0800_0000;
/// It waits until somebody resumes it.
const CREATE_SUSPENDED: u32 = 0x0000_0004;
/// The extensions of executable files, in search order.
const EXTENSIONS: &[&str] = &["com", "exe", "bat", "cmd"];

/// Users have no numbers here.
pub(crate) fn user() -> Option<u32> {
    None
}

/// Starts the command in a group of its own, which no Ctrl-C of our console reaches and which outlives our process.
pub(crate) fn detached(command: &mut Command) -> &mut Command {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP)
}

/// A process with everything that it starts.
#[derive(Debug)]
pub(crate) struct Group {
    job: Job,
    rest: Rest,
}

/// What becomes of a group whose program has exited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    GoesOn,
    Ends,
}

impl Group {
    /// Starts the program in a new group. It runs nothing before it is in the group.
    pub(crate) fn spawn(command: &mut Command) -> io::Result<(Group, Pipes, Child)> {
        let job = Job::new()?;
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW | CREATE_SUSPENDED);
        // One that cannot be added or resumed is killed as it is dropped.
        let mut child = command.kill_on_drop(true).spawn()?;
        let (Some(handle), Some(id)) = (child.raw_handle(), child.id()) else {
            return Err(io::ErrorKind::NotFound.into());
        };
        add(&job, handle)?;
        resume(id)?;
        let pipes = Pipes::of(&mut child);
        Ok((Group { job, rest: Rest::GoesOn }, pipes, Child::Plain(Box::new(child))))
    }

    /// That of a sandbox, with which everything ends.
    pub(crate) fn of_sandbox(job: Job) -> Group {
        Group { job, rest: Rest::Ends }
    }

    /// Ends every process in it.
    pub(crate) fn kill(&self) {
        // It may have no process any more.
        let _ = self.job.end();
    }

    /// Lets what is left of it go on, where it may.
    pub(crate) fn release(self) {
        // An error ends it, and there is nobody to tell.
        let _ = match self.rest {
            Rest::GoesOn => self.job.release(),
            Rest::Ends => self.job.end(),
        };
    }
}

#[expect(unsafe_code, reason = "the handle of tokio's child is a number")]
fn add(job: &Job, process: RawHandle) -> io::Result<()> {
    // SAFETY: the caller has the child, whose handle stays open as long.
    job.add(unsafe { BorrowedHandle::borrow_raw(process) })
}

/// The file itself if it has the extension of an executable; otherwise the first existing file with such an extension added.
pub(crate) fn executable_at(path: &Path) -> Option<PathBuf> {
    let is_executable = |it: &OsStr| EXTENSIONS.iter().any(|extension| it.eq_ignore_ascii_case(extension));
    if path.extension().is_some_and(is_executable) {
        return path.is_file().then(|| path.to_owned());
    }
    let with_extension = |extension: &&str| {
        PathBuf::from(OsString::from_iter([path.as_os_str(), ".".as_ref(), extension.as_ref()]))
    };
    EXTENSIONS.iter().map(with_extension).find(|it| it.is_file())
}

/// Windows has no signals.
pub(crate) fn exit_signal(_: ExitStatus) -> Option<i32> {
    None
}

#[cfg(test)]
mod tests {
    use crate::{ProcessGroup, console_text, executable_at, program_in};
    use std::{
        env, fs,
        io::{self, Write},
        path::Path,
        process::{self, Stdio},
        time::Duration,
    };
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        process::{ChildStdout, Command},
        time::timeout,
    };

    /// What this program does when it is started again.
    const PART: &str = "DESKPILOT_TEST_PART";
    const LONG: Duration = Duration::from_secs(60);

    fn part_command(part: &str) -> process::Command {
        let mut command = process::Command::new(env::current_exe().unwrap());
        command.args(["--exact", "windows::processes::tests::part"]).env(PART, part);
        command.stdin(Stdio::null());
        command
    }

    fn part_in_group(part: &str) -> Command {
        let mut command = Command::from(part_command(part));
        command.stdout(Stdio::piped());
        command
    }

    fn say(words: &str) {
        let mut stdout = io::stdout();
        stdout.write_all(words.as_bytes()).and_then(|()| stdout.flush()).unwrap();
    }

    /// The program of the next tests; does nothing on its own.
    #[tokio::test]
    async fn part() {
        let inner = |part: &str, stdin: Stdio| {
            let mut command = Command::from(part_command(part));
            command.stdin(stdin).stdout(Stdio::inherit()).spawn().unwrap();
        };
        match env::var(PART).as_deref() {
            Ok("waits") => {
                say("begun;");
                std::future::pending::<()>().await;
            }
            Ok("waits with another") => {
                inner("waits", Stdio::null());
                std::future::pending::<()>().await;
            }
            Ok("leaves another") => {
                inner("waits", Stdio::null());
                process::exit(3);
            }
            Ok("leaves one that answers") => {
                inner("answers", Stdio::inherit());
                process::exit(4);
            }
            Ok("answers") => {
                let mut word = String::new();
                io::stdin().read_line(&mut word).unwrap();
                say(&format!("still {word};"));
            }
            Ok("is killed") => {
                let mut program = part_in_group("waits with another");
                let _group = ProcessGroup::spawn(program.stdout(Stdio::inherit())).unwrap();
                std::future::pending::<()>().await;
            }
            _ => {}
        }
    }

    async fn read_until(stdout: &mut ChildStdout, wanted: &str) {
        let mut written = String::new();
        while !written.contains(wanted) {
            let byte = timeout(LONG, stdout.read_u8()).await.expect("it goes on").expect("it writes on");
            written.push(byte.into());
        }
    }

    /// The rest of the output; returns when every process that could write has ended.
    async fn rest(stdout: &mut ChildStdout) -> String {
        let mut text = String::new();
        timeout(LONG, stdout.read_to_string(&mut text)).await.expect("its writers end").unwrap();
        text
    }

    #[tokio::test]
    async fn who_lets_go_of_a_program_ends_what_it_started_too() {
        let mut program = ProcessGroup::spawn(&mut part_in_group("waits with another")).unwrap();
        let mut stdout = program.stdout().unwrap();
        read_until(&mut stdout, "begun;").await;
        drop(program);
        assert_eq!(rest(&mut stdout).await, "");
    }

    #[tokio::test]
    async fn what_outlives_its_program_is_ended_only_where_that_is_wanted() {
        let mut program = ProcessGroup::spawn(&mut part_in_group("leaves another")).unwrap();
        let mut stdout = program.stdout().unwrap();
        assert_eq!(program.wait_and_kill_group().await.unwrap().code(), Some(3));
        rest(&mut stdout).await;

        let mut waiting = part_in_group("leaves one that answers");
        let mut program = ProcessGroup::spawn(waiting.stdin(Stdio::piped())).unwrap();
        let (mut stdin, mut stdout) = (program.stdin().unwrap(), program.stdout().unwrap());
        assert_eq!(program.wait().await.unwrap().code(), Some(4));
        drop(program);
        stdin.write_all(b"there\n").await.unwrap();
        read_until(&mut stdout, "still there\n;").await;
    }

    #[tokio::test]
    async fn a_kill_of_our_process_ends_what_it_started() {
        let mut victim = part_in_group("is killed").spawn().unwrap();
        let mut stdout = victim.stdout.take().unwrap();
        read_until(&mut stdout, "begun;").await;
        victim.kill().await.unwrap();
        assert_eq!(rest(&mut stdout).await, "");
    }

    #[test]
    fn a_name_means_an_executable_of_the_search_path_and_one_with_a_folder_that_file() {
        let place = tempfile::tempdir().unwrap();
        let (path, folder) = (place.path().join("path"), place.path().join("folder"));
        fs::create_dir_all(folder.join("inner")).unwrap();
        fs::create_dir(&path).unwrap();
        for file in [
            "path/a.cmd",
            "path/a.exe",
            "path/b.CMD",
            "path/c.vbs",
            "path/d",
            "folder/e.exe",
            "folder/inner/f.bat",
        ] {
            fs::write(place.path().join(file), "").unwrap();
        }
        let search_path = format!(".;{}", path.display());
        let below = |it: &Path| it.strip_prefix(place.path()).unwrap().to_str().unwrap().replace('\\', "/");
        for (name, expected) in [
            ("a", Some("path/a.exe")),
            ("A.CMD", Some("path/A.CMD")),
            ("b", Some("path/b.cmd")),
            ("c", None),
            ("c.vbs", None),
            ("d", None),
            // Only with its folder does a name mean a file of the folder.
            ("e", None),
            (r".\e", Some("folder/./e.exe")),
            ("./e.exe", Some("folder/./e.exe")),
            (r"inner\f", Some("folder/inner/f.bat")),
            ("inner", None),
            // The folder of another drive is not known.
            ("z:e.exe", None),
            ("a.exe.", None),
            ("", None),
        ] {
            let found = program_in(&folder, name, &search_path);
            assert_eq!(found.as_deref().map(below).as_deref(), expected, "{name}");
        }
        assert_eq!(executable_at(&path.join("b")), Some(path.join("b.cmd")));
    }

    #[test]
    fn a_text_is_utf_8_or_of_the_code_page_of_consoles() {
        for (bytes, expected) in [
            (&b"plain"[..], "plain"),
            ("gr\u{fc}n \u{6f22}".as_bytes(), "gr\u{fc}n \u{6f22}"),
            // The pages for Western Europe and America agree on this letter.
            (b"gr\x81n", "gr\u{fc}n"),
            (b"gr\x81", "gr\u{fc}"),
            (b"gr\xc3\xbcn \xe6\xbc", "gr\u{fc}n \u{fffd}"),
            (b"", ""),
        ] {
            assert_eq!(console_text(bytes), expected, "{bytes:?}");
        }
    }
}
