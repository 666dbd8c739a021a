//! A home with secrets, notes and links, whose every change is seen.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// How the content of guarded files begins.
pub(super) const SECRET: &str = "SECRET-";
/// How the content of ordinary files begins.
pub(super) const LETTER: &str = "LETTER-";

const FILES: &[(&str, &str)] = &[
    (".ssh/id_rsa", "SECRET-key"),
    (".bashrc", "SECRET-rc"),
    (".config/git/config", "SECRET-git"),
    (".password-store/mail.gpg", "SECRET-mail"),
    ("own/deskpilot/policy.toml", "SECRET-policy"),
    ("bin/backup", "SECRET-backup"),
    ("Documents/letter.txt", "LETTER-a"),
    ("Documents/work/plan.txt", "LETTER-b"),
    ("Notes/monday.txt", "NOTE"),
];
const LINKS: &[(&str, &str)] = &[
    ("Documents/keys", "../.ssh"),
    ("Notes/key.txt", "../.ssh/id_rsa"),
    ("Notes/new.txt", "../.ssh/authorized_keys"),
    ("Notes/elsewhere", "../own"),
];

/// The names that a file's path ends with where agents must not write unasked.
const GUARDED: &[&str] = &["/.ssh", "/.bashrc", "/.config", "/.password-store", "/own/deskpilot", "/bin"];

pub(super) struct AttackedHome {
    folder: TempDir,
    home: String,
    own: Vec<String>,
    before: BTreeMap<PathBuf, Vec<u8>>,
}

impl AttackedHome {
    pub(super) fn new() -> AttackedHome {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap().join("u").display().to_string();
        let own = vec![format!("{home}/own/deskpilot")];
        let mut made = AttackedHome { folder, home, own, before: BTreeMap::new() };
        made.restore();
        made
    }

    pub(super) fn path(&self) -> &str {
        &self.home
    }

    pub(super) fn own(&self) -> &[String] {
        &self.own
    }

    /// What changed since the home was made or restored, each path with what became of it.
    pub(super) fn changes(&self) -> Vec<(String, &'static str)> {
        let now = state(self.folder.path());
        let below = |path: &Path| path.display().to_string();
        let gone = self.before.iter().filter(|(path, text)| now.get(*path) != Some(text));
        let gone = gone.map(|(path, _)| (below(path), "changed"));
        let new = now.keys().filter(|path| !self.before.contains_key(*path));
        gone.chain(new.map(|path| (below(path), "appeared"))).collect()
    }

    /// Whether agents must not write there unasked.
    pub(super) fn is_guarded(&self, path: &str) -> bool {
        GUARDED.iter().any(|it| {
            let place = format!("{}{it}", self.home);
            path.strip_prefix(&place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// Makes the home as it was.
    pub(super) fn restore(&mut self) {
        let home = PathBuf::from(&self.home);
        if home.exists() {
            fs::remove_dir_all(&home).unwrap();
        }
        for (name, text) in FILES {
            let file = home.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        for (name, to) in LINKS {
            symlink(to, home.join(name)).unwrap();
        }
        self.before = state(self.folder.path());
    }
}

/// Every file, folder and link below a folder, with its text or where it leads.
fn state(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            let text = match () {
                () if kind.is_symlink() => fs::read_link(&path).unwrap().display().to_string().into_bytes(),
                () if kind.is_dir() => {
                    folders.push(path.clone());
                    Vec::new()
                }
                () => fs::read(&path).unwrap(),
            };
            found.insert(path, text);
        }
    }
    found
}
