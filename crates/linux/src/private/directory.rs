//! The directory with everything of one private desktop: locked while it lives, removed with it.

use super::leftovers::Leftovers;
use super::sweeper::Sweeper;
use crate::LinuxError;
use crate::folder::{make, make_ours};
use crate::process::stray_processes;
use deskpilot_system::open_regular;
use rustix::process::getuid;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Name prefix of a directory whose lock is not yet held, so that no other process takes it for a dead one.
const UNFINISHED: &str = ".new-";
const LOCK: &str = "lock";

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A directory of our own, mode 700. When we are killed, the kernel releases its lock and a process that outlives us removes it.
#[derive(Debug)]
pub(super) struct Directory {
    path: PathBuf,
    _sweeper: Sweeper,
    _lock: File,
}

impl Directory {
    /// Creates a directory, after removing those of dead desktops.
    pub(super) fn claim() -> Result<Directory, LinuxError> {
        let base = base()?;
        sweep(&base);
        Directory::create(&base).map_err(|error| LinuxError::io(format!("use {}", base.display()), error))
    }

    pub(super) fn create(base: &Path) -> io::Result<Directory> {
        let name = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let unfinished = base.join(format!("{UNFINISHED}{name}"));
        make(&unfinished)?;
        let lock = OpenOptions::new().write(true).create_new(true).mode(0o600).open(unfinished.join(LOCK))?;
        lock.try_lock().map_err(io::Error::from)?;
        make(&runtime_of(&unfinished))?;
        make(&unfinished.join("home"))?;
        make(&unfinished.join("tmp"))?;
        let path = base.join(name);
        fs::rename(unfinished, &path)?;
        let sweeper = Sweeper::start(&path).inspect_err(|_| clear(&path))?;
        Ok(Directory { path, _sweeper: sweeper, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The `XDG_RUNTIME_DIR` of the desktop.
    pub(super) fn runtime(&self) -> PathBuf {
        runtime_of(&self.path)
    }

    /// The home directory of the desktop, where the options give none.
    pub(super) fn home(&self) -> PathBuf {
        self.path.join("home")
    }

    /// The directory for temporary files of its applications.
    pub(super) fn temporary(&self) -> PathBuf {
        self.path.join("tmp")
    }

    /// What its applications may leave elsewhere.
    pub(super) fn leftovers(&self) -> Leftovers {
        Leftovers::of(&self.path)
    }
}

impl Drop for Directory {
    /// Kills the desktop's remaining processes, and removes what they left and the directory, while the lock is still held.
    fn drop(&mut self) {
        clear(&self.path);
    }
}

/// The directory with all private desktops of this user.
fn base() -> Result<PathBuf, LinuxError> {
    let uid = getuid().as_raw();
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|path| path.is_dir());
    let base = runtime.unwrap_or_else(std::env::temp_dir).join(format!("deskpilot-{uid}"));
    make_ours(base)
}

/// Removes the directories whose lock is no longer held.
fn sweep(base: &Path) {
    let entries = fs::read_dir(base).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if is_dead(&path) {
            clear(&path);
        }
    }
}

/// Whether no living process has the desktop with this directory, which may be gone.
pub(super) fn is_dead(path: &Path) -> bool {
    match open_regular(&path.join(LOCK)) {
        // Tries the lock on a descriptor of our own, which releases it at once; a dead desktop stays dead.
        Ok(lock) => !matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) && !is_being_made(path),
        Err(error) => error.kind() == io::ErrorKind::NotFound && !is_being_made(path),
    }
}

/// Whether a living process is still creating it.
fn is_being_made(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let maker = name.strip_prefix(UNFINISHED).and_then(|name| name.split('-').next());
    maker.is_some_and(|pid| Path::new("/proc").join(pid).exists())
}

fn clear(path: &Path) {
    stray_processes::end(&runtime_of(path));
    Leftovers::of(path).remove();
    // A mount inside belongs to somebody else. The next sweep tries again.
    if !holds_mount(path) {
        let _ = fs::remove_dir_all(path);
    }
}

fn holds_mount(path: &Path) -> bool {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    mounts.lines().filter_map(|line| line.split(' ').nth(4)).any(|point| Path::new(point).starts_with(path))
}

/// The `XDG_RUNTIME_DIR` of the desktop with this directory.
pub(super) fn runtime_of(path: &Path) -> PathBuf {
    path.join("run")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let base = std::env::temp_dir().join(format!("deskpilot-test-{}-{name}", std::process::id()));
        make(&base).unwrap();
        base
    }

    #[test]
    fn a_sweep_removes_the_dead_and_spares_the_living() {
        let base = scratch("sweep");
        let living = Directory::create(&base).unwrap();
        let dead = base.join("1-1");
        make(&dead).unwrap();
        File::create_new(dead.join(LOCK)).unwrap();
        sweep(&base);
        assert!(living.path().exists());
        assert!(!dead.exists());
        drop(living);
        fs::remove_dir(base).unwrap();
    }

    #[test]
    fn one_that_is_being_made_is_spared_and_one_whose_maker_died_is_not() {
        let base = scratch("unfinished");
        let ours = base.join(format!("{UNFINISHED}{}-0", std::process::id()));
        let theirs = base.join(format!("{UNFINISHED}4194999-0"));
        [&ours, &theirs].into_iter().for_each(|path| make(path).unwrap());
        sweep(&base);
        assert!(ours.exists());
        assert!(!theirs.exists());
        fs::remove_dir_all(base).unwrap();
    }
}
