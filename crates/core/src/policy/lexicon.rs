//! The words that indicate risks. The table is a text file, so that speakers of each language can read and correct it.

use super::{Risk, first_words::FirstWords, readable::Words};
use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasherDefault, Hasher},
};

/// The built-in words that indicate a risk, as their file lists them.
pub const RISK_WORDS: &str = include_str!("words.txt");

/// The risks that the built-in words indicate in a name. Assent counts as unknown: it agrees to whatever its dialog asks.
pub fn risks_in_name(name: &str) -> Vec<Risk> {
    let lexicon = Lexicon::default();
    let words = lexicon.read(name);
    let assent = lexicon.is_assent(&words).then_some(Risk::Unknown);
    lexicon.risks(&words).into_iter().map(|(risk, _)| risk).chain(assent).collect()
}

/// A list of words that name what something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum WordList {
    /// Programs that keep passwords.
    Guarded,
    /// Programs that run what is typed.
    Terminal,
    /// Menu items that paste.
    Pastes,
    /// Programs that show any file as text.
    Editor,
    /// Programs that list files and open them.
    FileManager,
    /// What lists call a folder.
    Folder,
    /// What lists call a file that runs.
    Program,
    /// Menu items that open what is selected.
    Opens,
    /// Buttons that leave a dialog without doing what it asks.
    Cancels,
}

impl WordList {
    /// Every list, with its key in the table.
    const ALL: &'static [(&'static str, WordList)] = &[
        ("guarded", WordList::Guarded),
        ("terminal", WordList::Terminal),
        ("pastes", WordList::Pastes),
        ("editor", WordList::Editor),
        ("file manager", WordList::FileManager),
        ("folder", WordList::Folder),
        ("program", WordList::Program),
        ("opens", WordList::Opens),
        ("cancels", WordList::Cancels),
    ];
}

/// The words and phrases that indicate risks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lexicon {
    /// The words with which the entries begin.
    first_words: FirstWords,
    /// Phrases by their first word.
    phrases: HashMap<String, Vec<(String, Risk)>, ByWord>,
    substrings: Vec<(String, Risk)>,
    /// The letters with which the substrings begin.
    initials: HashSet<char, ByWord>,
    harmless: Vec<String>,
    assent: HashSet<String, ByWord>,
    lists: HashMap<WordList, Vec<String>>,
}

impl Default for Lexicon {
    fn default() -> Lexicon {
        let mut lexicon = Lexicon {
            first_words: FirstWords::default(),
            phrases: HashMap::default(),
            substrings: Vec::new(),
            initials: HashSet::default(),
            harmless: Vec::new(),
            assent: HashSet::default(),
            lists: HashMap::new(),
        };
        let lines = RISK_WORDS.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
        // A line that begins with two spaces goes on with the one before it.
        for line in lines.replace("\n  ", " ").lines() {
            if let Some((key, words)) = line.split_once(": ") {
                words.split(", ").for_each(|word| lexicon.add_entry(key, word));
            }
        }
        lexicon
    }
}

impl Lexicon {
    fn add_entry(&mut self, key: &str, word: &str) {
        let of = |name: &str| Risk::ALL.iter().copied().find(|it| it.word() == name);
        let simple = || Words::of(word).simple().to_owned();
        // Entries of every kind: `read` skips a text in which none of these words is.
        self.first_words.add(&simple());
        if let Some((_, list)) = WordList::ALL.iter().find(|it| it.0 == key) {
            return self.lists.entry(*list).or_default().push(simple());
        }
        match (key, key.strip_prefix("part ").and_then(of), of(key)) {
            ("harmless", ..) => self.harmless.push(simple()),
            ("assent", ..) => drop(self.assent.insert(simple())),
            (_, Some(risk), _) => {
                self.initials.extend(word.chars().next());
                self.substrings.push((word.to_owned(), risk));
            }
            (.., Some(risk)) => self.add(word, risk),
            _ => {}
        }
    }

    /// Adds a word or a phrase that indicates a risk.
    pub(super) fn add(&mut self, word: &str, risk: Risk) {
        let words = Words::of(word);
        let phrase = words.simple().trim();
        self.first_words.add(phrase);
        if let Some(first) = phrase.split(' ').next().filter(|it| !it.is_empty()) {
            let phrases = self.phrases.entry(first.to_owned()).or_default();
            // A phrase has one risk: the user's word replaces a built-in one.
            phrases.retain(|(known, _)| known != phrase);
            phrases.push((phrase.to_owned(), risk));
        }
    }

