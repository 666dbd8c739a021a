//! Random keys and texts, as a model would write them.

use deskpilot_testkit::Dice;

/// Keys by name.
const NAMED: &[&str] = &[
    "ENTER",
    "ENTER",
    "SPACE",
    "SPACE",
    "TAB",
    "TAB",
    "DELETE",
    "BACKSPACE",
    "ESC",
    "UP",
    "DOWN",
    "LEFT",
    "RIGHT",
    "HOME",
    "END",
    "PGUP",
    "PGDN",
    "INSERT",
    "MENU",
    "F1",
    "F2",
    "F4",
    "F5",
    "F6",
    "F10",
    "F12",
];
/// Letters of access keys, accelerators and shells.
const LETTERS: &[&str] = &[
    "a", "b", "c", "d", "e", "f", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x",
    "y", "z", "1", "2",
];
/// Prefixes that hold Control, Alt and Shift.
const HELD: &[&str] = &["", "", "", "^", "%", "+", "^+", "^%", "%+"];
/// Chords with the key that no prefix holds, and some that mean something everywhere.
const CHORDS: &[&str] = &[
    "Super+d",
    "Super+Left",
    "Alt+Space",
    "Alt+F4",
    "Alt+Tab",
    "Ctrl+Alt+Delete",
    "Shift+F10",
    "Ctrl+Enter",
    "Alt",
];
/// Parts of texts.
const TEXTS: &[&str] =
    &["x", "yes", " ", "\n", "\r", "\t", "\u{8}", "\u{7f}", "\u{1b}", "a b", "Grüße ✓", "d", "rm", "-1", "7"];

/// A sequence of one to four keys, or one chord.
pub(crate) fn keys(dice: &mut Dice) -> String {
    if dice.one_in(5) {
        return one_of(dice, CHORDS).to_owned();
    }
    (0..=dice.below(4)).map(|_| key(dice)).collect()
}

fn key(dice: &mut Dice) -> String {
    let held = one_of(dice, HELD);
    match dice.below(3) {
        0 => format!("{held}{}", one_of(dice, LETTERS)),
        _ => format!("{held}{{{}}}", one_of(dice, NAMED)),
    }
}

/// A text of one to four parts, with characters that keys have too.
pub(crate) fn text(dice: &mut Dice) -> String {
    (0..=dice.below(4)).map(|_| one_of(dice, TEXTS)).collect()
}

/// Words, some with signs that applications like to change.
const WORDS: &[&str] = &[
    "tea",
    "Milk",
    "42",
    "3,5",
    "i",
    "don't",
    "\"so\"",
    "a--b",
    "...",
    "x=1;",
    "Grüße",
    "end.",
    "(c)",
    "tHe",
    "1/2",
    "ß",
    "A1",
    "http://x.org",
    "it:",
    "and",
];
/// How many words a sentence has.
const LENGTHS: &[usize] = &[1, 2, 3, 5, 8, 40, 90];
/// What a cell of a row holds.
const CELLS: &[&str] = &["12", "Total", "=1+2", "=SUM(A1:A3)", "3.5", "name 1", "x"];

/// A text as an agent writes it, up to some hundred characters.
pub(crate) fn sentence(dice: &mut Dice) -> String {
    let length = dice.one_of(LENGTHS).copied().unwrap_or(1);
    (0..length).map(|_| one_of(dice, WORDS)).collect::<Vec<_>>().join(" ")
}

/// A row of cells, as an agent types them.
pub(crate) fn row(dice: &mut Dice) -> String {
    let mut keys = one_of(dice, CELLS).to_owned();
    for _ in 0..dice.below(4) {
        keys += one_of(dice, &["{TAB}", "{TAB 2}", "\t", "{DOWN}"]);
        keys += one_of(dice, CELLS);
    }
    keys + one_of(dice, &["{ENTER}", "\n", "{TAB}"])
}

fn one_of(dice: &mut Dice, words: &[&'static str]) -> &'static str {
    dice.one_of(words).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::parse_keys;

    #[test]
    fn nearly_all_keys_are_understood() {
        let mut dice = Dice::of(3);
        let all: Vec<String> = (0..200).map(|_| keys(&mut dice)).collect();
        let understood = all.iter().filter(|it| parse_keys(it).is_ok()).count();
        assert!(understood > 190, "{understood}: {all:?}");
    }
}
