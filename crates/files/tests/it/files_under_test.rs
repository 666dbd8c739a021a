//! A folder to work in, a home, and a receiver for both.

use deskpilot_core::{Call, Outcome};
use deskpilot_desktop::{NativeAction, Receiver, Scope};
use deskpilot_files::FilesReceiver;
use serde_json::Value;
use std::{
    fs,
    path::{MAIN_SEPARATOR, Path, PathBuf},
    time::Duration,
};
use tempfile::TempDir;

pub(crate) struct FilesUnderTest {
    pub(crate) receiver: FilesReceiver,
    /// The working folder.
    pub(crate) work: PathBuf,
    pub(crate) home: PathBuf,
    /// Both are in here.
    pub(crate) top: PathBuf,
    _kept: Option<TempDir>,
}

pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

impl FilesUnderTest {
    pub(crate) fn new() -> FilesUnderTest {
        let kept = tempfile::tempdir().unwrap();
        let top = kept.path().canonicalize().unwrap();
        // As people write it, and not as Windows gives it.
        let top = top.to_str().and_then(|it| it.strip_prefix(r"\\?\")).map_or(top.clone(), PathBuf::from);
        FilesUnderTest { _kept: Some(kept), ..FilesUnderTest::at(&top) }
    }

    /// In a folder that somebody else removes.
    pub(crate) fn at(top: &Path) -> FilesUnderTest {
        let (work, home) = (top.join("work"), top.join("home"));
        fs::create_dir_all(&work).unwrap();
        fs::create_dir_all(&home).unwrap();
        let variable = if cfg!(windows) { "UserProfile" } else { "HOME" };
        let env = [(variable.to_owned(), home.display().to_string())];
        let receiver = FilesReceiver::new(&env, &work, Vec::new());
        FilesUnderTest { receiver, work, home, top: top.to_owned(), _kept: None }
    }

    /// Writes a file, and the folders above it.
    pub(crate) fn file(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.work.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn text(&self, path: &str) -> String {
        fs::read_to_string(self.work.join(path)).unwrap()
    }

    pub(crate) async fn outcome(&mut self, command: &str, args: Value) -> Outcome {
        self.outcome_within(command, args, DEADLINE).await
    }

    pub(crate) async fn outcome_within(&mut self, command: &str, args: Value, deadline: Duration) -> Outcome {
        let call = Call { command: command.into(), args: args.as_object().unwrap().clone() };
        let spec = self.receiver.table().iter().find(|it| it.name == command).unwrap();
        assert_eq!(spec.argument_error(&call.args), None, "{call}");
        let action = NativeAction { call: &call, scope: Scope::Desktop, deadline };
        self.receiver.run(&action).await.unwrap()
    }

    /// The message about a command, with `WORK` for the working folder and `TOP` for the one above.
    pub(crate) async fn effect(&mut self, command: &str, args: Value) -> String {
        let effect = self.outcome(command, args).await.effect.to_string();
        self.shortened(&effect)
    }

    pub(crate) fn shortened(&self, text: &str) -> String {
        let shown = |it: &Path| it.display().to_string().replace('\\', "/");
        // In messages each separator of Windows stands twice.
        let text = if cfg!(windows) { text.replace(r"\\", "/") } else { text.to_owned() };
        text.replace(&shown(&self.work), "WORK").replace(&shown(&self.top), "TOP")
    }

    /// Carries out a command that must be confirmed.
    pub(crate) async fn confirmed(&mut self, command: &str, args: Value) -> String {
        let message = self.effect(command, args.clone()).await;
        assert!(message.starts_with("confirmed: "), "{command} {args}: {message}");
        message
    }

    /// What a command reads.
    pub(crate) async fn read(&mut self, command: &str, args: Value) -> String {
        self.outcome(command, args).await.output.unwrap_or_default()
    }

    /// Every path below the working folder, with files and links, in order.
    pub(crate) fn tree(&self) -> Vec<String> {
        fn walk(folder: &Path, top: &Path, found: &mut Vec<String>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                found.push(path.strip_prefix(top).unwrap().to_string_lossy().replace(MAIN_SEPARATOR, "/"));
                if path.symlink_metadata().unwrap().is_dir() {
                    walk(&path, top, found);
                }
            }
        }
        let mut found = Vec::new();
        walk(&self.work, &self.work, &mut found);
        found.sort();
        found
    }
}
