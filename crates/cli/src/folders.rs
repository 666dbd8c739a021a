//! Where the user's own files are, and how one is put in the place of another.

use anyhow::{Context, Result};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

/// The folder of the user's own settings.
pub(crate) fn settings_folder(env: &[(String, String)]) -> Option<PathBuf> {
    let config = variable(env, "XDG_CONFIG_HOME");
    let config = config.or_else(|| variable(env, "HOME").map(|home| home.join(".config")));
    config.map(|folder| folder.join("deskpilot"))
}

/// The folder of what is kept for the user.
pub(crate) fn data_folder(env: &[(String, String)]) -> Option<PathBuf> {
    // A relative path means nothing there, and is passed over.
    let data = variable(env, "XDG_DATA_HOME").filter(|it| it.is_absolute());
    let data = data.or_else(|| variable(env, "HOME").map(|home| home.join(".local/share")));
    data.map(|folder| folder.join("deskpilot"))
}

fn variable(env: &[(String, String)], name: &str) -> Option<PathBuf> {
    let found = env.iter().find(|(known, value)| known == name && !value.is_empty());
    found.map(|(_, value)| PathBuf::from(value))
}

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
