//! Clauses that say several steps at once: `use the calculator to divide 144 by 12`, `write x into a new file called y`,
//! `put 5 in A1, 7 in A2 and 12 in A3`, `set A1 to "Tea" and B1 to 3`, `click "A" and "B"`.

use super::{
    grammar,
    names::strip_word,
    phrases::{JOINTS, cut_all, cut_first, cut_last, is_cell, is_file_name, new_file_name},
    quote::{mask, unquote},
};

/// Verbs before a text that is written.
const WRITING: &[&str] = &["write ", "type ", "put ", "save ", "enter ", "insert "];

/// Verbs before a place, with the words between it and its text.
const FILLING: &[(&str, &str)] =
    &[("set ", " to "), ("change ", " to "), ("fill in ", " with "), ("fill ", " with ")];

/// Verbs before things that have one each.
const FOR_EACH: &[&str] = &[
    "click on ",
    "click ",
    "tick ",
    "check ",
    "untick ",
    "uncheck ",
    "read ",
    "delete ",
    "remove ",
    "make a folder called ",
    "create a folder called ",
];

/// Where a text that is written to a file goes.
const EDITOR: &str = "open the text editor";

/// The steps that a clause says; the clause itself where it says one.
pub(super) fn expanded(clause: String) -> Vec<String> {
    let several = cells(&clause)
        .or_else(|| fields(&clause))
        .or_else(|| each(&clause))
        .or_else(|| new_file(&clause))
        .or_else(|| use_to(&clause));
    several.unwrap_or_else(|| vec![clause])
}

/// `use the calculator to divide 144 by 12` opens it, and divides.
fn use_to(clause: &str) -> Option<Vec<String>> {
    strip_word(clause, "use ").or_else(|| strip_word(clause, "open "))?;
    let (at, word) = mask(clause).match_indices(" to ").next().map(|(at, word)| (at, word.len()))?;
    let then = clause[at + word..].trim();
    let (_, object) = grammar::form_of(then)?;
    (!object.is_empty()).then(|| vec![clause[..at].to_owned(), then.to_owned()])
}

/// `write "x" into a new text file called y.txt` goes to the text editor, and saves it as that.
fn new_file(clause: &str) -> Option<Vec<String>> {
    let rest = WRITING.iter().find_map(|verb| strip_word(clause, verb))?;
    let (text, into) = cut_last(rest, &[" into ", " to ", " in "])?;
    let file = new_file_name(into)?;
    let is_quoted_or_note = unquote(text).is_some() || strip_word(text.trim(), "the ").is_some();
    Some(match is_quoted_or_note {
        true => vec![EDITOR.to_owned(), format!("save {text} as {file}")],
        false => vec![EDITOR.to_owned(), format!("type {text}"), format!("save it as {file}")],
    })
}

/// `put 5 in A1, 7 in A2 and 12 in A3` puts each into its cell; `type "x" into A and "y" into B` types each into its field.
fn cells(clause: &str) -> Option<Vec<String>> {
    let rest = WRITING.iter().find_map(|verb| strip_word(clause, verb))?;
    let parts = cut_all(rest, JOINTS);
    let put = |part: &str| {
        let (text, place) = cut_last(part, &[" into ", " in "])?;
        let (text, place) = (text.trim(), place.trim());
        match is_cell(place) {
            true => (!text.is_empty()).then(|| format!("put {text} in {place}")),
            false => unquote(text).map(|_| format!("type {text} into {place}")),
        }
    };
    (parts.len() > 1).then(|| parts.into_iter().map(put).collect::<Option<Vec<_>>>())?
}

/// `set A1 to "Tea" and B1 to 3` sets each: where a text ends is sure in a cell, behind its quotation marks, and at the end.
fn fields(clause: &str) -> Option<Vec<String>> {
    let filling = |(verb, between): &(&'static str, &'static str)| {
        strip_word(clause, verb).map(|rest| (*verb, *between, rest))
    };
    let (verb, between, rest) = FILLING.iter().find_map(filling)?;
    let parts = cut_all(rest, JOINTS);
    let last = parts.len().checked_sub(1).filter(|last| *last > 0)?;
    let set = |(at, part): (usize, &str)| {
        let (place, text) = cut_first(part, &[between])?;
        let is_sure = at == last || is_cell(place) || unquote(text).is_some();
        (is_sure && !place.trim().is_empty() && !text.is_empty()).then(|| format!("{verb}{part}"))
    };
    parts.into_iter().enumerate().map(set).collect()
}

/// `click "A", "B" and "C"` clicks each.
fn each(clause: &str) -> Option<Vec<String>> {
    let (verb, rest) = FOR_EACH.iter().find_map(|verb| Some((*verb, strip_word(clause, verb)?)))?;
    let parts = cut_all(rest, JOINTS);
    let is_one = |part: &&str| unquote(part).is_some() || (verb == "delete " && is_file_name(part));
    (parts.len() > 1 && parts.iter().all(is_one))
        .then(|| parts.iter().map(|part| format!("{verb}{part}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_says_one_step_or_several() {
        for (clause, expected) in [
            ("use the calculator to divide 144 by 12", &["use the calculator", "divide 144 by 12"][..]),
            ("open the door to happiness", &["open the door to happiness"]),
            (
                "write \"Hello, you\" into a new text file called hello.txt",
                &["open the text editor", "save \"Hello, you\" as hello.txt"],
            ),
            (
                "write the result into a file named a.txt",
                &["open the text editor", "save the result as a.txt"],
            ),
            ("write \"x\" into the Name field", &["write \"x\" into the Name field"]),
            ("put 5 in A1, 7 in A2 and =A1+A2 in A3", &["put 5 in A1", "put 7 in A2", "put =A1+A2 in A3"]),
            ("put 5 in A1", &["put 5 in A1"]),
            ("type bread and butter in A1", &["type bread and butter in A1"]),
            ("Set A1 to \"Tea\" and B1 to 3", &["set A1 to \"Tea\"", "set B1 to 3"]),
            ("set A1 to Tea, B1 to 3 and C1 to 4", &["set A1 to Tea", "set B1 to 3", "set C1 to 4"]),
            ("set Name to \"Ada\" and City to Graz", &["set Name to \"Ada\"", "set City to Graz"]),
            ("set Volume to 40 and Light to 30", &["set Volume to 40 and Light to 30"]),
            (
                "fill Name with \"Ada\" and City with \"Graz\"",
                &["fill Name with \"Ada\"", "fill City with \"Graz\""],
            ),
            (
                "type \"Ada\" into Name and \"Graz\" into City",
                &["type \"Ada\" into Name", "type \"Graz\" into City"],
            ),
            ("click \"A\", \"B\" and \"C\"", &["click \"A\"", "click \"B\"", "click \"C\""]),
            ("click Save and Close", &["click Save and Close"]),
            ("delete a.txt and b.txt", &["delete a.txt", "delete b.txt"]),
        ] {
            assert_eq!(expanded(clause.to_owned()), expected, "{clause}");
        }
    }
}