    /// The words of a text. A text in which no entry can be counts as one without words, because a ruling reads the name of
    /// every control of a window.
    pub(super) fn read(&self, text: &str) -> Words {
        if self.first_words.may_be_in(text) { Words::of(text) } else { Words::default() }
    }

    /// The risks that a text indicates, each with the words that do.
    pub(super) fn risks(&self, text: &Words) -> Vec<(Risk, String)> {
        let mut found: Vec<(Risk, String)> = Vec::new();
        for (risk, words) in text.readings().iter().flat_map(|it| self.risks_of_reading(it)) {
            if found.iter().all(|(known, _)| *known != risk) {
                found.push((risk, words));
            }
        }
        found
    }

    fn risks_of_reading(&self, text: &str) -> Vec<(Risk, String)> {
        let found = self.find(text);
        if found.is_empty() || self.harmless.iter().all(|phrase| !text.contains(phrase.as_str())) {
            return found;
        }
        let without = |left: String, phrase: &String| left.replace(phrase.as_str(), " ");
        self.find(&self.harmless.iter().fold(text.to_owned(), without))
    }

    /// The risks in a simplified text, each once.
    fn find(&self, text: &str) -> Vec<(Risk, String)> {
        let mut found: Vec<(Risk, String)> = Vec::new();
        let mut add = |risk: Risk, words: &str| {
            if found.iter().all(|(known, _)| *known != risk) {
                found.push((risk, words.to_owned()));
            }
        };
        let mut start = 0;
        for (end, _) in text.bytes().enumerate().filter(|(_, byte)| *byte == b' ') {
            let (word, rest) = (&text[start..end], &text[start..]);
            for (phrase, risk) in self.phrases.get(word).into_iter().flatten() {
                if rest.strip_prefix(phrase.as_str()).is_some_and(|it| it.starts_with(' ')) {
                    add(*risk, phrase);
                }
            }
            start = end + 1;
        }
        // Parts of words are only of scripts that put no spaces between words.
        if !text.is_ascii() && text.chars().any(|letter| self.initials.contains(&letter)) {
            let parts = self.substrings.iter().filter(|(part, _)| text.contains(part.as_str()));
            parts.for_each(|(part, risk)| add(*risk, part));
        }
        found
    }

    /// Whether a text is nothing but assent, such as `OK`.
    pub(super) fn is_assent(&self, text: &Words) -> bool {
        self.assent.contains(text.simple())
    }

    /// The word of the list that a text contains as a whole word; `None` if there is none.
    pub(super) fn word_of(&self, list: WordList, text: &Words) -> Option<&str> {
        let words = self.lists.get(&list)?;
        words.iter().find(|word| text.simple().contains(word.as_str())).map(|word| word.trim())
    }

    /// Whether a text is nothing but a word of the list.
    pub(super) fn is(&self, list: WordList, text: &Words) -> bool {
        self.lists.get(&list).is_some_and(|words| words.iter().any(|word| word == text.simple()))
    }

    /// Whether each word of a text is one of the list, as in the names of buttons that are read together with their label.
    pub(super) fn is_all(&self, list: WordList, text: &Words) -> bool {
        let Some(known) = self.lists.get(&list) else { return false };
        let mut words = text.simple().split_whitespace().peekable();
        words.peek().is_some() && words.all(|word| known.iter().any(|it| it.trim() == word))
    }

    /// Whether a text contains a word of the list.
    pub(super) fn has(&self, list: WordList, text: &Words) -> bool {
        self.word_of(list, text).is_some()
    }

    /// Whether an application of this name runs what is typed.
    pub(super) fn is_terminal(&self, application: &str) -> bool {
        self.has(WordList::Terminal, &self.read(application))
    }
}

/// Finds words faster than the standard hasher, because a ruling looks up every word of a window. The tables hold only their own
/// words and those of the user's policy, so an application cannot fill them with words that collide.
type ByWord = BuildHasherDefault<WordHasher>;

