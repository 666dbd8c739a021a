//! What an action is for, where the truth can show whether it came about. Pure.

use super::{fulfilment::Fulfilment, sheet::rows, truth::Truth};
use deskpilot_core::{Aim, Gesture, TextMode};
use serde_json::{Value, json};

/// Whether the truth after a gesture is as the gesture wants it.
pub(crate) fn fulfilment(gesture: &Gesture, aim: &Aim, before: &Truth, after: &Truth) -> Fulfilment {
    if let (Gesture::Focus, Aim::Window) = (gesture, aim) {
        let is_active = after.screen.windows.contains_key(&after.screen.active);
        return if is_active { Fulfilment::Met } else { Fulfilment::Unknown };
    }
    let target = match aim {
        Aim::Control(control) => control.name.as_str(),
        Aim::Window => before.state.focus.as_str(),
        Aim::Point(_) => return Fulfilment::Unknown,
    };
    // Many controls have no name.
    if target.is_empty() {
        return Fulfilment::Unknown;
    }
    match gesture {
        Gesture::Text { text, mode } => written(text, *mode, target, before, after),
        // A dialog or a menu takes the keys before the document does.
        Gesture::Keys(chords) if before.screen.windows.len() == 1 => rows(chords, before, after),
        Gesture::Check(on) => compare(after.property(target, "checked"), &json!(on)),
        Gesture::Expand(on) => compare(after.property(target, "expanded"), &json!(on)),
        Gesture::SetNumber(wanted) => match after.property(target, "number").and_then(Value::as_f64) {
            Some(is) if (is - wanted).abs() < 1e-6 => Fulfilment::Met,
            Some(is) => Fulfilment::Missed(format!("the number of {target:?} is {is}")),
            None => Fulfilment::Unknown,
        },
        Gesture::Select(item) => compare(after.property(target, "choice"), &json!(item)),
        Gesture::Focus if matches!(aim, Aim::Control(_)) && after.state.controls.contains_key(target) => {
            match after.state.focus.as_str() {
                focus if focus == target => Fulfilment::Met,
                // The recorder of an office suite or a browser does not know it.
                "" if after.screen.pixels.is_some() => Fulfilment::Unknown,
                focus => Fulfilment::Missed(format!("the focus is on {focus:?}")),
            }
        }
        _ => Fulfilment::Unknown,
    }
}

fn compare(is: Option<&Value>, wanted: &Value) -> Fulfilment {
    match is {
        None | Some(Value::Null) => Fulfilment::Unknown,
        Some(is) if is == wanted => Fulfilment::Met,
        Some(is) => Fulfilment::Missed(format!("it is {is}")),
    }
}

/// A text with keys in it, and one for a single line that has several, can become anything.
fn written(text: &str, mode: TextMode, target: &str, before: &Truth, after: &Truth) -> Fulfilment {
    let (Some(was), Some(is)) = (before.text(target), after.text(target)) else { return Fulfilment::Unknown };
    // A cell has its text only once something ends its writing.
    let is_field = ["caret", "number"].iter().any(|it| before.property(target, it).is_some());
    if !is_field || text.chars().any(char::is_control) || text.is_empty() {
        return Fulfilment::Unknown;
    }
    let length = |text: &str| text.trim_end_matches('\n').chars().count();
    let caret = before.property(target, "caret").and_then(Value::as_array);
    let had_selection = caret.is_some_and(|it| it.first() != it.last());
    let is_met = match mode {
        TextMode::Replace => is.trim_end_matches('\n') == text,
        TextMode::Append => {
            let is_longer = length(is) == length(was) + length(text) || is.len() == was.len() + text.len();
            is.contains(text) && (had_selection || is_longer)
        }
    };
    if is_met { Fulfilment::Met } else { Fulfilment::Missed(format!("the text of {target:?} is {is:?}")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::testing::truth;
    use deskpilot_core::{Control, Role};

    #[test]
    fn a_text_is_there_whole_or_it_is_missed() {
        let of =
            |text: &str| truth(&json!({"Name": {"text": text, "caret": [0, 0]}, "Agree": {"checked": true}}));
        let aim = |name: &str| Aim::Control(Box::new(Control::deferred(Role::Edit, name)));
        let text = |text: &str, mode| Gesture::Text { text: text.into(), mode };
        for (gesture, name, is, expected) in [
            (text("tea", TextMode::Replace), "Name", "tea", true),
            (text("tea", TextMode::Replace), "Name", "Ann tea", false),
            (text("tea", TextMode::Append), "Name", "Anntea", true),
            (text("tea", TextMode::Append), "Name", "Annte", false),
            (text("tea", TextMode::Append), "Name", "Annteatea", false),
            (Gesture::Check(true), "Agree", "", true),
            (Gesture::Check(false), "Agree", "", false),
        ] {
            let found = fulfilment(&gesture, &aim(name), &of("Ann"), &of(is));
            assert_eq!(found == Fulfilment::Met, expected, "{gesture:?}: {found:?}");
        }
        let below = fulfilment(&text("tea", TextMode::Append), &aim("Name"), &of("Ann\n"), &of("Ann\ntea"));
        assert_eq!(below, Fulfilment::Met);
        let unknown = fulfilment(&Gesture::Check(true), &aim("Name"), &of(""), &of(""));
        assert_eq!(unknown, Fulfilment::Unknown);
    }
}
