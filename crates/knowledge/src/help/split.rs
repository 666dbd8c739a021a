//! Splits a document into passages: at headings, and where a passage would be too long.

use crate::LONGEST_PASSAGE;

/// The sections of a Markdown document with their titles; text before the first heading has an empty title.
pub(super) fn sections(text: &str) -> Vec<(String, String)> {
    let mut sections = vec![(String::new(), String::new())];
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        match heading(line).filter(|_| !is_code) {
            Some(title) => sections.push((title.to_owned(), String::new())),
            None => {
                if let Some((_, body)) = sections.last_mut() {
                    body.extend([line, "\n"]);
                }
            }
        }
    }
    sections.retain(|(_, body)| !body.trim().is_empty());
    sections
}

fn heading(line: &str) -> Option<&str> {
    let title = line.trim_start_matches('#');
    let depth = line.len() - title.len();
    (1..=6).contains(&depth).then_some(title)?.strip_prefix(' ').map(str::trim)
}

/// The text in pieces of at most [`LONGEST_PASSAGE`] bytes, cut between lines where possible.
pub(super) fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for line in text.trim().split_inclusive('\n').flat_map(short) {
        match pieces.last_mut() {
            Some(piece) if piece.len() + line.len() <= LONGEST_PASSAGE => piece.push_str(line),
            _ => pieces.push(line.to_owned()),
        }
    }
    pieces.iter().map(|piece| piece.trim().to_owned()).filter(|piece| !piece.is_empty()).collect()
}

fn short(line: &str) -> Vec<&str> {
    let mut rest = line;
    let mut parts = Vec::new();
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

    #[test]
    fn a_document_is_split_at_its_headings() {
        let text = "intro\n# One\na\n\n## Two\n```\n# no heading\n```\n#no heading\n# Empty\n\n### Three \nb";
        let found = sections(text);
        let found: Vec<_> = found.iter().map(|(title, body)| (title.as_str(), body.trim())).collect();
        let code = "```\n# no heading\n```\n#no heading";
        assert_eq!(found, [("", "intro"), ("One", "a"), ("Two", code), ("Three", "b")]);
    }

    #[test]
    fn no_piece_is_too_long_and_nothing_is_lost() {
        let lines = "a line of text\n".repeat(300);
        let long = "ä".repeat(LONGEST_PASSAGE);
        for (text, count) in [("", 0), ("short", 1), (lines.as_str(), 3), (long.as_str(), 2)] {
            let pieces = pieces(text);
            assert_eq!(pieces.len(), count);
            assert!(pieces.iter().all(|piece| piece.len() <= LONGEST_PASSAGE));
            let kept = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
            assert_eq!(pieces.iter().map(|piece| kept(piece)).sum::<usize>(), kept(text));
        }
    }
}
