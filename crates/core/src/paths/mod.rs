//! Paths in a platform's grammar: which texts are paths, their canonical form, and which paths are guarded. Pure.
//!
//! The policy and the platform's launcher read paths through the same [`PathStyle`], so that the file that the
//! policy judges is the one that opens. A canonical path is absolute, has no `.` and no `..`, and separates its names with `/` on every platform; where
//! the platform ignores case, it is in lower case.

mod address;
mod posix;
mod windows;

use address::strip_file_scheme;
use serde::{Deserialize, Serialize};

/// The grammar of a platform's paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PathStyle {
    /// `/home/u/notes.txt`: one root, `/` between names, case-sensitive.
    #[default]
    Posix,
    /// `C:\Users\u\notes.txt`: drives and shares, `\` or `/` between names, case-insensitive.
    Windows,
}

/// Resolves paths in a platform's grammar; relative ones start at the home directory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paths<'a> {
    /// The grammar.
    pub style: PathStyle,
    /// The absolute path of the home directory; empty if there is none.
    pub home: &'a str,
}

impl PathStyle {
    /// Whether a text looks like a path rather than a word or a web address.
    pub fn is_path(self, text: &str) -> bool {
        let text = text.trim();
        strip_file_scheme(text).is_some()
            || match self {
                PathStyle::Posix => posix::is_path(text),
                PathStyle::Windows => windows::is_path(text),
            }
    }

    /// Whether a path names the same file in every current folder and for every user.
    pub fn is_absolute(self, path: &str) -> bool {
        match self {
            PathStyle::Posix => path.starts_with('/'),
            PathStyle::Windows => windows::is_absolute(path),
        }
    }

    /// The characters between the names of a path.
    pub const fn separators(self) -> &'static [char] {
        match self {
            PathStyle::Posix => &['/'],
            PathStyle::Windows => &['\\', '/'],
        }
    }

    /// The text with canonical separators and case, so that two names of the same file are equal.
    pub fn fold(self, text: &str) -> String {
        match self {
            PathStyle::Posix => text.to_owned(),
            PathStyle::Windows => windows::fold(text),
        }
    }
}

impl Paths<'_> {
    /// The canonical path that a text names; a relative one starts at the home directory. `None` for an empty text and
    /// for a web address.
    pub fn resolve(self, text: &str) -> Option<String> {
        let absolute = self.absolute(text)?;
        Some(match self.style {
            PathStyle::Posix => posix::canonical(&absolute),
            PathStyle::Windows => windows::canonical(&absolute),
        })
    }

    /// The absolute path that a text names, with `.` and `..` kept: a link may precede a `..`.
    pub fn absolute(self, text: &str) -> Option<String> {
        let text = text.trim();
        if let Some(rest) = strip_file_scheme(text) {
            return Some(match self.style {
                PathStyle::Posix => address::decode(rest),
                PathStyle::Windows => windows::from_address(&address::decode(rest)),
            });
        }
        match self.style {
            PathStyle::Posix => posix::absolute(text, self.home),
            PathStyle::Windows => windows::absolute(text, self.home),
        }
    }

    /// Whether the file at a canonical path controls programs or holds keys: settings, start-up files, key stores, system
    /// folders.
    pub fn is_guarded(self, path: &str) -> bool {
        let home = self.home();
        // The home directory may itself be inside a folder with a guarded name.
        let inside = path.strip_prefix(&home).filter(|it| !home.is_empty() && it.starts_with('/'));
        match self.style {
            PathStyle::Posix => posix::is_guarded(path, inside),
            PathStyle::Windows => windows::is_guarded(path, inside),
        }
    }

    /// The canonical path of the home directory; empty if there is none.
    pub fn home(self) -> String {
        match self.style {
            _ if self.home.is_empty() => String::new(),
            PathStyle::Posix => posix::canonical(self.home),
            PathStyle::Windows => windows::canonical(self.home),
        }
    }
}

/// The names of a path with `.` and `..` resolved; `..` at the root stays at the root.
fn normalize<'p>(names: impl Iterator<Item = &'p str>) -> Vec<&'p str> {
    let mut normalized: Vec<&str> = Vec::new();
    for name in names {
        match name {
            "" | "." => {}
            ".." => drop(normalized.pop()),
            name => normalized.push(name),
        }
    }
    normalized
}

#[cfg(test)]
mod tests;
