//! The words that indicate risks. The table is a text file, so that speakers of each language can read and correct it.

use super::{
    Risk,
    readable::{other_readings, simplify},
};
use std::collections::{HashMap, HashSet};

/// The built-in words that indicate a risk, as their file lists them.
pub const RISK_WORDS: &str = include_str!("words.txt");

/// A list of words that tell what something is.
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
pub struct Lexicon {
    /// Phrases by their first word.
    phrases: HashMap<String, Vec<(String, Risk)>>,
    substrings: Vec<(String, Risk)>,
    harmless: Vec<String>,
    assent: HashSet<String>,
    lists: HashMap<WordList, Vec<String>>,
}

impl Default for Lexicon {
    fn default() -> Lexicon {
        let mut lexicon = Lexicon {
            phrases: HashMap::new(),
            substrings: Vec::new(),
            harmless: Vec::new(),
            assent: HashSet::new(),
            lists: HashMap::new(),
        };
        let lines = RISK_WORDS.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
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
        if let Some((_, list)) = WordList::ALL.iter().find(|it| it.0 == key) {
            return self.lists.entry(*list).or_default().push(simplify(word));
        }
        match (key, key.strip_prefix("part ").and_then(of), of(key)) {
            ("harmless", ..) => self.harmless.push(simplify(word)),
            ("assent", ..) => drop(self.assent.insert(simplify(word))),
            (_, Some(risk), _) => self.substrings.push((word.to_owned(), risk)),
            (.., Some(risk)) => self.add(word, risk),
            _ => {}
        }
    }

    /// Adds a word or a phrase that indicates a risk.
    pub fn add(&mut self, word: &str, risk: Risk) {
        let word = simplify(word);
        let phrase = word.trim();
        if let Some(first) = phrase.split(' ').next().filter(|it| !it.is_empty()) {
            let phrases = self.phrases.entry(first.to_owned()).or_default();
            phrases.retain(|(known, _)| known != phrase);
            phrases.push((phrase.to_owned(), risk));
        }
    }

    /// The risks that a text indicates, each with the words that do.
    pub fn risks(&self, text: &str) -> Vec<(Risk, String)> {
        let simple = simplify(text);
        let others = other_readings(text, &simple);
        let mut found: Vec<(Risk, String)> = Vec::new();
        for reading in std::iter::once(simple).chain(others) {
            for (risk, words) in self.risks_of_words(reading) {
                if found.iter().all(|(known, _)| *known != risk) {
                    found.push((risk, words));
                }
            }
        }
        found
    }

    fn risks_of_words(&self, text: String) -> Vec<(Risk, String)> {
        let found = self.find(&text);
        if found.is_empty() || self.harmless.iter().all(|phrase| !text.contains(phrase.as_str())) {
            return found;
        }
        self.find(&self.harmless.iter().fold(text, |left, phrase| left.replace(phrase.as_str(), " ")))
    }

    /// The risks in a simplified text, each once.
    fn find(&self, text: &str) -> Vec<(Risk, String)> {
        let mut found: Vec<(Risk, String)> = Vec::new();
        let mut add = |risk: Risk, words: &str| {
            if found.iter().all(|(known, _)| *known != risk) {
                found.push((risk, words.to_owned()));
            }
        };
        let mut rest = text.trim_start();
        while let Some((first, after)) = rest.split_once(' ') {
            for (phrase, risk) in self.phrases.get(first).into_iter().flatten() {
                if rest.strip_prefix(phrase.as_str()).is_some_and(|it| it.starts_with(' ')) {
                    add(*risk, phrase);
                }
            }
            rest = after;
        }
        if !text.is_ascii() {
            let parts = self.substrings.iter().filter(|(part, _)| text.contains(part.as_str()));
            parts.for_each(|(part, risk)| add(*risk, part));
        }
        found
    }

    /// Whether a text is nothing but assent, such as `OK`.
    pub fn is_assent(&self, text: &str) -> bool {
        self.assent.contains(&simplify(text))
    }

    /// The word of the list that a text contains as a whole word; `None` if there is none.
    pub(super) fn word_of(&self, list: WordList, text: &str) -> Option<&str> {
        let words = self.lists.get(&list)?;
        let text = simplify(text);
        words.iter().find(|word| text.contains(word.as_str())).map(|word| word.trim())
    }

    /// Whether a text is nothing but a word of the list.
    pub(super) fn is(&self, list: WordList, text: &str) -> bool {
        let text = simplify(text);
        self.lists.get(&list).is_some_and(|words| words.contains(&text))
    }

    /// Whether a text contains a word of the list.
    pub(super) fn has(&self, list: WordList, text: &str) -> bool {
        self.word_of(list, text).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let found: Vec<Risk> = lexicon.risks(text).into_iter().map(|(risk, _)| risk).collect();
            assert_eq!(found, expected, "{text}");
        }
        assert!(lexicon.is_assent("OK") && lexicon.is_assent("_Yes") && !lexicon.is_assent("OK then"));
        assert_eq!(lexicon.word_of(WordList::Guarded, "KeePassXC - vault.kdbx"), Some("keepassxc"));
        assert_eq!(lexicon.word_of(WordList::Guarded, "Keepers of the flame"), None);
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
            assert_eq!(lexicon.has(list, text), expected, "{list:?} {text}");
        }
    }
}
