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
    } else if has_digits(facts) {
        let keys = without_brackets(sum).filter(|keys| keys.chars().all(|it| has_key(facts, it)));
        let keys = keys.ok_or_else(|| no_key_error(facts, &missing))?;
        steps.extend(keys.chars().filter_map(|it| key(facts, &it.to_string())).map(click_step));
    } else if is_calculator(facts) && controls::display(facts).is_some() {
        steps.push(Step::Press(vec![format!("{}{{ENTER}}", in_key_notation(sum))]));
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

fn has_key(facts: &AppFacts<'_>, sign: char) -> bool {
    key(facts, &sign.to_string()).is_some()
}

fn no_key_error(facts: &AppFacts<'_>, missing: &[String]) -> String {
    format!(
        "{} has no key {}: write the sum so that it needs none, as in `compute 75 / 4`",
        facts.window_name(),
        quoted_list(missing)
    )
}

/// The keys of a sum for a calculator that has none for brackets: what is in the only brackets comes first, with `=` behind it.
fn without_brackets(sum: &str) -> Option<String> {
    let (before, rest) = sum.split_once('(')?;
    let (inner, after) = rest.split_once(')')?;
    let is_factor = before.strip_suffix('*').is_some_and(|it| it.parse::<f64>().is_ok());
    let is_one = !inner.contains('(') && !after.contains(['(', ')']);
    match before.strip_suffix('*') {
        _ if !is_one => None,
        None if before.is_empty() => Some(format!("{inner}={after}=").replace("==", "=")),
        // A product may be written the other way round.
        Some(factor) if is_factor => Some(format!("{inner}=*{factor}{after}=")),
        _ => None,
    }
}

/// The sum in key notation, where these signs mean keys and groups.
fn in_key_notation(sum: &str) -> String {
    sum.replace('+', "{+}").replace('(', "{(}").replace(')', "{)}")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_with_brackets_is_computed_in_an_order_that_needs_none() {
        for (sum, keys) in [
            ("(45+30)/4", Some("45+30=/4=")),
            ("7*(8+4)", Some("8+4=*7=")),
            ("7*(8+4)-1", Some("8+4=*7-1=")),
            ("(1+2)", Some("1+2=")),
            ("100/(3+2)", None),
            ("10-(3+2)", None),
            ("(1+2)*(3+4)", None),
            ("((1+2)*3)/4", None),
            ("1+2", None),
        ] {
            assert_eq!(without_brackets(sum).as_deref(), keys, "{sum}");
        }
    }

    #[test]
    fn brackets_are_typed_and_group_no_keys() {
        assert_eq!(in_key_notation("(1+2)*3"), "{(}1{+}2{)}*3");
    }
}
