//! What to say of a step that begins with no known verb.

use super::names::strip_word;
use deskpilot_core::mistyped_name;

/// The letters of a short word.
const SHORT_WORD: usize = 3;

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
    let alone = opening(segment).filter(|step| is_step(step));
    // A word alone that is nearly a verb is one only where nothing belongs behind it: `calculator` names an application.
    let is_meant = |near: &NearVerb<'_>| alone.is_none() || is_step(&near.step);
    let near = same_meaning(segment, verbs.clone()).or_else(|| typing_error(segment, verbs).filter(is_meant));
    let what = match near {
        Some(NearVerb { verb, example, step }) => {
            let example = if is_step(&step) { step.as_str() } else { example };
            format!("did you mean `{verb}`, as in `{example}`?")
        }
        None => {
            let example = alone.as_deref().unwrap_or("click \"OK\"");
            format!(
                "it begins with no verb that I know, such as open, click, type, press, select, read or save, as in `{example}`."
            )
        }
    };
    format!(
        "{what} See `deskpilot manual steps`, or choose a language model for requests in free text (`deskpilot manual models`)"
    )
}

/// The step that opens what a word alone names: people write the name of an application.
fn opening(segment: &str) -> Option<String> {
    (!segment.contains(char::is_whitespace)).then(|| format!("open {segment}"))
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
fn typing_error<'f>(
    segment: &str,
    mut verbs: impl Iterator<Item = (&'f str, &'f str)> + Clone,
) -> Option<NearVerb<'f>> {
    let (first, rest) = segment.split_once(char::is_whitespace).unwrap_or((segment, ""));
    let first = first.to_lowercase();
    // The commands of agents begin with a verb: `click_input`.
    let first = first.split('_').next().unwrap_or_default();
    // People begin words right; of a short one little else is left.
    let may_be_meant = |verb: &str| {
        let is_short = first.chars().count() <= SHORT_WORD;
        !verb.contains(' ') && (!is_short || verb.chars().next() == first.chars().next())
    };
    let near = mistyped_name(first, verbs.clone().map(|(verb, _)| verb).filter(|it| may_be_meant(it)))?;
    let (verb, example) = verbs.find(|(verb, _)| *verb == near)?;
    let step = format!("{verb} {}", rest.trim()).trim_end().to_owned();
    Some(NearVerb { verb, example, step })
}
