//! The words after `wait`: a text that is to show, a window that is to open, or a time.

use super::{
    names::{bare, strip_word},
    phrases::{cut_last, non_empty, whole},
    quote::{mask, unquote},
    step::Step,
};

pub(super) fn wait(rest: &str) -> Result<Step, String> {
    if let Some(seconds) = seconds(rest) {
        return Ok(Step::Wait(seconds));
    }
    let title = ["the window ", "the dialog "].iter().find_map(|it| strip_word(rest, it)).and_then(unquote);
    if let Some(title) = title.filter(|it| !it.trim().is_empty()) {
        return Ok(Step::AwaitWindow(title));
    }
    let (text, limit) = match cut_last(rest, &[" for at most ", " at most ", " up to "]) {
        Some((text, limit)) => (text, seconds(limit).ok_or("say at most how many seconds, 0 to 300")?),
        None => (rest, 30),
    };
    let ends = [" to appear", " to show up", " to show", " appears", " shows up", " shows", " is shown"];
    let text = ends
        .iter()
        .find_map(|end| mask(text).ends_with(end).then(|| &text[..text.len() - end.len()]))
        .unwrap_or(text);
    if is_time(text) {
        return Err("say how many seconds, 0 to 300, or quote the text to wait for".into());
    }
    non_empty(whole(bare(text))?, "say what to wait for").map(|text| Step::WaitFor(text, limit))
}

/// Words for a time that is no number of seconds.
const SOME_TIME: &[&str] = &["moment", "bit", "little", "while", "little while", "little bit", "short while"];

/// Units of time, with those that are too short or too long to wait for.
const TIME_UNITS: &[&str] =
    &["ms", "milliseconds", "s", "sec", "seconds", "min", "minutes", "h", "hour", "hours", "o'clock"];

/// Whether the words say a time and no text that shows: `a moment`, `500 ms`, `10 minutes`.
fn is_time(text: &str) -> bool {
    let words = bare(text).to_lowercase();
    let begins_with_number = words.starts_with(|c: char| c.is_ascii_digit());
    let has_unit = TIME_UNITS.iter().any(|unit| words.split_whitespace().last() == Some(unit));
    SOME_TIME.contains(&words.as_str()) || (begins_with_number && has_unit)
}

/// Whole seconds, parsed from `5`, `5 seconds` or `2 minutes`.
fn seconds(text: &str) -> Option<u32> {
    let text = text.trim();
    match text.to_lowercase().as_str() {
        "a second" | "one second" => return Some(1),
        "a minute" | "one minute" => return Some(60),
        _ => {}
    }
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (count, unit) = text.split_at(digits);
    let scale = match unit.trim().to_lowercase().as_str() {
        "" | "s" | "sec" | "second" | "seconds" => 1,
        "min" | "minute" | "minutes" => 60,
        _ => return None,
    };
    count.parse::<u32>().ok()?.checked_mul(scale).filter(|seconds| *seconds <= 300)
}
