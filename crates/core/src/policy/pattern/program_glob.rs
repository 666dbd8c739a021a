//! Patterns for calls of programs.

use super::wildcard::{Wildcard, escape};
use serde::{Deserialize, Serialize};
use std::fmt;

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
