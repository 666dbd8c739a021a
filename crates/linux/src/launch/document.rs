//! A document for an application to open.

use deskpilot_core::{PathStyle, Paths, percent_encoded_path};
use std::path::{Path, PathBuf};

/// A local file, or a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Document {
    /// A file by its absolute path; it need not exist yet.
    File(PathBuf),
    /// A URL with a scheme, such as `https://example.org`.
    Url(String),
}

impl Document {
    /// Resolves what a person wrote: a URL, a path, or a name in their home. The policy resolves names in the same way, so
    /// that what it judged is what is opened.
    ///
    /// # Errors
    /// Why the name cannot be opened, and what to write instead.
    pub(super) fn named(name: &str, home: Option<&str>) -> Result<Document, String> {
        let paths = Paths { style: PathStyle::Posix, home: home.unwrap_or("/"), working: "", own: &[] };
        Ok(match paths.plain(name)? {
            Some(path) => Document::File(PathBuf::from(path)),
            None => Document::Url(name.trim().to_owned()),
        })
    }

    /// The path of the file, or the URL.
    pub(super) fn path(&self) -> String {
        match self {
            Document::File(path) => path.to_string_lossy().into_owned(),
            Document::Url(url) => url.clone(),
        }
    }

    /// The URL; a `file://` one for a file.
    pub(super) fn url(&self) -> String {
        match self {
            Document::File(path) => {
                format!("file://{}", percent_encoded_path(path.as_os_str().as_encoded_bytes()))
            }
            Document::Url(url) => url.clone(),
        }
    }

    /// The path of a file.
    pub(super) fn into_file(self) -> Option<PathBuf> {
        match self {
            Document::File(path) => Some(path),
            Document::Url(_) => None,
        }
    }

    /// The first link in its path. The policy ruled on a path without links, so somebody has created this link since then.
    pub(super) fn link(&self) -> Option<&Path> {
        match self {
            Document::File(path) => path.ancestors().find(|it| it.is_symlink()),
            Document::Url(_) => None,
        }
    }

    /// The last component of its path; empty when there is none.
    pub(super) fn file_name(&self) -> String {
        let path = self.path();
        Path::new(&path).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_paths_and_addresses() {
        for (name, path, url) in [
            ("answer.txt", "/home/ann/answer.txt", "file:///home/ann/answer.txt"),
            ("~/my notes.txt", "/home/ann/my notes.txt", "file:///home/ann/my%20notes.txt"),
            ("/tmp/ä.txt", "/tmp/ä.txt", "file:///tmp/%C3%A4.txt"),
            ("-e rm -r x", "/home/ann/-e rm -r x", "file:///home/ann/-e%20rm%20-r%20x"),
            ("--eval=1://x", "/home/ann/--eval=1:/x", "file:///home/ann/--eval%3D1%3A/x"),
            ("file:///tmp/a%20b", "/tmp/a b", "file:///tmp/a%20b"),
            ("https://example.org/x", "https://example.org/x", "https://example.org/x"),
        ] {
            let document = Document::named(name, Some("/home/ann")).unwrap();
            assert_eq!((document.path().as_str(), document.url().as_str()), (path, url), "{name}");
        }
    }
    #[test]
    fn an_address_that_programs_read_differently_is_not_opened() {
        for name in [
            "file:///x#/../home/ann/.config/deskpilot/policy.toml",
            "file:///x?y",
            "file://other/x",
            "file:///a/../b",
            "",
        ] {
            assert!(Document::named(name, Some("/home/ann")).is_err(), "{name}");
        }
    }
}
