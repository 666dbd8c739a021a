//! Reads files that others may have put in place: only regular files, and only up to a size.
//!
//! Opening a named pipe waits until somebody writes, a device may have no end, and a huge file fills the memory. Every reader
//! of files in the other crates goes through this module; `cargo xtask tidy` checks it.

use crate::os;
use std::{
    fmt,
    fs::{self, File, FileType},
    io::{self, ErrorKind, Read},
    path::Path,
};

/// The largest file that a reader takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadLimit(u64);

impl ReadLimit {
    /// At most this many bytes.
    pub const fn bytes(bytes: u64) -> ReadLimit {
        ReadLimit(bytes)
    }

    /// At most this many KiB.
    pub const fn kib(kib: u64) -> ReadLimit {
        ReadLimit(kib << 10)
    }

    /// At most this many MiB.
    pub const fn mib(mib: u64) -> ReadLimit {
        ReadLimit(mib << 20)
    }

    /// The limit in bytes.
    pub const fn in_bytes(self) -> u64 {
        self.0
    }

    /// The bytes of the file at this path.
    ///
    /// # Errors
    /// It cannot be opened, it is no regular file ([`open_regular`]), or it is larger than the limit (`FileTooLarge`).
    pub fn read(self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_open(&open_regular(path)?)
    }

    /// The text of the file at this path.
    ///
    /// # Errors
    /// As [`ReadLimit::read`], or it is not UTF-8 (`InvalidData`).
    pub fn read_text(self, path: &Path) -> io::Result<String> {
        text(self.read(path)?)
    }

    /// The rest of a file that [`open_regular`] opened.
    ///
    /// # Errors
    /// It cannot be read, or the rest is larger than the limit (`FileTooLarge`).
    pub fn read_open(self, mut file: &File) -> io::Result<Vec<u8>> {
        let too_large = || io::Error::new(ErrorKind::FileTooLarge, self.too_large());
        // The size is only a hint: files of /proc report 0 bytes, and a file may grow while it is read. So
        // the bytes are counted as well.
        let reported_size = file.metadata()?.len();
        if reported_size > self.0 {
            return Err(too_large());
        }
        let mut bytes = Vec::with_capacity(usize::try_from(reported_size).unwrap_or(0));
        file.by_ref().take(self.0.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > self.0 { Err(too_large()) } else { Ok(bytes) }
    }

    /// The text of a file that [`open_regular`] opened.
    ///
    /// # Errors
    /// As [`ReadLimit::read_open`], or it is not UTF-8 (`InvalidData`).
    pub fn read_open_text(self, file: &File) -> io::Result<String> {
        text(self.read_open(file)?)
    }

    /// What is wrong with a larger file, and what to do.
    pub fn too_large(self) -> String {
        format!("it is larger than {self}, the most that is read: make it smaller, or name another file")
    }
}

impl fmt::Display for ReadLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u64, &str); 3] = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
        let unit = UNITS.iter().find(|(shift, _)| self.0 >= 1 << shift && self.0.is_multiple_of(1 << shift));
        match unit {
            Some((shift, unit)) => write!(f, "{} {unit}", self.0 >> shift),
            None => write!(f, "{} bytes", self.0),
        }
    }
}

/// Opens a regular file for reading, without waiting: never a pipe, a device or a socket, even if one takes the file's place
/// meanwhile. Programs started later do not inherit the descriptor.
///
/// # Errors
/// It cannot be opened, or it is no regular file (`InvalidInput`; the message says what it is).
pub fn open_regular(path: &Path) -> io::Result<File> {
    // Opening a device can have effects, so a path that names one is not even opened.
    must_be_regular(fs::metadata(path)?.file_type())?;
    let file = os::open_without_waiting(path)?;
    must_be_regular(file.metadata()?.file_type())?;
    Ok(file)
}

/// Fails for anything but a regular file, and says what it is.
pub(crate) fn must_be_regular(kind: FileType) -> io::Result<()> {
    if kind.is_file() {
        return Ok(());
    }
    let found = if kind.is_dir() { "a folder" } else { os::special_file(kind) };
    let why = format!("it is {found}, and only regular files are read: name a regular file");
    Err(io::Error::new(ErrorKind::InvalidInput, why))
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| {
        io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text: save it as UTF-8, or name another file")
    })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use rustix::fs::{CWD, FileType as Kind, Mode, mknodat};
    use std::{
        os::unix::{fs::symlink, net::UnixListener},
        sync::mpsc,
        thread,
        time::Duration,
    };

    const LIMIT: ReadLimit = ReadLimit::kib(4);

    /// What reading gives, if it returns within 20 s.
    fn read(path: &Path) -> Result<Vec<u8>, String> {
        let (reply, result) = mpsc::channel();
        let path = path.to_owned();
        thread::spawn(move || reply.send(LIMIT.read(&path)));
        let read = result.recv_timeout(Duration::from_secs(20)).expect("reading returns at once");
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_no_regular_file_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        mknodat(CWD, at("pipe"), Kind::Fifo, Mode::RWXU, 0).unwrap();
        let _socket = UnixListener::bind(at("socket")).unwrap();
        symlink("/dev/zero", at("link")).unwrap();
        for (path, found) in [
            (at("pipe"), "a pipe"),
            (at("socket"), "a socket"),
            (at("link"), "a device"),
            ("/dev/urandom".into(), "a device"),
            (folder.path().into(), "a folder"),
        ] {
            let read = read(&path);
            let expected = format!("it is {found}, and only regular files are read: name a regular file");
            assert_eq!(read, Err(expected), "{path:?}");
        }
        assert_eq!(LIMIT.read(&at("none")).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn a_file_is_read_up_to_the_limit_and_no_larger_one_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        for size in [0, 1, 4096] {
            fs::write(&file, vec![b'x'; size]).unwrap();
            assert_eq!(read(&file).unwrap().len(), size);
        }
        fs::write(&file, vec![b'x'; 4097]).unwrap();
        let expected =
            "it is larger than 4 KiB, the most that is read: make it smaller, or name another file";
        assert_eq!(read(&file).unwrap_err(), expected);
        // A sparse file that claims more than any memory has.
        File::create(&file).unwrap().set_len(1 << 42).unwrap();
        assert_eq!(LIMIT.read(&file).unwrap_err().kind(), ErrorKind::FileTooLarge);
        // Its metadata says that it is empty.
        assert_eq!(
            ReadLimit::bytes(9).read("/proc/self/maps".as_ref()).unwrap_err().kind(),
            ErrorKind::FileTooLarge
        );
    }

    #[test]
    fn text_is_utf_8() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "ä").unwrap();
        assert_eq!(LIMIT.read_text(&file).unwrap(), "ä");
        fs::write(&file, b"\xff").unwrap();
        let error = LIMIT.read_text(&file).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        assert!(error.to_string().starts_with("it is not UTF-8 text"));
    }

    #[test]
    fn a_limit_is_written_in_the_largest_unit_that_fits() {
        for (limit, expected) in [
            (ReadLimit::bytes(5000), "5000 bytes"),
            (LIMIT, "4 KiB"),
            (ReadLimit::mib(3), "3 MiB"),
            (ReadLimit::mib(2048), "2 GiB"),
        ] {
            assert_eq!(limit.to_string(), expected);
        }
    }
}
