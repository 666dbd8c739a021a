//! The names of keys, as people, X11, GTK, browsers and Windows write them.

use super::{Chord, Key, Modifier};
use crate::edit_similarity;

/// Names of modifiers in lower case.
const MODIFIERS: &[(&str, Modifier)] = &[
    ("ctrl", Modifier::Control),
    ("control", Modifier::Control),
    ("vk_control", Modifier::Control),
    ("vk_lcontrol", Modifier::Control),
    ("vk_rcontrol", Modifier::Control),
    ("alt", Modifier::Alt),
    ("vk_menu", Modifier::Alt),
    ("vk_lmenu", Modifier::Alt),
    ("vk_rmenu", Modifier::Alt),
    ("shift", Modifier::Shift),
    ("vk_shift", Modifier::Shift),
    ("vk_lshift", Modifier::Shift),
    ("vk_rshift", Modifier::Shift),
    ("super", Modifier::Super),
    ("win", Modifier::Super),
    ("windows", Modifier::Super),
    ("meta", Modifier::Super),
    ("lwin", Modifier::Super),
    ("rwin", Modifier::Super),
    ("vk_lwin", Modifier::Super),
    ("vk_rwin", Modifier::Super),
];

/// Names of modifiers that are words of their own: alone, they are text.
const HELD_ONLY: &[(&str, Modifier)] = &[
    ("primary", Modifier::Control),
    ("opt", Modifier::Alt),
    ("option", Modifier::Alt),
    ("mod1", Modifier::Alt),
    ("os", Modifier::Super),
    ("cmd", Modifier::Super),
    ("command", Modifier::Super),
    ("mod4", Modifier::Super),
];

/// Modifiers that no keyboard here can hold.
const UNKNOWN_MODIFIERS: &[&str] = &["altgr", "altgraph", "fn", "hyper", "iso_level3_shift"];

/// What marks a modifier as that of one side of the keyboard.
const SIDES: &[&str] = &["_l", "_r", "left", "right"];

/// Names of keys in lower case, without the marks between their words.
const KEYS: &[(&str, Key)] = &[
    ("enter", Key::Enter),
    ("return", Key::Enter),
    ("tab", Key::Tab),
    ("esc", Key::Escape),
    ("escape", Key::Escape),
    ("backspace", Key::Backspace),
    ("back", Key::Backspace),
    ("bs", Key::Backspace),
    ("delete", Key::Delete),
    ("del", Key::Delete),
    ("insert", Key::Insert),
    ("ins", Key::Insert),
    ("home", Key::Home),
    ("end", Key::End),
    ("pageup", Key::PageUp),
    ("pgup", Key::PageUp),
    ("prior", Key::PageUp),
    ("pagedown", Key::PageDown),
    ("pagedn", Key::PageDown),
    ("pgdn", Key::PageDown),
    ("pgdown", Key::PageDown),
    ("up", Key::Up),
    ("arrowup", Key::Up),
    ("uparrow", Key::Up),
    ("down", Key::Down),
    ("arrowdown", Key::Down),
    ("downarrow", Key::Down),
    ("left", Key::Left),
    ("arrowleft", Key::Left),
    ("leftarrow", Key::Left),
    ("right", Key::Right),
    ("arrowright", Key::Right),
    ("rightarrow", Key::Right),
    ("menu", Key::Menu),
    ("apps", Key::Menu),
    ("contextmenu", Key::Menu),
    ("print", Key::Print),
    ("prtsc", Key::Print),
    ("prtscr", Key::Print),
    ("printscreen", Key::Print),
    ("space", Key::Char(' ')),
    ("spacebar", Key::Char(' ')),
    ("plus", Key::Char('+')),
];

/// Names of keys that are words anywhere but in a chord, in braces or after a prefix.
const WORDS: &[(&str, Key)] = &[("linefeed", Key::Enter), ("next", Key::PageDown), ("snapshot", Key::Print)];

/// Names of keys with Shift held.
const SHIFTED: &[(&str, Key)] = &[("isolefttab", Key::Tab), ("backtab", Key::Tab), ("lefttab", Key::Tab)];

/// Names of characters: keys in a chord or in braces, words anywhere else.
const CHARACTERS: &[(&str, char)] = &[
    ("ampersand", '&'),
    ("apostrophe", '\''),
    ("quote", '\''),
    ("quoteright", '\''),
    ("asciicircum", '^'),
    ("asciitilde", '~'),
    ("tilde", '~'),
    ("asterisk", '*'),
    ("multiply", '*'),
    ("at", '@'),
    ("backquote", '`'),
    ("grave", '`'),
    ("quoteleft", '`'),
    ("backslash", '\\'),
    ("bar", '|'),
    ("braceleft", '{'),
    ("braceright", '}'),
    ("bracketleft", '['),
    ("bracketright", ']'),
    ("colon", ':'),
    ("comma", ','),
    ("dollar", '$'),
    ("equal", '='),
    ("equals", '='),
    ("exclam", '!'),
    ("greater", '>'),
    ("less", '<'),
    ("minus", '-'),
    ("dash", '-'),
    ("hyphen", '-'),
    ("subtract", '-'),
    ("add", '+'),
    ("numbersign", '#'),
    ("parenleft", '('),
    ("parenright", ')'),
    ("percent", '%'),
    ("decimal", '.'),
    ("dot", '.'),
    ("period", '.'),
    ("question", '?'),
    ("quotedbl", '"'),
    ("semicolon", ';'),
    ("divide", '/'),
    ("slash", '/'),
    ("underscore", '_'),
];

