//! A folder with files, a home with a bin, and the receiver of the native commands of files.

use super::tree::FileTree;
use anyhow::Result;
use deskpilot_core::{Call, Effect};
use deskpilot_desktop::{NativeAction, Receiver, Scope};
use deskpilot_files::FilesReceiver;
use std::{fs, os::unix::fs::symlink, path::PathBuf, time::Duration};
use tempfile::TempDir;

/// How long a command may take.
const MOST: Duration = Duration::from_secs(60);

/// The folder.
pub(super) struct OpenFolder {
    receiver: FilesReceiver,
    /// Everything is in here.
    top: PathBuf,
    /// Where relative paths start.
    pub(super) working: PathBuf,
    _kept: TempDir,
}

impl OpenFolder {
    /// A new one with some files.
    pub(super) fn open() -> Result<OpenFolder> {
        let kept = tempfile::tempdir()?;
        let top = kept.path().canonicalize()?;
        let (working, home, outside) = (top.join("work"), top.join("home"), top.join("outside"));
        for folder in [&working.join("folder"), &home, &outside] {
            fs::create_dir_all(folder)?;
        }
        for (name, text) in [
            ("letter.txt", "Dear bees,\nthe tea is ready.\n"),
            ("notes.txt", "roses\n"),
            ("folder/inner.txt", "inside\n"),
            ("a b.txt", ""),
            ("broken.zip", "PK no archive"),
        ] {
            fs::write(working.join(name), text)?;
        }
        fs::write(outside.join("inside.txt"), "nobody changes this\n")?;
        symlink(&outside, working.join("link"))?;
        let env = [("HOME".to_owned(), home.to_string_lossy().into_owned())];
        let receiver = FilesReceiver::new(&env, &working, Vec::new());
        Ok(OpenFolder { receiver, top, working, _kept: kept })
    }

    /// What a command says of itself.
    pub(super) async fn run(&mut self, call: &Call) -> Result<Effect> {
        let action = NativeAction { call, scope: Scope::Desktop, deadline: MOST };
        Ok(self.receiver.run(&action).await?.effect)
    }

    /// What is there now.
    pub(super) fn tree(&self) -> Result<FileTree> {
        FileTree::read(&self.top)
    }
}
