//! A display number that is unique among all who share the folder of X sockets, and in our network namespace.
//!
//! Xvfb replaces the socket of a number without checking which server listens there. So a number belongs to the process that holds the lock on
//! a file next to the sockets. The server inherits that lock, which the kernel releases when the server is gone, however it ended.

use crate::LinuxError;
use rustix::fs::{Access, OFlags, access};
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, connect, socket_with};
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};

/// Our numbers. Servers of other programs look for free ones from 0, 1, 10 or 99 on, some without a lock file.
const NUMBERS: std::ops::RangeInclusive<u32> = 4000..=4999;
/// Where all X servers and clients look for sockets.
const SOCKETS: &str = "/tmp/.X11-unix";
/// Where X servers keep lock files with their process ids.
const X_LOCKS: &str = "/tmp";
/// What is in the lock file of a number that a server of ours was started on.
const USED: &[u8] = b"deskpilot\n";

/// A number, until it is dropped. Drop it after its server has ended: what a killed server left is then removed.
#[derive(Debug)]
pub(super) struct DisplayNumber {
    number: u32,
    places: Places,
    /// `None` once it is left to another server.
    lock: Option<Lock>,
}

/// What makes a number ours, as long as somebody has it open.
#[derive(Debug)]
enum Lock {
    /// A locked file next to the sockets.
    File(File),
    /// A name in our network namespace, where nobody can create a socket in the folder: servers then listen at names alone.
    Name(UnixListener),
}

/// The folders of sockets and of lock files.
#[derive(Clone, Debug)]
struct Places {
    sockets: PathBuf,
    x_locks: PathBuf,
}

/// The state of a number whose lock we hold.
enum Past {
    /// No server of ours had it.
    Unknown,
    /// One of ours had it and was killed with its session.
    Ours,
}

impl DisplayNumber {
    /// The first free number.
    pub(super) fn claim() -> Result<DisplayNumber, LinuxError> {
        let places = Places { sockets: SOCKETS.into(), x_locks: X_LOCKS.into() };
        DisplayNumber::claim_in(&places, *NUMBERS.start())
    }

    fn claim_in(places: &Places, first: u32) -> Result<DisplayNumber, LinuxError> {
        places.create();
        let mut free = (first..=*NUMBERS.end()).filter_map(|number| places.claim(number));
        free.next().ok_or_else(|| {
            let why = format!("all are taken; see {}", places.sockets.display());
            let source = io::Error::new(io::ErrorKind::AddrInUse, why);
            LinuxError::io(format!("take a display number from {first} to {}", NUMBERS.end()), source)
        })
    }

    /// The name of the display, such as `:4000`.
    pub(super) fn name(&self) -> String {
        format!(":{}", self.number)
    }

    /// Where its server listens: at a path, and at a name in our network namespace (after a zero byte).
    pub(super) fn addresses(&self) -> [PathBuf; 2] {
        let path = self.places.socket(self.number);
        let name: OsString = [OsStr::new("\0"), path.as_os_str()].into_iter().collect();
        [path, name.into()]
    }

    /// The lock once more, for the server to hold as long as it lives.
    pub(super) fn lock(&self) -> io::Result<Option<OwnedFd>> {
        self.lock
            .as_ref()
            .map(|lock| match lock {
                Lock::File(file) => file.try_clone().map(OwnedFd::from),
                Lock::Name(name) => name.try_clone().map(OwnedFd::from),
            })
            .transpose()
    }

    /// Whether another server has it after all; ours has ended.
    pub(super) fn is_taken(&self) -> bool {
        self.places.is_answered(self.number) || self.places.is_known(self.number)
    }

    /// Leaves it to the other server, with everything of that.
    pub(super) fn leave(mut self) {
        if let Some(Lock::File(lock)) = self.lock.take() {
            self.places.remove_lock(self.number, &lock);
        }
    }
}

