//! Lists of which a request says that each thing has a line of its own.

use super::{
    vocabulary::Vocabulary,
    words::{Word, words, written},
};

/// How a text is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Division {
    /// As it is written.
    Written,
    /// Each thing of a list has its own line.
    Lines,
}

/// The most words of one thing in a list.
const MOST_WORDS: usize = 4;

/// Words before what a list is of.
const DESCRIBING: &[&str] = &["the", "these", "those", "my", "die", "diese", "meine", "les", "ces", "mes"];

/// Words of sentences, which no thing in a list has.
const IN_SENTENCES: &[&str] = &[
    "i",
    "we",
    "you",
    "he",
    "she",
    "it",
    "they",
    "is",
    "are",
    "was",
    "were",
    "ich",
    "wir",
    "du",
    "er",
    "sie",
    "es",
    "ihr",
    "ist",
    "sind",
    "war",
    "waren",
    "je",
    "nous",
    "tu",
    "vous",
    "il",
    "elle",
    "ils",
    "elles",
    "on",
    "est",
    "sont",
    "that",
    "which",
    "who",
    "dass",
    "qui",
    "que",
    "them",
    "each",
    "jedes",
    "chacun",
    "everything",
    "alles",
];

/// The words without those that divide a list into lines, where there are such words once.
pub(super) fn without_division(vocabulary: &Vocabulary, words: &[Word]) -> Option<Vec<Word>> {
    let length = |at: usize| division(vocabulary, &words[at..]);
    let at = (0..words.len()).find(|at| length(*at) > 0)?;
    let end = at + length(at);
    (end..words.len()).all(|at| length(at) == 0).then_some(())?;
    let mut rest = words.to_vec();
    let marks = rest[end - 1].marks.clone();
    rest.drain(at..end);
    if let Some(before) = at.checked_sub(1).map(|it| &mut rest[it]).filter(|it| !it.ends_sentence()) {
        before.marks = marks;
    }
    // What follows without a mark may be thanks, which are no thing in the list.
    let is_thanks = rest.get(at).is_some() && vocabulary.is_one("thanks", &rest[at..]);
    if is_thanks && at > 0 && !rest[at - 1].ends_sentence() {
        rest[at - 1].marks.push('.');
    }
    Some(rest)
}

/// How many words at the start divide a list into lines: also `each colour on its own line`.
fn division(vocabulary: &Vocabulary, words: &[Word]) -> usize {
    let whole = vocabulary.longest("each-line", words);
    let each = vocabulary.longest("each", words);
    if whole > 0 || each == 0 {
        return whole;
    }
    let own = |at: &usize| {
        let is_joined = words.get(..*at).is_some_and(|it| it.iter().all(|it| it.marks.is_empty()));
        is_joined && vocabulary.longest("own-line", &words[*at..]) > 0
    };
    let at = (each..words.len().min(each + 2)).find(own);
    at.map_or(0, |at| at + vocabulary.longest("own-line", &words[at..]))
}

/// The list of these words, a line for each thing; `None` if they are no list.
pub(super) fn listed(vocabulary: &Vocabulary, request: &str, all: &[Word]) -> Option<String> {
    if let [Word { quoted: Some(text), .. }] = all {
        return listed(vocabulary, text, &words(text));
    }
    let mut parts: Vec<&[Word]> = all.split_inclusive(|it| it.marks.contains([',', ';'])).collect();
    // Only before the last thing `and` stands for a comma: `fish and chips, milk and eggs`.
    let last = parts.pop()?;
    match parts.is_empty() {
        true => parts.extend(last.split(is_and)),
        false => {
            let last = if last.first().is_some_and(is_and) { &last[1..] } else { last };
            parts.extend(last.splitn(2, is_and));
        }
    }
    let items: Vec<String> = parts.iter().map(|it| item(vocabulary, request, it)).collect::<Option<_>>()?;
    // `The days Monday and Tuesday` says what the list is of.
    let is_described = all.first().is_some_and(|it| DESCRIBING.contains(&it.folded.as_str()));
    (items.len() > 1 && !is_described).then(|| items.join("\n"))
}

/// One thing of a list.
fn item(vocabulary: &Vocabulary, request: &str, words: &[Word]) -> Option<String> {
    if let [Word { quoted: Some(text), .. }] = words {
        return Some(text.clone());
    }
    let is_plain = |it: &Word| it.quoted.is_none() && !IN_SENTENCES.contains(&it.folded.as_str());
    let (last, before) = words.split_last()?;
    let is_one = words.len() <= MOST_WORDS && before.iter().all(|it| it.marks.is_empty());
    let is_courtesy = vocabulary.is_one("thanks", words) || vocabulary.is_one("courtesy", words);
    let is_whole = is_one && words.iter().all(is_plain) && !is_and(&words[0]) && !is_and(last);
    (is_whole && !is_courtesy).then(|| written(request, words).to_owned())
}

fn is_and(word: &Word) -> bool {
    matches!(word.folded.as_str(), "and" | "und" | "et" | "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_list_is_divided_into_lines() {
        let vocabulary = Vocabulary::new();
        for (text, expected) in [
            ("milk, eggs and bread", Some("milk\neggs\nbread")),
            ("milk, eggs, and bread.", Some("milk\neggs\nbread")),
            ("fish and chips, milk", Some("fish and chips\nmilk")),
            ("milk and eggs and bread", Some("milk\neggs\nbread")),
            ("\"a, b\"", Some("a\nb")),
            ("\"a\", \"b, c\" and \"d\"", Some("a\nb, c\nd")),
            ("We met Anna and Bob yesterday", None),
            ("the countries of Europe", None),
            ("milk, eggs, please", None),
            ("the days Monday and Tuesday", None),
        ] {
            assert_eq!(listed(&vocabulary, text, &words(text)).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn the_words_of_division_are_left_out_where_they_stand() {
        let vocabulary = Vocabulary::new();
        for (text, expected) in [
            ("type a and b, each on its own line. Thanks", Some("type a and b. thanks")),
            ("type a and b one per line please", Some("type a and b. please")),
            ("write the following, one per line: a, b", Some("write the following: a, b")),
            ("type a, b, each colour on its own line", Some("type a, b")),
            ("type a line", None),
        ] {
            let rest = without_division(&vocabulary, &words(text));
            let rest = rest.map(|it| {
                it.iter().map(|it| format!("{}{}", it.folded, it.marks)).collect::<Vec<_>>().join(" ")
            });
            assert_eq!(rest.as_deref(), expected, "{text}");
        }
    }
}
