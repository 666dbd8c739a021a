//! What the controls around a field repeat of its text, however short it is.

use deskpilot_core::{Control, Role};

/// The name of a control with a replacement for this text of a field within it. The name of a label in a page has the text of
/// the field in it, and may be newer than the text that was read of the field: so each of its words that is a rest is replaced
/// too.
pub(super) fn name_without(
    control: &Control,
    text: Option<&str>,
    is_rest: impl Fn(&str) -> bool,
    replacement: &str,
) -> String {
    if control.role != Role::Text {
        return if text == Some(&control.name) { replacement.to_owned() } else { control.name.clone() };
    }
    let words = control.name.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    let rests = words.filter(|it| is_rest(it));
    text.into_iter().chain(rests).fold(control.name.clone(), |name, it| replace_word(&name, it, replacement))
}

/// Replaces a word wherever it is not a part of a longer one.
fn replace_word(text: &str, word: &str, replacement: &str) -> String {
    let is_letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let (mut replaced, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(word) {
        replaced += before;
        let begins_within = is_letter(replaced.chars().next_back()) && is_letter(word.chars().next());
        let ends_within = is_letter(word.chars().next_back()) && is_letter(after.chars().next());
        replaced += if begins_within || ends_within { word } else { replacement };
        rest = after;
    }
    replaced + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_replaced_and_no_part_of_a_longer_one() {
        for (text, word, expected) in [
            ("Password Qui", "Qui", "Password #"),
            ("Password Qui (required)", "Qui", "Password # (required)"),
            ("Quit Qui Qui, QuiQui", "Qui", "Quit # #, QuiQui"),
            ("Password q-", "q-", "Password #"),
            ("Your \u{e4}", "\u{e4}", "Your #"),
            ("Name", "a", "Name"),
        ] {
            assert_eq!(replace_word(text, word, "#"), expected, "{word} in {text}");
        }
    }
}
