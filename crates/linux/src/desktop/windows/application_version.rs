//! The version of a running application: that of the package which has the program of its process.

use deskpilot_documents::package_version;
use std::{
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{task::spawn_blocking, time::timeout};

/// How long the lists of packages are looked through.
const DEADLINE: Duration = Duration::from_secs(2);

/// How many arguments of an interpreter are looked at for its script.
const MOST_ARGUMENTS: usize = 8;

/// Programs that run the programs of others, without the numbers at the ends of their names.
const INTERPRETERS: [&str; 16] = [
    "bash",
    "dash",
    "electron",
    "gjs",
    "gjs-console",
    "java",
    "mono",
    "mono-sgen",
    "node",
    "nodejs",
    "perl",
    "python",
    "qmlscene",
    "ruby",
    "sh",
    "wine",
];

/// The version of the program that this process runs; `None` where no package has it, or where looking for it takes too long.
pub(in crate::desktop) async fn of_process(process: u32) -> Option<String> {
    let finding = spawn_blocking(move || package_version(&program_file(process)?));
    timeout(DEADLINE, finding).await.ok()?.ok()?
}

/// The file of the program that a process runs, of a script the script; `None` for one that was replaced since it was started,
/// such as by an update.
fn program_file(process: u32) -> Option<PathBuf> {
    // The kernel marks a file that was replaced by ` (deleted)`, so that the path leads nowhere and no
    // version is taken for it.
    let program = fs::read_link(format!("/proc/{process}/exe")).ok()?.canonicalize().ok()?;
    if !is_interpreter(&program) {
        return Some(program);
    }
    let line = fs::read(format!("/proc/{process}/cmdline")).ok()?;
    let arguments = line.split(|byte| *byte == 0).skip(1).take(MOST_ARGUMENTS);
    let mut paths = arguments.map(|it| Path::new(OsStr::from_bytes(it))).filter(|it| it.is_absolute());
    let script = paths.find_map(|it| it.canonicalize().ok())?;
    (script.is_file() && !is_interpreter(&script)).then_some(script)
}

fn is_interpreter(program: &Path) -> bool {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    INTERPRETERS.contains(&name.trim_end_matches(|it: char| it.is_ascii_digit() || ".-".contains(it)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Child, Command, Stdio};

    /// Starts a program that waits until its input ends.
    fn started(program: &Path, arguments: &[&Path]) -> Child {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
    }

    fn ended(mut child: Child) {
        drop(child.stdin.take());
        child.wait().unwrap();
    }

    /// Waits until the process runs another program than this one, with its arguments, and returns what it runs.
    fn program_of(child: &Child) -> Option<PathBuf> {
        let own = std::env::current_exe().unwrap().canonicalize().unwrap();
        let file = |name: &str| format!("/proc/{}/{name}", child.id());
        while fs::read_link(file("exe")).unwrap() == own || fs::read(file("cmdline")).unwrap().is_empty() {
            std::thread::yield_now();
        }
        program_file(child.id())
    }

    #[test]
    fn the_program_of_a_process_is_its_file_and_of_a_script_the_script() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().canonicalize().unwrap().join(name);
        let cat = Path::new("/usr/bin/cat").canonicalize().unwrap();
        fs::write(at("tool"), "read line\n").unwrap();
        fs::copy(&cat, at("replaced")).unwrap();
        for (program, arguments, expected) in [
            (cat.as_path(), &[][..], Some(cat.clone())),
            (Path::new("/bin/sh"), &[at("tool").as_path()], Some(at("tool"))),
            (Path::new("/bin/sh"), &[], None),
        ] {
            let child = started(program, arguments);
            assert_eq!(program_of(&child), expected, "{program:?} {arguments:?}");
            ended(child);
        }
        let child = started(&at("replaced"), &[]);
        assert_eq!(program_of(&child), Some(at("replaced")));
        fs::remove_file(at("replaced")).unwrap();
        assert_eq!(program_file(child.id()), None, "what runs is no file any more");
        ended(child);
    }

    #[tokio::test]
    async fn the_version_is_that_of_the_package_of_the_program() {
        let child = started(Path::new("/usr/bin/cat"), &[]);
        program_of(&child).unwrap();
        let output =
            Command::new("dpkg-query").args(["-W", "-f", "${Version}", "coreutils"]).output().unwrap();
        let installed = String::from_utf8(output.stdout).unwrap();
        let version = of_process(child.id()).await.unwrap();
        assert!(
            installed.starts_with(&version) && version.starts_with(|it: char| it.is_ascii_digit()),
            "{version} {installed}"
        );
        ended(child);
        let own = of_process(std::process::id()).await;
        assert_eq!(own, None, "no package has this test");
    }
}
