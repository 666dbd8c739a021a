//! Identifiers of accounts, as Windows stores them.

use windows::Win32::Security::PSID;

/// The numbers of an identifier behind its authority that stands for no account: one folder.
const OF_FOLDERS: [u32; 2] = [21, 0x6465_736b];

/// An identifier, as aligned memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sid(Vec<u32>);

impl Sid {
    /// Everybody.
    pub(crate) fn everyone() -> Sid {
        Sid::new(1, &[0])
    }

    /// The system itself.
    pub(crate) fn system() -> Sid {
        Sid::new(5, &[18])
    }

    /// The one that stands for the folder with these numbers of a disk and of a file on it. No account has it, so what it allows, it
    /// allows to programs in sandboxes alone.
    pub(crate) fn of_folder(disk: u32, file: u64) -> Sid {
        let [high, low] = [file >> 32, file & 0xffff_ffff].map(|it| u32::try_from(it).unwrap_or_default());
        Sid::new(5, &[&OF_FOLDERS[..], &[disk, high, low]].concat())
    }

    /// One that Windows returned.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Sid {
        let units = bytes.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
        Sid(units.collect())
    }

    fn new(authority: u8, parts: &[u32]) -> Sid {
        let count = u8::try_from(parts.len()).unwrap_or(u8::MAX);
        let head = [u32::from_le_bytes([1, count, 0, 0]), u32::from_le_bytes([0, 0, 0, authority])];
        Sid([&head[..], parts].concat())
    }

    /// For a call that only reads it. Valid as long as this value.
    pub(crate) fn pointer(&self) -> PSID {
        PSID(self.0.as_ptr().cast_mut().cast())
    }
}
