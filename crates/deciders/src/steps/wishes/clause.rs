//! Reads one clause of a request in free words by the first pattern that fits.

use super::{
    super::phrases::is_file_name,
    file_name::file_name,
    likely_text::is_surely_text,
    lines::Division,
    matcher::{Captures, matches},
    parts::{is_no_text_file, several},
    patterns::{Meaning, PATTERNS},
    text_words::TextWords,
    vocabulary::Vocabulary,
    wish::{FileKind, Text, Wish},
    words::Word,
};

/// The classes of names of applications, with the words that the grammar has for them.
const APPLICATIONS: &[(&str, &str)] = &[
    ("calculator", "calculator"),
    ("editor", "text editor"),
    ("browser", "browser"),
    ("files", "file manager"),
    ("terminal", "terminal"),
    ("spreadsheet", "spreadsheet"),
    ("writer", "word processor"),
];

/// The most words of a thing whose text is given behind it: `my wifi password`.
const THING_WORDS: usize = 3;

/// The application that the words name.
pub(super) fn application(vocabulary: &Vocabulary, words: &[Word]) -> Option<&'static str> {
    APPLICATIONS.iter().find(|(class, _)| vocabulary.is_one(class, words)).map(|(_, name)| *name)
}

/// The wish of these words by the first pattern that fits.
pub(super) fn wish_of(
    vocabulary: &Vocabulary,
    request: &str,
    words: &[Word],
    division: Division,
) -> Option<Wish> {
    let clause = Clause { vocabulary, request, words, division };
    PATTERNS.iter().find_map(|(pattern, meaning)| {
        matches(vocabulary, pattern, words).iter().find_map(|captures| clause.wish(*meaning, captures))
    })
}

/// A clause with what its captures are taken from.
struct Clause<'c> {
    vocabulary: &'c Vocabulary,
    request: &'c str,
    words: &'c [Word],
    division: Division,
}

impl<'c> Clause<'c> {
    fn wish(&self, meaning: Meaning, captures: &Captures) -> Option<Wish> {
        if self.is_ruled_out(meaning, captures) {
            return None;
        }
        let taken = |name: &str| self.taken(captures, name);
        let named = |words: &[Word]| file_name(self.vocabulary, self.request, words);
        let name = match (taken("name"), taken("file")) {
            (Some(words), _) => Some(named(words)?),
            (None, Some(words)) => Some(named(words).filter(|it| is_file_name(it))?),
            (None, None) => None,
        };
        if name.as_deref().is_some_and(is_no_text_file) {
            return None;
        }
        let reader = TextWords { vocabulary: self.vocabulary, request: self.request };
        let said = |words: &[Word]| reader.text(words, meaning, self.division);
        let text = match (taken("text"), taken("lines")) {
            (Some(words), _) => Some(said(words)?),
            (None, Some(words)) => Some(Text::Plain(reader.lines(words)?)),
            (None, None) => match taken("quoted") {
                Some(words) => Some(said(words).filter(|it| matches!(it, Text::Quoted(_)))?),
                None => None,
            },
        };
        self.wish_with(meaning, captures, name, text)
    }

    /// The words that a pattern has captured under this name.
    fn taken(&self, captures: &Captures, name: &str) -> Option<&'c [Word]> {
        captures.iter().find(|(it, _)| *it == name).map(|(_, it)| &self.words[it.clone()])
    }

    /// Whether the clause cannot have this meaning, although its pattern fits.
    fn is_ruled_out(&self, meaning: Meaning, captures: &Captures) -> bool {
        let is_no_thing = |it: &[Word]| it.len() > THING_WORDS || it.iter().any(|it| it.quoted.is_some());
        if self.taken(captures, "thing").is_some_and(is_no_thing) {
            return true;
        }
        // Words of asking before a text do not belong to it.
        let begins_with_text = captures.iter().any(|(it, place)| *it == "text" && place.start == 0);
        if begins_with_text && self.vocabulary.longest("ask", self.words) > 0 {
            return true;
        }
        match meaning {
            Meaning::Pair => self.taken(captures, "file").is_none_or(|it| it.len() > 1),
            Meaning::List => self.division == Division::Written,
            _ => false,
        }
    }

    /// The wish of this meaning, with the name and the text that the clause has.
    fn wish_with(
        &self,
        meaning: Meaning,
        captures: &Captures,
        name: Option<String>,
        text: Option<Text>,
    ) -> Option<Wish> {
        Some(match meaning {
            Meaning::Nothing => Wish::Nothing,
            Meaning::Two => Wish::Several(2),
            Meaning::Several => Wish::Several(several(self.taken(captures, "count")?)?),
            Meaning::OpenEditor => Wish::Open(vec!["text editor"]),
            Meaning::OpenCalculator => Wish::Open(vec!["calculator"]),
            Meaning::Open => {
                let named =
                    captures.iter().map(|(_, it)| application(self.vocabulary, &self.words[it.clone()]));
                Wish::Open(named.collect::<Option<_>>()?)
            }
            Meaning::Type(place) => Wish::Type { text: text?, place },
            Meaning::TypeResult(place) => Wish::TypeResult(place),
            Meaning::SaveText if matches!(&text, Some(Text::Plain(text)) if !is_surely_text(text)) => {
                return None;
            }
            Meaning::Pair => Wish::Another { name: name?, text: text? },
            Meaning::File | Meaning::SaveText => Wish::File { name, text, kind: FileKind::File },
            Meaning::Note | Meaning::List => Wish::File { name, text, kind: FileKind::Note },
            Meaning::Says => Wish::Says(text?),
            Meaning::Called => Wish::Called(name?),
            Meaning::SaveResult => Wish::SaveResult(name?),
        })
    }
}
