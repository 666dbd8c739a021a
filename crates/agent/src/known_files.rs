//! What the files are that a window shows: a name in a list says it of few, and an application may show another name.

use deskpilot_core::{Paths, policy::KnownFile};
use deskpilot_system::open_regular;
use std::{io::Read, path::Path};

/// How programs begin: a script that names its interpreter, and binaries of Linux and of Windows.
const PROGRAMS: &[&[u8]] = &[b"#!", b"\x7fELF", b"MZ"];

/// The files of these that exist, by their canonical paths, each with what it is.
pub(crate) fn known_files(shown: &[String], paths: Paths<'_>) -> Vec<(String, KnownFile)> {
    shown.iter().filter_map(|it| Some((paths.resolve(it)?, kind(Path::new(it))?))).collect()
}

fn kind(path: &Path) -> Option<KnownFile> {
    let known = path.metadata().ok()?;
    if known.is_dir() {
        return Some(KnownFile::Folder);
    }
    // Nothing else is opened: a pipe or a device may never answer.
    let is_program = known.is_file() && begins_as_program(path);
    Some(if is_program { KnownFile::Program } else { KnownFile::File })
}

fn begins_as_program(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = open_regular(path).and_then(|file| file.take(4).read_to_end(&mut start));
    // What cannot be read may be a program.
    read.is_err() || PROGRAMS.iter().any(|it| start.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::PathStyle;
    use std::fs;

    #[test]
    fn folders_programs_and_documents_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::create_dir(path("old")).unwrap();
        for (name, text) in
            [("tool", "#!/bin/sh\n"), ("binary", "\x7fELF\x02"), ("LICENSE", "Permission"), ("empty", "")]
        {
            fs::write(path(name), text).unwrap();
        }
        let paths = Paths { style: PathStyle::Posix, home: "/home/u", working: "", own: &[] };
        for (name, expected) in [
            ("old", Some(KnownFile::Folder)),
            ("tool", Some(KnownFile::Program)),
            ("binary", Some(KnownFile::Program)),
            ("LICENSE", Some(KnownFile::File)),
            ("empty", Some(KnownFile::File)),
            ("missing", None),
        ] {
            let known = known_files(&[path(name)], paths);
            assert_eq!(known.first().map(|it| it.1), expected, "{name}");
        }
    }
}
