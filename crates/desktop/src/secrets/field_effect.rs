//! The effects of inputs near fields that hold secrets: their messages reveal neither a text nor a length.

use deskpilot_core::{Effect, Evidence, ExistingState, NoChangeReason};

/// The content of a field after an input there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FieldContent {
    /// The secret, or what is left of it, and perhaps more.
    Unknown,
    /// The same, and nobody sees it, so that no comparison shows it.
    Hidden,
    /// The whole secret that was just typed.
    Secret,
    /// This text, which was typed in place of the secret, or nothing.
    Known(String),
}

/// Conceals what the effect of an input reveals of the field with the secret of this placeholder.
pub(super) fn conceal(effect: &mut Effect, content: FieldContent, placeholder: &str) {
    *effect = concealed(effect.clone(), content, placeholder);
}

fn concealed(effect: Effect, content: FieldContent, placeholder: &str) -> Effect {
    let value = |before: Option<&str>, after: &str| {
        let (before, after) = (before.map(str::to_owned), Some(after.to_owned()));
        Effect::Confirmed(Evidence::Value { before, after, of: None })
    };
    match (effect, content) {
        (Effect::Confirmed(Evidence::Value { of: Some(of), .. }), _) => {
            Effect::Confirmed(Evidence::Reported(format!("{of} holds something else now")))
        }
        (Effect::Confirmed(Evidence::Controls { added, removed, changed, .. }), _) => {
            Effect::Confirmed(Evidence::Controls { added, removed, changed, details: Vec::new() })
        }
        (Effect::NoChange(NoChangeReason::Reverted(_)), _) => {
            let before = ExistingState::Recorded("what it was".to_owned());
            Effect::NoChange(NoChangeReason::Reverted(before))
        }
        // These say nothing about the text of the field.
        (
            effect @ (Effect::Confirmed(
                Evidence::Windows(_)
                | Evidence::Written(_)
                | Evidence::Focus(_)
                | Evidence::Accepted
                | Evidence::ExitCode(_),
            )
            | Effect::Unverified(_)
            | Effect::Refused(_)
            | Effect::Interrupted),
            _,
        )
        | (effect @ Effect::NoChange(_), FieldContent::Hidden) => effect,
        (_, FieldContent::Known(text)) => value(Some(placeholder), &text),
        (_, FieldContent::Secret) => value(None, placeholder),
        (
            Effect::Confirmed(
                Evidence::Value { of: None, .. }
                | Evidence::Turned { .. }
                | Evidence::Text(_)
                | Evidence::Pointer(_)
                | Evidence::Reported(_),
            )
            | Effect::NoChange(_)
            | Effect::Partial(_),
            FieldContent::Unknown | FieldContent::Hidden,
        ) => Effect::unverified(format!("{placeholder} stands there, so what is there now is not read")),
    }
}

/// Replaces the texts of fields with secrets, however short, where a result quotes them.
pub(super) fn replace_texts<'t>(
    texts: impl IntoIterator<Item = &'t mut String>,
    fields: &[(String, String)],
) {
    for text in texts {
        for (of_field, placeholder) in fields {
            if text == of_field {
                text.clone_from(placeholder);
            }
            // Sentences quote texts in this form.
            *text = text.replace(&format!("{of_field:?}"), &format!("{placeholder:?}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::ControlDetail;

    #[test]
    fn nothing_is_reported_of_the_text_of_the_field() {
        let value = |of: Option<&str>| {
            let (before, after) = (Some("OpenS".into()), Some("Open".into()));
            Effect::Confirmed(Evidence::Value { before, after, of: of.map(str::to_owned) })
        };
        let state = |text: &str| Effect::Confirmed(Evidence::Reported(text.into()));
        let details =
            vec![ControlDetail::Described("Edit \"Password\": value \"OpenS\" -> \"Open\"".to_owned())];
        let unread = "unverified: # stands there, so what is there now is not read";
        for (effect, content, expected) in [
            (value(None), FieldContent::Unknown, unread),
            (
                value(Some("Edit \"Name\"")),
                FieldContent::Unknown,
                "confirmed: Edit \"Name\" holds something else now",
            ),
            (state("characters 0 to 5 are selected"), FieldContent::Unknown, unread),
            (
                Effect::Partial("5 of 12 characters are there: \"OpenS\"".into()),
                FieldContent::Unknown,
                unread,
            ),
            (
                Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::Text("Open".into()))),
                FieldContent::Unknown,
                unread,
            ),
            (
                Effect::NoChange(NoChangeReason::Reverted(ExistingState::Text("Open".into()))),
                FieldContent::Known(String::new()),
                "no change: confirmed, then reverted to what it was",
            ),
            (
                Effect::Confirmed(Evidence::Controls { added: 0, removed: 0, changed: 2, details }),
                FieldContent::Unknown,
                "confirmed: controls: 0 added, 0 removed, 2 changed",
            ),
            (
                Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING)),
                FieldContent::Hidden,
                "no change: all controls are as they were",
            ),
            (value(None), FieldContent::Known(String::new()), "confirmed: value \"#\" -> \"\""),
            (value(None), FieldContent::Secret, "confirmed: the value is \"#\""),
            (Effect::unverified("it is hidden"), FieldContent::Unknown, "unverified: it is hidden"),
        ] {
            assert_eq!(concealed(effect.clone(), content, "#").to_string(), expected, "{effect}");
        }
    }

    #[test]
    fn a_short_rest_is_not_quoted_elsewhere_either() {
        let mut sentences =
            ["Ope", "Edit \"Open\": value \"\" -> \"Ope\"", "Open the menu"].map(str::to_owned);
        replace_texts(&mut sentences, &[("Ope".into(), "#".into())]);
        assert_eq!(sentences, ["#", "Edit \"Open\": value \"\" -> \"#\"", "Open the menu"]);
    }
}
