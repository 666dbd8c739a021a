//! The page of all messages: what the program says to people, collected from the sources, so that it can be read as a whole.

use crate::tidy::{Source, sources};
use anyhow::Result;
use std::{collections::BTreeMap, path::Path};

/// What comes before the text of a message.
const MARKS: &[&str] = &[
    "#[error(",
    "bail!(",
    "anyhow!(",
    "UsageError(",
    ".context(",
    ".with_context(",
    "write!(f,",
    "f.write_str(",
    "say(",
    "print(",
    "Unverified(",
    "Refusal::NotAllowed(",
    "Err(",
];

/// How far behind its mark a text may begin.
const REACH: usize = 90;
/// A message has at least this many words.
const WORDS: usize = 3;

/// The page of this workspace.
pub(crate) fn page(root: &Path) -> Result<String> {
    let mut crates: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources(root)?.iter().filter(|it| it.path.starts_with("crates/")) {
        let found = messages(source);
        let known = crates.entry(source.crate_name().to_owned()).or_default();
        for message in found {
            if !known.contains(&message) {
                known.push(message);
            }
        }
    }
    let mut page = String::from(
        "# Messages\n\nWhat Deskpilot says to people, by crate, collected from the sources by `cargo xtask docs`. Braces hold what a\n\
         message is about.\n",
    );
    for (name, found) in crates.into_iter().filter(|(name, found)| !found.is_empty() && !is_internal(name)) {
        page.push_str(&format!("\n## {name}\n\n"));
        found.iter().for_each(|it| page.push_str(&format!("- {it}\n")));
    }
    Ok(page)
}

/// Crates that are for tests alone.
fn is_internal(name: &str) -> bool {
    matches!(name, "testkit" | "fuzz" | "windows-fixtures")
}

fn messages(source: &Source) -> Vec<String> {
    let lines = source.product_lines();
    let text: String = lines.iter().map(|it| format!("{}\n", it.text)).collect();
    let mut found: Vec<(usize, String)> = Vec::new();
    for mark in MARKS {
        for (at, _) in text.match_indices(mark) {
            let behind = &text[at + mark.len()..];
            let Some(begin) = behind.find('"').filter(|it| *it <= REACH && !behind[..*it].contains(';'))
            else {
                continue;
            };
            let Some(message) = literal(&behind[begin + 1..]) else { continue };
            if message.split_whitespace().count() >= WORDS && found.iter().all(|it| it.1 != message) {
                found.push((at, message));
            }
        }
    }
    found.sort();
    found.into_iter().map(|it| it.1).collect()
}

/// The text of a string literal up to its end, as it is printed.
fn literal(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    loop {
        match chars.next()? {
            '"' => return Some(out.split_whitespace().collect::<Vec<_>>().join(" ")),
            '\\' => match chars.next()? {
                'n' | '\n' => {
                    out.push(' ');
                    while chars.peek().is_some_and(|it| it.is_whitespace()) {
                        chars.next();
                    }
                }
                'u' => {
                    let code: String = chars.by_ref().skip(1).take_while(|it| *it != '}').collect();
                    out.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                }
                other => out.push(other),
            },
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_behind_marks_are_found_once_and_whole() {
        let text = "fn a() {\n    bail!(\"the file {} \\\n         cannot be \\\"read\\\"\");\n    say(\"x y\");\n    \
                    let quiet = \"no message at all here\";\n    bail!(\"the file {} cannot be \\\"read\\\"\");\n}\n\
                    #[error(\"{model} did not reply\")]\nstruct S;\n";
        let source = Source::of("crates/core/src/a.rs", text);
        assert_eq!(messages(&source), ["the file {} cannot be \"read\"", "{model} did not reply"]);
    }
}
