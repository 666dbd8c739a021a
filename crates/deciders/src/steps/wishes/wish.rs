//! What one clause of a request in free words wants.

use super::super::phrases::is_file_name;
use super::{
    likely_text::{ends_with_manner, is_surely_text, says_its_lines},
    lines::{Division, listed},
    matcher::{Captures, matches},
    parts::{goes_on, is_no_text_file, leads_to_text, several},
    patterns::{Meaning, PATTERNS, Place},
    vocabulary::Vocabulary,
    words::{Word, written, written_whole},
};

/// What a clause wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Applications are to be open: their names in the grammar.
    Open(Vec<&'static str>),
    /// This sum, as an expression.
    Compute(String),
    /// This text is to be typed, in the text editor if that is said.
    Type { text: Text, place: Place },
    /// The last result is to be typed.
    TypeResult(Place),
    /// A file of this name with this text; either may be in another clause.
    File { name: Option<String>, text: Option<Text>, kind: FileKind },
    /// One file more, with this text.
    Another { name: String, text: Text },
    /// The text of the file that another clause asks for.
    Says(Text),
    /// The name of the file that another clause asks for, or of what was typed.
    Called(String),
    /// The last result is to be saved under this name.
    SaveResult(String),
    /// So many files or sums follow.
    Several(u64),
    /// Nothing more: the clause is courtesy, or says what is so anyway.
    Nothing,
}

impl Wish {
    /// Whether it has a text.
    pub(super) fn has_text(&self) -> bool {
        matches!(
            self,
            Wish::Type { .. } | Wish::Says(_) | Wish::Another { .. } | Wish::File { text: Some(_), .. }
        )
    }
}

/// A text to type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// It was quoted.
    Quoted(String),
    /// It was not: where it ends is told by the sentence.
    Plain(String),
}

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// A file, which needs a name.
    File,
    /// A note, which may be a text in the editor.
    Note,
}

impl Text {
    /// Its letters.
    pub(super) fn letters(&self) -> &str {
        match self {
            Text::Quoted(text) | Text::Plain(text) => text,
        }
    }
}

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

/// The most words of the name of a file.
const NAME_WORDS: usize = 4;

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

