//! What applications of a private desktop may leave outside its directory: where that is recorded, and how it is removed.
//!
//! An application that is killed leaves its lock files: LibreOffice beside each document, browsers in their profiles. The records
//! are in the directory of the desktop, so that whoever removes it, whenever that is, knows where to look.

use crate::seat::Environment;
use deskpilot_core::percent_encoded_path;
use rustix::process::getuid;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Defines `remove_left`, a function of the shell. The process that outlives us calls it too, and has nothing but a shell.
pub(super) const FUNCTIONS: &str = include_str!("leftovers.sh");

/// The records of one desktop, each a file of lines.
#[derive(Debug)]
pub(crate) struct Leftovers {
    /// The directory of the desktop.
    directory: PathBuf,
}

impl Leftovers {
    /// Those of the desktop with this directory.
    pub(super) fn of(directory: &Path) -> Leftovers {
        Leftovers { directory: directory.to_owned() }
    }

    /// Those of the private desktop whose programs have this environment.
    pub(crate) fn of_desktop(environment: &Environment) -> Option<Leftovers> {
        let runtime = environment.value("XDG_RUNTIME_DIR").map(Path::new)?;
        runtime.parent().map(Leftovers::of)
    }

    /// Records that applications open documents in this folder.
    ///
    /// # Errors
    /// The record cannot be written.
    pub(crate) fn may_be_in(&self, folder: &Path) -> io::Result<()> {
        self.append("folders", folder.as_os_str().as_bytes())
    }

    /// Records that LibreOffice listens at the pipe of this name.
    ///
    /// # Errors
    /// The record cannot be written.
    pub(crate) fn may_be_pipe(&self, name: &str) -> io::Result<()> {
        self.append("sockets", format!("/tmp/OSL_PIPE_{}_{name}", getuid().as_raw()).as_bytes())
    }

    /// Records the home of the applications, and where they keep settings and data, if these last longer than the desktop.
    ///
    /// # Errors
    /// A record cannot be written.
    pub(super) fn are_of(&self, environment: &Environment) -> io::Result<()> {
        self.append("profiles", format!(",{}/", address(&self.directory)).as_bytes())?;
        for name in ["HOME", "XDG_CONFIG_HOME"] {
            let Some(place) = environment.value(name).map(Path::new) else { continue };
            if !place.starts_with(&self.directory) {
                self.append("homes", format!("{name}={}", place.display()).as_bytes())?;
                self.append("lasting-profiles", format!(",{}/", address(place)).as_bytes())?;
            }
        }
        let settings = environment.value("XDG_CONFIG_HOME").map(Path::new).unwrap_or(&self.directory);
        self.append("office-profiles", address(&settings.join("libreoffice/4")).as_bytes())?;
        let data = environment.value("XDG_DATA_HOME").unwrap_or_default();
        replace_link(&self.directory.join("data"), Path::new(data))
    }

    /// Removes what was left, as far as it is certainly the desktop's. All its applications have ended.
    pub(super) fn remove(&self) {
        let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into());
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &format!("{FUNCTIONS}\nremove_left \"$1\""), "deskpilot-leftovers"]);
        shell.arg(&self.directory).env_clear().env("PATH", path).current_dir("/");
        // Where no shell starts, a lock file stays until a session opens its document.
        let _ = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }

    /// A line with a newline in it would be two.
    fn append(&self, record: &str, line: &[u8]) -> io::Result<()> {
        if line.contains(&b'\n') {
            return Ok(());
        }
        let path = self.directory.join(record);
        let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(path)?;
        file.write_all(&[line, b"\n"].concat())
    }
}

/// The address of a folder, as LibreOffice writes that of its profile.
fn address(folder: &Path) -> String {
    format!("file://{}", percent_encoded_path(folder.as_os_str().as_bytes()))
}

fn replace_link(link: &Path, target: &Path) -> io::Result<()> {
    match std::fs::remove_file(link) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => std::os::unix::fs::symlink(target, link),
    }
}
