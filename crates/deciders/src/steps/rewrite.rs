//! What may be written instead of a step that is not understood: the same in the words of the grammar.

use super::{
    names::{bare, strip_word},
    phrases::{JOINTS, cut_all, cut_first, cut_last, is_file_name},
    quote::{MASKED, leading_quotation, mask, quote},
    repeats::repeated,
};

/// The steps that may be meant, as a request; `None` if none of those that come to mind is understood.
pub(super) fn instead(verb: &str, rest: &str, is_step: impl Fn(&str) -> bool) -> Option<String> {
    let rest = rest.trim();
    let are_steps = |steps: &Vec<String>| !steps.is_empty() && steps.iter().all(|step| is_step(step));
    let steps = candidates(verb, rest).into_iter().find(are_steps).filter(|_| !rest.is_empty())?;
    Some(steps.join(". "))
}

/// Steps that may be meant, the most likely first.
fn candidates(verb: &str, rest: &str) -> Vec<Vec<String>> {
    let own: Vec<String> = match verb {
        "set" => with_to(rest).into_iter().collect(),
        "save" => under_a_name(rest),
        "run" => as_one_command(rest).into_iter().collect(),
        "type" => as_one_text(rest).into_iter().collect(),
        "wait" => waiting(rest).into_iter().collect(),
        "check" => looking(rest).into_iter().collect(),
        _ => Vec::new(),
    };
    let rewritten = own.into_iter().map(|step| vec![step]);
    let shorter = without_left_over(verb, rest).map(|step| vec![step]);
    one_for_each_part(verb, rest)
        .into_iter()
        .chain(twice(verb, rest))
        .chain(rewritten)
        .chain(shorter)
        .collect()
}

/// A list as steps: its parts are steps themselves, or have the same verb.
fn one_for_each_part(verb: &str, rest: &str) -> Vec<Vec<String>> {
    let parts = cut_all(rest, JOINTS);
    let Some((first, others)) = parts.split_first().filter(|(_, others)| !others.is_empty()) else {
        return Vec::new();
    };
    let first = || format!("{verb} {first}");
    let own = others.iter().map(|part| (*part).to_owned());
    let same = others.iter().map(|part| format!("{verb} {part}"));
    let own = std::iter::once(first()).chain(own).collect();
    // Any words can be typed, so that only quoted ones show that they are to be.
    let is_text = matches!(verb, "type" | "run");
    match is_text && !others.iter().all(|part| mask(part).contains(MASKED)) {
        true => vec![own],
        false => vec![own, std::iter::once(first()).chain(same).collect()],
    }
}

/// `A1 = 5` or `A1: 5`.
fn with_to(rest: &str) -> Option<String> {
    let (what, value) = cut_first(rest, &[" = ", ": ", "="])?;
    Some(format!("set {} to {value}", what.trim()))
}

/// The folder below the home, or the whole name in quotation marks.
fn under_a_name(rest: &str) -> Vec<String> {
    let in_folder = cut_last(rest, &[" in ", " into ", " under "]).and_then(|(before, folder)| {
        let folder = bare(folder);
        let folder = folder.strip_suffix(" folder").unwrap_or(folder);
        let is_word = !folder.is_empty() && folder.chars().all(char::is_alphanumeric);
        is_word.then(|| format!("save {before} in ~/{folder}"))
    });
    let to_file = without_left_over("save", rest);
    let quoted = cut_first(rest, &["as "]).map(|(what, file)| format!("save {what}as {}", quote(file)));
    in_folder.into_iter().chain(to_file).chain(quoted).collect()
}

/// A command that begins with a quotation, in other marks.
fn as_one_command(rest: &str) -> Option<String> {
    (!rest.contains('\'')).then(|| format!("run '{rest}'"))
}

/// A text that does not begin with a quotation, in quotation marks.
fn as_one_text(rest: &str) -> Option<String> {
    leading_quotation(rest).is_none().then(|| format!("type {}", quote(rest)))
}

/// The quoted text to wait for, or a time.
fn waiting(rest: &str) -> Option<String> {
    match quotation(rest) {
        Some(text) => Some(format!("wait for {text}")),
        None => Some("wait 2 seconds".to_owned()),
    }
}

/// `check that "Done" is shown`.
fn looking(rest: &str) -> Option<String> {
    let is_asked = ["that ", "if ", "whether "].iter().any(|word| strip_word(rest, word).is_some());
    quotation(rest).filter(|_| is_asked).map(|text| format!("wait for {text}"))
}

/// The steps of `"OK" twice`.
fn twice(verb: &str, rest: &str) -> Option<Vec<String>> {
    let repeat = repeated(rest).filter(|_| matches!(verb, "press" | "click"))?;
    Some(vec![format!("click {}", repeat.what); repeat.times])
}

/// The step up to the end of its first quotation or file name, where something follows.
fn without_left_over(verb: &str, rest: &str) -> Option<String> {
    let end = match quotation(rest) {
        Some(text) => rest.find(text)? + text.len(),
        None => {
            let starts = rest.match_indices(' ').map(|(at, _)| at + 1);
            let word_end = |start: usize| rest[start..].find(' ').map(|length| start + length);
            std::iter::once(0)
                .chain(starts)
                .find_map(|start| word_end(start).filter(|end| is_file_name(&rest[start..*end])))?
        }
    };
    let verb = if verb == "wait" { "wait for" } else { verb };
    (end < rest.len()).then(|| format!("{verb} {}", &rest[..end]))
}

/// The first quotation, with its marks.
fn quotation(text: &str) -> Option<&str> {
    let masked = mask(text);
    let start = masked.find(MASKED)?;
    let quoted = leading_quotation(&text[start..])?;
    Some(&text[start..start + quoted.outer.end])
}