impl Drop for DisplayNumber {
    fn drop(&mut self) {
        // A server that could not be ended keeps its lock and its files.
        if let Some(Lock::File(lock)) = &self.lock
            && !self.places.is_answered(self.number)
        {
            self.places.clear(self.number);
            self.places.remove_lock(self.number, lock);
        }
    }
}

impl Places {
    /// Creates the folder of sockets. Xvfb accepts it only if it belongs to root, so for other users, where it is missing, Xvfb
    /// listens without a file.
    fn create(&self) {
        if rustix::process::geteuid().is_root()
            && DirBuilder::new().mode(0o1777).create(&self.sockets).is_ok()
        {
            // The umask has taken bits away. A failure leaves a folder that is ours alone.
            let _ = fs::set_permissions(&self.sockets, Permissions::from_mode(0o1777));
        }
    }

    fn socket(&self, number: u32) -> PathBuf {
        self.sockets.join(format!("X{number}"))
    }

    fn lock_file(&self, number: u32) -> PathBuf {
        self.sockets.join(format!(".deskpilot-{number}"))
    }

    fn x_lock(&self, number: u32) -> PathBuf {
        self.x_locks.join(format!(".X{number}-lock"))
    }

    /// The number, if it is free. A number of which anything is there that we do not know belongs to another program.
    fn claim(&self, number: u32) -> Option<DisplayNumber> {
        let is_free = |places: &Places| !places.is_answered(number) && !places.is_known(number);
        // Without a file, two servers can only meet at a name in their network namespace: the lock is one, too.
        if access(&self.sockets, Access::WRITE_OK | Access::EXEC_OK).is_err() {
            let name = SocketAddr::from_abstract_name(self.lock_file(number).as_os_str().as_encoded_bytes());
            let lock = Lock::Name(UnixListener::bind_addr(&name.ok()?).ok()?);
            return is_free(self).then(|| DisplayNumber { number, places: self.clone(), lock: Some(lock) });
        }
        let (mut lock, past) = self.try_lock(number)?;
        match past {
            Past::Ours if !self.is_answered(number) => self.clear(number),
            Past::Unknown if is_free(self) => {}
            _ => {
                self.remove_lock(number, &lock);
                return None;
            }
        }
        let marked = lock.set_len(0).and_then(|()| lock.write_all(USED));
        let number = DisplayNumber { number, places: self.clone(), lock: Some(Lock::File(lock)) };
        marked.is_ok().then_some(number)
    }

    /// Locks the file of a number; `None` while somebody holds it, or where it is another user's.
    fn try_lock(&self, number: u32) -> Option<(File, Past)> {
        let path = self.lock_file(number);
        // Everybody may write into that folder: a link is not followed, and a pipe of somebody else does not
        // hold us.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let flags = i32::try_from(flags.bits()).ok()?;
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false).mode(0o600).custom_flags(flags);
        let lock = options.open(&path).ok()?;
        // No process id in the file: it means nothing in another namespace, and is used again.
        lock.try_lock().ok()?;
        // The owner before may have removed the file after we opened it: then our lock protects nothing.
        if !is_file_at(&lock, &path) {
            return None;
        }
        let past = if lock.metadata().ok()?.len() > 0 { Past::Ours } else { Past::Unknown };
        Some((lock, past))
    }

    /// Removes the file of a lock that is held, unless another file is there.
    fn remove_lock(&self, number: u32, lock: &File) {
        let path = self.lock_file(number);
        if is_file_at(lock, &path) {
            let _ = fs::remove_file(path);
        }
    }

    /// Removes what a killed server left. Call it only under the lock and while nobody answers.
    fn clear(&self, number: u32) {
        for path in [self.socket(number), self.x_lock(number)] {
            // Nearly always, no such file exists.
            let _ = fs::remove_file(path);
        }
    }

    /// Whether there is a socket or a lock file of X servers.
    fn is_known(&self, number: u32) -> bool {
        [self.socket(number), self.x_lock(number)].iter().any(|it| it.symlink_metadata().is_ok())
    }

    /// Whether somebody listens, by the path or by the name that only our network namespace has.
    fn is_answered(&self, number: u32) -> bool {
        let path = self.socket(number);
        let by_path = SocketAddrUnix::new(&path);
        let by_name = SocketAddrUnix::new_abstract_name(path.as_os_str().as_encoded_bytes());
        [by_path, by_name].into_iter().flatten().any(|address| is_listened_to(&address))
    }
}

