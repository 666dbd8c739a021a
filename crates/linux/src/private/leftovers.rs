//! What applications of a private desktop may leave outside its directory: where that is recorded, and how it is removed.
//!
//! An application that is killed leaves its lock files: LibreOffice next to each document, browsers in their profiles. The records
//! are in the directory of the desktop, so that the process that removes it, whenever that is, knows where to look.

use crate::process::stray_processes;
use crate::seat::Environment;
use deskpilot_core::percent_encoded_path;
use rustix::process::{Pid, PidfdFlags, getuid, pidfd_open};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Defines `remove_left`, a function of the shell. The process that outlives us calls it too, and has nothing but a shell.
pub(super) const FUNCTIONS: &str = include_str!("leftovers.sh");

/// How long the shell may take.
const REMOVING: Duration = Duration::from_secs(10);

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

    /// Removes what was left, as far as it is certainly the desktop's. All its applications have ended. Takes 20 ms, up to 2 s
    /// more where one of them still has a socket, and at most 10 s.
    pub(super) fn remove(&self) {
        let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into());
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &format!("{FUNCTIONS}\nremove_left \"$1\""), "deskpilot-leftovers"]);
        shell.arg(&self.directory).env_clear().env("PATH", path).current_dir("/");
        shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Where no shell starts, or a disk does not answer, a lock file stays until a session opens its document.
        if let Ok(mut shell) = shell.spawn() {
            if let Ok(process) = pidfd_open(Pid::from_child(&shell), PidfdFlags::empty()) {
                stray_processes::wait_until_gone(&process, Instant::now() + REMOVING);
            }
            // A shell that waits for a disk may never end, so this does not wait for it any longer.
            if !matches!(shell.try_wait(), Ok(Some(_))) {
                let _ = shell.kill();
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::system::uname;
    use std::fs::{self, File};
    use std::os::unix::net::UnixListener;
    use std::time::SystemTime;

    /// A desktop with its records, and a folder in which its applications opened documents.
    struct Case {
        place: tempfile::TempDir,
    }

    impl Case {
        fn new() -> Case {
            let place = tempfile::tempdir().unwrap();
            for folder in ["desktop/home/.local/share", "documents", "home/.config"] {
                fs::create_dir_all(place.path().join(folder)).unwrap();
            }
            let began = File::create(place.path().join("desktop/lock")).unwrap();
            began.set_modified(SystemTime::now() - Duration::from_secs(60)).unwrap();
            Case { place }
        }

        fn at(&self, path: &str) -> PathBuf {
            self.place.path().join(path)
        }

        /// The records of a desktop whose applications have settings in this folder.
        fn leftovers(&self, settings: &str) -> Leftovers {
            let at = |path: &str| self.at(path).to_string_lossy().into_owned();
            let variables = [
                ("HOME", at("home")),
                ("XDG_CONFIG_HOME", at(settings)),
                ("XDG_DATA_HOME", at("desktop/home/.local/share")),
            ];
            let environment = variables.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            let leftovers = Leftovers::of(&self.at("desktop"));
            leftovers.are_of(&environment).unwrap();
            leftovers.may_be_in(&self.at("documents")).unwrap();
            leftovers
        }

        /// Writes a lock file as LibreOffice with settings in this folder does, on the machine of this name.
        fn lock(&self, file: &str, host: &str, settings: &str) -> PathBuf {
            let path = self.at(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let profile = address(&self.at(settings).join("libreoffice/4"));
            fs::write(&path, format!(",ann,{host},28.11.2026 01:51,{profile};")).unwrap();
            path
        }
    }

    /// Whether the shell that removes what a desktop left sleeps, as it does for a socket that is open.
    fn is_awaited(directory: &Path) -> bool {
        let text = |process: &Path, file: &str| fs::read_to_string(process.join(file)).unwrap_or_default();
        let is_sleep = |process: &PathBuf| text(process, "comm").trim() == "sleep";
        let is_of_shell = |process: PathBuf| {
            let status = text(&process, "status");
            let parent = status.lines().find_map(|it| it.strip_prefix("PPid:")).unwrap_or_default();
            let words = text(&Path::new("/proc").join(parent.trim()), "cmdline");
            words.split('\0').any(|it| Path::new(it) == directory)
        };
        let mut processes = fs::read_dir("/proc").unwrap().flatten().map(|it| it.path()).filter(is_sleep);
        processes.any(is_of_shell)
    }

    fn this_host() -> String {
        uname().nodename().to_str().unwrap().split('.').next().unwrap().to_owned()
    }

    #[test]
    fn the_lock_files_of_a_desktop_go_and_those_of_others_stay() {
        let case = Case::new();
        let host = this_host();
        let own = case.lock("documents/.~lock.a.odt#", &host, "desktop/home/.config");
        let elsewhere = case.lock("documents/.~lock.b.odt#", "elsewhere", "desktop/home/.config");
        let persons = case.lock("documents/.~lock.c.odt#", &host, "other/.config");
        // Opened in a dialog of the application, which reports it to GTK.
        let found = case.lock("Tom & Ann's ä 100%/.~lock.d.odt#", &host, "desktop/home/.config");
        let unknown = case.lock("unknown/.~lock.e.odt#", &host, "desktop/home/.config");
        let recent = |folder: &str, modified: &str| {
            let href = address(&case.at(folder)).replace("%26", "&amp;").replace("%27", "&apos;");
            format!(
                "  <bookmark href=\"{href}/d.odt\" added=\"{modified}\" modified=\"{modified}\" visited=\"{modified}\">\n"
            )
        };
        let list =
            recent("Tom & Ann's ä 100%", "2999-01-01T00:00:00Z") + &recent("unknown", "2001-01-01T00:00:00Z");
        fs::write(case.at("desktop/home/.local/share/recently-used.xbel"), list).unwrap();
        case.leftovers("desktop/home/.config").remove();
        let left = [own, elsewhere, persons, found, unknown].map(|it| it.exists());
        assert_eq!(left, [false, true, true, false, true]);
    }

    #[test]
    fn the_locks_of_a_profile_that_lasts_go_once_nobody_has_its_home() {
        let case = Case::new();
        let leftovers = case.leftovers("home/.config");
        let host = this_host();
        let document = case.lock("documents/.~lock.a.odt#", &host, "home/.config");
        let before = case.lock("documents/.~lock.b.odt#", &host, "home/.config");
        let long_ago = SystemTime::now() - Duration::from_secs(3600);
        File::options().write(true).open(&before).unwrap().set_modified(long_ago).unwrap();
        let office = case.lock("home/.config/libreoffice/4/.lock", &host, "home/.config");
        let browsers =
            ["home/.mozilla/firefox/deskpilot/lock", "home/.config/chromium/SingletonLock"].map(|it| {
                fs::create_dir_all(case.at(it).parent().unwrap()).unwrap();
                std::os::unix::fs::symlink("127.0.1.1:+4194999", case.at(it)).unwrap();
                case.at(it)
            });
        let [firefox, chromium] = &browsers;
        let left = || [&document, &office, firefox, chromium].map(|it| it.symlink_metadata().is_ok());
        let mut neighbour = Command::new("sleep").arg("600").env("HOME", case.at("home")).spawn().unwrap();
        leftovers.remove();
        neighbour.kill().unwrap();
        neighbour.wait().unwrap();
        assert_eq!(left(), [true; 4], "somebody has the home");
        leftovers.remove();
        assert_eq!(left(), [false; 4], "nobody has the home");
        assert!(before.exists(), "the desktop did not write it");
    }

    #[test]
    fn sockets_go_at_which_nobody_listens() {
        let case = Case::new();
        let leftovers = case.leftovers("desktop/home/.config");
        let name = format!("deskpilot-test-{}", std::process::id());
        let [dead, alive] = ["dead", "alive"].map(|it| {
            leftovers.may_be_pipe(&format!("{name}-{it}")).unwrap();
            PathBuf::from(format!("/tmp/OSL_PIPE_{}_{name}-{it}", getuid().as_raw()))
        });
        drop(UnixListener::bind(&dead).unwrap());
        let listener = UnixListener::bind(&alive).unwrap();
        leftovers.remove();
        assert_eq!([dead.exists(), alive.exists()], [false, true]);
        drop(listener);
        leftovers.remove();
        assert!(!alive.exists());
    }

    #[test]
    fn a_socket_that_a_dying_program_still_has_goes_once_it_is_closed() {
        let case = Case::new();
        let leftovers = case.leftovers("desktop/home/.config");
        let name = format!("deskpilot-dying-{}", std::process::id());
        leftovers.may_be_pipe(&name).unwrap();
        let socket = PathBuf::from(format!("/tmp/OSL_PIPE_{}_{name}", getuid().as_raw()));
        let listener = UnixListener::bind(&socket).unwrap();
        let directory = case.at("desktop");
        let removing = std::thread::spawn(move || leftovers.remove());
        let deadline = Instant::now() + REMOVING;
        while !is_awaited(&directory) {
            assert!(Instant::now() < deadline, "the shell does not wait for the socket");
            std::thread::yield_now();
        }
        drop(listener);
        removing.join().unwrap();
        assert!(!socket.exists());
    }

    #[test]
    fn the_socket_of_a_profile_has_the_name_that_libreoffice_gives_it() {
        let case = Case::new();
        fs::write(case.at("desktop/office-profiles"), "file:///home/ann1/.config/libreoffice/4\n").unwrap();
        let script = format!("{FUNCTIONS}\ndirectory=$1; sockets");
        let shell =
            Command::new("/bin/sh").args(["-c", &script, "test"]).arg(case.at("desktop")).output().unwrap();
        let expected =
            format!("/tmp/OSL_PIPE_{}_SingleOfficeIPC_aab26491729c1ab31e0d62fa4ae8b32\n", getuid().as_raw());
        assert_eq!(String::from_utf8(shell.stdout).unwrap(), expected);
    }
}
