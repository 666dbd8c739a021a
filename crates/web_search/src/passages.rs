//! Picks from results and their pages what fits a search best. Pure.

use crate::results::SearchResult;
use deskpilot_core::Passage;
use deskpilot_knowledge::LONGEST_PASSAGE;
use deskpilot_web::text::line;
use std::collections::BTreeSet;

/// The name of the source, in logs and passages.
pub const NAME: &str = "web";

/// The length of a section at which the next paragraph begins another one, in bytes.
const SECTION: usize = 1200;
/// How many sections of a page are shown at most.
const SECTIONS_OF_A_PAGE: usize = 2;
/// The longest title of a passage, in characters.
const LONGEST_TITLE: usize = 200;
/// The score that every result gets because the engine found it, in addition to how well its text fits.
const FOUND: f64 = 0.2;

/// A result, and its page as Markdown if that could be read.
#[derive(Debug)]
pub(crate) struct ReadResult {
    pub(crate) result: SearchResult,
    pub(crate) page: Option<String>,
}

/// The passages of these results, best first. A page gives the sections that fit the search best; a result without a page, or
/// with one that does not fit, what the engine shows of it.
pub(crate) fn passages(results: &[ReadResult], text: &str) -> Vec<Passage> {
    let wanted = words(text);
    let of = |(rank, it): (usize, &ReadResult)| of_result(rank, it, &wanted);
    let mut passages: Vec<Passage> = results.iter().enumerate().flat_map(of).collect();
    passages.sort_by(|one, other| other.score.total_cmp(&one.score));
    passages
}

fn of_result(rank: usize, read: &ReadResult, wanted: &BTreeSet<String>) -> Vec<Passage> {
    let SearchResult { title, url, snippet } = &read.result;
    let passage = |title: String, text: &str, fit: f64| Passage {
        source: NAME.into(),
        title: line(&title, LONGEST_TITLE),
        place: url.to_string(),
        text: text.trim().to_owned(),
        score: (fit + FOUND) / (rank as f64 + 3.0),
    };
    let best = read.page.as_deref().map_or_else(Vec::new, |page| best_sections(page, wanted));
    if best.is_empty() {
        let fit = coverage(&words(snippet), wanted);
        return (!snippet.is_empty()).then(|| passage(title.clone(), snippet, fit)).into_iter().collect();
    }
    let titled = |section: &Section<'_>| match section.heading {
        "" => title.clone(),
        heading => format!("{title}: {heading}"),
    };
    best.iter().map(|(section, fit)| passage(titled(section), section.text, *fit)).collect()
}

/// A part of a page.
#[derive(Debug, PartialEq, Eq)]
struct Section<'a> {
    heading: &'a str,
    text: &'a str,
}

/// The sections that fit best and how well they do, in order of that; none if no word is in them.
fn best_sections<'a>(page: &'a str, wanted: &BTreeSet<String>) -> Vec<(Section<'a>, f64)> {
    let scored = sections(page).into_iter().map(|it| {
        let mut all = words(it.text);
        all.extend(words(it.heading));
        let fit = coverage(&all, wanted);
        (it, fit)
    });
    let mut scored: Vec<(Section<'_>, f64)> = scored.filter(|(_, fit)| *fit > 0.0).collect();
    // The sort is stable: of equal ones the first comes first.
    scored.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    // Beside one that fits well, another counts only if it fits nearly as well.
    let best = scored.first().map_or(0.0, |(_, fit)| *fit);
    scored.retain(|(_, fit)| *fit > best * 0.6);
    scored.truncate(SECTIONS_OF_A_PAGE);
    scored
}

/// The sections of a page in Markdown: under each heading, paragraphs up to a length.
fn sections(page: &str) -> Vec<Section<'_>> {
    let (mut sections, mut heading, mut begin, mut end, mut is_code) = (Vec::new(), "", 0, 0, false);
    for line in page.split_inclusive('\n') {
        let at = end;
        end += line.len();
        is_code ^= line.starts_with("```");
        let new_heading =
            Some(line.trim_start_matches('#')).filter(|it| it.len() < line.len() && it.starts_with(' '));
        let is_full = line.trim().is_empty() && at - begin >= SECTION || end - begin > LONGEST_PASSAGE;
        if (new_heading.is_some() && !is_code) || is_full {
            push(&mut sections, heading, &page[begin..at]);
            begin = if new_heading.is_some() && !is_code { end } else { at };
        }
        if let Some(text) = new_heading.filter(|_| !is_code) {
            heading = text.trim();
        }
    }
    push(&mut sections, heading, &page[begin..]);
    sections
}

