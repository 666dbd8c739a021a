//! The classes of words from which the patterns of wishes are made, in three languages, and which word with a slip is one of them.

use super::{slips::is_slip, words::Word};
use deskpilot_core::edit_similarity;
use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

/// The classes as a person edits them.
const TEXTS: [&str; 3] =
    [include_str!("vocabulary.txt"), include_str!("sums.txt"), include_str!("stories.txt")];

/// Whether a word with a slip in it is taken for one of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slips {
    /// It is: the verbs of the class destroy nothing.
    Taken,
    /// It is asked about, and so is what may as well be one of these.
    AskedAbout,
    /// The words of the class are too short or too common.
    Never,
}

/// Frequent slips that are not known by their letters: in short words, and as a word sounds.
const FREQUENT_SLIPS: &[(&str, &str)] = &[
    ("teh", "the"),
    ("hte", "the"),
    ("adn", "and"),
    ("nad", "and"),
    ("udn", "und"),
    ("opn", "open"),
    ("wiefiel", "wieviel"),
    ("wifiel", "wieviel"),
    ("combiens", "combien"),
    ("conbien", "combien"),
];

/// Phrases that mean the same.
struct Class {
    name: &'static str,
    slips: Slips,
    /// Each with its words, by the first of them.
    phrases: HashMap<&'static str, Vec<Vec<&'static str>>>,
}

/// What the texts say, read once: they never change, and a request is read several times.
static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

/// All classes.
struct Table {
    classes: Vec<Class>,
    /// The words of all phrases: none of them is a slip.
    known: HashSet<&'static str>,
}

/// All classes, for the words of one request.
pub(super) struct Vocabulary {
    table: &'static Table,
    /// Which words were found to be slips of a class: a word is asked about in many divisions of a request.
    slips: RefCell<HashMap<(&'static str, String), bool>>,
}

impl Table {
    fn new() -> Table {
        let mut classes: Vec<Class> = Vec::new();
        for line in
            TEXTS.into_iter().flat_map(str::lines).filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            if let Some((name, slips)) = line.strip_prefix('[').and_then(|it| it.split_once(']')) {
                let slips = match slips.trim() {
                    "slips" => Slips::Taken,
                    "asked" => Slips::AskedAbout,
                    _ => Slips::Never,
                };
                classes.push(Class { name, slips, phrases: HashMap::new() });
            } else if let (Some((_, phrases)), Some(class)) = (line.split_once(' '), classes.last_mut()) {
                for phrase in phrases.split(", ") {
                    let words: Vec<&str> = phrase.split(' ').collect();
                    class.phrases.entry(words[0]).or_default().push(words);
                }
            }
        }
        let known = classes.iter().flat_map(Class::all).flatten().copied().collect();
        Table { classes, known }
    }
}

impl Vocabulary {
    /// The classes of the texts.
    pub(super) fn new() -> Vocabulary {
        Vocabulary { table: &TABLE, slips: RefCell::default() }
    }

    /// The words with those of the vocabulary in place of slips: what is typed is taken from the request, and keeps them.
    pub(super) fn without_slips(&self, mut words: Vec<Word>) -> Vec<Word> {
        for word in &mut words {
            if let Some((_, meant)) = FREQUENT_SLIPS.iter().find(|(typed, _)| *typed == word.folded) {
                word.folded = (*meant).to_owned();
            }
        }
        for word in words.iter_mut().filter(|it| it.quoted.is_none() && it.folded.chars().count() >= 4) {
            let typed = word.folded.as_str();
            let is_word = typed.chars().all(char::is_alphabetic) && !self.table.known.contains(typed);
            let length = typed.chars().count();
            let is_meant = |it: &&&str| (length > 4 || it.chars().count() == length) && is_slip(typed, it);
            let mut meant = self.table.known.iter().filter(|it| is_word && is_meant(it));
            if let (Some(only), None) = (meant.next(), meant.next()) {
                word.folded = (*only).to_owned();
            }
        }
        words
    }

    fn class(&self, name: &str) -> Option<&Class> {
        self.table.classes.iter().find(|it| it.name == name)
    }

    /// How many words at the start are a phrase of this class, the longest first.
    pub(super) fn lengths(&self, class: &str, words: &[Word]) -> Vec<usize> {
        let Some(class) = self.class(class) else { return Vec::new() };
        let first = words.first().filter(|it| it.quoted.is_none()).map_or("", |it| it.folded.as_str());
        let same_first = class.phrases.get(first).into_iter().flatten();
        let fitting = same_first.filter(|phrase| begins_with(words, phrase));
        let mut lengths: Vec<usize> = fitting.map(Vec::len).collect();
        let is_slip =
            class.slips == Slips::Taken && words.first().is_some_and(|it| self.is_slip_of(class, it));
        if lengths.is_empty() && is_slip {
            lengths.push(1);
        }
        lengths.sort_unstable_by(|one, other| other.cmp(one));
        lengths.dedup();
        lengths
    }

