//! Patterns for paths.

use super::wildcard::{Wildcard, escape};
use crate::{PathStyle, Paths, paths::UNRESOLVED};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A path pattern: `*` matches within one name, `**` any number of names; `~` is the user's own home directory, `~task` that of
/// the task's applications.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct PathGlob {
    written: String,
    names: Vec<NamePattern>,
}

/// One name of a path pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum NamePattern {
    /// `~`
    Home,
    /// `~task`
    TaskHome,
    /// `**`
    Deep,
    /// Any other.
    Wildcard(Wildcard),
}

impl From<String> for PathGlob {
    fn from(written: String) -> PathGlob {
        let name = |(at, text): (usize, &str)| match (at, text) {
            (0, "~") => NamePattern::Home,
            (0, "~task") => NamePattern::TaskHome,
            (_, "**") => NamePattern::Deep,
            (_, text) => NamePattern::Wildcard(Wildcard::of(text)),
        };
        let names = written.split('/').filter(|it| !it.is_empty()).enumerate().map(name).collect();
        PathGlob { written, names }
    }
}

impl From<PathGlob> for String {
    fn from(glob: PathGlob) -> String {
        glob.written
    }
}

impl fmt::Display for PathGlob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

impl PathGlob {
    /// The pattern that only this path matches; its stars are literal.
    pub fn literal(path: &str) -> PathGlob {
        PathGlob::from(escape(path))
    }

    /// Whether a canonical path matches.
    pub fn matches(&self, path: &str, homes: &Homes) -> bool {
        match homes.style {
            PathStyle::Posix => {
                let is_absolute = self.written.starts_with('/')
                    || matches!(self.names.first(), Some(NamePattern::Home | NamePattern::TaskHome));
                is_absolute && path_matches(&self.names, path, homes)
            }
            // Canonical Windows paths have lower case and `/`, so the pattern gets the same form.
            PathStyle::Windows => {
                let folded = PathGlob::from(homes.style.fold(&self.written));
                path_matches(&folded.names, path, homes)
            }
        }
    }
}

/// The canonical paths of the homes that the first name of a pattern may stand for, computed once for all rules.
#[derive(Clone, Debug, Default)]
pub struct Homes {
    style: PathStyle,
    /// `~`; empty if there is none.
    user: String,
    /// `~task`; empty if there is none.
    task: String,
}

impl Homes {
    /// The user's own home and the home of the task's applications.
    pub fn new(style: PathStyle, user: &str, task: &str) -> Homes {
        let canonical = |home| Paths { style, home, working: "", own: &[] }.home();
        Homes { style, user: canonical(user), task: canonical(task) }
    }

    /// Whether a canonical path may be any file, because only the machine knows which: a short name of Windows, for example, may be that
    /// of a folder which a rule refuses.
    pub(in crate::policy) fn may_be_any(&self, path: &str) -> bool {
        self.style == PathStyle::Windows && path.starts_with(UNRESOLVED)
    }
}

fn path_matches(patterns: &[NamePattern], path: &str, homes: &Homes) -> bool {
    let (below, rest) = match patterns.split_first() {
        Some((NamePattern::Home, rest)) => (below_home(path, &homes.user), rest),
        Some((NamePattern::TaskHome, rest)) => (below_home(path, &homes.task), rest),
        _ => (Some(path), patterns),
    };
    let Some(below) = below else { return false };
    let names = || below.split('/').filter(|it| !it.is_empty());
    // Most rules are about other folders: the first name decides, without an allocation.
    if let Some(NamePattern::Wildcard(first)) = rest.first()
        && !names().next().is_some_and(|it| first.matches(it))
    {
        return false;
    }
    names_match(rest, &names().collect::<Vec<_>>())
}

/// What follows the home in a path; `None` if the path is not below it.
fn below_home<'p>(path: &'p str, home: &str) -> Option<&'p str> {
    let home = home.trim_end_matches('/');
    let below = path.strip_prefix(home).filter(|_| !home.is_empty())?;
    (below.is_empty() || below.starts_with('/')).then_some(below)
}

/// Whether the names match the patterns in order, in time proportional to the product of their numbers.
fn names_match(patterns: &[NamePattern], names: &[&str]) -> bool {
    // `reached[n]`: the patterns so far match the first `n` names.
    let mut reached = vec![false; names.len() + 1];
    reached[0] = true;
    for pattern in patterns {
        reached = match pattern {
            NamePattern::Deep => {
                let first = reached.iter().position(|it| *it).unwrap_or(reached.len());
                (0..reached.len()).map(|at| at >= first).collect()
            }
            NamePattern::Wildcard(pattern) => {
                let after = |at: usize| at > 0 && reached[at - 1] && pattern.matches(names[at - 1]);
                (0..reached.len()).map(after).collect()
            }
            // Only the first name can be a home, and `path_matches` takes it off.
            NamePattern::Home | NamePattern::TaskHome => return false,
        };
    }
    reached[names.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn homes() -> Homes {
        Homes::new(PathStyle::Posix, "/home/u", "/tmp/task")
    }

    #[test]
    fn a_windows_path_matches_in_any_case_and_with_any_slash() {
        let homes = Homes::new(PathStyle::Windows, r"C:\Users\u", "");
        for (pattern, path, matches) in [
            ("~/Notes/*", "c:/users/u/notes/a.txt", true),
            (r"C:\Users\u\Notes\**", "c:/users/u/notes/a/b.txt", true),
            (r"~\Notes\*.TXT", "c:/users/u/notes/a.txt", true),
            ("~/**", "c:/users/user/x", false),
            ("~/**", "//?/c/users/u/x", false),
            ("D:/**", "c:/x", false),
        ] {
            assert_eq!(PathGlob::from(pattern.to_owned()).matches(path, &homes), matches, "{pattern} {path}");
        }
    }

    #[test]
    fn a_star_stays_within_a_name_of_a_path() {
        for (pattern, path, matches) in [
            ("~/Notes/*", "/home/u/Notes/a.txt", true),
            ("~/Notes/*", "/home/u/Notes/a/b.txt", false),
            ("~/Notes/**", "/home/u/Notes/a/b.txt", true),
            ("~/Notes/**", "/home/u/NotesX/a", false),
            ("~/**", "/home/user/x", false),
            ("~/**", "/tmp/task/x", false),
            ("~task/**", "/tmp/task/x", true),
            ("/**/a/**/b/**", "/x/a/y/b", true),
            ("/etc/**/passwd", "/etc/passwd", true),
            ("/etc/**/passwd", "/etc/a/b/passwd", true),
            ("/etc/p*d", "/etc/passwd", true),
            ("etc/*", "/etc/passwd", false),
            ("/**/*.txt", "/a/b.txt", true),
        ] {
            assert_eq!(
                PathGlob::from(pattern.to_owned()).matches(path, &homes()),
                matches,
                "{pattern} {path}"
            );
        }
        assert!(
            !PathGlob::from("~/**".to_owned()).matches("/etc/passwd", &Homes::default()),
            "a missing home is not the root"
        );
        assert!(
            PathGlob::literal("/a/*b").matches("/a/*b", &homes())
                && !PathGlob::literal("/a/*").matches("/a/b", &homes())
        );
    }
}