/// Prefixes of names of keys: X11's keypad, Windows and browsers.
const PREFIXES: &[&str] = &["kp", "vk", "xk", "numpad"];
/// Prefixes of a letter or a digit as well.
const CHARACTER_PREFIXES: &[&str] = &["kp", "vk", "xk", "numpad", "key", "digit"];

/// The longest unknown name that is compared with known ones, in bytes.
const LONGEST: usize = 40;
/// How alike an unknown name and the nearest known one are at least, from 0 to 1.
const ALIKE: f64 = 0.55;

/// The modifier with this name; `None` for other names.
pub fn named_modifier(name: &str) -> Option<Modifier> {
    let name = name.to_lowercase();
    modifier_in(MODIFIERS, &name).or_else(|| modifier_in(HELD_ONLY, &name))
}

/// The modifier that this name means even on its own.
fn modifier_alone(name: &str) -> Option<Modifier> {
    modifier_in(MODIFIERS, &name.to_lowercase())
}

fn modifier_in(table: &[(&str, Modifier)], name: &str) -> Option<Modifier> {
    let one_of_two = SIDES.iter().find_map(|side| name.strip_suffix(side)).unwrap_or(name);
    table.iter().find(|(known, _)| *known == name || *known == one_of_two).map(|(_, modifier)| *modifier)
}

/// Whether a word looks like a modifier but is not: an unknown one, or a misspelt one.
pub(super) fn may_mean_modifier(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_near = |known: &&str| name.len() <= LONGEST && strsim::osa_distance(known, &name) == 1;
    UNKNOWN_MODIFIERS.contains(&name.as_str()) || ["ctrl", "control", "shift"].iter().any(is_near)
}

/// The key that this name means even on its own.
pub(super) fn key_alone(name: &str) -> Option<Chord> {
    let plain = plain(name);
    let pressed = |name: &str| {
        let shifted = || Some(Chord { held: vec![Modifier::Shift], key: found(SHIFTED, name)? });
        function_key(name).or_else(|| found(KEYS, name)).map(Chord::plain).or_else(shifted)
    };
    let alone = || modifier_alone(name).map(|it| Chord::plain(Key::Modifier(it)));
    // Only behind a prefix: without one they are words.
    let word = || without_prefix(&plain, PREFIXES).skip(1).find_map(|it| found(WORDS, it)).map(Chord::plain);
    alone().or_else(|| without_prefix(&plain, PREFIXES).find_map(pressed)).or_else(word)
}

/// The key with this name, in a chord or in braces, with Shift for a name such as `ISO_Left_Tab`; a single character is
/// its own name. `None` for other names.
pub fn named_key(name: &str) -> Option<Chord> {
    let character = |name: &str| found(CHARACTERS, name).map(|it| Chord::plain(Key::Char(it)));
    let plain = plain(name);
    let after_prefix = || without_prefix(&plain, CHARACTER_PREFIXES).skip(1).find_map(single);
    single(name)
        .or_else(|| key_alone(name))
        .or_else(|| found(WORDS, &plain).map(Chord::plain))
        .or_else(|| without_prefix(&plain, PREFIXES).find_map(character))
        .or_else(after_prefix)
}

/// The known name that is nearest to an unknown one, in capitals; `None` when none is near.
pub(super) fn nearest(unknown: &str) -> Option<String> {
    let unknown = Some(plain(unknown)).filter(|it| it.len() <= LONGEST)?;
    let keys = KEYS.iter().chain(WORDS).chain(SHIFTED).map(|it| it.0);
    let others = CHARACTERS.iter().map(|it| it.0).chain(MODIFIERS.iter().map(|it| it.0));
    keys.chain(others)
        .map(|name| (edit_similarity(&unknown, name), name))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, name)| name.to_uppercase())
}

/// The name in lower case without the marks between its words; whole where a part is a single letter.
fn plain(name: &str) -> String {
    let lower = name.trim().to_lowercase();
    let parts = || lower.split(['_', ' ', '-']);
    let is_single = |it: &str| it.len() < 2 && !it.bytes().all(|it| it.is_ascii_digit());
    if parts().any(is_single) { lower } else { parts().collect() }
}

/// The name, then what follows one of these prefixes.
fn without_prefix<'a>(name: &'a str, prefixes: &[&str]) -> impl Iterator<Item = &'a str> {
    let rest = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    std::iter::once(name).chain(rest.map(|it| it.trim_start_matches('_')))
}

fn function_key(name: &str) -> Option<Key> {
    let number = name.strip_prefix('f').filter(|it| it.bytes().all(|digit| digit.is_ascii_digit()))?;
    number.parse().ok().filter(|number| (1..=24).contains(number)).map(Key::F)
}

fn found<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == name).map(|(_, it)| *it)
}

/// The key of a single character.
fn single(name: &str) -> Option<Chord> {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Some(Chord::plain(key_of(letter))),
        _ => None,
    }
}

/// The key that types a character.
pub(super) const fn key_of(c: char) -> Key {
    match c {
        '\n' | '\r' => Key::Enter,
        '\t' => Key::Tab,
        other => Key::Char(other),
    }
}