    /// How many words at the start are the longest phrase of this class; 0 if none is there.
    pub(super) fn longest(&self, class: &str, words: &[Word]) -> usize {
        self.lengths(class, words).first().copied().unwrap_or(0)
    }

    /// Whether the word is one of this class, as it is written there.
    pub(super) fn has_word(&self, class: &str, word: &Word) -> bool {
        self.has(class, &word.folded)
    }

    /// The same of a word that is folded.
    pub(super) fn has(&self, class: &str, folded: &str) -> bool {
        let phrases = self.class(class).and_then(|it| it.phrases.get(folded));
        phrases.is_some_and(|all| all.iter().any(|it| it.len() == 1))
    }

    /// Whether the words are a phrase of this class as a whole.
    pub(super) fn is_one(&self, class: &str, words: &[Word]) -> bool {
        self.lengths(class, words).contains(&words.len())
    }

    /// Whether the word is a slip of one of this class, and of no other that is as near.
    fn is_slip_of(&self, class: &Class, word: &Word) -> bool {
        let typed = word.folded.as_str();
        let is_word = word.quoted.is_none() && typed.chars().all(|it| it.is_alphabetic() || it == '-');
        if !is_word || self.table.known.contains(typed) {
            return false;
        }
        let asked = (class.name, typed.to_owned());
        if let Some(is_slip) = self.slips.borrow().get(&asked) {
            return *is_slip;
        }
        let own = class.edits(typed);
        let others = self.table.classes.iter().filter(|it| it.slips == Slips::AskedAbout);
        let is_near = own <= allowed_edits(typed.chars().count());
        let is_slip = is_near && others.map(|it| it.edits(typed)).all(|edits| edits > own);
        self.slips.borrow_mut().insert(asked, is_slip);
        is_slip
    }
}

impl Class {
    /// All its phrases.
    fn all(&self) -> impl Iterator<Item = &Vec<&'static str>> {
        self.phrases.values().flatten()
    }

    /// The fewest letters that make the word one of this class.
    fn edits(&self, typed: &str) -> usize {
        let single = self.all().filter(|it| it.len() == 1).flatten();
        single.map(|it| edits(typed, it)).min().unwrap_or(usize::MAX)
    }
}

fn begins_with(words: &[Word], phrase: &[&str]) -> bool {
    let is_next = |(at, part): (usize, &&str)| {
        let inner = at + 1 < phrase.len();
        words.get(at).is_some_and(|it| {
            // A phrase ends where a sentence does.
            it.quoted.is_none() && it.folded == **part && !(inner && it.ends_sentence())
        })
    };
    phrase.iter().enumerate().all(is_next)
}

/// How many letters may be wrong in a word of this length.
const fn allowed_edits(length: usize) -> usize {
    match length {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    }
}

fn edits(one: &str, other: &str) -> usize {
    let (one_length, other_length) = (one.chars().count(), other.chars().count());
    // People begin words right, and of a short one little else is left.
    let begins_alike = one.chars().next() == other.chars().next();
    if allowed_edits(one_length.min(other_length)) == 0 || !begins_alike {
        return usize::MAX;
    }
    ((1.0 - edit_similarity(one, other)) * one_length.max(other_length) as f64).round() as usize
}

#[cfg(test)]
mod tests {
    use super::{super::words::words, *};

    #[test]
    fn phrases_are_written_as_the_words_of_requests_are_read() {
        for phrase in Vocabulary::new().table.classes.iter().flat_map(Class::all) {
            let phrase = phrase.join(" ");
            let read: Vec<String> = words(&phrase).into_iter().map(|it| it.folded).collect();
            assert_eq!(read.join(" "), phrase);
        }
    }

    #[test]
    fn no_two_classes_have_one_name() {
        let vocabulary = Vocabulary::new();
        let mut names: Vec<&str> = vocabulary.table.classes.iter().map(|it| it.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), vocabulary.table.classes.len());
    }

    #[test]
    fn a_slip_is_taken_only_for_verbs_that_destroy_nothing() {
        let vocabulary = Vocabulary::new();
        for (class, word, is_one) in [
            ("open", "lauch", true),
            ("type", "wirte", true),
            ("compute", "calcualte", true),
            ("make", "creat", true),
            ("type", "wine", false),
            ("open", "often", false),
            ("destroy", "delte", false),
            ("save", "sotre", true),
        ] {
            assert_eq!(vocabulary.is_one(class, &words(word)), is_one, "{class} {word}");
        }
    }
}