#[derive(Clone, Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let number = part.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
            // The product is spread best in its high bits, and hash tables look at the low ones.
            self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{prelude::*, sample::select};

    fn entries() -> Vec<&'static str> {
        let lines = RISK_WORDS.lines().filter(|it| !it.starts_with('#'));
        lines.flat_map(|it| it.split_once(": ").map_or(it, |(_, words)| words).split(", ")).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_text_is_skipped_only_if_no_entry_is_in_it(
            parts in prop::collection::vec(
                prop_oneof![select(entries()).prop_map(str::to_owned), "[ -~]{0,5}", "\\PC{0,2}"],
                1..6,
            ),
            between in select(vec![" ", "_", "", ".", "\u{200b}"]),
            is_upper: bool,
        ) {
            let lexicon = Lexicon::default();
            let text = parts.join(between);
            let text = if is_upper { text.to_uppercase() } else { text };
            let (fast, whole) = (lexicon.read(&text), Words::of(&text));
            prop_assert_eq!(lexicon.risks(&fast), lexicon.risks(&whole), "{}", text);
            prop_assert_eq!(lexicon.is_assent(&fast), lexicon.is_assent(&whole), "{}", text);
            for (_, list) in WordList::ALL {
                prop_assert_eq!(lexicon.word_of(*list, &fast), lexicon.word_of(*list, &whole), "{}", text);
                prop_assert_eq!(lexicon.is(*list, &fast), lexicon.is(*list, &whole), "{}", text);
            }
        }
    }

    #[test]
    fn every_line_of_the_table_is_read() {
        let lexicon = Lexicon::default();
        let risks: HashSet<Risk> = lexicon.phrases.values().flatten().map(|(_, risk)| *risk).collect();
        assert_eq!(risks.len(), 12, "{risks:?}");
        assert!(lexicon.substrings.len() > 40 && lexicon.harmless.len() > 10);
        assert!(lexicon.assent.len() > 30 && lexicon.lists.len() == WordList::ALL.len());
        let lines = RISK_WORDS.lines().filter(|it| !it.starts_with(['#', ' ']) && !it.is_empty());
        for line in lines {
            let (key, _) = line.split_once(": ").unwrap();
            let key = key.strip_prefix("part ").unwrap_or(key);
            let is_list = WordList::ALL.iter().any(|it| it.0 == key);
            let is_known = is_list || Risk::ALL.iter().any(|it| it.word() == key);
            assert!(is_known || ["harmless", "assent"].contains(&key), "{key}");
        }
    }

    #[test]
    fn a_name_has_the_risks_of_its_words_and_assent_is_unknown() {
        assert_eq!(risks_in_name("Delete all"), [Risk::Deletes]);
        assert_eq!(risks_in_name("OK"), [Risk::Unknown]);
        assert!(risks_in_name("Red").is_empty());
    }

    #[test]
    fn whole_words_count_in_many_languages_and_in_any_case() {
        let lexicon = Lexicon::default();
        for (text, expected) in [
            ("Save", &[][..]),
            ("Send", &[Risk::Sends]),
            ("_Send…", &[Risk::Sends]),
            ("Sender", &[]),
            ("Move to Trash", &[Risk::Deletes]),
            ("Don’t Save", &[Risk::Discards]),
            ("Find and Replace…", &[]),
            ("Replace", &[Risk::Overwrites]),
            ("Format", &[]),
            ("Buy now & install", &[Risk::Pays, Risk::Installs]),
            ("In den Papierkorb", &[Risk::Deletes]),
            ("Zahlungspflichtig bestellen", &[Risk::Pays]),
            ("Ne pas enregistrer", &[Risk::Discards]),
            ("永久删除文件", &[Risk::Deletes]),
            ("УДАЛИТЬ", &[Risk::Deletes]),
        ] {
            let found: Vec<Risk> =
                lexicon.risks(&lexicon.read(text)).into_iter().map(|(risk, _)| risk).collect();
            assert_eq!(found, expected, "{text}");
        }
        let is_assent = |text: &str| lexicon.is_assent(&lexicon.read(text));
        assert!(is_assent("OK") && is_assent("_Yes") && !is_assent("OK then"));
        let guarded = |text: &str| lexicon.word_of(WordList::Guarded, &lexicon.read(text));
        assert_eq!(guarded("KeePassXC - vault.kdbx"), Some("keepassxc"));
        assert_eq!(guarded("Keepers of the flame"), None);
        for (list, text, expected) in [
            (WordList::Terminal, "gnome-terminal-server", true),
            (WordList::Terminal, "XTerm", true),
            (WordList::Terminal, "mousepad", false),
            (WordList::Editor, "mousepad", true),
            (WordList::FileManager, "Thunar", true),
            (WordList::FileManager, "org.gnome.Nautilus", true),
            (WordList::Folder, "Ordner", true),
            (WordList::Program, "desktop configuration file", true),
            (WordList::Opens, "_Open With \"Xterm\"", true),
            (WordList::Cancels, "_Cancel", true),
        ] {
            assert_eq!(lexicon.has(list, &lexicon.read(text)), expected, "{list:?} {text}");
        }
    }
}
