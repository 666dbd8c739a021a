//! Cuts documents into chunks that can be found and shown: long sections between paragraphs and items of lists; short sections that
//! follow one another are one chunk, because a few lines say too little of what they are about. Pure.

use crate::LONGEST_PASSAGE;
use deskpilot_documents::{Document, Section};

/// The most words of a chunk, unless one item alone has more. About as much as the network for embeddings reads.
const MOST_WORDS: usize = 180;

/// What is between the sections in a chunk.
const BETWEEN: &str = "\n\n";

/// The maximum length of a heading, in bytes.
const LONGEST_HEADING: usize = 200;

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewChunk {
    /// The titles above it.
    pub(crate) heading: String,
    /// Its text.
    pub(crate) text: String,
}

impl NewChunk {
    /// What its vector is computed from.
    pub(crate) fn embedded_text(heading: &str, text: &str) -> String {
        format!("{heading}\n{text}")
    }
}

/// The chunks of a document, in order.
pub(crate) fn chunks(document: &Document) -> Vec<NewChunk> {
    let parts: Vec<Part<'_>> = document.sections.iter().flat_map(parts).collect();
    joined(&parts).into_iter().map(|it| chunk(it, &document.title)).collect()
}

/// A section, or a part of a long one.
struct Part<'d> {
    path: &'d [String],
    text: String,
}

fn parts(section: &Section) -> Vec<Part<'_>> {
    cut(&section.text).into_iter().map(|text| Part { path: &section.path, text }).collect()
}

/// The parts in groups that are short enough for a chunk.
fn joined<'p, 'd>(parts: &'p [Part<'d>]) -> Vec<&'p [Part<'d>]> {
    let (mut groups, mut start) = (Vec::new(), 0);
    let (mut words, mut bytes) = (0, 0);
    for (at, part) in parts.iter().enumerate() {
        let title = part.path.last().map_or("", |it| it);
        let more_words = word_count(title) + word_count(&part.text);
        let more_bytes = BETWEEN.len() + inner_title(part.path).len() + part.text.len();
        if at > start && (words + more_words > MOST_WORDS || bytes + more_bytes > LONGEST_PASSAGE) {
            groups.push(&parts[start..at]);
            (start, words, bytes) = (at, 0, 0);
        }
        words += more_words;
        bytes += more_bytes;
    }
    groups.extend(parts.get(start..).filter(|it| !it.is_empty()));
    groups
}

/// One chunk of these parts: the titles that they have in common are above it, the others inside it.
fn chunk(parts: &[Part<'_>], title_of_document: &str) -> NewChunk {
    let paths = || parts.iter().map(|it| it.path);
    let first = paths().next().unwrap_or_default();
    let common = paths().map(|it| it.iter().zip(first).take_while(|(one, other)| one == other).count()).min();
    let common = common.unwrap_or_default();
    let mut text = String::new();
    let mut last = &first[..common];
    for part in parts {
        if !text.is_empty() {
            text += BETWEEN;
        }
        if part.path != last && part.path.len() > common {
            text += &inner_title(&part.path[common..]);
        }
        text += &part.text;
        last = part.path;
    }
    NewChunk { heading: heading(&first[..common], title_of_document), text }
}

/// The titles of a section within a chunk.
fn inner_title(path: &[String]) -> String {
    format!("### {}\n", path.join(": "))
}

fn heading(path: &[String], title: &str) -> String {
    let titles: Vec<&str> = path.iter().map(|it| it.trim()).filter(|it| !it.is_empty()).collect();
    let heading = if titles.is_empty() { title.trim().to_owned() } else { titles.join(": ") };
    heading[..heading.floor_char_boundary(LONGEST_HEADING)].to_owned()
}

/// The text in parts of about equal length, each within [`MOST_WORDS`] and [`LONGEST_PASSAGE`].
fn cut(text: &str) -> Vec<String> {
    let units = units(text);
    let all: usize = units.iter().map(|it| word_count(it)).sum();
    let target = all.div_ceil(all.div_ceil(MOST_WORDS).max(1));
    let mut parts = vec![String::new()];
    let mut words = 0;
    for unit in units {
        let more = word_count(unit);
        let is_full = words >= target || words + more > MOST_WORDS;
        match parts.last_mut() {
            Some(part) if !is_full && part.len() + unit.len() <= LONGEST_PASSAGE => {
                part.push_str(unit);
                words += more;
            }
            _ => {
                parts.push(unit.to_owned());
                words = more;
            }
        }
    }
    let parts = parts.iter().map(|it| it.trim_matches('\n').trim_end().to_owned());
    parts.filter(|it| !it.trim().is_empty()).collect()
}

fn word_count(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The text in pieces that are kept whole: paragraphs and items of lists; lines and sentences of those that are too long.
fn units(text: &str) -> Vec<&str> {
    let mut units = Vec::new();
    let (mut start, mut end) = (0, 0);
    let mut is_code = false;
    for line in text.split_inclusive('\n') {
        let is_start = !is_code && (is_item(line) || text[start..end].ends_with("\n\n"));
        if is_start && start < end {
            units.push(&text[start..end]);
            start = end;
        }
        is_code ^= line.trim_start().starts_with("```");
        end += line.len();
    }
    units.push(&text[start..]);
    units.into_iter().flat_map(short).collect()
}

/// Whether a line begins an item of a list or a row of a table.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|it: char| it.is_ascii_digit());
    let is_numbered = rest.len() < line.len() && (rest.starts_with(". ") || rest.starts_with(") "));
    is_numbered || ["- ", "* ", "+ ", "|"].iter().any(|mark| line.starts_with(mark))
}

/// A piece, cut where it is too long: after lines, else after sentences, else after words, else anywhere.
fn short(unit: &str) -> Vec<&str> {
    if word_count(unit) <= MOST_WORDS && unit.len() <= LONGEST_PASSAGE {
        return vec![unit];
    }
    let ends: [fn(&str) -> Vec<&str>; 3] =
        [|it| it.split_inclusive('\n').collect(), |it| sentences(it), |it| it.split_inclusive(' ').collect()];
    let parts = ends.into_iter().map(|split| split(unit)).find(|parts| parts.len() > 1);
    match parts {
        Some(parts) => parts.into_iter().flat_map(short).collect(),
        None => halves(unit),
    }
}

/// The sentences of a text, each with the space that follows.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (end, _) in text.match_indices(". ") {
        sentences.push(&text[start..end + 2]);
        start = end + 2;
    }
    sentences.push(&text[start..]);
    sentences.retain(|it| !it.is_empty());
    sentences
}

