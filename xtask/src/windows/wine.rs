//! Wine, which runs what was compiled for Windows: packages of a newer Debian, unpacked into a folder and never installed.

use super::debian::{Apt, cannot_write, unpack};
use crate::{run::command, say, setup::setup};
use anyhow::{Context, Result, ensure};
use std::{
    env::consts::ARCH,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The suite of Debian that has Wine 10. Older ones have no client of UI Automation.
const SUITE: &str = "trixie";

/// The packages; they need 190 more, of which none is installed on the machine.
const PACKAGES: [&str; 2] = ["wine64", "fonts-wine"];

/// The packages of the machine that Wine is run with.
const ON_THE_MACHINE: &str = "xtask/wine-packages.txt";

/// What runs a program: its first argument is the folder of Wine.
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/windows/wine.sh");

/// The folders of zlib for Windows and of Wine's own libraries, in the tree of the packages.
const ZLIB: &str = "usr/x86_64-w64-mingw32/lib/zlib1.dll";
const WINES_ZLIB: &str = "usr/lib/x86_64-linux-gnu/wine/x86_64-windows/zlib1.dll";
/// The place in a library where Wine looks for its mark, and the mark.
const MARKED: usize = 64;
const MARK: &[u8; 32] = b"Wine builtin DLL\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// Wine in a folder.
#[derive(Debug)]
pub(crate) struct Wine {
    folder: PathBuf,
}

impl Wine {
    /// Wine in this folder, where it may have to be installed.
    pub(super) fn at(folder: PathBuf) -> Wine {
        Wine { folder }
    }

    /// Finds it in `target/windows/wine`, or fetches it there: 190 MB, and 1.8 GB on the disk. Shows that it runs a program.
    ///
    /// # Errors
    /// Says why it cannot be had here.
    pub(super) fn set_up(root: &Path) -> Result<Wine> {
        ensure!(ARCH == "x86_64", "Wine runs these programs on x86_64 alone, and this machine is {ARCH}");
        setup(root, &[ON_THE_MACHINE])?;
        let wine = Wine::at(root.join("target/windows/wine"));
        let (system, prefix) = (wine.folder.join("system"), wine.folder.join("prefix"));
        if !system.is_dir() {
            say(&format!("Wine is unpacked from packages of Debian {SUITE} into {}", wine.folder.display()));
            fetch(&wine.folder, &system)?;
        }
        // No package brings it, and without it the machine has no name for itself.
        let hosts = system.join("etc/hosts");
        fs::write(&hosts, "127.0.0.1 localhost\n")
            .with_context(|| format!("{} cannot be written", hosts.display()))?;
        if !prefix.is_dir() {
            say("Wine makes the files of an empty Windows");
            let status = wine.script().arg("--new").status().context("the script does not start")?;
            ensure!(status.success(), "Wine does not start here: {status}");
        }
        let trial = wine.command(Path::new("cmd.exe")).args(["/c", "exit 42"]).output();
        let trial = trial.context("the script does not start")?;
        let said = String::from_utf8_lossy(&trial.stderr).trim().to_owned();
        ensure!(trial.status.code() == Some(42), "Wine runs no program here: {}: {said}", trial.status);
        Ok(wine)
    }

    /// The command that runs this program in a desktop, a prefix and namespaces of its own. The program's arguments follow.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = self.script();
        command.arg(program).stdin(Stdio::null());
        command
    }

    fn script(&self) -> Command {
        let mut script = command(SCRIPT);
        script.arg(&self.folder);
        script
    }
}

/// Fetches the packages into this folder, and unpacks them to the folder `system`, which is there only when it is complete.
fn fetch(folder: &Path, system: &Path) -> Result<()> {
    let (lists, unfinished) = (folder.join("apt"), folder.join("unpacking"));
    let packages = Apt::fetch_lists(&lists, &[SUITE])?.fetch_all(&PACKAGES)?;
    say(&format!("{} packages are unpacked", packages.len()));
    for package in &packages {
        unpack(package, &unfinished)?;
    }
    let zlib = unfinished.join(ZLIB);
    let library = fs::read(&zlib).with_context(|| format!("{} cannot be read", zlib.display()))?;
    let library = marked(library).with_context(|| format!("{} is no library", zlib.display()))?;
    let placed = fs::write(unfinished.join(WINES_ZLIB), library)
        .and_then(|()| fs::rename(&unfinished, system))
        .and_then(|()| fs::remove_dir_all(&lists));
    placed.with_context(|| cannot_write(folder))
}

/// The library as one of Wine's own: what Debian's package does when it is installed. `None` for what is too short for one.
fn marked(mut library: Vec<u8>) -> Option<Vec<u8>> {
    library.get_mut(MARKED..MARKED + MARK.len())?.copy_from_slice(MARK);
    Some(library)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::suite::Suite;
    use std::{env, os::unix::fs::PermissionsExt, process};

    #[test]
    fn a_library_gets_the_mark_and_keeps_all_else() {
        let marked = marked((0..=255).collect()).unwrap();
        assert_eq!((marked[63], marked[96], marked.len()), (63, 96, 256));
        assert_eq!(&marked[64..96], MARK);
        assert_eq!(super::marked(vec![0; 95]), None);
    }

    #[test]
    fn a_program_is_run_by_the_script_with_the_folder_before_it() {
        assert_ne!(fs::metadata(SCRIPT).unwrap().permissions().mode() & 0o111, 0, "{SCRIPT} is no program");
        let command = Wine::at("/w".into()).command(Path::new("/a.exe"));
        let words: Vec<&str> = command.get_args().map(|it| it.to_str().unwrap()).collect();
        assert_eq!(
            (command.get_program().to_str(), words.as_slice()),
            (Some(SCRIPT), ["/w", "/a.exe"].as_slice())
        );
    }

    /// A program runs in a copy of the prefix, which goes with it, as one goes that a run left which was killed.
    #[test]
    fn a_program_gets_a_copy_of_the_prefix_that_is_gone_after_its_end() {
        let folder = env::temp_dir().join(format!("xtask-wine-{}", process::id()));
        for it in ["prefix", "runs/left"] {
            fs::create_dir_all(folder.join(it)).unwrap();
            fs::write(folder.join(it).join("system.reg"), it).unwrap();
        }
        // In place of what makes the namespaces: what is there while the program runs.
        let stub = Suite::of_script(&folder.join("bin"), "bwrap", "cat \"$RUNS\"/*/system.reg; exit 7");
        let path = format!("{}:{}", stub.folder.display(), env::var("PATH").unwrap());
        let mut command = Wine::at(folder.clone()).command(Path::new("/a.exe"));
        let output = command.env("PATH", path).env("RUNS", folder.join("runs")).output().unwrap();
        assert_eq!(
            (output.status.code(), output.stdout.as_slice()),
            (Some(7), b"prefix".as_slice()),
            "{output:?}"
        );
        assert_eq!(fs::read_dir(folder.join("runs")).unwrap().count(), 0);
        assert_eq!(fs::read(folder.join("prefix/system.reg")).unwrap(), b"prefix");
        fs::remove_dir_all(&folder).unwrap();
    }
}
