//! Judges what became of the clipboard, and describes its text without revealing it. Pure.

use deskpilot_core::{Effect, Evidence, Outcome};

/// The effect of putting a text on the clipboard, by a read afterwards: the text that it found, `None` for anything else, or why it
/// failed.
pub fn effect_of_clipboard(text: &str, read: Result<Option<&str>, String>) -> Effect {
    match read {
        Ok(Some(there)) if there == text => Effect::Confirmed(holds(text)),
        Ok(_) => Effect::Partial("it was put there, and something else is there now".into()),
        Err(error) => Effect::unverified(format!("it was put there, and could not be read back: {error}")),
    }
}

/// The outcome of a read of the clipboard that found this text.
pub fn outcome_of_clipboard(text: String) -> Outcome {
    let effect = Effect::Confirmed(holds(&text));
    Outcome { output: Some(text), ..effect.into() }
}

fn holds(text: &str) -> Evidence {
    Evidence::Reported(format!("the clipboard holds {} characters of text", text.chars().count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_that_was_put_there_confirms_it_and_no_effect_reveals_it() {
        for (read, expected) in [
            (Ok(Some("tea \u{fc}")), "confirmed: the clipboard holds 5 characters of text"),
            (Ok(Some("milk")), "partial: it was put there, and something else is there now"),
            (Ok(None), "partial: it was put there, and something else is there now"),
            (
                Err("no owner".to_owned()),
                "unverified: it was put there, and could not be read back: no owner",
            ),
        ] {
            assert_eq!(effect_of_clipboard("tea \u{fc}", read).to_string(), expected);
        }
        let outcome = outcome_of_clipboard("tea".into());
        assert_eq!(outcome.effect.to_string(), "confirmed: the clipboard holds 3 characters of text");
        assert_eq!(outcome.output.as_deref(), Some("tea"));
    }
}
