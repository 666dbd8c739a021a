//! Whether the result of a skill depends on more than its words: on a text that it reads, on what a list or a
//! page shows, or on which document is the newest. Such a skill runs only when a person starts it by name.

use super::{QUOTATION_MARKS, READ, READ_CLIPBOARD, Skill, SkillStep, WAIT, quoted, route};
use crate::{
    Template,
    template::{Bindings, is_note},
};
use deskpilot_core::Role;
use serde_json::Value;
use std::fmt;

/// Words, by language, that refer to something different at different times, such as "newest". A star matches
/// any ending.
const WORDS_OF_THE_MOMENT: &str = include_str!("moment.txt");
/// The command that presses keys, and the one that turns the wheel, which changes nothing.
const KEYS: &str = "keyboard_input";
const WHEEL: &str = "wheel_mouse_input";
/// Keys that move from item to item: which item they choose depends on the list at that time.
const MOVING_KEYS: &[&str] = &["DOWN", "LEFT", "PAGEDOWN", "PAGEUP", "PGDN", "PGUP", "RIGHT", "UP"];
/// The keys that make a chord of the key behind them.
const MODIFIERS: &[&str] = &["ALT", "CONTROL", "CTRL", "META", "SHIFT", "SUPER", "WIN"];

/// What a skill depends on in addition to its words. `Display` prints the end of a sentence about the skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Its words refer to something different at different times; holds the word.
    Moment(String),
    /// It reads a text.
    Reads,
    /// It uses the text of this note.
    Note(String),
    /// It writes or chooses something that its words do not contain.
    Unstated(String),
}

impl fmt::Display for Dependence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dependence::Moment(word) => {
                write!(f, "its words say {word:?}, which may stand for something else the next time")
            }
            Dependence::Reads => f.write_str("it reads a text, which may say something else the next time"),
            Dependence::Note(name) => write!(f, "it uses the note {name:?}, which a session writes"),
            Dependence::Unstated(what) => write!(f, "it uses {what}, which its words do not say"),
        }
    }
}

impl Skill {
    /// What it depends on in addition to its words and the window in which it begins; `None` if nothing.
    pub fn dependence(&self) -> Option<Dependence> {
        let text = self.text.to_string();
        let mut texts = std::iter::once(text).chain(self.subtasks.iter().map(|it| it.text.to_string()));
        let word = texts.find_map(|it| word_of_the_moment(&it));
        word.map(Dependence::Moment).or_else(|| self.read()).or_else(|| self.unstated())
    }

    /// What it writes, chooses or opens although its words do not contain it. Skills from demonstrations have
    /// none, because a person chose every value.
    fn unstated(&self) -> Option<Dependence> {
        if self.demonstration.is_some() {
            return None;
        }
        let text = self.text.to_string().to_lowercase();
        self.steps.iter().find_map(|it| it.unstated(&text)).or_else(|| self.unstated_file(&text))
    }

    /// The text or note that one of its steps reads.
    fn read(&self) -> Option<Dependence> {
        let is_reading = |it: &SkillStep| [READ, READ_CLIPBOARD].contains(&it.command.as_str());
        if self.steps.iter().any(is_reading) || self.subtasks.iter().any(|it| !it.notes.is_empty()) {
            return Some(Dependence::Reads);
        }
        let mut note = None;
        route::of_skill(self, &mut |it| note = note.take().or_else(|| note_of(it)));
        note.map(Dependence::Note)
    }

    /// A document that it opens and that its words do not name.
    fn unstated_file(&self, text: &str) -> Option<Dependence> {
        let files = self.subtasks.iter().flat_map(|it| &it.opens).filter_map(|it| it.file.as_ref());
        let names = files.map(|it| it.to_string().to_lowercase());
        let is_stated = |it: &String| text.contains(it.rsplit('/').next().unwrap_or(it));
        let mut unstated = names.filter(|it| !is_stated(it));
        unstated.next().map(|it| Dependence::Unstated(format!("the document {it:?}")))
    }
}

fn note_of(template: &Template) -> Option<String> {
    template.parameters().into_iter().find(|it| is_note(it)).map(str::to_owned)
}

impl SkillStep {
    /// What the step writes or chooses although these words, in lower case, do not contain it.
    fn unstated(&self, text: &str) -> Option<Dependence> {
        if let Some(control) = &self.control
            && is_content(control.role)
            && !is_address(control.role, &control.name.to_string())
            && !is_stated(&control.name.to_string(), text)
        {
            return Some(Dependence::Unstated(format!("{} \"{}\"", control.role.name(), control.name)));
        }
        if [WAIT, WHEEL].contains(&self.command.as_str()) {
            return None;
        }
        let mut unstated = self
            .args
            .iter()
            .filter(|(name, _)| *name != "button")
            .filter_map(|(name, value)| self.unstated_leaf(name, value, text));
        unstated.next().map(Dependence::Unstated)
    }

