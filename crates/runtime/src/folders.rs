//! How a file is put in the place of another.

use anyhow::{Context, Result};
use std::{fs, io::Write, path::Path};

/// Puts a text in the place of a file, which is nobody else's to read and is never seen half written.
pub(crate) fn replace(file: &Path, text: &str) -> Result<()> {
    let folder = file.parent().with_context(|| format!("{} is in no folder", file.display()))?;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let failed = || format!("{} cannot be written", file.display());
    let mut new = tempfile::NamedTempFile::new_in(folder).with_context(failed)?;
    new.write_all(text.as_bytes()).with_context(failed)?;
    new.as_file().sync_all().with_context(failed)?;
    new.persist(file).with_context(failed)?;
    Ok(())
}
