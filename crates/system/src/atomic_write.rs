//! Atomic writes: a reader finds either the complete old file or the complete new one.

use crate::{os, read_access::ReadAccess};
use std::{
    io::{self, Write},
    path::Path,
};
use tempfile::Builder;

/// How a file is written atomically: into a new file that then replaces the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtomicWrite {
    access: ReadAccess,
    durability: Durability,
}

/// What is on disk after a loss of power right after the write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Durability {
    /// The new file.
    Synced,
    /// The old file, the new file, or an empty one: the write is not fsynced.
    Buffered,
}

impl AtomicWrite {
    /// Readable only by the user: on Unix by the file's mode, on Windows by the permissions inherited from its folder, which
    /// below the user's profile let only the user in. Fsynced.
    pub const PRIVATE: AtomicWrite =
        AtomicWrite { access: ReadAccess::Owner, durability: Durability::Synced };
    /// For files that other state depends on. Fsynced.
    pub const DURABLE: AtomicWrite =
        AtomicWrite { access: ReadAccess::Default, durability: Durability::Synced };
    /// For files that can be made again. Not fsynced.
    pub const FAST: AtomicWrite =
        AtomicWrite { access: ReadAccess::Default, durability: Durability::Buffered };

    /// Replaces the file with these bytes. Its folder must exist.
    ///
    /// # Errors
    /// The file cannot be written. The old file is unchanged then, and no temporary file is left.
    pub fn write(self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = Builder::new();
        builder.prefix(".").suffix(".new");
        os::set_read_access(&mut builder, self.access);
        let mut new = builder.tempfile_in(folder)?;
        new.write_all(bytes)?;
        if self.durability == Durability::Synced {
            new.as_file().sync_all()?;
        }
        new.persist(file)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt};

    fn mode(file: &Path) -> u32 {
        fs::metadata(file).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn the_new_file_has_all_of_its_bytes_its_readers_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let usual = folder.path().join("usual");
        fs::write(&usual, "").unwrap();
        let usual = (mode(&usual), fs::remove_file(&usual)).0;
        for (atomic_write, expected) in
            [(AtomicWrite::PRIVATE, 0o600), (AtomicWrite::DURABLE, usual), (AtomicWrite::FAST, usual)]
        {
            let file = folder.path().join("file");
            for text in ["first", "second and longer", ""] {
                atomic_write.write(&file, text.as_bytes()).unwrap();
                assert_eq!(fs::read_to_string(&file).unwrap(), text);
            }
            assert_eq!(mode(&file), expected, "{atomic_write:?}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{atomic_write:?}");
        }
    }

    #[test]
    fn what_cannot_be_put_leaves_everything_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).unwrap();
        AtomicWrite::DURABLE.write(&taken, b"x").unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        AtomicWrite::DURABLE.write(&folder.path().join("no/folder"), b"x").unwrap_err();
    }
}
