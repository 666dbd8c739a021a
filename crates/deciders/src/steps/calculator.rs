//! Computes with a calculator: by its buttons, or by the keyboard if it shows none.

use super::{
    act::Move,
    controls,
    step::{Name, Press, Step},
    words::{listed, same_key, simple},
};
use crate::sight::{AppSight, Seen};
use deskpilot_core::Role;

/// The names of the clear key, the most thorough first.
const CLEARS: &[&str] = &["ac", "all clear", "clear all", "c", "clear", "ce"];

/// Keys that may leave the display unchanged.
const QUIET: &[&str] = &["+", "-", "*", "/", "=", "(", ")", "0", "ac", "c", "ce", "ms", "m+", "m-", "mc"];

/// The steps that compute the sum and note the displayed result.
pub(super) fn compute(
    sight: &AppSight<'_>,
    sum: &str,
    note: &str,
    next: Option<&Step>,
) -> Result<Move, String> {
    let wanted: Vec<String> = sum.chars().map(String::from).chain(["=".to_owned()]).collect();
    let missing: Vec<String> = wanted.iter().filter(|it| key(sight, it).is_none()).cloned().collect();
    let mut steps: Vec<Step> = clearing(sight).into_iter().collect();
    if missing.is_empty() {
        steps.extend(wanted.iter().filter_map(|it| key(sight, it)).map(pressing));
    } else if is_calculator(sight) && controls::display(sight).is_some() {
        steps.push(Step::Press(vec![format!("{}{{ENTER}}", sum.replace('+', "{+}"))]));
    } else {
        return Err(format!("{} is no calculator: it has no key {}", sight.place(), listed(&missing)));
    }
    if !matches!(next, Some(Step::Read(..))) {
        steps.push(Step::Read(Name::of("display"), note.to_owned()));
    }
    Ok(Move::Steps(steps))
}

/// The button for this sign.
pub(super) fn key<'s>(sight: &'s AppSight<'s>, sign: &str) -> Option<&'s Seen<'s>> {
    let is_button =
        |seen: &&Seen<'_>| matches!(seen.role, Role::Button | Role::ToggleButton) && seen.has_label();
    let buttons = || sight.controls.iter().filter(is_button);
    buttons()
        .find(|seen| simple(&seen.name) == sign)
        .or_else(|| buttons().find(|seen| same_key(sign, &seen.name)))
}

/// Whether a click may have worked although nothing changed, because the display shows what it should.
pub(super) fn may_be_quiet(sight: &AppSight<'_>, name: &str) -> bool {
    if !has_digits(sight) {
        return false;
    }
    let digit = simple(name).parse::<u8>().is_ok_and(|digit| digit <= 9);
    let shown = controls::display(sight).and_then(|pick| pick.seen.value.as_deref()).unwrap_or("").trim();
    QUIET.iter().any(|key| same_key(key, name)) || (digit && shown.ends_with(simple(name).as_str()))
}

/// Whether the display does not show a result yet: it is empty or still shows the sum.
pub(super) fn is_busy(sight: &AppSight<'_>, display: &Seen<'_>) -> bool {
    let Some(value) = display.value.as_deref().map(str::trim) else { return false };
    let signs = ['+', '*', '×', '/', '÷', '-', '−'];
    // A number's sign precedes it, and its exponent's sign follows an `e`.
    let is_sum = value.char_indices().skip(1).any(|(at, c)| {
        signs.contains(&c) && value[..at].ends_with(|before: char| before.is_ascii_digit() || before == ')')
    });
    is_calculator(sight) && (value.is_empty() || is_sum)
}

/// The step that clears the display, if it is not empty.
fn clearing(sight: &AppSight<'_>) -> Option<Step> {
    let shown = controls::display(sight)?.seen.value.as_deref().map(str::trim);
    if matches!(shown, Some("" | "0" | "0.")) {
        return None;
    }
    let clear = CLEARS.iter().find_map(|name| key(sight, name).filter(|seen| simple(&seen.name) == *name));
    Some(clear.map_or_else(|| Step::Press(vec!["Escape".into()]), pressing))
}

fn pressing(key: &Seen<'_>) -> Step {
    Step::Click(Press::Click, Name::of(key.name.trim()))
}

fn has_digits(sight: &AppSight<'_>) -> bool {
    ["1", "2", "3"].iter().all(|digit| key(sight, digit).is_some())
}

fn is_calculator(sight: &AppSight<'_>) -> bool {
    let says_so = |text: &str| text.to_lowercase().contains("calc");
    has_digits(sight) || says_so(&sight.window.application) || says_so(&sight.window.title)
}
