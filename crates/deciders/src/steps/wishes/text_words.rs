//! Reads the text that is to be typed from words of a clause, where they are surely a text.

use super::{
    super::phrases::is_file_name,
    lines::{Division, listed},
    manner::{ends_with_manner, says_its_lines},
    parts::{goes_on, leads_to_text},
    patterns::Meaning,
    vocabulary::Vocabulary,
    wish::Text,
    words::{Word, written, written_whole},
};

/// What is needed to read words of a request as a text.
pub(super) struct TextWords<'r> {
    pub(super) vocabulary: &'r Vocabulary,
    pub(super) request: &'r str,
}

impl TextWords<'_> {
    /// The text of these words: one that is quoted alone, or letters without quotation marks.
    pub(super) fn text(&self, words: &[Word], meaning: Meaning, division: Division) -> Option<Text> {
        if division == Division::Lines {
            return listed(self.vocabulary, self.request, words).map(Text::Plain);
        }
        if let [Word { quoted: Some(text), .. }] = words {
            return Some(Text::Quoted(text.clone()));
        }
        // What is called a result, or only it, is no text.
        let is_result = self.vocabulary.longest("result", words) > usize::from(words.len() > 1);
        let stands_for_text = is_result
            || self.vocabulary.is_one("article", words)
            || self.vocabulary.is_one("it", words)
            || goes_on(&words[0]);
        let is_divided = says_its_lines(written(self.request, words));
        if words.iter().any(|it| it.quoted.is_some())
            || stands_for_text
            || is_divided
            || leads_to_text(words)
            || self.goes_on_with_saving(words)
            || self.goes_on_with_task(words)
            || self.names_a_file(words)
            || ends_with_manner(written(self.request, words))
        {
            return None;
        }
        if self.vocabulary.longest("first-line", words) > 0 {
            return self.lines(words).map(Text::Plain);
        }
        let whole = written_whole(self.request, words);
        let is_sentence = matches!(meaning, Meaning::Type(_) | Meaning::Note | Meaning::Says | Meaning::File)
            && whole.starts_with(char::is_uppercase)
            && words.len() > 2;
        let text = if is_sentence { whole } else { whole.trim_end_matches('.') };
        Some(Text::Plain(text.to_owned()))
    }

    /// Whether words of saving follow inside, as in `bread and save it`.
    fn goes_on_with_saving(&self, words: &[Word]) -> bool {
        (1..words.len()).any(|at| {
            let joint = self.vocabulary.longest("joint", &words[at..]);
            let is_border = joint > 0 || !words[at - 1].marks.is_empty();
            let rest = words.get(at + joint..).unwrap_or_default();
            is_border && ["save", "call-it"].iter().any(|class| self.vocabulary.longest(class, rest) > 0)
        })
    }

    /// Whether something else is to be done with it, as in `hello and print it`.
    fn goes_on_with_task(&self, words: &[Word]) -> bool {
        const IT: &[&str] = &[
            "it", "them", "this", "that", "me", "him", "her", "es", "sie", "ihn", "das", "mir", "le", "la",
            "les", "ca",
        ];
        (1..words.len()).any(|at| {
            let joint = self.vocabulary.longest("joint", &words[at..]);
            let rest = words.get(at + joint..).unwrap_or_default();
            let says_it = rest.get(1).is_some_and(|it| IT.contains(&it.folded.as_str()));
            joint > 0 && says_it && self.vocabulary.longest("task", rest) > 0
        })
    }

    /// Whether another file is named inside, as in `stop and another called b.txt that says go`.
    fn names_a_file(&self, words: &[Word]) -> bool {
        let is_named = |at: usize| {
            let called = ["called", "as"].map(|it| self.vocabulary.longest(it, &words[at..]));
            let called = called[0].max(called[1]);
            called > 0 && words.get(at + called).is_some_and(|it| is_file_name(&it.folded))
        };
        (1..words.len()).any(is_named)
    }

    /// `first line passport, second line tickets` as lines.
    pub(super) fn lines(&self, words: &[Word]) -> Option<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut start = self.vocabulary.longest("first-line", words);
        (start > 0).then_some(())?;
        let mut at = start;
        while at < words.len() {
            // `second` alone joins steps, and `second line` lines.
            let joint = self.vocabulary.longest("joint", &words[at..]);
            let is_next = at > start && (joint > 0 || !words[at - 1].marks.is_empty());
            let next_line =
                |from: usize| self.vocabulary.longest("next-line", words.get(from..).unwrap_or_default());
            let length = match next_line(at) {
                0 => next_line(at + joint).checked_add(joint).filter(|it| *it > joint).unwrap_or(0),
                length => length,
            };
            if is_next && length > 0 {
                lines.push(written(self.request, &words[start..at]).to_owned());
                start = at + length;
                at = start;
            } else {
                at += 1;
            }
        }
        (start < words.len()).then(|| lines.push(written(self.request, &words[start..]).to_owned()))?;
        Some(lines.join("\n"))
    }
}
