//! The options of the text that describes a window to an agent.

use crate::SettingsError;
use anyhow::{Result, bail};
use deskpilot_desktop::view::{Filter, ViewOptions};

/// The fewest tokens that leave room for a note on omitted controls.
const FEWEST: usize = 200;

/// The options of these settings.
///
/// # Errors
/// The view is too short, or a word names no filter.
pub fn view_options(tokens: usize, filters: &[String], top: usize) -> Result<ViewOptions, SettingsError> {
    options(tokens, filters, top).map_err(|error| SettingsError::wrong(&error))
}

fn options(tokens: usize, filters: &[String], top: usize) -> Result<ViewOptions> {
    if tokens < FEWEST {
        bail!("a view needs at least {FEWEST} tokens, and has {tokens}");
    }
    let filters = filters.iter().map(|word| filter(word)).collect::<Result<_>>()?;
    Ok(ViewOptions { tokens, filters, top })
}

/// The filter that a word names.
fn filter(word: &str) -> Result<Filter> {
    match Filter::ALL.iter().find(|it| it.name().eq_ignore_ascii_case(word)) {
        Some(filter) => Ok(*filter),
        None => {
            let names: Vec<&str> = Filter::ALL.iter().map(|it| it.name()).collect();
            bail!("control filters are {}, and none is {word:?}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_named_and_a_text_has_room_for_its_notes() {
        let of = |words: &[&str], tokens| {
            let words: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
            view_options(tokens, &words, 15).map(|it| it.filters.len()).map_err(|error| error.to_string())
        };
        for (words, tokens, expected) in [
            (&["text", "ICON"][..], 1500, Ok(2)),
            (&[], 200, Ok(0)),
            (&["text"], 199, Err("a view needs at least 200 tokens, and has 199".to_owned())),
            (
                &["colour"],
                1500,
                Err("control filters are text, semantic, icon, and none is \"colour\"".to_owned()),
            ),
        ] {
            assert_eq!(of(words, tokens), expected);
        }
    }
}
