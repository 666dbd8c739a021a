//! A file put in the place of another: whoever reads it finds the old one or the new one, whole.

use crate::{here, readers::Readers};
use std::{
    io::{self, Write},
    path::Path,
};
use tempfile::Builder;

/// How a file is put in the place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    readers: Readers,
    durability: Durability,
}

/// What a loss of power right after it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Durability {
    /// The new file.
    Synced,
    /// Either of the two, or an empty file: this does not wait for the disk.
    Buffered,
}

impl Replacement {
    /// For what is nobody else's to read: on Unix by its mode, on Windows by what its folder passes on, which is the user
    /// alone below the user's profile. Waits for the disk.
    pub const PRIVATE: Replacement = Replacement { readers: Readers::Owner, durability: Durability::Synced };
    /// For what others may build upon. Waits for the disk.
    pub const LASTING: Replacement =
        Replacement { readers: Readers::AsUsual, durability: Durability::Synced };
    /// For what can be made again. Does not wait for the disk.
    pub const QUICK: Replacement =
        Replacement { readers: Readers::AsUsual, durability: Durability::Buffered };

    /// Puts these bytes in the place of the file, whose folder must be there.
    ///
    /// # Errors
    /// The file cannot be written. The old one is as it was then, and nothing is left beside it.
    pub fn put(self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = Builder::new();
        builder.prefix(".").suffix(".new");
        here::let_read(&mut builder, self.readers);
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
        for (replacement, expected) in
            [(Replacement::PRIVATE, 0o600), (Replacement::LASTING, usual), (Replacement::QUICK, usual)]
        {
            let file = folder.path().join("file");
            for text in ["first", "second and longer", ""] {
                replacement.put(&file, text.as_bytes()).unwrap();
                assert_eq!(fs::read_to_string(&file).unwrap(), text);
            }
            assert_eq!(mode(&file), expected, "{replacement:?}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{replacement:?}");
        }
    }

    #[test]
    fn what_cannot_be_put_leaves_everything_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).unwrap();
        Replacement::LASTING.put(&taken, b"x").unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        Replacement::LASTING.put(&folder.path().join("no/folder"), b"x").unwrap_err();
    }
}
