//! Splits a request into its steps, never inside quotes, file names, numbers or paths.

use super::{courtesy::without_fillers, expand::expanded, grammar, languages, names, quote, step::Step};

/// Separators that always end a step.
const HARD: &[&str] = &[", and then ", ", then ", " and then ", ",then "];

/// Separators that end a step if another step follows.
const SOFT: &[&str] = &[", and ", ", ", " and ", " then ", " & ", " -> ", " → "];

/// Those of them that also stand between the menus of a step, as in `choose File -> Save`.
const OF_MENUS: &[&str] = &[" -> ", " → "];

/// Words before an application's name at the start of a step.
const INSIDE: &[&str] = &["in ", "using ", "with ", "on "];

/// The steps of a request; the error says which one is not understood and why.
pub(super) fn parse_steps(text: &str) -> Result<Vec<Step>, String> {
    segments(text).iter().map(|segment| grammar::parse_step(segment)).collect()
}

/// The steps of a text as written, without fillers and separators.
pub(super) fn segments(text: &str) -> Vec<String> {
    let sentences = sentences(text).into_iter().map(without_marker);
    sentences.flat_map(clauses).filter(|clause| !clause.is_empty()).collect()
}

/// The parts between full stops, semicolons, line breaks and other sure separators.
fn sentences(text: &str) -> Vec<&str> {
    let masked = quote::mask(text);
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, c) in masked.char_indices() {
        let words =
            HARD.iter().find(|words| masked[at..].starts_with(**words)).map_or(0, |words| words.len());
        let is_end = || ends_sentence(&masked, start, at, c) || follows_a_quoted_end(text, &masked, at, c);
        let length = if words == 0 && is_end() { c.len_utf8() } else { words };
        if length > 0 && at >= start {
            parts.push(&text[start..at]);
            start = at + length;
        }
    }
    parts.push(&text[start..]);
    parts
}

fn ends_sentence(masked: &str, start: usize, at: usize, c: char) -> bool {
    let blank_follows = masked[at + c.len_utf8()..].chars().next().is_none_or(char::is_whitespace);
    match c {
        '\n' | '\r' | ';' => true,
        '!' | '?' => blank_follows,
        '.' if start <= at => {
            let before = masked[start..at].trim_start();
            // An ellipsis belongs to a name, and the dot after a list number to the number.
            let is_number = (1..=3).contains(&before.len()) && before.bytes().all(|b| b.is_ascii_digit());
            blank_follows && !before.ends_with('.') && !is_number
        }
        _ => false,
    }
}

/// Whether a step begins after this blank, and the quoted text before it ends the sentence: people write `type "It is ready." Save it`.
fn follows_a_quoted_end(text: &str, masked: &str, at: usize, c: char) -> bool {
    // Inside a quoted text places are not those of its characters.
    if !c.is_whitespace() || !masked[..at].ends_with(quote::MASKED) {
        return false;
    }
    let (quoted, next) = (&text[..at], text[at..].trim_start());
    let mark = quoted.char_indices().next_back();
    mark.is_some_and(|(mark, _)| quoted[..mark].ends_with(['.', '!', '?']))
        && next.starts_with(char::is_uppercase)
        && grammar::form_of(without_fillers(next)).is_some()
}

/// The sentence without its list number or bullet.
fn without_marker(sentence: &str) -> &str {
    let sentence = sentence.trim();
    let bullets = ["- ", "* ", "• ", "– "];
    let sentence = bullets.iter().find_map(|bullet| sentence.strip_prefix(bullet)).unwrap_or(sentence);
    let numbered = names::strip_word(sentence, "step ").unwrap_or(sentence);
    let rest = numbered.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = numbered.len() - rest.len();
    match rest.strip_prefix(['.', ')', ':']) {
        Some(after) if (1..=3).contains(&digits) && after.starts_with(char::is_whitespace) => after.trim(),
        _ => sentence,
    }
}

/// The steps of one sentence.
fn clauses(sentence: &str) -> Vec<String> {
    if let Some(clauses) = languages::in_english(sentence) {
        return clauses.into_iter().flat_map(expanded).collect();
    }
    let mut parts = Vec::new();
    let mut rest = without_fillers(sentence);
    while let Some((end, length)) = next_clause(rest) {
        parts.extend(expanded(with_open_step(&rest[..end], &rest[end..end + length])));
        rest = without_fillers(&rest[end + length..]);
    }
    parts.extend(expanded(rest.trim().to_owned()));
    parts
}

