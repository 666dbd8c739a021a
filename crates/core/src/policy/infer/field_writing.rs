//! What keys write into a field of one line, as far as it can be followed.

use super::super::PolicyContext;
use crate::{Chord, Key, Modifier};

/// The longest name of a file into which a part may be typed anywhere.
/// Every part of the name is tried, so the work grows with the square of its length.
const LONGEST_NAME: usize = 32;

/// What keys write into a field.
#[derive(Default)]
pub(super) struct FieldWriting {
    /// The texts between the keys that move the focus.
    typed: Vec<String>,
    /// Whether they replace the previous content.
    is_replacement: bool,
    /// Whether keys move within the text or delete in it.
    pub(super) is_uncertain: bool,
}

impl FieldWriting {
    pub(super) fn of(chords: &[Chord]) -> FieldWriting {
        let mut writing = FieldWriting { typed: vec![String::new()], ..FieldWriting::default() };
        chords.iter().for_each(|it| writing.key(it));
        writing
    }

    fn key(&mut self, chord: &Chord) {
        let is_control = chord.held.contains(&Modifier::Control);
        let is_empty = self.typed.iter().all(String::is_empty);
        match chord.key {
            Key::Tab | Key::Char('\t') => self.typed.push(String::new()),
            Key::Char('a') if is_control => {
                *self = FieldWriting { typed: vec![String::new()], is_replacement: true, is_uncertain: false }
            }
            // What the clipboard holds is not known here.
            Key::Char('v') if is_control => self.is_uncertain = true,
            Key::Char(letter) if !is_control => {
                self.typed.last_mut().into_iter().for_each(|it| it.push(letter));
            }
            // After everything was selected, these leave nothing behind.
            Key::Backspace | Key::Delete if self.is_replacement && is_empty => {}
            Key::Backspace | Key::Delete | Key::Home | Key::Left | Key::Right | Key::Insert => {
                self.is_uncertain = true;
            }
            _ => {}
        }
    }

    /// Whether the name of a guarded file comes about if the text is typed somewhere into the field, or over a part of it: the
    /// caret and the selection are not known.
    pub(super) fn may_be_guarded(&self, value: &str, context: &PolicyContext<'_>) -> bool {
        let typed = self.typed.first().map(String::as_str).unwrap_or_default();
        if typed.is_empty() || value.is_empty() || self.is_replacement {
            return false;
        }
        let ends: Vec<usize> = value.char_indices().map(|it| it.0).chain([value.len()]).collect();
        let is_guarded = |start: usize, end: usize| {
            let name = format!("{}{typed}{}", &value[..start], &value[end..]);
            context.paths().resolve(&name).is_some_and(|it| context.paths().is_guarded(&it))
        };
        let starts_at =
            |start: &usize| ends.iter().filter(|it| *it >= start).any(|end| is_guarded(*start, *end));
        // A longer value is not tried: it counts as if it could be one.
        ends.len() > LONGEST_NAME || ends.iter().any(starts_at)
    }

    /// The texts that the field may hold afterwards: the typed text replaces the present one, precedes it, or follows it.
    pub(super) fn texts(&self, value: &str) -> Vec<String> {
        let Some((first, rest)) = self.typed.split_first() else { return Vec::new() };
        let mut texts = vec![first.clone()];
        if !self.is_replacement && !value.is_empty() {
            texts = vec![format!("{value}{first}")];
            if !first.is_empty() {
                texts.extend([first.clone(), format!("{first}{value}")]);
            }
        }
        texts.extend(rest.iter().cloned());
        texts.retain(|it| !it.trim().is_empty());
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_keys;

    #[test]
    fn keys_are_added_to_what_stands_in_the_field() {
        for (value, keys, expected, is_uncertain) in [
            (".bash", "rc", vec![".bashrc", "rc", "rc.bash"], false),
            ("", "notes.txt", vec!["notes.txt"], false),
            ("Untitled", "{END}.txt", vec!["Untitled.txt", ".txt", ".txtUntitled"], false),
            ("bashrc", "{HOME}.", vec!["bashrc.", ".", ".bashrc"], true),
            ("old", "{TAB}new", vec!["old", "new"], false),
            (".bashrc", "Ctrl+S", vec![".bashrc"], false),
        ] {
            let writing = FieldWriting::of(&parse_keys(keys).unwrap());
            assert_eq!(
                (writing.texts(value), writing.is_uncertain),
                (expected.iter().map(ToString::to_string).collect(), is_uncertain),
                "{keys}"
            );
        }
        let replaced =
            FieldWriting::of(&[parse_keys("Ctrl+A").unwrap(), parse_keys("{DELETE}new").unwrap()].concat());
        assert_eq!((replaced.texts("old"), replaced.is_uncertain), (vec!["new".to_owned()], false));
    }
}
