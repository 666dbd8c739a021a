//! The words that indicate risks. The table is a text file, so that speakers of each language can read and correct it.

use super::{
    Risk,
    readable::{other_readings, simplify},
};
use std::collections::{HashMap, HashSet};

const BUILT_IN: &str = include_str!("words.txt");

/// The words and phrases that indicate risks.
#[derive(Clone, Debug, PartialEq)]
pub struct Lexicon {
    /// Phrases by their first word.
    phrases: HashMap<String, Vec<(String, Risk)>>,
    substrings: Vec<(String, Risk)>,
    harmless: Vec<String>,
    assent: HashSet<String>,
    guarded: Vec<String>,
    terminal: Vec<String>,
    pastes: Vec<String>,
}

impl Default for Lexicon {
    fn default() -> Lexicon {
        let mut lexicon = Lexicon {
            phrases: HashMap::new(),
            substrings: Vec::new(),
            harmless: Vec::new(),
            assent: HashSet::new(),
            guarded: Vec::new(),
            terminal: Vec::new(),
            pastes: Vec::new(),
        };
        let lines = BUILT_IN.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
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
        match (key, key.strip_prefix("part ").and_then(of), of(key)) {
            ("harmless", ..) => self.harmless.push(simplify(word)),
            ("assent", ..) => drop(self.assent.insert(simplify(word))),
            ("guarded", ..) => self.guarded.push(simplify(word)),
            ("terminal", ..) => self.terminal.push(simplify(word)),
            ("pastes", ..) => self.pastes.push(simplify(word)),
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

    /// Whether a menu item of this name pastes.
    pub fn is_paste(&self, name: &str) -> bool {
        let name = simplify(name);
        self.pastes.iter().any(|word| name.contains(word.as_str()))
    }

    /// The word that marks a name as a place where passwords are kept; `None` if there is none.
    pub fn guarded(&self, name: &str) -> Option<&str> {
        let name = simplify(name);
        self.guarded.iter().find(|word| name.contains(word.as_str())).map(|word| word.trim())
    }

    /// Whether a program with this name is a terminal.
    pub fn is_terminal(&self, name: &str) -> bool {
        let name = simplify(name);
        self.terminal.iter().any(|word| name.contains(word.as_str()))
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
        assert!(lexicon.assent.len() > 30 && lexicon.guarded.len() > 15);
        let lines = BUILT_IN.lines().filter(|it| !it.starts_with(['#', ' ']) && !it.is_empty());
        for line in lines {
            let (key, _) = line.split_once(": ").unwrap();
            let key = key.strip_prefix("part ").unwrap_or(key);
            let is_known = Risk::ALL.iter().any(|it| it.word() == key);
            assert!(
                is_known || ["harmless", "assent", "guarded", "terminal", "pastes"].contains(&key),
                "{key}"
            );
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
        assert_eq!(lexicon.guarded("KeePassXC - vault.kdbx"), Some("keepassxc"));
        assert_eq!(lexicon.guarded("Keepers of the flame"), None);
        assert!(lexicon.is_terminal("gnome-terminal-server") && lexicon.is_terminal("XTerm"));
        assert!(!lexicon.is_terminal("mousepad"));
    }
}
