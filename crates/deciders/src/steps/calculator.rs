//! Computes with a calculator: by its buttons, or by the keyboard if it shows none.

use super::{
    act::StepMove,
    controls,
    names::{folded_name, is_same_key, quoted_list},
    step::{ClickKind, Name, Step},
};
use crate::facts::{AppFacts, NestedControl};
use deskpilot_core::Role;

/// The names of the clear key, the most thorough first.
const CLEAR_KEYS: &[&str] = &["ac", "all clear", "clear all", "c", "clear", "ce"];

/// Keys that may leave the display unchanged.
const SILENT_KEYS: &[&str] =
    &["+", "-", "*", "/", "=", "(", ")", "0", "ac", "c", "ce", "ms", "m+", "m-", "mc"];

/// The steps that compute the sum and note the displayed result.
pub(super) fn compute(
    facts: &AppFacts<'_>,
    sum: &str,
    note: &str,
    next: Option<&Step>,
) -> Result<StepMove, String> {
    let wanted: Vec<String> = sum.chars().map(String::from).chain(["=".to_owned()]).collect();
    let missing: Vec<String> = wanted.iter().filter(|it| key(facts, it).is_none()).cloned().collect();
    let mut steps: Vec<Step> = clear_step(facts).into_iter().collect();
    if missing.is_empty() {
        steps.extend(wanted.iter().filter_map(|it| key(facts, it)).map(click_step));
    } else if is_calculator(facts) && controls::display(facts).is_some() {
        steps.push(Step::Press(vec![format!("{}{{ENTER}}", sum.replace('+', "{+}"))]));
    } else {
        return Err(format!(
            "{} is no calculator: it has no key {}",
            facts.window_name(),
            quoted_list(&missing)
        ));
    }
    if !matches!(next, Some(Step::Read(..))) {
        steps.push(Step::Read(Name::of("display"), note.to_owned()));
    }
    Ok(StepMove::Steps(steps))
}

/// The button for this sign.
pub(super) fn key<'s>(facts: &'s AppFacts<'s>, sign: &str) -> Option<&'s NestedControl<'s>> {
    let is_button = |seen: &&NestedControl<'_>| {
        matches!(seen.role, Role::Button | Role::ToggleButton) && seen.has_label()
    };
    let buttons = || facts.controls.iter().filter(is_button);
    buttons()
        .find(|seen| folded_name(&seen.name) == sign)
        .or_else(|| buttons().find(|seen| is_same_key(sign, &seen.name)))
}

/// Whether a click may have worked although nothing changed, because the display shows what it should.
pub(super) fn may_change_nothing(facts: &AppFacts<'_>, name: &str) -> bool {
    if !has_digits(facts) {
        return false;
    }
    let digit = folded_name(name).parse::<u8>().is_ok_and(|digit| digit <= 9);
    let shown =
        controls::display(facts).and_then(|found| found.control.value.as_deref()).unwrap_or("").trim();
    SILENT_KEYS.iter().any(|key| is_same_key(key, name))
        || (digit && shown.ends_with(folded_name(name).as_str()))
}

/// Whether the display does not show a result yet: it is empty or still shows the sum.
pub(super) fn is_busy(facts: &AppFacts<'_>, display: &NestedControl<'_>) -> bool {
    let Some(value) = display.value.as_deref().map(str::trim) else { return false };
    let signs = ['+', '*', '×', '/', '÷', '-', '−'];
    // A number's sign precedes it, and its exponent's sign follows an `e`.
    let is_sum = value.char_indices().skip(1).any(|(at, c)| {
        signs.contains(&c) && value[..at].ends_with(|before: char| before.is_ascii_digit() || before == ')')
    });
    is_calculator(facts) && (value.is_empty() || is_sum)
}

/// The step that clears the display, if it is not empty.
fn clear_step(facts: &AppFacts<'_>) -> Option<Step> {
    let shown = controls::display(facts)?.control.value.as_deref().map(str::trim);
    if matches!(shown, Some("" | "0" | "0.")) {
        return None;
    }
    let clear =
        CLEAR_KEYS.iter().find_map(|name| key(facts, name).filter(|seen| folded_name(&seen.name) == *name));
    Some(clear.map_or_else(|| Step::Press(vec!["Escape".into()]), click_step))
}

fn click_step(key: &NestedControl<'_>) -> Step {
    Step::Click(ClickKind::Click, Name::of(key.name.trim()))
}

fn has_digits(facts: &AppFacts<'_>) -> bool {
    ["1", "2", "3"].iter().all(|digit| key(facts, digit).is_some())
}

fn is_calculator(facts: &AppFacts<'_>) -> bool {
    let says_so = |text: &str| text.to_lowercase().contains("calc");
    has_digits(facts) || says_so(&facts.window.application) || says_so(&facts.window.title)
}
