//! What to say of a step that begins with no known verb.

use deskpilot_core::name_similarity;

/// How alike a word and a verb are at least, from 0 to 1, where one may be a typing error for the other.
const ALIKE: f64 = 0.8;

/// What the step should begin with: the nearest of these verbs with its example, or some of them.
pub(super) fn error<'f>(segment: &str, verbs: impl Iterator<Item = (&'f str, &'f str)>) -> String {
    let first = &segment.split_whitespace().next().unwrap_or("").to_lowercase();
    let nearest = verbs
        .filter(|(verb, _)| !verb.contains(' '))
        .map(|(verb, example)| (name_similarity(first, verb), verb, example))
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .filter(|(alike, ..)| *alike >= ALIKE);
    let what = match nearest {
        Some((_, verb, example)) => format!("did you mean `{verb}`, as in `{example}`?"),
        None => "it begins with no verb that I know, such as open, click, type, press, select, read or save"
            .into(),
    };
    format!("{what} See `deskpilot manual steps`, or choose a language model for requests in free text")
}
