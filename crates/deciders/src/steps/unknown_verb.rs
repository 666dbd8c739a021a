//! What to say of a step that begins with no known verb.

use super::names::strip_word;
use deskpilot_core::name_similarity;

/// How alike a word and a verb are at least, from 0 to 1, where one may be a typing error for the other.
const ALIKE: f64 = 0.8;

/// Verbs of people, and those of the grammar that mean the same.
const OTHER_VERBS: &[(&str, &str)] = &[
    ("visit", "open"),
    ("navigate to", "go to"),
    ("browse to", "go to"),
    ("surf to", "go to"),
    ("input", "type"),
    ("key in", "type"),
    ("fill out", "fill in"),
    ("quit", "close"),
    ("exit", "close"),
    ("shut", "close"),
    ("shut down", "close"),
    ("store", "save"),
    ("trash", "delete"),
    ("enable", "check"),
    ("turn on", "check"),
    ("disable", "uncheck"),
    ("turn off", "uncheck"),
    ("make folder", "make a folder"),
    ("new folder", "make a folder"),
    ("mkdir", "make a folder"),
];

/// A verb of the grammar that a step may have meant.
struct NearVerb<'f> {
    verb: &'f str,
    example: &'f str,
    /// The step with this verb.
    step: String,
}

/// What the step should begin with: the verb that it may have meant, with the step in these words if that is one; else some verbs.
pub(super) fn error<'f>(
    segment: &str,
    verbs: impl Iterator<Item = (&'f str, &'f str)> + Clone,
    is_step: impl Fn(&str) -> bool,
) -> String {
    let near = same_meaning(segment, verbs.clone()).or_else(|| typing_error(segment, verbs));
    let what = match near {
        Some(NearVerb { verb, example, step }) => {
            let example = if is_step(&step) { step.as_str() } else { example };
            format!("did you mean `{verb}`, as in `{example}`?")
        }
        None => {
            "it begins with no verb that I know, such as open, click, type, press, select, read or save, as \
                 in `click \"OK\"`."
                .into()
        }
    };
    format!("{what} See `deskpilot manual steps`, or choose a language model for requests in free text")
}

/// The verb with the meaning of the words that the step begins with; the longest of these counts.
fn same_meaning<'f>(
    segment: &str,
    mut verbs: impl Iterator<Item = (&'f str, &'f str)>,
) -> Option<NearVerb<'f>> {
    let follows =
        |words: &str| strip_word(segment, words).filter(|rest| rest.is_empty() || rest.starts_with(' '));
    let known = OTHER_VERBS.iter().filter_map(|(words, verb)| Some((words, verb, follows(words)?)));
    let (_, verb, rest) = known.max_by_key(|(words, ..)| words.len())?;
    let (verb, example) = verbs.find(|(known, _)| known == verb)?;
    Some(NearVerb { verb, example, step: format!("{verb}{rest}") })
}

/// The verb that the first word of the step is nearly.
fn typing_error<'f>(segment: &str, verbs: impl Iterator<Item = (&'f str, &'f str)>) -> Option<NearVerb<'f>> {
    let (first, rest) = segment.split_once(char::is_whitespace).unwrap_or((segment, ""));
    let first = &first.to_lowercase();
    let (_, verb, example) = verbs
        .filter(|(verb, _)| !verb.contains(' '))
        .map(|(verb, example)| (name_similarity(first, verb), verb, example))
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .filter(|(alike, ..)| *alike >= ALIKE)?;
    Some(NearVerb { verb, example, step: format!("{verb} {}", rest.trim()) })
}
