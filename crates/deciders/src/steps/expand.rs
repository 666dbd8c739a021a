//! Clauses that say several steps at once: `use the calculator to divide 144 by 12`, `write x into a new file called y`,
//! `put 5 in A1, 7 in A2 and 12 in A3`.

use super::{
    grammar,
    names::strip_word,
    phrases::{cut_all, cut_last, is_cell},
    quote::mask,
};

/// Words for a file that is made, before its name.
const NEW_FILES: &[&str] = &[
    "a new text file called ",
    "a new text file named ",
    "a new file called ",
    "a new file named ",
    "a text file called ",
    "a text file named ",
    "a file called ",
    "a file named ",
    "the new file ",
];

/// Verbs before a text that is written.
const WRITING: &[&str] = &["write ", "type ", "put ", "save ", "enter "];

/// Where a text that is written to a file goes.
const EDITOR: &str = "open the text editor";

/// The steps that a clause says; the clause itself where it says one.
pub(super) fn expanded(clause: String) -> Vec<String> {
    let several = cells(&clause).or_else(|| new_file(&clause)).or_else(|| use_to(&clause));
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
    let file = NEW_FILES.iter().find_map(|words| strip_word(into, words))?;
    Some(vec![EDITOR.to_owned(), format!("save {text} as {file}")])
}

/// `put 5 in A1, 7 in A2 and 12 in A3` puts each into its cell.
fn cells(clause: &str) -> Option<Vec<String>> {
    let rest = WRITING.iter().find_map(|verb| strip_word(clause, verb))?;
    let parts = cut_all(rest, &[", and ", ", ", " and "]);
    let put = |part: &str| {
        let (text, cell) = cut_last(part, &[" into ", " in "])?;
        (is_cell(cell) && !text.trim().is_empty()).then(|| format!("put {} in {}", text.trim(), cell.trim()))
    };
    (parts.len() > 1).then(|| parts.into_iter().map(put).collect::<Option<Vec<_>>>())?
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
        ] {
            assert_eq!(expanded(clause.to_owned()), expected, "{clause}");
        }
    }
}
