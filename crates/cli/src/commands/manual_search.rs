//! Finds words in the pages of the manual.

use std::cmp::Reverse;

/// The most sections that are shown.
const MOST: usize = 20;
/// How many occurrences in the text one in the title is worth.
const TITLE: usize = 10;

/// A page that is searched.
pub(super) struct ManualPage {
    /// The command that prints it.
    pub(super) command: String,
    /// Its Markdown.
    pub(super) text: String,
}

/// A section that has all the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundSection {
    /// The command that prints its page.
    pub(super) command: String,
    /// Its title.
    pub(super) title: String,
    /// The line with most of the words.
    pub(super) line: String,
}

/// The sections that have all of these words, in upper or lower case, those that are most about them first.
pub(super) fn found_sections(pages: &[ManualPage], words: &str) -> Vec<FoundSection> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<(usize, FoundSection)> = Vec::new();
    for page in pages {
        for (title, lines) in sections(&page.text) {
            let weight = weight(title, &lines, &words);
            // Of lines with as many of the words the first one is taken.
            let best = lines.iter().rev().max_by_key(|it| occurring(it, &words)).copied().unwrap_or_default();
            let (command, title, line) = (page.command.clone(), title.to_owned(), best.trim().to_owned());
            found.extend(weight.map(|weight| (weight, FoundSection { command, title, line })));
        }
    }
    found.sort_by_key(|(weight, _)| Reverse(*weight));
    found.into_iter().take(MOST).map(|(_, section)| section).collect()
}

/// The sections of a page: their titles with their lines. What stands in a fenced block is no title.
fn sections(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut sections: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut is_fenced = false;
    for line in page.lines() {
        is_fenced ^= line.trim_start().starts_with("```");
        if let Some(title) = line.strip_prefix('#').filter(|_| !is_fenced) {
            sections.push((title.trim_start_matches('#').trim(), Vec::new()));
        } else if let Some((_, lines)) = sections.last_mut() {
            lines.push(line);
        }
    }
    sections
}

/// How much a section is about the words; `None` unless it has all.
fn weight(title: &str, lines: &[&str], words: &[String]) -> Option<usize> {
    let (title, text) = (title.to_lowercase(), lines.join("\n").to_lowercase());
    let count =
        |word: &String| TITLE * title.matches(word.as_str()).count() + text.matches(word.as_str()).count();
    let counts: Vec<usize> = words.iter().map(count).collect();
    (!counts.is_empty() && counts.iter().all(|it| *it > 0)).then(|| counts.iter().sum())
}

/// How many of the words occur in a line.
fn occurring(line: &str, words: &[String]) -> usize {
    let line = line.to_lowercase();
    words.iter().filter(|it| line.contains(it.as_str())).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(name: &str, text: &str) -> ManualPage {
        ManualPage { command: format!("deskpilot manual {name}"), text: text.into() }
    }

    #[test]
    fn sections_with_all_words_are_found_those_about_them_first() {
        let pages = [
            page("logs", "# Logs\n\nA key is never here.\n\n## Where\n\nIn the folder.\n"),
            page(
                "keys",
                "# Keys\n\nIn the Keyring.\n\n```toml\n# a key of yours\n```\nA key is secret, never shown.\n",
            ),
        ];
        let found = found_sections(&pages, "KEY  never");
        let titles: Vec<&str> = found.iter().map(|it| it.title.as_str()).collect();
        assert_eq!(titles, ["Keys", "Logs"]);
        assert_eq!(found[0].line, "A key is secret, never shown.");
        assert_eq!(found[1].command, "deskpilot manual logs");
        assert!(found_sections(&pages, "key folder").is_empty(), "they are in different sections");
        assert!(found_sections(&pages, " ").is_empty());
    }
}
