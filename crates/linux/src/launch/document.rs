//! A document for an application to open.

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
    /// Resolves what a person wrote: a URL, a path, or a name in their home or the current directory.
    pub(super) fn named(name: &str, home: Option<&str>) -> Document {
        if let Some(path) = name.strip_prefix("file://") {
            return Document::File(PathBuf::from(percent_decoded(path)));
        }
        if name.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme)) {
            return Document::Url(name.to_owned());
        }
        let home = Path::new(home.unwrap_or("/"));
        let below_home = home.join(name.strip_prefix("~/").unwrap_or(name));
        match std::path::absolute(name) {
            Ok(here) if !below_home.exists() && here.exists() => Document::File(here),
            _ => Document::File(below_home),
        }
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
            Document::File(path) => format!("file://{}", percent_encoded(path)),
            Document::Url(url) => url.clone(),
        }
    }

    /// The last component of its path; empty when there is none.
    pub(super) fn file_name(&self) -> String {
        let path = self.path();
        Path::new(&path).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

fn is_scheme(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.chars().all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it))
}

fn percent_encoded(path: &Path) -> String {
    let spell = |byte: &u8| match *byte {
        plain if plain.is_ascii_alphanumeric() || b"-_.~/".contains(&plain) => char::from(plain).to_string(),
        other => format!("%{other:02X}"),
    };
    path.as_os_str().as_encoded_bytes().iter().map(spell).collect()
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%');
        let byte = code.and_then(|it| u8::from_str_radix(std::str::from_utf8(it).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
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
            ("--eval=1://x", "/home/ann/--eval=1://x", "file:///home/ann/--eval%3D1%3A//x"),
            ("file:///tmp/a%20b", "/tmp/a b", "file:///tmp/a%20b"),
            ("https://example.org/x", "https://example.org/x", "https://example.org/x"),
        ] {
            let document = Document::named(name, Some("/home/ann"));
            assert_eq!((document.path().as_str(), document.url().as_str()), (path, url), "{name}");
        }
    }
}