impl Clause<'_> {
    fn wish(&self, meaning: Meaning, captures: &Captures) -> Option<Wish> {
        let taken =
            |name: &str| captures.iter().find(|(it, _)| *it == name).map(|(_, it)| &self.words[it.clone()]);
        if taken("thing").is_some_and(|it| it.len() > THING_WORDS || it.iter().any(|it| it.quoted.is_some()))
        {
            return None;
        }
        let name = match (taken("name"), taken("file")) {
            (Some(words), _) => Some(self.file_name(words)?),
            (None, Some(words)) => Some(self.file_name(words).filter(|it| is_file_name(it))?),
            (None, None) => None,
        };
        // Words of asking before a text are none of it.
        let begins_with_text = captures.iter().any(|(it, place)| *it == "text" && place.start == 0);
        let is_pair = matches!(meaning, Meaning::Pair);
        if is_pair && taken("file").is_none_or(|it| it.len() > 1) {
            return None;
        }
        if matches!(meaning, Meaning::List) && self.division == Division::Written {
            return None;
        }
        if begins_with_text && self.vocabulary.longest("ask", self.words) > 0 {
            return None;
        }
        if name.as_deref().is_some_and(is_no_text_file) {
            return None;
        }
        let text = match (taken("text"), taken("lines")) {
            (Some(words), _) => Some(self.text(words, meaning)?),
            (None, Some(words)) => Some(Text::Plain(self.lines(words)?)),
            (None, None) => match taken("quoted") {
                Some(words) => Some(self.text(words, meaning).filter(|it| matches!(it, Text::Quoted(_)))?),
                None => None,
            },
        };
        Some(match meaning {
            Meaning::Nothing => Wish::Nothing,
            Meaning::Two => Wish::Several(2),
            Meaning::Several => Wish::Several(several(taken("count")?)?),
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

    /// The name of a file: a quoted text, one word, or words with an ending.
    fn file_name(&self, words: &[Word]) -> Option<String> {
        if let [Word { quoted: Some(name), .. }] = words {
            return Some(name.clone()).filter(|name| !name.is_empty() && !name.contains(['/', '\\', '\n']));
        }
        let name = written(self.request, words);
        let (last, before) = words.split_last()?;
        let is_plain = words.iter().all(|it| it.quoted.is_none());
        let is_joined = before.iter().all(|it| it.marks.is_empty() && !is_file_name(&it.folded));
        let is_word = |it: &Word| it.folded.starts_with(char::is_alphanumeric) && !self.says_nothing(it);
        let is_one = words.len() == 1 || (words.len() <= NAME_WORDS && is_file_name(&last.folded));
        let fits =
            is_plain && is_joined && is_one && words.iter().all(is_word) && !name.contains(['/', '\\']);
        fits.then(|| name.to_owned())
    }

    /// Whether a word belongs to the sentence, and to no name.
    fn says_nothing(&self, word: &Word) -> bool {
        let word = std::slice::from_ref(word);
        let classes = [
            "article", "into", "as", "with", "it", "joint", "file", "called", "its", "on", "in-it", "up",
            "made", "saved", "typed",
        ];
        // A file may be called `list` or `note`.
        classes.iter().filter(|it| **it != "file").any(|class| self.vocabulary.is_one(class, word))
            || ["file", "datei", "fichier", "files", "dateien", "fichiers"].contains(&word[0].folded.as_str())
    }

    /// The text of these words: one that is quoted alone, or letters without quotation marks.
    fn text(&self, words: &[Word], meaning: Meaning) -> Option<Text> {
        if self.division == Division::Lines {
            return listed(self.vocabulary, self.request, words).map(Text::Plain);
        }
        if let [Word { quoted: Some(text), .. }] = words {
            return Some(Text::Quoted(text.clone()));
        }
        // What is called a result, or only it, is no text.
        let is_result = self.vocabulary.longest("result", words) > usize::from(words.len() > 1);
        let stands_for_text = is_result
            || self.vocabulary.is_one("article", words)
            || self.vocabulary.is_one("it", words)
            || goes_on(&words[0]);
        let is_divided = says_its_lines(written(self.request, words));
        if words.iter().any(|it| it.quoted.is_some())
            || stands_for_text
            || is_divided
            || leads_to_text(words)
            || self.goes_on_with_saving(words)
            || self.goes_on_with_task(words)
            || self.names_a_file(words)
            || ends_with_manner(written(self.request, words))
        {
            return None;
        }
        if self.vocabulary.longest("first-line", words) > 0 {
            return self.lines(words).map(Text::Plain);
        }
        let whole = written_whole(self.request, words);
        let is_sentence = matches!(meaning, Meaning::Type(_) | Meaning::Note | Meaning::Says | Meaning::File)
            && whole.starts_with(char::is_uppercase)
            && words.len() > 2;
        let text = if is_sentence { whole } else { whole.trim_end_matches('.') };
        Some(Text::Plain(text.to_owned()))
    }

    /// Whether words of saving follow inside, as in `bread and save it`.
    fn goes_on_with_saving(&self, words: &[Word]) -> bool {
        (1..words.len()).any(|at| {
            let joint = self.vocabulary.longest("joint", &words[at..]);
            let is_border = joint > 0 || !words[at - 1].marks.is_empty();
            let rest = words.get(at + joint..).unwrap_or_default();
            is_border && ["save", "call-it"].iter().any(|class| self.vocabulary.longest(class, rest) > 0)
        })
    }

    /// Whether something else is to be done with it, as in `hello and print it`.
    fn goes_on_with_task(&self, words: &[Word]) -> bool {
        const IT: &[&str] = &[
            "it", "them", "this", "that", "me", "him", "her", "es", "sie", "ihn", "das", "mir", "le", "la",
            "les", "ca",
        ];
        (1..words.len()).any(|at| {
            let joint = self.vocabulary.longest("joint", &words[at..]);
            let rest = words.get(at + joint..).unwrap_or_default();
            let says_it = rest.get(1).is_some_and(|it| IT.contains(&it.folded.as_str()));
            joint > 0 && says_it && self.vocabulary.longest("task", rest) > 0
        })
    }

    /// Whether another file is named inside, as in `stop and another called b.txt that says go`.
    fn names_a_file(&self, words: &[Word]) -> bool {
        let is_named = |at: usize| {
            let called = ["called", "as"].map(|it| self.vocabulary.longest(it, &words[at..]));
            let called = called[0].max(called[1]);
            called > 0 && words.get(at + called).is_some_and(|it| is_file_name(&it.folded))
        };
        (1..words.len()).any(is_named)
    }

    /// `first line passport, second line tickets` as lines.
    fn lines(&self, words: &[Word]) -> Option<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut start = self.vocabulary.longest("first-line", words);
        (start > 0).then_some(())?;
        let mut at = start;
        while at < words.len() {
            // `second` alone joins steps, and `second line` lines.
            let joint = self.vocabulary.longest("joint", &words[at..]);
            let is_next = at > start && (joint > 0 || !words[at - 1].marks.is_empty());
            let next_line =
                |from: usize| self.vocabulary.longest("next-line", words.get(from..).unwrap_or_default());
            let length = match next_line(at) {
                0 => next_line(at + joint).checked_add(joint).filter(|it| *it > joint).unwrap_or(0),
                length => length,
            };
            if is_next && length > 0 {
                lines.push(written(self.request, &words[start..at]).to_owned());
                start = at + length;
                at = start;
            } else {
                at += 1;
            }
        }
        (start < words.len()).then(|| lines.push(written(self.request, &words[start..]).to_owned()))?;
        Some(lines.join("\n"))
    }
}
