//! The lock files that LibreOffice puts next to the documents that it has open.

use crate::seat::Environment;
use deskpilot_system::ReadLimit;
use rustix::system::uname;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// More than a lock file takes.
const LARGEST: ReadLimit = ReadLimit::kib(16);

/// What a lock file says of the LibreOffice that wrote it. The file names the person, the user, the machine, the time, and the
/// profile: `,ann,desk,28.11.2026 01:51,file:///run/user/7/deskpilot-7/42-0/home/.config/…;`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OfficeLock {
    /// Whether it runs on this machine.
    pub(crate) is_of_this_machine: bool,
    /// Its profile, with what follows the path in the file.
    pub(crate) profile: PathBuf,
}

impl OfficeLock {
    /// The lock file of a document; `None` for a path without a name.
    pub(crate) fn path_of(document: &Path) -> Option<PathBuf> {
        let lock = [b".~lock.", document.file_name()?.as_bytes(), b"#"].concat();
        Some(document.with_file_name(OsStr::from_bytes(&lock)))
    }

    /// Whether a file is called like a lock file.
    pub(crate) fn is_name(name: &OsStr) -> bool {
        name.as_bytes().starts_with(b".~lock.") && name.as_bytes().ends_with(b"#")
    }

    /// What the lock file at this path says, which must be a plain file; `None` where it says nothing that can be understood.
    pub(crate) fn read(path: &Path) -> Option<OfficeLock> {
        LARGEST.read(path).ok().and_then(|text| OfficeLock::of(&text))
    }

    fn of(text: &[u8]) -> Option<OfficeLock> {
        let (about, profile) = std::str::from_utf8(text).ok()?.rsplit_once(",file://")?;
        let name = uname();
        let host = name.nodename().to_str().ok()?.split('.').next()?;
        // The time is the last field and the machine the one before it; counted from the end, because a name
        // may have commas.
        let is_of_this_machine = about.rsplit(',').nth(1) == Some(host);
        Some(OfficeLock { is_of_this_machine, profile: decoded(profile) })
    }
}

/// Whether another LibreOffice than the one with the settings of this environment has the document open, as the lock file next to it
/// says. A lock file that nobody understands counts, because LibreOffice asks about it, too.
pub(crate) fn is_in_use(document: &Path, environment: &Environment) -> bool {
    let Some(path) = OfficeLock::path_of(document) else { return false };
    let Ok(about) = fs::symlink_metadata(&path) else { return false };
    // Anything else than a plain file might never end.
    let lock = about.is_file().then(|| OfficeLock::read(&path)).flatten();
    let settings = settings_folders(environment);
    let is_own =
        |it: &OfficeLock| it.is_of_this_machine && settings.iter().any(|own| it.profile.starts_with(own));
    !lock.is_some_and(|it| is_own(&it))
}

/// The folder of LibreOffice's settings, as it is named and where links lead.
fn settings_folders(environment: &Environment) -> Vec<PathBuf> {
    let named = environment.value("XDG_CONFIG_HOME").map(PathBuf::from);
    let usual = || environment.value("HOME").map(|home| Path::new(home).join(".config"));
    let folder = named.or_else(usual).map(|it| it.join("libreoffice"));
    let real = folder.as_ref().and_then(|it| it.canonicalize().ok());
    folder.into_iter().chain(real).collect()
}

/// The path in an address.
fn decoded(address: &str) -> PathBuf {
    let mut bytes = Vec::new();
    let mut rest = address.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let hex = others.get(..2).filter(|_| *first == b'%').and_then(|it| std::str::from_utf8(it).ok());
        let byte = hex.and_then(|it| u8::from_str_radix(it, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &others[2..] } else { others };
    }
    OsString::from_vec(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_decoded() {
        assert_eq!(decoded("/a%20b/100%/%C3%A4"), Path::new("/a b/100%/ä"));
    }

    #[test]
    fn a_document_is_in_use_where_another_profile_or_machine_has_locked_it() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        let environment: Environment =
            [("HOME".to_owned(), home.display().to_string())].into_iter().collect();
        let document = folder.path().join("letter.odt");
        let lock = OfficeLock::path_of(&document).unwrap();
        assert!(OfficeLock::is_name(lock.file_name().unwrap()));
        assert!(!is_in_use(&document, &environment), "nothing locks it");
        let name = uname();
        let host = name.nodename().to_str().unwrap().split('.').next().unwrap();
        let of = |host: &str, home: &Path| {
            format!("Ann,ann,{host},28.11.2026 01:51,file://{}/.config/libreoffice/4;", home.display())
        };
        for (text, expected) in [
            (of(host, &home), false),
            (of("elsewhere", &home), true),
            (of(host, Path::new("/home/ann")), true),
            ("what is this".to_owned(), true),
            (String::new(), true),
        ] {
            fs::write(&lock, &text).unwrap();
            assert_eq!(is_in_use(&document, &environment), expected, "{text}");
            assert_eq!(fs::read_to_string(&lock).unwrap(), text, "the lock of the other stays");
        }
    }
}
