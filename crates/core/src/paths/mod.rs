//! How a platform writes paths: which text names a file, where it leads, and what of it is guarded. Pure.
//!
//! The policy and the platform's launcher read paths through the same [`PathStyle`], so that what is ruled on is what is
//! opened. A canonical path is absolute, has no `.` and no `..`, and separates its names with `/` on every platform; where
//! the platform ignores the case of letters, it is in small letters.

mod address;
mod posix;
mod windows;

use address::behind_file;
use serde::{Deserialize, Serialize};

/// The grammar of a platform's paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PathStyle {
    /// `/home/u/notes.txt`: one root, `/` between names, case counts.
    #[default]
    Posix,
    /// `C:\Users\u\notes.txt`: drives and shares, `\` or `/` between names, case does not count.
    Windows,
}

/// Reads paths in a platform's grammar, relative ones from a home.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paths<'a> {
    /// The grammar.
    pub style: PathStyle,
    /// The absolute path of the home; empty where there is none.
    pub home: &'a str,
}

impl PathStyle {
    /// Whether a text looks like a path, and not like a word or the address of a page.
    pub fn is_path(self, text: &str) -> bool {
        let text = text.trim();
        behind_file(text).is_some()
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

    /// The text in the form in which two names of the same file are equal: canonical separators and case.
    pub fn fold(self, text: &str) -> String {
        match self {
            PathStyle::Posix => text.to_owned(),
            PathStyle::Windows => windows::fold(text),
        }
    }
}

impl Paths<'_> {
    /// The canonical path that a text names; a relative one starts at the home. `None` for an empty text and for the
    /// address of something other than a file.
    pub fn resolve(self, text: &str) -> Option<String> {
        let written = self.written(text)?;
        Some(match self.style {
            PathStyle::Posix => posix::canonical(&written),
            PathStyle::Windows => windows::canonical(&written),
        })
    }

    /// The absolute path that a text names with its `.` and `..` as they are: a link may stand before a `..`.
    pub fn written(self, text: &str) -> Option<String> {
        let text = text.trim();
        if let Some(rest) = behind_file(text) {
            return Some(match self.style {
                PathStyle::Posix => address::decoded(rest),
                PathStyle::Windows => windows::of_address(&address::decoded(rest)),
            });
        }
        match self.style {
            PathStyle::Posix => posix::absolute(text, self.home),
            PathStyle::Windows => windows::absolute(text, self.home),
        }
    }

    /// Whether programs take instructions or keys from the file at a canonical path: settings, start-up files, key stores,
    /// the system's own folders.
    pub fn is_guarded(self, path: &str) -> bool {
        let home = self.home();
        // The home itself may be anywhere, even in a folder with a guarded name.
        let inside = path.strip_prefix(&home).filter(|it| !home.is_empty() && it.starts_with('/'));
        match self.style {
            PathStyle::Posix => posix::is_guarded(path, inside),
            PathStyle::Windows => windows::is_guarded(path, inside),
        }
    }

    /// The canonical path of the home; empty where there is none.
    pub fn home(self) -> String {
        match self.style {
            _ if self.home.is_empty() => String::new(),
            PathStyle::Posix => posix::canonical(self.home),
            PathStyle::Windows => windows::canonical(self.home),
        }
    }
}

/// The names of a path after `.` and `..` are worked off; `..` at the root stays at the root.
fn settled<'p>(names: impl Iterator<Item = &'p str>) -> Vec<&'p str> {
    let mut settled: Vec<&str> = Vec::new();
    for name in names {
        match name {
            "" | "." => {}
            ".." => drop(settled.pop()),
            name => settled.push(name),
        }
    }
    settled
}

#[cfg(test)]
mod tests;