/// A word without end, cut at the limit of bytes.
fn halves(word: &str) -> Vec<&str> {
    let (mut rest, mut parts) = (word, Vec::new());
    while rest.len() > LONGEST_PASSAGE {
        let (part, after) = rest.split_at(rest.floor_char_boundary(LONGEST_PASSAGE));
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> usize {
        text.chars().filter(|it| !it.is_whitespace()).count()
    }

    #[test]
    fn no_chunk_is_too_long_and_nothing_is_lost() {
        let lines = "a line of text\n".repeat(300);
        let items = "- an item of a list that says something\n".repeat(100);
        let sentences = "This is a sentence of seven words. ".repeat(100);
        let (long, endless) = ("ä".repeat(LONGEST_PASSAGE), "word ".repeat(1000));
        for (text, count) in [
            ("", 0),
            ("short", 1),
            (lines.as_str(), 7),
            (items.as_str(), 5),
            (sentences.as_str(), 4),
            (long.as_str(), 2),
            (endless.as_str(), 6),
        ] {
            let parts = cut(text);
            assert_eq!(parts.len(), count, "{}", &text[..text.len().min(40)]);
            for part in &parts {
                assert!(part.len() <= LONGEST_PASSAGE && word_count(part) <= MOST_WORDS, "{part}");
            }
            assert_eq!(parts.iter().map(|it| letters(it)).sum::<usize>(), letters(text));
        }
    }

    #[test]
    fn paragraphs_and_items_stay_whole() {
        let paragraph = format!("{}\n\n", "word ".repeat(90).trim());
        let parts = cut(&paragraph.repeat(4));
        assert_eq!(parts.iter().map(|it| word_count(it)).collect::<Vec<_>>(), [180, 180]);
        let item = format!("1. {}\n   and {}\n", "word ".repeat(60).trim(), "more ".repeat(60).trim());
        for part in cut(&item.repeat(3)) {
            assert!(part.starts_with("1. ") && part.ends_with("more"), "{part}");
        }
        let code = format!("```\n{}```\n", "- no item\n\n".repeat(20));
        assert_eq!(cut(&code).len(), 1);
    }

    fn document(sections: &[(&[&str], &str)]) -> Document {
        let section = |(path, text): &(&[&str], &str)| Section {
            path: path.iter().map(|it| (*it).to_owned()).collect(),
            text: (*text).into(),
        };
        let sections = sections.iter().map(section).collect();
        Document {
            title: "Writer".into(),
            application: None,
            version: None,
            language: None,
            sections,
            missing_text: None,
        }
    }

    #[test]
    fn short_sections_are_one_chunk_below_the_titles_that_they_have_in_common() {
        let long = "word ".repeat(MOST_WORDS - 5);
        let long = long.trim();
        for (sections, expected) in [
            (&[(&["Writer", "Lists"][..], "a")][..], vec![("Writer: Lists", "a".to_owned())]),
            (&[(&[], "a")], vec![("Writer", "a".into())]),
            (
                &[
                    (&["Writer"], "a"),
                    (&["Writer", "Lists"], "b"),
                    (&["Writer", "Lists", "Dots"], "c"),
                    (&["Writer", "Tables"], " "),
                ],
                vec![("Writer", "a\n\n### Lists\nb\n\n### Lists: Dots\nc".into())],
            ),
            (
                &[(&["Writer", "Lists", "Dots"], "a"), (&["Writer", "Lists", "Numbers"], "b")],
                vec![("Writer: Lists", "### Dots\na\n\n### Numbers\nb".into())],
            ),
            (
                &[(&["Writer", "Lists"], "a b c d"), (&["Writer", "Tables"], long)],
                vec![("Writer: Lists", "a b c d".into()), ("Writer: Tables", long.into())],
            ),
        ] {
            let found = chunks(&document(sections));
            let found: Vec<_> = found.iter().map(|it| (it.heading.as_str(), it.text.clone())).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn many_short_sections_with_long_titles_stay_within_the_limits() {
        let title = "a title of a section that is long ".repeat(4);
        let path = ["Writer", title.as_str(), title.as_str()];
        let sections = [(&path[..1], "short"), (&path[..2], "short"), (&path[..3], "short")].repeat(40);
        let found = chunks(&document(&sections));
        assert!(found.len() > 10, "{}", found.len());
        assert!(found.iter().all(|it| it.text.len() <= LONGEST_PASSAGE), "{found:?}");
        assert_eq!(found.iter().map(|it| it.text.matches("short").count()).sum::<usize>(), 120);
    }
}