/// The end of a step that another one follows, and the length of the separator.
fn next_clause(text: &str) -> Option<(usize, usize)> {
    let masked = quote::mask(text);
    masked.char_indices().skip(1).find_map(|(at, _)| {
        let words = SOFT.iter().find(|words| masked[at..].starts_with(**words))?;
        let (form, object) = grammar::form_of(without_fillers(&text[at + words.len()..]))?;
        let ends_quoted = masked[..at].ends_with(quote::MASKED);
        let is_complete = || ends_quoted || !names_something(&text[..at]) || presses_keys(&text[..at]);
        let is_save = || form.verbs[0] == "save" && is_complete();
        let names_menus = || OF_MENUS.contains(words) && names_something(&text[..at]);
        ((!object.is_empty() || is_save()) && !names_menus()).then_some((at, words.len()))
    })
}

/// Verbs of steps whose object may end in `and save`, such as `click Save and Save As`.
const NAMING: &[&str] = &[
    "click",
    "double-click",
    "right-click",
    "middle-click",
    "type",
    "press",
    "choose",
    "select",
    "check",
    "uncheck",
    "expand",
    "collapse",
    "read",
    "focus",
    "run",
    "wait",
];

/// Whether the words of a step name something as they are.
fn names_something(clause: &str) -> bool {
    grammar::form_of(without_fillers(clause)).is_none_or(|(form, _)| NAMING.contains(&form.verbs[0]))
}

/// Whether a step presses keys, and not a button that is called `Enter and save`.
fn presses_keys(clause: &str) -> bool {
    matches!(grammar::parse_step(without_fillers(clause)), Ok(Step::Press(_)))
}

/// `In the calculator, ...` becomes `open the calculator`.
fn with_open_step(clause: &str, separator: &str) -> String {
    let clause = clause.trim();
    match INSIDE.iter().find_map(|word| names::strip_word(clause, word)) {
        Some(application) if separator.starts_with(',') => format!("open {application}"),
        _ => clause.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_split_where_a_step_ends_and_nowhere_else() {
        for (text, expected) in [
            ("Open the calculator. Compute 6 x 7.", &["Open the calculator", "Compute 6 x 7"][..]),
            ("save it as answer.txt in /tmp/x.", &["save it as answer.txt in /tmp/x"]),
            (
                "type \"a. b; c, then d\" into x; press Enter",
                &["type \"a. b; c, then d\" into x", "press Enter"],
            ),
            (
                "Open the calculator, compute 2.5 * 4, then read the result",
                &["Open the calculator", "compute 2.5 * 4", "read the result"],
            ),
            (
                "1. Open Mousepad\n2) type hello\n- press Enter",
                &["Open Mousepad", "type hello", "press Enter"],
            ),
            ("Step 1: open x. Step 2: click y", &["open x", "click y"]),
            ("Please open x and then, finally, click Save and Close.", &["open x", "click Save and Close"]),
            ("click Save and close the window", &["click Save", "close the window"]),
            ("choose File > Save As... . Then click OK", &["choose File > Save As...", "click OK"]),
            ("select everything, delete it and save", &["select everything", "delete it", "save"]),
            ("type \"Bye, Eve\" and save", &["type \"Bye, Eve\"", "save"]),
            ("type x, press Enter and save", &["type x", "press Enter", "save"]),
            ("use the calculator to divide 8 by 2", &["use the calculator", "divide 8 by 2"]),
            ("In the calculator, compute 1 + 1", &["open the calculator", "compute 1 + 1"]),
            ("open x, then frobnicate it", &["open x", "frobnicate it"]),
            ("type hello and goodbye", &["type hello and goodbye"]),
            ("open x & compute 1 + 1", &["open x", "compute 1 + 1"]),
            ("open x -> compute 1 + 1", &["open x", "compute 1 + 1"]),
            ("choose File -> Open Recent", &["choose File -> Open Recent"]),
            ("click Save & Close", &["click Save & Close"]),
            (
                "Type \"It is ready.\" Save it as a.txt. Type 'Is it?' into \"No. 1\"",
                &["Type \"It is ready.\"", "Save it as a.txt", "Type 'Is it?' into \"No. 1\""],
            ),
            ("type \"Ready.\" into the field Name", &["type \"Ready.\" into the field Name"]),
            ("compute 6 x 7. Read it!", &["compute 6 x 7", "Read it"]),
            ("", &[]),
            (" . ; \n", &[]),
        ] {
            assert_eq!(segments(text), expected, "{text:?}");
        }
    }
}