fn is_listened_to(address: &SocketAddrUnix) -> bool {
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    // Where we cannot ask, the number counts as taken.
    let Ok(socket) = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None) else { return true };
    match connect(&socket, address) {
        Err(rustix::io::Errno::NOENT | rustix::io::Errno::CONNREFUSED) => false,
        // A server that is busy, and one that we may not reach, are servers too.
        _ => true,
    }
}

/// Whether this open file is the one that the path names.
fn is_file_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(named)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    named.is_file() && (open.dev(), open.ino()) == (named.dev(), named.ino())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(folder: &Path) -> Places {
        let places = Places { sockets: folder.join("sockets"), x_locks: folder.to_owned() };
        fs::create_dir(&places.sockets).unwrap();
        places
    }

    fn first(places: &Places) -> DisplayNumber {
        DisplayNumber::claim_in(places, 4000).unwrap()
    }

    fn files(places: &Places) -> usize {
        fs::read_dir(&places.sockets).unwrap().count()
    }

    #[test]
    fn a_number_is_taken_until_everybody_who_holds_its_lock_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(folder.path());
        let (mut one, two) = (first(&places), first(&places));
        assert_eq!((one.name(), two.name()), (":4000".into(), ":4001".into()));
        let of_server = one.lock().unwrap();
        // As if the process were killed: the server still holds the lock, and nothing is removed.
        drop(one.lock.take());
        drop(one);
        assert_eq!(first(&places).number, 4002);
        drop((of_server, two));
        assert_eq!(first(&places).number, 4000);
        assert_eq!(files(&places), 0, "numbers that are given back leave no file");
    }

    #[test]
    fn what_other_programs_have_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(folder.path());
        let _living = UnixListener::bind(places.socket(4000)).unwrap();
        drop(UnixListener::bind(places.socket(4001)).unwrap());
        fs::write(places.x_lock(4002), "       123\n").unwrap();
        assert_eq!(first(&places).number, 4003);
        assert_eq!(files(&places), 2, "no lock file is left next to what belongs to others");
        assert!(places.x_lock(4002).exists());
    }

    #[test]
    fn what_a_killed_session_left_is_removed_unless_somebody_has_the_number_now() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(folder.path());
        for number in [4000, 4001] {
            fs::write(places.lock_file(number), USED).unwrap();
        }
        let _living = UnixListener::bind(places.socket(4000)).unwrap();
        drop(UnixListener::bind(places.socket(4001)).unwrap());
        fs::write(places.x_lock(4001), "       123\n").unwrap();
        let claimed = first(&places);
        assert_eq!(claimed.number, 4001);
        assert!(!places.is_known(4001));
        assert!(places.socket(4000).exists() && !places.lock_file(4000).exists());
    }

    #[test]
    fn a_number_that_another_server_took_is_left_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(folder.path());
        let claimed = first(&places);
        fs::write(places.x_lock(4000), "       123\n").unwrap();
        assert!(claimed.is_taken());
        claimed.leave();
        assert!(places.x_lock(4000).exists() && files(&places) == 0);
        assert_eq!(first(&places).number, 4001);
    }

    #[test]
    fn without_a_folder_of_sockets_a_number_has_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let places = Places { sockets: folder.path().join("missing/sockets"), x_locks: folder.path().into() };
        let (one, two) = (first(&places), first(&places));
        assert_eq!((one.number, two.number), (4000, 4001));
        let of_server = one.lock().unwrap();
        drop(one);
        assert_eq!(first(&places).number, 4002, "the server of the first one has it still");
        drop(of_server);
        assert_eq!(first(&places).number, 4000);
    }
}
