//! The cookie that authorises clients of a private display; other users of the machine do not know it.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// The authorisation protocol the cookie is used with.
pub(crate) const SCHEME: &[u8] = b"MIT-MAGIC-COOKIE-1";
/// The address family that matches any display.
/// (`FamilyWild` of Xauth.h): host and display number of the record do not count.
const ANY_DISPLAY: u16 = 0xffff;

/// The 16-byte cookie of one display.
#[derive(Clone, PartialEq, Eq)]
pub struct Cookie([u8; 16]);

impl Cookie {
    /// A new cookie from the kernel's random numbers.
    pub fn random() -> io::Result<Cookie> {
        let mut secret = [0; 16];
        File::open("/dev/urandom")?.read_exact(&mut secret)?;
        Ok(Cookie(secret))
    }

    /// Writes it into a new file in Xauthority format. Only the owner may read the file (mode 0600).
    pub fn write(&self, file: &Path) -> io::Result<()> {
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?.write_all(&self.record())
    }

    /// The cookie in the bytes of a file that [`Cookie::write`] has written; `None` if they are another program's.
    pub fn in_file(bytes: &[u8]) -> Option<Cookie> {
        // The cookie is the last field of the record.
        bytes.last_chunk().copied().map(Cookie).filter(|it| it.record() == bytes)
    }

    pub(crate) fn secret(&self) -> &[u8] {
        &self.0
    }

    /// One record of an Xauthority file: family, address, display number, protocol, cookie.
    fn record(&self) -> Vec<u8> {
        let mut record = ANY_DISPLAY.to_be_bytes().to_vec();
        for field in [b"".as_slice(), b"", SCHEME, &self.0] {
            // No field is longer than 18 bytes.
            record.extend([0, field.len() as u8]);
            record.extend(field);
        }
        record
    }
}

impl fmt::Debug for Cookie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cookie")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_its_lengths_and_its_secret_is_not_printed() {
        let cookie = Cookie([7; 16]);
        let record = cookie.record();
        assert_eq!(&record[..8], &[0xff, 0xff, 0, 0, 0, 0, 0, 18]);
        assert_eq!(&record[26..], &[0, 16, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]);
        assert_eq!(format!("{cookie:?}"), "Cookie");
    }

    #[test]
    fn only_the_own_file_is_read() {
        let record = Cookie([7; 16]).record();
        assert!(Cookie::in_file(&record) == Some(Cookie([7; 16])));
        for other in [[record.as_slice(), &[0]].concat(), record[1..].to_vec(), Vec::new()] {
            assert!(Cookie::in_file(&other).is_none());
        }
    }
}
