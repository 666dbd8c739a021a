//! The folders of a run: homes of applications, programs, artefacts.

use crate::spec::{Application, Content};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of one application.
pub(crate) struct Folders {
    pub(crate) home: PathBuf,
    programs: PathBuf,
    artefacts: PathBuf,
}

impl Folders {
    /// Creates a new home with the files that the application needs.
    pub(crate) fn prepare(application: &Application) -> Result<Folders> {
        let artefacts = artefacts();
        let home = artefacts.join("home").join(application.name);
        if home.exists() {
            fs::remove_dir_all(&home).with_context(|| format!("{} cannot be emptied", home.display()))?;
        }
        fs::create_dir_all(&home).with_context(|| format!("{} cannot be created", home.display()))?;
        let folders = Folders { home, programs: root().join("matrix/programs"), artefacts };
        for (name, content) in application.files {
            folders.write(name, content).with_context(|| format!("{name} cannot be written"))?;
        }
        Ok(folders)
    }

    fn write(&self, name: &str, content: &Content) -> Result<()> {
        let path = self.home.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let bytes = match content {
            Content::Folder(count) => return folder(&path, *count),
            Content::Text(text) => self.fill(text).into_bytes(),
            Content::Lines(count) => numbered(*count).into_bytes(),
            Content::Program(name) => fs::read(self.programs.join(name))?,
        };
        Ok(fs::write(path, bytes)?)
    }

    /// The text with the folders in place of `{home}` and `{programs}`.
    pub(crate) fn fill(&self, text: &str) -> String {
        text.replace("{home}", &self.home.to_string_lossy())
            .replace("{programs}", &self.programs.to_string_lossy())
    }

    /// The text without the folders of this machine.
    pub(crate) fn without_folders(&self, text: &str) -> String {
        text.replace(&*self.home.to_string_lossy(), "~").replace(&*root().to_string_lossy(), "")
    }

    pub(crate) fn artefact(&self, name: &str, kind: &str) -> PathBuf {
        self.artefacts.join(format!("{name}.{kind}"))
    }
}

fn folder(path: &Path, count: usize) -> Result<()> {
    fs::create_dir_all(path)?;
    (1..=count).try_for_each(|file| Ok(fs::write(path.join(format!("file {file:03}")), "")?))
}

fn numbered(count: usize) -> String {
    (1..=count).map(|line| format!("line {line}\n")).collect()
}

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

/// The folder of pictures, lists and results.
pub(crate) fn artefacts() -> PathBuf {
    root().join("target/matrix")
}
