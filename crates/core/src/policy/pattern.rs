//! Patterns of policy rules: names, paths and program calls with wildcards.

use crate::{PathStyle, Paths, paths::UNRESOLVED};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A pattern with `*` wildcards: the literal parts between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Wildcard(Vec<String>);

impl Wildcard {
    /// Parses a pattern; `\*` is a literal `*`.
    fn of(pattern: &str) -> Wildcard {
        let mut parts = vec![String::new()];
        let mut letters = pattern.chars();
        while let Some(letter) = letters.next() {
            let last = parts.len() - 1;
            match letter {
                '*' => parts.push(String::new()),
                '\\' => parts[last].extend(letters.next()),
                _ => parts[last].push(letter),
            }
        }
        Wildcard(parts)
    }

    fn matches(&self, text: &str) -> bool {
        let [first, middle @ .., last] = self.0.as_slice() else {
            return self.0.first().is_some_and(|only| only == text);
        };
        let Some(mut rest) = text.strip_prefix(first.as_str()) else { return false };
        for part in middle {
            // The first place is enough: what comes after a later one comes after this one, too.
            let Some(at) = rest.find(part.as_str()) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last.as_str())
    }
}

/// The pattern that only this text matches.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('*', "\\*")
}

/// A pattern for a whole text, in any case: `*` matches anything, `\*` a literal star.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Glob {
    written: String,
    /// In lower case.
    wildcard: Wildcard,
}

impl From<String> for Glob {
    fn from(written: String) -> Glob {
        let wildcard = Wildcard::of(&written.to_lowercase());
        Glob { written, wildcard }
    }
}

impl From<&str> for Glob {
    fn from(written: &str) -> Glob {
        Glob::from(written.to_owned())
    }
}

impl From<Glob> for String {
    fn from(glob: Glob) -> String {
        glob.written
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

impl Glob {
    /// The pattern that only this text matches.
    pub fn literal(text: &str) -> Glob {
        Glob::from(escape(text))
    }

    /// Whether a text in lower case matches.
    pub fn matches(&self, text: &str) -> bool {
        self.wildcard.matches(text)
    }

    /// What a text that matches begins and ends with; empty where a wildcard is.
    pub(super) fn ends(&self) -> (&str, &str) {
        let parts = &self.wildcard.0;
        (parts.first().map_or("", String::as_str), parts.last().map_or("", String::as_str))
    }
}

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
    pub(super) fn may_be_any(&self, path: &str) -> bool {
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
            NamePattern::Home | NamePattern::TaskHome => return false,
        };
    }
    reached[names.len()]
}

/// A pattern for a program and its arguments: `*` matches within one word, `**` at the end any number of words. Neither
/// matches an option: the pattern must spell options out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct ProgramGlob {
    written: String,
    words: Vec<WordPattern>,
    /// What may follow the words.
    end: End,
}

/// One word of a program pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct WordPattern {
    wildcard: Wildcard,
    is_option: bool,
}

/// What may follow the words of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Nothing,
    AnyWords,
}

impl From<String> for ProgramGlob {
    fn from(written: String) -> ProgramGlob {
        let mut words: Vec<&str> = written.split_whitespace().collect();
        let end = if words.last() == Some(&"**") { End::AnyWords } else { End::Nothing };
        if end == End::AnyWords {
            words.pop();
        }
        let word = |it: &&str| WordPattern { wildcard: Wildcard::of(it), is_option: it.starts_with('-') };
        ProgramGlob { words: words.iter().map(word).collect(), written, end }
    }
}

impl From<ProgramGlob> for String {
    fn from(glob: ProgramGlob) -> String {
        glob.written
    }
}

impl fmt::Display for ProgramGlob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

impl ProgramGlob {
    /// The pattern that only this call matches; `None` if a word is empty or has a space, which no pattern can express.
    pub fn literal(argv: &[String]) -> Option<ProgramGlob> {
        let has_space = |it: &String| it.is_empty() || it.contains(char::is_whitespace);
        if argv.is_empty() || argv.iter().any(has_space) {
            return None;
        }
        Some(ProgramGlob::from(escape(&argv.join(" "))))
    }

    /// Whether the call matches.
    pub fn matches(&self, argv: &[String]) -> bool {
        let fits = match self.end {
            End::Nothing => argv.len() == self.words.len(),
            End::AnyWords => argv.len() >= self.words.len(),
        };
        !self.words.is_empty()
            && fits
            && self.words.iter().zip(argv).all(|(pattern, word)| pattern.matches(word))
            // An option may make another call of this one.
            && argv[self.words.len()..].iter().all(|word| !word.starts_with('-'))
    }
}

impl WordPattern {
    fn matches(&self, word: &str) -> bool {
        (self.is_option || !word.starts_with('-')) && self.wildcard.matches(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_anything_and_the_whole_text_must_match() {
        for (pattern, text, matches) in [
            ("Save", "save", true),
            ("Save", "save as", false),
            ("Save*", "save as", true),
            ("*as", "save as", true),
            ("*a*e*", "save as", true),
            ("s*s*s", "sas", false),
            ("*", "", true),
            ("", "", true),
            ("a*a", "a", false),
            ("100 \\*", "100 *", true),
            ("100 \\*", "100 x", false),
            ("ÄRGER*", "ärger!", true),
        ] {
            assert_eq!(Glob::from(pattern).matches(text), matches, "{pattern} {text}");
        }
        assert!(Glob::literal("a*\\b").matches("a*\\b") && !Glob::literal("a*").matches("ab"));
    }

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

    #[test]
    fn options_of_a_program_have_to_be_written() {
        let argv = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        for (pattern, call, matches) in [
            ("date", "date", true),
            ("date", "date -s 2000", false),
            ("ls **", "ls a b", true),
            ("ls **", "ls", true),
            ("ls **", "ls -R a", false),
            ("ls -l **", "ls -l a", true),
            ("git log -*", "git log --oneline", true),
            ("git *", "git status", true),
            ("git *", "git status x", false),
            ("git *", "git -c", false),
            ("python3 **", "python3 -c print()", false),
            ("date", "/tmp/date", false),
            ("**", "rm", false),
        ] {
            assert_eq!(
                ProgramGlob::from(pattern.to_owned()).matches(&argv(call)),
                matches,
                "{pattern} / {call}"
            );
        }
        assert!(ProgramGlob::literal(&["echo".into(), "a b".into()]).is_none());
    }
}