    fn unstated_leaf(&self, name: &str, value: &Value, text: &str) -> Option<String> {
        match value {
            Value::String(it) if self.command == KEYS && is_shortcut(it) => None,
            Value::String(it) => (!is_stated(it, text)).then(|| format!("the {name} \"{it}\"")),
            Value::Number(it) => (!has_word(text, &it.to_string())).then(|| format!("the {name} {it}")),
            Value::Array(items) => items.iter().find_map(|it| self.unstated_leaf(name, it, text)),
            Value::Object(fields) => fields.iter().find_map(|(name, it)| self.unstated_leaf(name, it, text)),
            Value::Null | Value::Bool(_) => None,
        }
    }
}

/// Controls that are named after content, which differs from document to document.
const fn is_content(role: Role) -> bool {
    matches!(role, Role::Cell | Role::Hyperlink | Role::Image | Role::ListItem | Role::Text | Role::TreeItem)
}

/// Whether a cell is named after its place in a sheet, such as `B2`.
fn is_address(role: Role, name: &str) -> bool {
    let digits = name.trim_start_matches(|it: char| it.is_ascii_uppercase());
    role == Role::Cell
        && !digits.is_empty()
        && digits.len() < name.len()
        && digits.chars().all(|it| it.is_ascii_digit())
}

/// Whether the words contain this text, with the same parameters.
fn is_stated(leaf: &str, text: &str) -> bool {
    let leaf = leaf.replace(":number}", "}").trim().to_lowercase();
    let is_contained = |it: &str| !it.is_empty() && text.contains(it);
    // Words that contain a file's name and its folder contain its path.
    let is_path = |it: &str| {
        it.rsplit_once('/').is_some_and(|(folder, file)| is_contained(folder) && is_contained(file))
    };
    is_contained(&leaf) || is_path(&leaf)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|it: char| !(it.is_alphanumeric() || ".,-".contains(it)))
        .any(|it| it.trim_matches(['.', ',']) == word)
}

/// Whether the keys are a chord such as `Ctrl+S` or single keys such as `{ENTER}`, and none of them moves
/// from item to item.
fn is_shortcut(keys: &str) -> bool {
    let plain = Template::try_from(keys.to_owned()).ok().and_then(|it| it.filled(&Bindings::new()));
    let Some(keys) = plain.map(|it| it.to_uppercase()) else { return false };
    let (mut outside, mut chords, mut rest) = (String::new(), Vec::new(), keys.as_str());
    while let Some((before, after)) = rest.split_once('{') {
        let Some((chord, behind)) = after.split_once('}') else { return false };
        outside.push_str(before);
        chords.push(chord);
        rest = behind;
    }
    outside.push_str(rest);
    let is_chord = outside.split_once('+').is_some_and(|(first, _)| MODIFIERS.contains(&first));
    if is_chord {
        chords.push(&outside);
    }
    let moves = |chord: &&str| {
        chord.split(['+', ' ']).any(|key| MOVING_KEYS.contains(&key.trim_start_matches("VK_")))
    };
    (is_chord || outside.trim().is_empty()) && !chords.is_empty() && !chords.iter().any(moves)
}

/// The first word that refers to something different at different times. Ignores quoted text, which is
/// literal.
pub(crate) fn word_of_the_moment(text: &str) -> Option<String> {
    let mut plain = text.to_owned();
    for value in quoted(text) {
        for (open, close) in QUOTATION_MARKS {
            plain = plain.replace(&format!("{open}{value}{close}"), " ");
        }
    }
    let plain = plain.to_lowercase();
    let mut words = plain.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.find(|word| known_words().any(|known| is_form_of(word, known))).map(str::to_owned)
}

fn known_words() -> impl Iterator<Item = &'static str> {
    let lines = WORDS_OF_THE_MOMENT.lines().filter(|it| !it.starts_with('#'));
    lines.flat_map(|it| it.split_once(':').map_or(it, |(_, words)| words).split(',').map(str::trim))
}

fn is_form_of(word: &str, known: &str) -> bool {
    match known.strip_suffix('*') {
        Some(stem) => !stem.is_empty() && word.starts_with(stem),
        None => word == known,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_moment_are_known_in_several_languages_and_not_within_quotation_marks() {
        for (text, expected) in [
            ("Do what the newest mail says", Some("newest")),
            ("Print this page", Some("this")),
            ("Tu, was die neueste Nachricht will", Some("neueste")),
            ("Ouvre le dernier message", Some("dernier")),
            ("Order the cheapest tea", Some("cheapest")),
            ("Save it if it was changed", Some("if")),
            ("Type \"this is the newest\" into the field", None),
            ("Open the calculator and compute 6 x 7", None),
            ("Order 3 tea for Ada, by express, and save the order", None),
        ] {
            assert_eq!(word_of_the_moment(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn keys_that_type_or_that_move_from_item_to_item_are_no_shortcut() {
        for keys in ["Ctrl+S", "{{CTRL+A}}", "{{ENTER}}", "{{CTRL+A}}{{DELETE}}", "ctrl+shift+t"] {
            assert!(is_shortcut(keys), "{keys}");
        }
        for keys in ["12+5", "{{CTRL+A}}12+5", "{{DOWN 3}}{{ENTER}}", "Ctrl+Down", "hello", ""] {
            assert!(!is_shortcut(keys), "{keys}");
        }
    }
}
