//! What single chords do in any application.

use crate::{Chord, Key, Modifier, policy::risk::Risk};

/// Chords with a risk in any application.
const CHORDS: &[(&[Modifier], Key, Risk)] = &[
    (&[Modifier::Alt], Key::F(4), Risk::Closes),
    (&[Modifier::Control], Key::F(4), Risk::Closes),
    (&[Modifier::Control], Key::Char('q'), Risk::Closes),
    (&[Modifier::Control], Key::Char('w'), Risk::Closes),
    (&[Modifier::Control, Modifier::Alt], Key::Delete, Risk::Closes),
    (&[Modifier::Control, Modifier::Alt], Key::Backspace, Risk::Closes),
    (&[Modifier::Control], Key::Enter, Risk::Sends),
    (&[Modifier::Alt], Key::F(2), Risk::Runs),
    (&[Modifier::Control, Modifier::Alt], Key::Char('t'), Risk::Runs),
    (&[Modifier::Super], Key::Char('r'), Risk::Runs),
    // The menu of the window manager, where letters close and move the window.
    (&[Modifier::Alt], Key::Char(' '), Risk::Unknown),
];

/// Whether one of these chords closes a window or ends a program in any application.
pub(in crate::policy) fn close_windows(chords: &[Chord]) -> bool {
    chords.iter().any(|it| chord_risk(&normalized(it.clone())) == Some(Risk::Closes))
}

/// The chord with control characters as the keys that type them.
pub(in super::super) fn normalized(mut chord: Chord) -> Chord {
    chord.key = match chord.key {
        Key::Char('\n' | '\r') => Key::Enter,
        Key::Char('\t') => Key::Tab,
        Key::Char(letter) => Key::Char(letter.to_ascii_lowercase()),
        other => other,
    };
    chord
}

/// Whether a key changes the text of a field.
pub(super) fn edits(chord: &Chord) -> bool {
    let has_control = chord.held.contains(&Modifier::Control);
    match chord.key {
        // They paste, cut, redo and undo.
        Key::Char(letter) if has_control => matches!(letter, 'v' | 'x' | 'y' | 'z'),
        Key::Char(_) => chord.held.iter().all(|it| *it == Modifier::Shift),
        Key::Backspace | Key::Delete => true,
        // With Shift it pastes; alone it only changes how letters are inserted.
        Key::Insert => !chord.held.is_empty(),
        _ => false,
    }
}

/// The risk of a chord whose modifiers are held, perhaps with others.
pub(super) fn chord_risk(chord: &Chord) -> Option<Risk> {
    let is_it = |it: &&(&[Modifier], Key, Risk)| {
        it.1 == chord.key && it.0.iter().all(|modifier| chord.held.contains(modifier))
    };
    let of_desktop = chord.held.contains(&Modifier::Super) || chord.key == Key::Modifier(Modifier::Super);
    let unknown = of_desktop.then_some(Risk::Unknown);
    CHORDS.iter().find(is_it).map(|it| it.2).or(unknown)
}

/// Whether a chord opens what is selected in a file manager.
pub(super) fn opens_selected(key: Key, chord: &Chord) -> bool {
    match key {
        Key::Char('o') => chord.held.contains(&Modifier::Control),
        Key::Down => chord.held.contains(&Modifier::Alt),
        _ => false,
    }
}

/// Whether a key by itself opens a menu or moves the focus to the menu bar.
pub(super) fn opens_menu(key: Key) -> bool {
    matches!(key, Key::F(10) | Key::Menu | Key::Modifier(Modifier::Alt))
}
