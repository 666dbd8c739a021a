//! Atomic writes: a reader finds either the complete old file or the complete new one. Only the user can read it: on Unix by
//! the file's mode, on Windows by the permissions inherited from its folder, which below the user's profile let only the
//! user in.

use std::{
    io::{self, Write},
    path::Path,
};
use tempfile::Builder;

/// How a file is written atomically: into a new file that then replaces the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtomicWrite {
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
    /// For files that other state depends on. Fsynced.
    pub const DURABLE: AtomicWrite = AtomicWrite { durability: Durability::Synced };
    /// For files that can be made again. Not fsynced.
    pub const FAST: AtomicWrite = AtomicWrite { durability: Durability::Buffered };

    /// Replaces the file with these bytes. Its folder must exist.
    ///
    /// # Errors
    /// The file cannot be written. The old file is unchanged then, and no temporary file is left.
    pub fn write(self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // Files made so are the user's alone from the first moment.
        let mut new = Builder::new().prefix(".").suffix(".new").tempfile_in(folder)?;
        new.write_all(bytes)?;
        if self.durability == Durability::Synced {
            new.as_file().sync_all()?;
        }
        new.persist(file)?;
        Ok(())
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt};

    fn mode(file: &Path) -> u32 {
        fs::metadata(file).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn the_new_file_has_all_of_its_bytes_one_reader_and_no_other_file() {
        let folder = tempfile::tempdir().unwrap();
        for atomic_write in [AtomicWrite::DURABLE, AtomicWrite::FAST] {
            let file = folder.path().join("file");
            for text in ["first", "second and longer", ""] {
                atomic_write.write(&file, text.as_bytes()).unwrap();
                assert_eq!(fs::read_to_string(&file).unwrap(), text);
            }
            assert_eq!(mode(&file), 0o600, "{atomic_write:?}");
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
