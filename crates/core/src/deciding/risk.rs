//! What makes a deed risky: tables of words and keys, and the function that looks them up.

use super::{Clipboard, Policy};
use crate::{Action, Aim, Chord, Deed, Gesture, Key, Modifier, Role, Verb};
use std::fmt;

/// Why a deed needs a yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Risk {
    /// What is sent cannot be called back.
    Sends,
    /// Something is lost for good.
    Deletes,
    /// A window or a program ends, and what is unsaved with it.
    Closes,
    /// Money moves.
    Pays,
    /// Software comes or goes.
    Installs,
    /// A camera or a microphone is switched on.
    Watches,
    /// A password or a private history is shown.
    Reveals,
    /// What the user copied is shown.
    Pries,
    /// A program runs outside any window.
    Runs,
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Risk::Sends => "it sends something that cannot be called back",
            Risk::Deletes => "it deletes or overwrites something",
            Risk::Closes => "it closes a window or ends a program",
            Risk::Pays => "it may spend money",
            Risk::Installs => "it installs or removes software",
            Risk::Watches => "it switches on a camera or a microphone",
            Risk::Reveals => "it reveals a password or a private history",
            Risk::Pries => "it shows what you copied, which may be a secret",
            Risk::Runs => "it runs a program",
        })
    }
}

/// Words on a control that is pressed, and what they risk.
const WORDS: &[(&str, Risk)] = &[
    ("send", Risk::Sends),
    ("submit", Risk::Sends),
    ("publish", Risk::Sends),
    ("post", Risk::Sends),
    ("reply", Risk::Sends),
    ("share", Risk::Sends),
    ("delete", Risk::Deletes),
    ("remove", Risk::Deletes),
    ("erase", Risk::Deletes),
    ("overwrite", Risk::Deletes),
    ("replace", Risk::Deletes),
    ("format", Risk::Deletes),
    ("discard", Risk::Deletes),
    ("trash", Risk::Deletes),
    ("shred", Risk::Deletes),
    ("don't save", Risk::Deletes),
    ("close without saving", Risk::Deletes),
    ("close", Risk::Closes),
    ("quit", Risk::Closes),
    ("exit", Risk::Closes),
    ("log out", Risk::Closes),
    ("shut down", Risk::Closes),
    ("restart", Risk::Closes),
    ("buy", Risk::Pays),
    ("pay", Risk::Pays),
    ("purchase", Risk::Pays),
    ("order", Risk::Pays),
    ("checkout", Risk::Pays),
    ("transfer", Risk::Pays),
    ("install", Risk::Installs),
    ("uninstall", Risk::Installs),
    ("upgrade", Risk::Installs),
    ("camera", Risk::Watches),
    ("webcam", Risk::Watches),
    ("microphone", Risk::Watches),
    ("record", Risk::Watches),
    ("show password", Risk::Reveals),
    ("passwords", Risk::Reveals),
];

/// Chords, and what they risk.
const CHORDS: &[(Modifier, Key, Risk)] = &[
    (Modifier::Alt, Key::F(4), Risk::Closes),
    (Modifier::Control, Key::Char('q'), Risk::Closes),
    (Modifier::Control, Key::Char('w'), Risk::Closes),
    (Modifier::Shift, Key::Delete, Risk::Deletes),
];

/// What the deed risks; `None` when nothing in the tables speaks against it.
pub fn of(deed: &Deed, policy: &Policy) -> Option<Risk> {
    match deed {
        Deed::Launch(_) => None,
        Deed::Run(shell) => {
            let allowed = shell.argv.first().is_some_and(|program| policy.allowed_programs.contains(program));
            (!allowed).then_some(Risk::Runs)
        }
        Deed::Act(action) => of_action(action, policy),
    }
}

/// Whether the text has the word, or the row of words, whatever the case.
pub fn has_word(text: &str, word: &str) -> bool {
    let simple = |text: &str| {
        let spaced: String =
            text.chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect();
        format!(" {} ", spaced.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let word = simple(word);
    word.trim() != "" && simple(text).contains(&word)
}

fn of_action(action: &Action, policy: &Policy) -> Option<Risk> {
    match &action.verb {
        Verb::ReadClipboard { .. } => (policy.clipboard == Clipboard::Shared).then_some(Risk::Pries),
        Verb::Gesture(gesture) => of_gesture(gesture, &action.aim),
        _ => None,
    }
}

fn of_gesture(gesture: &Gesture, aim: &Aim) -> Option<Risk> {
    match gesture {
        Gesture::Keys(chords) => {
            chords.iter().find_map(of_chord).or_else(|| presses(chords).then(|| of_aim(aim)).flatten())
        }
        Gesture::Click { .. } | Gesture::Check(_) => of_aim(aim),
        Gesture::Select(item) => of_words(item),
        Gesture::Close => Some(Risk::Closes),
        _ => None,
    }
}

/// Whether the keys press what has the focus.
fn presses(chords: &[Chord]) -> bool {
    chords.iter().any(|chord| matches!(chord.key, Key::Enter | Key::Char(' ')))
}

fn of_aim(aim: &Aim) -> Option<Risk> {
    match aim {
        // In a text, words are words.
        Aim::Control(control) if !control.role.holds_text() && control.role != Role::Cell => {
            of_words(&control.name)
        }
        _ => None,
    }
}

fn of_words(text: &str) -> Option<Risk> {
    WORDS.iter().find(|(word, _)| has_word(text, word)).map(|(_, risk)| *risk)
}

fn of_chord(chord: &Chord) -> Option<Risk> {
    let held = |modifier| chord.held.contains(&modifier);
    if held(Modifier::Control) && held(Modifier::Alt) && matches!(chord.key, Key::Delete | Key::Backspace) {
        return Some(Risk::Closes);
    }
    CHORDS.iter().find(|(modifier, key, _)| held(*modifier) && chord.key == *key).map(|(.., risk)| *risk)
}
