//! Splits a Markdown document at its headings.

/// The sections of a Markdown document with their titles; text before the first heading has an empty title.
pub(crate) fn sections(text: &str) -> Vec<(String, String)> {
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
}
