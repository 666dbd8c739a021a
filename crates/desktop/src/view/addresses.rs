//! Which words of a request are addresses of cells. Names of models, such as K1 and L310, look the same.

use deskpilot_core::{CellAddress, CellRange};

/// Words that announce an address.
const CELL_WORDS: &[&str] = &["cell", "cells", "column", "columns", "row", "rows"];
/// Words between addresses of one list.
const LIST_WORDS: &[&str] = &["and", "or"];
/// How many words before an address announce it.
const WORDS_BEFORE: usize = 2;

/// A word of a text.
struct Word<'a> {
    text: &'a str,
    /// What stands between the word before and this one.
    gap: &'a str,
}

impl Word<'_> {
    /// The address that it could be, in any case and with `$`.
    fn address(&self) -> Option<CellAddress> {
        CellAddress::parse(&self.text.replace('$', "").to_ascii_uppercase())
    }

    fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.text.eq_ignore_ascii_case(word))
    }
}

/// The cells that a text means. An address counts if it is written as one (`A1:B3`, `Costs.B3`, `$B$3`), if a word such as "cell"
/// is near, or if it is in capital letters and in the used block of the sheet or next to it.
pub(super) fn meant_cells(text: &str, used: Option<CellRange>) -> Vec<CellAddress> {
    let first = CellAddress { row: 1, column: 1 };
    let near = used.unwrap_or(CellRange { first, last: first });
    let words = split(text);
    let mut meant = Vec::new();
    let mut announced: Option<usize> = None;
    for (at, word) in words.iter().enumerate() {
        let Some(address) = word.address() else { continue };
        let continues_list = announced.is_some_and(|last| is_list(&words[last + 1..=at]));
        if is_written_as_address(&words, at) || is_announced(&words, at) || continues_list {
            announced = Some(at);
            meant.push(address);
        } else if CellAddress::parse(word.text).is_some() && near.is_at(address) {
            meant.push(address);
        }
    }
    meant
}

/// Whether the word is an end of a range, names its sheet, or is an absolute address.
fn is_written_as_address(words: &[Word<'_>], at: usize) -> bool {
    let word = &words[at];
    let joins = |left: Option<&Word<'_>>, right: Option<&Word<'_>>| match (left, right) {
        (Some(left), Some(right)) => {
            right.gap == ":" && left.address().is_some() && right.address().is_some()
        }
        _ => false,
    };
    let before = at.checked_sub(1).map(|before| &words[before]);
    let has_sheet = before.is_some() && (word.gap == "." || word.gap.ends_with('!'));
    word.text.starts_with('$')
        || has_sheet
        || joins(before, Some(word))
        || joins(Some(word), words.get(at + 1))
}

/// Whether a word right before or after says that it is a cell.
fn is_announced(words: &[Word<'_>], at: usize) -> bool {
    let before = &words[at.saturating_sub(WORDS_BEFORE)..at];
    before.iter().chain(words.get(at + 1)).any(|word| word.is_one_of(CELL_WORDS))
}

/// Whether these words, of which the last is an address, continue a list of addresses.
fn is_list(words: &[Word<'_>]) -> bool {
    match words {
        [next] => next.gap.trim() == ",",
        [between, _] => between.is_one_of(LIST_WORDS),
        _ => false,
    }
}

fn split(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut start, mut end) = (None, 0);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_alphanumeric() || c == '$', start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push(Word { text: &text[from..at], gap: &text[end..from] });
                (start, end) = (None, at);
            }
            _ => {}
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_an_address_where_that_is_plausible() {
        let used = CellRange::around(["A1", "D26"].into_iter().filter_map(CellAddress::parse));
        for (text, used, expected) in [
            ("compare the models K1, V5 and L310", used, ""),
            ("compare the models K1, V5 and L310", None, ""),
            ("write the total into D27 and F2", used, "D27"),
            ("write 12 to B2 and the name to A1", None, "B2 A1"),
            ("write it into cell K1", used, "K1"),
            ("write it into the cells k1, L1 and M1, for model Q7", used, "K1 L1 M1"),
            ("set cell B2 to K1", used, "B2"),
            ("the T43 row", used, "T43"),
            ("sum H1:H9", used, "H1 H9"),
            ("from 'My costs'!H4, Notes.J5 and $Q$1", used, "H4 J5 Q1"),
            ("print on a4", used, ""),
            ("", used, ""),
        ] {
            let meant: Vec<String> = meant_cells(text, used).iter().map(ToString::to_string).collect();
            assert_eq!(meant.join(" "), expected, "{text}");
        }
    }
}
