//! Which reading of a request is followed: that of the grammar where it is sure, else that of free words where it understands all of
//! them.

use super::{
    applications::surely_names,
    forms::DISPLAY,
    grammar,
    named_application::without_application,
    phrases::{is_absolute, is_address},
    split::segments,
    step::{RESULT, Step, TextSource},
    wishes::{self, Keyboard},
};
use crate::facts::HostFacts;

/// The steps of the request, each in words of the grammar or not understood at all.
pub(super) fn segments_of(facts: &HostFacts<'_>) -> Result<Vec<String>, String> {
    let written = segments(facts.request);
    let keyboard = match facts.windows.iter().any(|window| window.focused && window.label.is_some()) {
        true => Keyboard::Taken,
        false => Keyboard::Free,
    };
    if is_sure(&written, facts) {
        return Ok(written);
    }
    match wishes::steps_of(facts.request, keyboard) {
        Ok(Some(steps)) => Ok(steps),
        Ok(None) => Ok(written),
        Err(why) => Err(format!("I do not understand the request for certain: {why}")),
    }
}

/// Whether all segments are steps that leave no doubt: applications that are here, quoted texts, and a place for each of them. What has
/// the keyboard plays no part: it changes while the steps are carried out, and their reading must not.
fn is_sure(written: &[String], facts: &HostFacts<'_>) -> bool {
    let mut before = Before::Nothing;
    written.iter().all(|written| {
        let (segment, application) = without_application(written, facts);
        let Ok(step) = grammar::parse_step(&segment) else { return false };
        let last = before;
        before = match &step {
            Step::Open { .. } => Before::Opened,
            Step::Compute(..) => Before::Computed,
            _ if last == Before::Computed => last,
            _ => Before::Other,
        };
        let has_place = application.is_some() || !matches!(last, Before::Nothing | Before::Computed);
        match &step {
            Step::Open { application, file } => match file {
                // More than the name of a file may say what is to be made.
                Some(file) => {
                    let is_named = application.is_empty() || is_here(application, facts);
                    !file.contains(' ') || (is_quoted(&segment) && is_named) || is_absolute(file)
                }
                None => is_here(application, facts),
            },
            Step::Compute(_, note) => {
                let is_plain = note == RESULT && !wishes::has_decimal_commas(facts.request);
                matches!(last, Before::Nothing | Before::Opened) && (is_plain || is_quoted(&segment))
            }
            Step::Type(TextSource::Literal(_), _) => has_place && is_quoted(&segment),
            Step::Type(words @ TextSource::Named(_), _) => {
                has_place && words.reference().is_some_and(|it| !FREE_RESULTS.contains(&it))
            }
            Step::Save(what, file) => {
                let is_plain = |words: &TextSource| {
                    words.reference().is_some_and(|it| DISPLAY.contains(&it)) || is_quoted(&segment)
                };
                let is_name = |file: &String| !file.contains(": ") || is_quoted(&segment);
                has_place && what.as_ref().is_none_or(is_plain) && file.as_ref().is_none_or(is_name)
            }
            _ => true,
        }
    })
}

/// What people call a result that no step notes under this name.
const FREE_RESULTS: &[&str] = &["total", "sum"];

/// What stands before a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Opened,
    Computed,
    Other,
}

fn is_quoted(segment: &str) -> bool {
    segment.contains(['"', '“', '„', '«'])
}

fn is_here(application: &str, facts: &HostFacts<'_>) -> bool {
    is_address(application) || surely_names(application, facts.windows, facts.applications)
}
