//! Secret references in gestures: `{{secret:NAME}}` stands for the secret until the moment it is typed.

use super::{
    Action, Chord, Gesture, Key, Modifier, Operation, Verb, named_secrets,
    secret_names::{SecretReference, references},
};
use serde_json::Value;

impl Gesture {
    /// The text that it types, with NUL for every key that types no character. `None` if it types nothing.
    fn typed_text(&self) -> Option<String> {
        match self {
            Gesture::Text { text, .. } => Some(text.clone()),
            Gesture::Keys(chords) => {
                Some(chords.iter().map(|it| typed_character(it).unwrap_or('\0')).collect())
            }
            _ => None,
        }
    }

    /// The names of the secrets that it types.
    pub fn secrets(&self) -> Vec<String> {
        let typed = self.typed_text().unwrap_or_default();
        named_secrets(&typed).into_iter().map(str::to_owned).collect()
    }

    /// The gesture with every known secret filled in; unknown references stay as written.
    #[must_use]
    pub fn with_secrets(&self, known: impl Fn(&str) -> Option<String>) -> Gesture {
        let Some(typed) = self.typed_text() else { return self.clone() };
        let mut filled = self.clone();
        // From the last on, so that the places of the others stay right.
        for SecretReference { start, end, name } in references(&typed).into_iter().rev() {
            let Some(secret) = known(name) else { continue };
            match &mut filled {
                Gesture::Text { text, .. } => text.replace_range(start..end, &secret),
                Gesture::Keys(chords) => {
                    let (from, to) = (typed[..start].chars().count(), typed[..end].chars().count());
                    drop(chords.splice(from..to, secret.chars().map(|it| Chord::plain(Key::Char(it)))));
                }
                _ => {}
            }
        }
        filled
    }

    /// Whether keys before its last secret may move the focus, so that the secret would go to another field.
    fn moves_focus_before_secret(&self) -> bool {
        let Some(typed) = self.typed_text() else { return false };
        let Some(SecretReference { start, .. }) = references(&typed).pop() else { return false };
        let before = &typed[..start];
        match self {
            Gesture::Keys(chords) => !chords.iter().take(before.chars().count()).all(keeps_focus),
            _ => before.contains(['\n', '\r', '\t']),
        }
    }
}

impl Verb {
    /// Whether keys before its last secret may move the focus, so that the secret would go to another field.
    pub(crate) fn moves_focus_before_secret(&self) -> bool {
        matches!(self, Verb::Gesture(gesture) if gesture.moves_focus_before_secret())
    }
}

/// The character that a key types.
pub(crate) fn typed_character(chord: &Chord) -> Option<char> {
    match chord.key {
        Key::Char(letter) if chord.held.is_empty() => Some(letter),
        _ => None,
    }
}

/// Whether this key leaves the focus in the same field.
fn keeps_focus(chord: &Chord) -> bool {
    match (&chord.held[..], chord.key) {
        ([], Key::Char(letter)) => !letter.is_control(),
        ([Modifier::Control], Key::Char('a' | 'A')) => true,
        ([] | [Modifier::Shift], key) => matches!(key, Key::Home | Key::End | Key::Backspace | Key::Delete),
        _ => false,
    }
}

impl Operation {
    /// The home directory for the files it names, if it differs from the task's.
    pub fn home(&self) -> Option<&str> {
        match self {
            Operation::Permit(permit) => Some(permit.home.as_str()).filter(|it| !it.is_empty()),
            Operation::Act(_) | Operation::Launch(_) | Operation::Run(_) | Operation::Delegate(_) => None,
        }
    }

