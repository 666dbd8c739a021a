//! Pages of a document that give no text.

use std::fmt;

/// The most ranges of pages that are listed.
const MOST_RANGES: usize = 20;

/// Pages that give no text, as those of a scanner: their letters are parts of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingText {
    /// Their numbers from 1, in order. There is at least one.
    pub pages: Vec<u32>,
    /// How many pages the document has.
    pub page_count: u32,
}

impl MissingText {
    /// What such pages are, and what to do.
    pub const ADVICE: &str = "they are pictures, as a scanner makes them, or empty: `ocrmypdf --skip-text FILE COPY` \
                              (package ocrmypdf) makes a copy with text; use that one";

    /// Those that are not among the pages with text, which come in order; `None` if there are none.
    pub(crate) fn of(page_count: u32, with_text: impl IntoIterator<Item = u32>) -> Option<MissingText> {
        let mut with_text = with_text.into_iter().peekable();
        let pages: Vec<u32> = (1..=page_count)
            .filter(|page| {
                while with_text.next_if(|it| it < page).is_some() {}
                with_text.peek() != Some(page)
            })
            .collect();
        (!pages.is_empty()).then_some(MissingText { pages, page_count })
    }

    /// Whether no page gives text.
    pub(crate) fn is_everything(&self) -> bool {
        self.pages.len() == self.page_count as usize
    }

    /// The numbers as ranges, such as `4-6, 9`.
    fn ranges(&self) -> String {
        let mut ranges = self.pages.chunk_by(|a, b| a + 1 == *b).map(|range| match range {
            [first, .., last] => format!("{first}-{last}"),
            other => other.iter().map(u32::to_string).collect(),
        });
        let mut shown: Vec<String> = ranges.by_ref().take(MOST_RANGES).collect();
        if ranges.next().is_some() {
            shown.push("and more".into());
        }
        shown.join(", ")
    }
}

impl fmt::Display for MissingText {
    /// A clause with its verb.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (missing, all) = (self.pages.len(), self.page_count);
        match missing {
            1 if all == 1 => f.write_str("its only page has no text"),
            _ if self.is_everything() => write!(f, "none of its {all} pages has text"),
            1 => write!(f, "1 of {all} pages has no text: {}", self.ranges()),
            _ => write!(f, "{missing} of {all} pages have no text: {}", self.ranges()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_without_text_are_counted_and_listed() {
        for (all, with_text, expected) in [
            (10, vec![1, 2, 3, 7, 8, 9, 10], "3 of 10 pages have no text: 4-6"),
            (4, vec![1, 1, 3, 3, 4], "1 of 4 pages has no text: 2"),
            (9, vec![2, 6], "7 of 9 pages have no text: 1, 3-5, 7-9"),
            (3, vec![], "none of its 3 pages has text"),
            (1, vec![], "its only page has no text"),
        ] {
            assert_eq!(MissingText::of(all, with_text).unwrap().to_string(), expected);
        }
        assert_eq!(MissingText::of(2, [1, 2]), None);
        let alternate = MissingText::of(100, (1..=100).step_by(2)).unwrap().to_string();
        assert!(alternate.ends_with("38, 40, and more"), "{alternate}");
    }
}
