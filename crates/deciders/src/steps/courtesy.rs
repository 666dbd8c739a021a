//! Words of courtesy around a step, which say nothing of what is to be done: `could you please`, `thanks`.

use super::{names, quote};

/// Filler words before a step.
const FILLERS: &[&str] = &[
    "and then",
    "after that",
    "then",
    "and",
    "next",
    "now",
    "please",
    "pls",
    "plz",
    "kindly",
    "hey",
    "ok",
    "okay",
    "just",
    "finally",
    "lastly",
    "first",
    "afterwards",
    "also",
    "could you",
    "can you",
    "would you",
    "will you",
    "go ahead and",
    "let's",
    "lets",
    "i want you to",
    "i want to",
    "i need you to",
    "i need to",
    "i would like you to",
    "i would like to",
    "i'd like you to",
    "i'd like to",
    "help me to",
    "help me",
];

/// What stands behind a step.
const THANKS: &[&str] = &[" please", " pls", " plz", " thanks", " thank you", " thx", " for me"];

/// Verbs whose objects are names of applications and files, sums, or nothing: words of thanks behind them belong to no text.
const WITHOUT_TEXT: &[&str] =
    &["open", "save", "compute", "divide", "multiply", "subtract", "copy", "cut", "paste", "undo", "close"];

/// The step without the filler words before it.
pub(super) fn without_fillers(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(rest) = FILLERS.iter().find_map(|filler| after_filler(text, filler)) {
        text = rest;
    }
    text
}

fn after_filler<'t>(text: &'t str, filler: &str) -> Option<&'t str> {
    let rest = names::strip_word(text, filler)?;
    rest.starts_with([' ', ',', ':']).then(|| rest.trim_start_matches([' ', ',', ':']))
}

/// The object of a verb without the words of thanks behind it, where they can belong to no name and no text.
pub(super) fn without_thanks<'t>(verb: &str, object: &'t str) -> &'t str {
    let masked = quote::mask(object);
    let Some(before) = THANKS.iter().find_map(|thanks| masked.strip_suffix(*thanks)) else { return object };
    let adds_numbers = verb == "add" && before.ends_with(|it: char| it.is_ascii_digit());
    if adds_numbers || WITHOUT_TEXT.contains(&verb) {
        return without_thanks(verb, object[..before.len()].trim_end_matches([',', ' ']));
    }
    match before.strip_suffix(',') {
        Some(named) if !matches!(verb, "type" | "run") => &object[..named.len()],
        _ => object,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn courtesy_is_left_out_and_no_word_of_a_text_is() {
        for (text, expected) in [
            ("Could you please open it", "open it"),
            ("hey, I'd like you to just open it", "open it"),
            ("go ahead and open it", "open it"),
            ("justify it", "justify it"),
            ("please help me to open it", "open it"),
            ("Help me open it", "open it"),
        ] {
            assert_eq!(without_fillers(text), expected);
        }
        for (verb, object, expected) in [
            ("open", "the calculator for me, please", "the calculator"),
            ("save", "it as a.txt, thx", "it as a.txt"),
            ("add", "5 and 6 please", "5 and 6"),
            ("add", "say please", "say please"),
            ("type", "yes, please", "yes, please"),
            ("click", "OK, please", "OK"),
            ("click", "Say please", "Say please"),
            ("open", "\"for me please\"", "\"for me please\""),
        ] {
            assert_eq!(without_thanks(verb, object), expected, "{verb} {object}");
        }
    }
}