    /// The names of the secrets that it types.
    pub fn secrets(&self) -> Vec<String> {
        match self {
            Operation::Act(action) => match &action.verb {
                Verb::Gesture(gesture) => gesture.secrets(),
                _ => Vec::new(),
            },
            Operation::Launch(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => {
                Vec::new()
            }
        }
    }

    /// The name of a secret that the operation would expose to others: anywhere but typed into a field.
    pub(crate) fn exposed_secret(&self) -> Option<String> {
        let first = |text: &str| named_secrets(text).first().map(|it| (*it).to_owned());
        match self {
            Operation::Act(action) if self.secrets().is_empty() => exposed_secret(action),
            Operation::Act(_) => None,
            Operation::Launch(launch) => {
                first(&launch.application).or_else(|| first(launch.file.as_deref()?))
            }
            Operation::Run(shell) => shell.argv.iter().find_map(|it| first(it)),
            Operation::Delegate(it) => {
                first(&it.subtask.text).or_else(|| it.subtask.message.iter().find_map(|it| first(it)))
            }
            Operation::Permit(_) => None,
        }
    }
}

/// Searches and waits give their text to nobody, so they expose no secret.
fn exposed_secret(action: &Action) -> Option<String> {
    match &action.verb {
        Verb::Find(_) | Verb::Recall(_) | Verb::Wait(_) => None,
        Verb::Summary(text) | Verb::Note { text, .. } => first_secret(&Value::from(text.as_str())),
        Verb::Gesture(Gesture::WriteClipboard(text) | Gesture::Select(text) | Gesture::SelectText(text)) => {
            first_secret(&Value::from(text.as_str()))
        }
        _ => action.call.args.values().find_map(first_secret),
    }
}

fn first_secret(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => named_secrets(text).first().map(|it| (*it).to_owned()),
        Value::Array(items) => items.iter().find_map(first_secret),
        Value::Object(fields) => fields.values().find_map(first_secret),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{TextMode, parse_keys};

    fn text(text: &str) -> Gesture {
        Gesture::Text { text: text.to_owned(), mode: TextMode::Append }
    }

    fn known(name: &str) -> Option<String> {
        match name {
            "mail" => Some("pä{ss".into()),
            "pin" => Some("{{secret:mail}}".into()),
            _ => None,
        }
    }

    #[test]
    fn every_secret_replaces_its_references_and_no_other_text() {
        for (typed, names, filled) in [
            ("{{secret:mail}}", &["mail"][..], "pä{ss"),
            ("ä{{secret:mail}}ö{{secret:mail}}", &["mail", "mail"], "äpä{ssöpä{ss"),
            // References inside a secret's value are not expanded.
            ("{{secret:pin}}{{secret:mail}}", &["pin", "mail"], "{{secret:mail}}pä{ss"),
            ("{{secret:bank}} {{secret:mail}}", &["bank", "mail"], "{{secret:bank}} pä{ss"),
            ("{{secret:mail", &[], "{{secret:mail"),
            ("{secret:mail}", &[], "{secret:mail}"),
            ("6*7", &[], "6*7"),
        ] {
            assert_eq!(named_secrets(typed), names, "{typed}");
            assert_eq!(text(typed).with_secrets(known), text(filled), "{typed}");
        }
        let plain = |letters: &str| letters.chars().map(|it| Chord::plain(Key::Char(it))).collect::<Vec<_>>();
        for (keys, filled) in [
            ("{{secret:mail}}", plain("pä{ss")),
            ("a{{secret:mail}}{ENTER}", [plain("apä{ss"), vec![Chord::plain(Key::Enter)]].concat()),
        ] {
            let keys = Gesture::Keys(parse_keys(keys).unwrap());
            assert_eq!(keys.secrets(), ["mail"]);
            assert_eq!(keys.with_secrets(known), Gesture::Keys(filled), "{keys:?}");
        }
    }

    #[test]
    fn keys_that_move_the_focus_are_found_before_a_secret() {
        for (keys, strays) in [
            ("{{secret:mail}}{TAB}x", false),
            ("^a{{secret:mail}}{ENTER}", false),
            ("{HOME}+{END}{DELETE}x{{secret:mail}}", false),
            ("ann{TAB}{{secret:mail}}", true),
            ("{{secret:user}}{TAB}{{secret:mail}}", true),
            ("^l{{secret:mail}}", true),
            ("{DOWN}{{secret:mail}}", true),
            ("x{TAB}y", false),
        ] {
            assert_eq!(
                Gesture::Keys(parse_keys(keys).unwrap()).moves_focus_before_secret(),
                strays,
                "{keys}"
            );
        }
        for (typed, strays) in [("{{secret:mail}}\n", false), ("ann\t{{secret:mail}}", true), ("\nx", false)]
        {
            assert_eq!(text(typed).moves_focus_before_secret(), strays, "{typed:?}");
        }
    }
}