/// Adds a section, unless it is empty. Of a line that is longer than a passage only the beginning is taken.
fn push<'a>(sections: &mut Vec<Section<'a>>, heading: &'a str, text: &'a str) {
    let text = text.trim();
    let text = &text[..text.floor_char_boundary(LONGEST_PASSAGE)];
    if text.contains(char::is_alphanumeric) {
        sections.push(Section { heading, text });
    }
}

/// The share of the wanted words that are there; long words count for more, since they are rarer.
fn coverage(there: &BTreeSet<String>, wanted: &BTreeSet<String>) -> f64 {
    let weight = |word: &String| word.chars().count().min(8) as f64;
    let all: f64 = wanted.iter().map(weight).sum();
    let found: f64 = wanted.iter().filter(|it| there.contains(*it)).map(weight).sum();
    if all > 0.0 { found / all } else { 0.0 }
}

/// The words of a text in lower case, without the shortest, which are everywhere.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|it: char| !it.is_alphanumeric());
    words.filter(|it| it.chars().count() > 2 || !it.is_ascii()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use url::Url;

    fn read(title: &str, snippet: &str, page: Option<&str>) -> ReadResult {
        let url = Url::parse(&format!("https://{title}.example/")).unwrap();
        ReadResult {
            result: SearchResult { title: title.into(), url, snippet: snippet.into() },
            page: page.map(str::to_owned),
        }
    }

    const PAGE: &str = "Menu\n\n# Tables\n\nAll about tables.\n\n## Delete a row\n\nSelect the row, then delete it.\n\n\
        ```\n# no heading\n```\n\n## Contact\n\nWrite to us.";

    #[test]
    fn the_sections_of_a_page_that_fit_best_come_first_and_else_what_the_engine_shows() {
        let results = [
            read("one", "snippet of one", Some(PAGE)),
            read("two", "how to delete a row", None),
            read("three", "nothing about it", Some("Cookies!\n\nAccept all?")),
            read("four", "", None),
        ];
        let found = passages(&results, "delete a table row");
        let shown: Vec<_> =
            found.iter().map(|it| (it.title.as_str(), it.place.as_str(), it.text.as_str())).collect();
        assert_eq!(
            shown,
            [
                (
                    "one: Delete a row",
                    "https://one.example/",
                    "Select the row, then delete it.\n\n```\n# no heading\n```"
                ),
                ("two", "https://two.example/", "how to delete a row"),
                ("three", "https://three.example/", "nothing about it"),
            ]
        );
        assert!(found.iter().all(|it| it.source == "web" && it.score > 0.0 && it.score.is_finite()));
        assert!(found.is_sorted_by(|one, other| one.score >= other.score));
    }

    #[test]
    fn sections_are_short_and_of_whole_paragraphs_where_these_are() {
        let paragraphs = format!("# Long\n\n{}", format!("{}\n\n", "word ".repeat(80).trim()).repeat(8));
        let found = sections(&paragraphs);
        assert!(
            found.len() > 1 && found.iter().all(|it| it.text.len() <= LONGEST_PASSAGE),
            "{}",
            found.len()
        );
        assert!(
            found
                .iter()
                .all(|it| it.heading == "Long" && it.text.ends_with("word") && !it.text.contains("# "))
        );
        let endless = "\u{e4}".repeat(100_000);
        assert_eq!(sections(&endless)[0].text.len(), LONGEST_PASSAGE);
        assert_eq!(sections("\n\n---\n# \n|  |"), []);
    }
}
