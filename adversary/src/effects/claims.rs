//! What the evidence of an effect says about a window, compared with the truth. Pure.

use super::truth::{Truth, short};
use deskpilot_core::{ControlDetail, ControlLine, Evidence, State, TextChange};
use serde_json::{Value, json};

/// The field of a cell while something is written into it.
const WRITTEN_CELL: &str = "the cell in which text is written";
/// How many controls cannot be gone while every control that the truth knows is there.
const MANY: u32 = 10;

/// What the evidence says and the truth contradicts; `None` where it is true or the truth does not know.
pub(crate) fn contradiction(
    evidence: &Evidence,
    target: Option<&str>,
    before: &Truth,
    after: &Truth,
) -> Option<String> {
    match evidence {
        Evidence::Value { after: Some(reported), of, .. } => {
            let written = target.filter(|it| !after.is_cell(it));
            let name = of.as_deref().map_or_else(|| written.map(str::to_owned), name_in)?;
            value(&name, reported, after)
        }
        Evidence::Turned { state, on } => self::state(*state, *on, target, after),
        Evidence::Text(TextChange::Copied) => {
            (before.screen.copies == after.screen.copies).then(|| "nothing was copied".into())
        }
        Evidence::Pointer(at) => {
            let (x, y) = after.screen.pointer;
            ((at.x, at.y) != (x.into(), y.into())).then(|| format!("the pointer is at {x},{y}"))
        }
        Evidence::Focus(on) => focus(&name_in(on)?, after),
        Evidence::Windows(_) if before.screen.windows == after.screen.windows => {
            Some("no window opened, closed or has another title".into())
        }
        Evidence::Controls { removed, details, .. } => gone(*removed, details, before, after),
        Evidence::Value { .. }
        | Evidence::Text(_)
        | Evidence::Written(_)
        | Evidence::Reported(_)
        | Evidence::Windows(_)
        | Evidence::Accepted
        | Evidence::ExitCode(_) => None,
    }
}

/// The name in an identity such as `Edit "Name"`.
fn name_in(identity: &str) -> Option<String> {
    let lines = ControlLine::parse_listing(identity);
    lines.into_iter().next().map(|it| it.name).filter(|it| !it.is_empty())
}

fn value(name: &str, reported: &str, after: &Truth) -> Option<String> {
    // A field that hides its text shows another one.
    if name == "Password" {
        return None;
    }
    let known = ["text", "number", "choice"].map(|it| after.property(name, it));
    let mut known = known.into_iter().flatten().filter(|it| !it.is_null()).peekable();
    known.peek()?;
    let end = reported.trim_start_matches('…').trim_end_matches('\n');
    let is_reported = |it: &Value| match it {
        // Of a text of several lines, one may be reported.
        Value::String(text) if text.contains('\n') => text.contains(end),
        Value::String(text) => text.ends_with(end),
        Value::Number(number) => {
            let reported: Option<f64> = reported.trim().parse().ok();
            reported.zip(number.as_f64()).is_some_and(|(reported, is)| (reported - is).abs() < 1e-6)
        }
        _ => false,
    };
    let all: Vec<&Value> = known.collect();
    let shown = || all.iter().map(|it| short(&it.to_string())).collect::<Vec<_>>().join(" or ");
    (!all.iter().any(|it| is_reported(it))).then(|| format!("the value of {name:?} is {}", shown()))
}

fn state(state: State, on: bool, target: Option<&str>, after: &Truth) -> Option<String> {
    let is_known = matches!(state, State::Checked | State::Expanded);
    let is = after.property(target?, state.name()).filter(|_| is_known)?;
    (*is != json!(on)).then(|| format!("{} is {is}", state.name()))
}

fn focus(name: &str, after: &Truth) -> Option<String> {
    let focus = &after.state.focus;
    // The item of a menu bar that is chosen has the focus of accessibility, and no widget's.
    let is_known = after.property(name, "enabled").is_some() && !focus.is_empty();
    (is_known && focus != name).then(|| format!("the focus is on {focus:?}"))
}

fn gone(removed: u32, details: &[ControlDetail], before: &Truth, after: &Truth) -> Option<String> {
    if before.screen.windows != after.screen.windows {
        return None;
    }
    let is_shown = |truth: &Truth, name: &str| truth.property(name, "shown") == Some(&json!(true));
    let names = details.iter().filter_map(|it| match it {
        ControlDetail::Removed { name, .. } => Some(name).filter(|it| !it.is_empty()),
        _ => None,
    });
    // The field in which a cell is written has the name of its list.
    let is_written = |truth: &Truth| truth.state.controls.contains_key(WRITTEN_CELL);
    let is_closed = is_written(before) && !is_written(after);
    let there = names.into_iter().find(|it| is_shown(before, it) && is_shown(after, it) && !is_closed);
    let is_as_it_was = removed >= MANY && after.is_same(before);
    match there {
        Some(name) => Some(format!("{name:?} is there")),
        None => {
            is_as_it_was.then(|| format!("{removed} controls are reported gone, and the window is as it was"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::testing::truth;
    use deskpilot_core::{Role, WindowChange};

    #[test]
    fn evidence_is_compared_with_what_the_truth_knows() {
        let is = truth(&json!({
            "Name": {"text": "Ann", "shown": true}, "Amount": {"number": 7.0}, "Agree": {"checked": true},
        }));
        let value = |after: &str, of: &str| Evidence::Value {
            before: None,
            after: Some(after.into()),
            of: Some(of.into()),
        };
        let gone = |removed, role, name: &str| Evidence::Controls {
            added: 0,
            removed,
            changed: 0,
            details: vec![ControlDetail::Removed { role, name: name.into() }],
        };
        for (evidence, is_false) in [
            (value("Ann", "Edit \"Name\""), false),
            (value("Anna", "Edit \"Name\""), true),
            (value("7", "Spinner \"Amount\""), false),
            (value("8", "Spinner \"Amount\""), true),
            (value("8", "Edit \"Elsewhere\""), false),
            (Evidence::Turned { state: State::Checked, on: true }, false),
            (Evidence::Turned { state: State::Checked, on: false }, true),
            (Evidence::Windows(vec![WindowChange::Opened("x".into())]), true),
            (gone(1, Role::Edit, "Name"), true),
            (gone(1, Role::Edit, "Elsewhere"), false),
            (gone(837, Role::Menu, "File"), true),
        ] {
            let found = contradiction(&evidence, Some("Agree"), &is, &is);
            assert_eq!(found.is_some(), is_false, "{evidence}: {found:?}");
        }
    }
}
