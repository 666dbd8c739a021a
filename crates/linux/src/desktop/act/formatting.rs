//! Which keys change how the text at the caret looks: the text itself shows that at once, the tool bars later.

use super::executor::ActionExecutor;
use deskpilot_atspi::NodeRef;
use deskpilot_core::{Chord, Gesture, Input, Key, Modifier, Role};

/// What must be there for keys to change how a text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Formatted {
    /// Selected characters. Without any, the keys are for what is typed next.
    Characters,
    /// The paragraph with the caret.
    Paragraph,
}

impl ActionExecutor {
    /// Whether an input changes how a text looks, so that it needs no tool bar for its proof.
    pub(super) async fn is_shown_by_format(&self, input: &Input) -> bool {
        let Gesture::Keys(chords) = &input.gesture else { return false };
        let Some(formatted) = formatted_by(chords) else { return false };
        let text = self.reader.given.target(input).filter(|it| it.role == Role::Text);
        let Some(node) = text.and_then(|it| it.node()).and_then(NodeRef::of) else { return false };
        match formatted {
            Formatted::Paragraph => true,
            Formatted::Characters => {
                self.reader.caller().selected_range(&node).await.is_ok_and(|(from, to)| from < to)
            }
        }
    }
}

/// What the keys change, as office suites have them.
fn formatted_by(chords: &[Chord]) -> Option<Formatted> {
    let [Chord { key: Key::Char(letter), held }] = chords else { return None };
    match (held.as_slice(), letter) {
        ([Modifier::Control], 'b' | 'i' | 'u') => Some(Formatted::Characters),
        ([Modifier::Control], 'e' | 'j' | 'l' | 'r') => Some(Formatted::Paragraph),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::parse_keys;

    #[test]
    fn keys_for_characters_and_for_paragraphs_are_known() {
        for (keys, expected) in [
            ("Ctrl+B", Some(Formatted::Characters)),
            ("Ctrl+U", Some(Formatted::Characters)),
            ("Ctrl+E", Some(Formatted::Paragraph)),
            ("Ctrl+Shift+B", None),
            ("Ctrl+S", None),
            ("b", None),
            ("{CTRL+B}{CTRL+I}", None),
        ] {
            assert_eq!(formatted_by(&parse_keys(keys).unwrap()), expected, "{keys}");
        }
    }
}
