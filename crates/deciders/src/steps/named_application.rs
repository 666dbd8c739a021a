//! The application that a step names: `compute 6 x 7 in the calculator`, or its name alone.

use super::{
    applications::surely_names,
    courtesy::without_thanks,
    grammar,
    names::{bare, strip_word},
    quote::mask,
};
use crate::facts::HostFacts;

/// The words between a step and its application.
const BEFORE_APPLICATION: &[&str] = &[" in ", " with ", " using ", " on ", " from "];

/// The words by which people ask for an application, and which begin no step.
const ASKING: &[&str] = &[
    "turn on ",
    "switch on ",
    "fire up ",
    "boot up ",
    "pull up ",
    "get me ",
    "take me to ",
    "can i have ",
    "could i have ",
    "i want ",
    "i'd like ",
    "i would like ",
    "where is ",
    "where's ",
];

/// A step without its `in the calculator`, and that application.
pub(super) fn without_application(segment: &str, facts: &HostFacts<'_>) -> (String, Option<String>) {
    let is_application = |name: &str| surely_names(name, facts.windows, facts.applications);
    match grammar::form_of(segment) {
        // The object of `open` may contain such words itself.
        Some((form, _)) if form.verbs[0] == "open" => return (segment.to_owned(), None),
        Some((form, closed)) if form.verbs[0] == "close" && is_application(closed) => {
            return ("close the window".to_owned(), Some(bare(closed).to_owned()));
        }
        // A command has no article: `run the calculator` is not for a terminal.
        Some((form, named)) if form.verbs[0] == "run" && bare(named) != named && is_application(named) => {
            return (format!("open {named}"), None);
        }
        None => {
            if let Some(name) = name_alone(segment, is_application) {
                return (format!("open {name}"), None);
            }
        }
        _ => {}
    }
    let masked = mask(segment);
    let mut places: Vec<(usize, usize)> = BEFORE_APPLICATION
        .iter()
        .flat_map(|word| masked.match_indices(word).map(|(at, word)| (at, at + word.len())))
        .collect();
    places.sort_unstable();
    for (nth, (at, start)) in places.iter().enumerate().rev() {
        let end = places.get(nth + 1).map_or(segment.len(), |(next, _)| *next);
        let Some(name) = segment.get(*start..end) else { continue };
        if is_application(name) {
            let application = bare(name.trim_end_matches(['.', ',', '!'])).to_owned();
            return (format!("{}{}", &segment[..*at], &segment[end..]), Some(application));
        }
    }
    (segment.to_owned(), None)
}

/// The name of an application that is all that the segment says, but for words of asking and of courtesy: who types it wants the
/// application. `a letter` is not an application: somebody wants one written.
fn name_alone(segment: &str, is_application: impl Fn(&str) -> bool) -> Option<&str> {
    let asked = ASKING.iter().find_map(|words| strip_word(segment, words)).unwrap_or(segment);
    let name = without_thanks("open", asked);
    let is_new = ["a ", "an "].iter().any(|article| strip_word(name, article).is_some());
    (!is_new && is_application(name)).then_some(name)
}
