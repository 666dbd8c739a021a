//! Paths in a platform's grammar: which texts are paths, their canonical form, and which paths are guarded. Pure.
//!
//! The policy and the platform's launcher read paths through the same [`PathStyle`], so that the file that the
//! policy judges is the one that opens. A canonical path is absolute, has no `.` and no `..`, and separates its names with `/` on every platform; where
//! the platform ignores case, it is in lower case.

mod address;
mod guarded;
mod percent;
mod posix;
mod scheme;
mod windows;

pub use address::percent_encoded_path;
pub(crate) use address::{innermost, is_of_the_web};
pub(crate) use scheme::{Destination, Spelling, destination};

use address::{has_scheme, strip_file_scheme};
use serde::{Deserialize, Serialize};

/// The root of the paths that only the machine itself could resolve, and of addresses that programs read differently. No rule for a
/// folder matches them, and they count as guarded.
pub(crate) const UNRESOLVED: &str = "//?/";

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

/// Resolves paths in a platform's grammar.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paths<'a> {
    /// The grammar.
    pub style: PathStyle,
    /// The absolute path of the home directory, which `~` means; empty if there is none.
    pub home: &'a str,
    /// The absolute path of the working folder, where relative paths start; empty if that is the home directory.
    pub working: &'a str,
    /// The canonical paths of the folders and files that hold Deskpilot's own settings and data, wherever they are.
    pub own: &'a [String],
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

    /// Whether a name means the file of just this name in every folder: no path, no device, no other name of a file.
    pub fn is_plain_name(self, name: &str) -> bool {
        match self {
            PathStyle::Posix => !name.contains(['/', '\0']) && !["", ".", ".."].contains(&name),
            PathStyle::Windows => windows::is_plain_name(name),
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
    /// The canonical path that a text names; a relative one starts at the working folder. `None` for an empty text and
    /// for a web address.
    pub fn resolve(self, text: &str) -> Option<String> {
        let absolute = self.absolute(text)?;
        Some(match self.style {
            // Its canonical form would begin with one slash, as a usual path does.
            PathStyle::Posix if absolute.starts_with(UNRESOLVED) => absolute,
            PathStyle::Posix => posix::canonical(&absolute),
            PathStyle::Windows => windows::canonical(&absolute),
        })
    }

    /// The absolute path that a text names, with `.` and `..` kept: a link may precede a `..`.
    pub fn absolute(self, text: &str) -> Option<String> {
        let text = text.trim();
        // The system takes what stands before the NUL for the whole path, and others take all of it.
        if text.contains('\0') {
            return Some(format!("{UNRESOLVED}{text}"));
        }
        if let Some(rest) = strip_file_scheme(text) {
            return Some(match (address::decode(&rest), self.style) {
                (None, _) => format!("{UNRESOLVED}{text}"),
                (Some(path), PathStyle::Posix) => path,
                (Some(path), PathStyle::Windows) => windows::from_address(&path),
            });
        }
        match self.style {
            PathStyle::Posix => posix::absolute(text, self.home, self.start()),
            PathStyle::Windows => windows::absolute(text, self.home, self.start()),
        }
    }

    /// Where relative paths start.
    const fn start(&self) -> &str {
        if self.working.is_empty() { self.home } else { self.working }
    }

    /// Whether the file at a canonical path controls programs or holds keys: settings, start-up files, key stores, system
    /// folders.
    pub fn is_guarded(self, path: &str) -> bool {
        if path.starts_with(UNRESOLVED) || self.is_own(path) {
            return true;
        }
        let home = self.home();
        // The home directory may itself be inside a folder with a guarded name.
        let inside = path.strip_prefix(&home).filter(|it| !home.is_empty() && it.starts_with('/'));
        match self.style {
            PathStyle::Posix => guarded::is_guarded(path, inside),
            PathStyle::Windows => windows::is_guarded(path, inside),
        }
    }

    /// Whether a path is among Deskpilot's own settings and data. The home and the working folder of a task may be there too, and are
    /// the task's.
    fn is_own(self, path: &str) -> bool {
        let is_below = |path: &str, folder: &str| {
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_of_task = |own: &str| {
            let mut task = [self.home, self.working].into_iter().filter_map(|it| self.resolve(it));
            task.any(|it| it != own && is_below(&it, own) && is_below(path, &it))
        };
        self.own.iter().any(|own| is_below(path, own) && !is_of_task(own))
    }

    /// The canonical path that a text names, if every program reads the text the same way; `None` for a web address.
    ///
    /// # Errors
    /// What the text should be instead: it names nothing, or it is an address of a file with a query, a fragment, a `..` or a
    /// host, which programs read differently.
    pub fn plain(self, text: &str) -> Result<Option<String>, String> {
        match self.resolve(text) {
            Some(path) if path.starts_with(UNRESOLVED) => {
                Err(format!("{text:?} can be read as different files: give its plain absolute path"))
            }
            None if !has_scheme(text.trim()) => {
                Err(format!("{text:?} names no file: give its absolute path"))
            }
            path => Ok(path),
        }
    }

    /// The same path in the letters of the text, which are those of a new file: a platform that ignores case keeps it in names.
    ///
    /// # Errors
    /// As of [`Paths::plain`].
    pub fn spelled(self, text: &str) -> Result<Option<String>, String> {
        let plain = self.plain(text)?;
        Ok(match self.style {
            PathStyle::Posix => plain,
            PathStyle::Windows => plain.and_then(|_| self.absolute(text)).map(|it| windows::spelled(&it)),
        })
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
