//! Finds commands by name, by a part of it, or by what they do. Pure: the same words find the same commands, so what an agent
//! was shown can be found again from its log.

use crate::CommandSpec;
use std::cmp::Reverse;

/// The most commands that one search finds.
const MOST_FOUND: usize = 8;
/// The shortest part of a name that is looked for.
const SHORTEST_PART: usize = 3;

/// Words that say nothing about what a command does.
const COMMON_WORDS: &[&str] = &[
    "a", "all", "an", "and", "as", "at", "by", "command", "do", "doe", "for", "from", "function", "how",
    "in", "into", "is", "it", "of", "on", "or", "that", "the", "to", "with",
];

/// Words with which people name the same thing, one group a line; each is written as [`stem`] leaves it.
const SYNONYMS: &[&[&str]] = &[
    &["hyperlink", "link", "url", "address", "href"],
    &["note", "comment", "remark", "annotation"],
    &["document", "file", "workbook"],
    &["new", "create", "make", "add", "insert", "begin"],
    &["delete", "remove", "erase", "bin", "trash", "empty"],
    &["picture", "image", "photo", "screenshot", "graphic"],
    &["chart", "diagram", "graph", "plot"],
    &["page", "site", "website", "web", "tab"],
    &["slide", "page"],
    &["folder", "directory", "dir"],
    &["colour", "color", "fill", "background", "highlight"],
    &["bold", "italic", "underline", "font", "letter", "typeface"],
    &["paste", "clipboard", "copy"],
    &["read", "show", "list", "see", "view"],
    &["find", "search", "look"],
    &["write", "set", "change", "edit", "put", "fill", "enter"],
    &["replace", "substitute", "exchange"],
    &["save", "export", "store"],
    &["pdf", "export"],
    &["table", "grid"],
    &["cell", "range"],
    &["sheet", "worksheet"],
    &["sum", "total", "formula", "function"],
    &["heading", "title", "style"],
    &["header", "footer", "head"],
    &["move", "rename", "reorder"],
    &["sort", "order", "arrange"],
    &["program", "shell", "terminal"],
    &["zip", "archive", "unzip", "extract", "pack", "compress"],
    &["close", "quit", "exit"],
    &["go", "back", "navigate", "visit", "open"],
    &["undo", "revert", "restore"],
    &["align", "center", "indent", "spacing", "margin"],
    &["bullet", "list"],
];

/// The commands that these words mean, the best first, 8 at most. Commas separate several names or questions; the result
/// has what any of them finds.
///
/// A name finds its command alone; a part of names finds those that have it. Other words find the commands with most of them
/// in their names, descriptions and parameters, where words for the same thing count too.
pub fn find_commands<'a>(words: &str, commands: &[&'a CommandSpec]) -> Vec<&'a CommandSpec> {
    let mut found: Vec<&CommandSpec> = Vec::new();
    for question in words.split([',', ';', '\n']).map(str::trim).filter(|it| !it.is_empty()) {
        for command in find(question, commands) {
            if found.iter().all(|it| it.name != command.name) {
                found.push(command);
            }
        }
    }
    found
}

fn find<'a>(question: &str, commands: &[&'a CommandSpec]) -> Vec<&'a CommandSpec> {
    let name = question.trim_end_matches("()").to_lowercase().replace([' ', '-'], "_");
    if let Some(only) = commands.iter().find(|it| it.name == name) {
        return vec![only];
    }
    let part = |it: &&&CommandSpec| name.len() >= SHORTEST_PART && it.name.contains(&name);
    let parts: Vec<&CommandSpec> = commands.iter().filter(part).copied().take(MOST_FOUND).collect();
    if parts.is_empty() { by_words(question, commands) } else { parts }
}

/// The commands with most of the words, and of those with equally many the ones with the words in more telling places.
fn by_words<'a>(question: &str, commands: &[&'a CommandSpec]) -> Vec<&'a CommandSpec> {
    let wanted: Vec<String> =
        stems(question).into_iter().filter(|it| !COMMON_WORDS.contains(&it.as_str())).collect();
    let mut scored: Vec<((usize, u32), &CommandSpec)> =
        commands.iter().map(|it| (score(&wanted, it), *it)).filter(|((hits, _), _)| *hits > 0).collect();
    let most = scored.iter().map(|((hits, _), _)| *hits).max().unwrap_or_default();
    scored.retain(|((hits, _), _)| *hits == most);
    scored.sort_by_key(|(score, _)| Reverse(*score));
    scored.into_iter().map(|(_, it)| it).take(MOST_FOUND).collect()
}

/// How many of the words the command has, and a sum of weights: 6 for a word of the name, 3 for one of the description, 1 for
/// one of a parameter; half of it, rounded up, for another word for the same thing.
fn score(wanted: &[String], command: &CommandSpec) -> (usize, u32) {
    let params = command.params.iter().flat_map(|it| [it.name.as_ref(), it.doc.as_ref()]);
    let places = [
        (6, stems(&command.name)),
        (3, stems(&command.doc)),
        (1, params.flat_map(stems).collect::<Vec<_>>()),
    ];
    let weight = |word: &String| {
        let at_place = |(weight, own): &(u32, Vec<String>)| match own {
            own if own.contains(word) => *weight,
            own if own.iter().any(|it| are_synonyms(word, it)) => weight.div_ceil(2),
            _ => 0,
        };
        places.iter().map(at_place).max().unwrap_or_default()
    };
    let weights: Vec<u32> = wanted.iter().map(weight).filter(|it| *it > 0).collect();
    (weights.len(), weights.iter().sum())
}

fn are_synonyms(one: &str, other: &str) -> bool {
    SYNONYMS.iter().any(|group| group.contains(&one) && group.contains(&other))
}

/// The words of a text in small letters, without the endings of plurals.
fn stems(text: &str) -> Vec<String> {
    let words = text.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.map(|it| stem(&it.to_lowercase()).to_owned()).collect()
}

fn stem(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(singular) if singular.len() > 2 && !singular.ends_with('s') => singular,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Param, ParamKind, SideEffects, command_table::required};
    use std::borrow::Cow::Borrowed;

    const PARAGRAPH: &[Param] = &[required("paragraph", ParamKind::Number, "its number, from 1")];

    const fn spec(name: &'static str, doc: &'static str) -> CommandSpec {
        CommandSpec {
            name: Borrowed(name),
            doc: Borrowed(doc),
            params: Borrowed(PARAGRAPH),
            side_effects: SideEffects::Changes,
        }
    }

    const COMMANDS: &[CommandSpec] = &[
        spec("insert_text", "Inserts a new paragraph with a text."),
        spec("insert_table", "Inserts a table at the caret."),
        spec("read_table", "Reads a table as Markdown."),
        spec("add_comment", "Adds a comment to a place of the text."),
        spec("links", "Lists the addresses that a page leads to."),
        spec("create_file", "Creates a file with a text."),
        spec("new_document", "Makes a new document."),
        spec("save_as", "Saves the document under another name; a pdf is a copy."),
        spec("set_font", "Changes how letters look."),
    ];

    fn found(words: &str) -> Vec<&'static str> {
        let all: Vec<&CommandSpec> = COMMANDS.iter().collect();
        find_commands(words, &all).into_iter().map(|it| it.name.as_ref()).collect()
    }

    #[test]
    fn commands_are_found_by_name_by_a_part_of_it_and_by_what_they_do() {
        for (words, expected) in [
            ("insert_table", &["insert_table"][..]),
            ("insert_table()", &["insert_table"]),
            ("Insert table", &["insert_table"]),
            ("table", &["insert_table", "read_table"]),
            ("new document", &["new_document"]),
            ("add_comment, links", &["add_comment", "links"]),
            ("table, read_table", &["insert_table", "read_table"]),
            ("fly to the moon", &[]),
            ("s", &[]),
            ("the", &[]),
            ("", &[]),
            (",", &[]),
        ] {
            assert_eq!(found(words), expected, "{words:?}");
        }
        for (words, first) in [
            ("hyperlink", "links"),
            ("note", "add_comment"),
            ("a note in the text", "add_comment"),
            ("make a new file", "create_file"),
            ("export pdf", "save_as"),
            ("bold", "set_font"),
            ("comments", "add_comment"),
        ] {
            assert_eq!(found(words).first(), Some(&first), "{words:?}: {:?}", found(words));
        }
    }

    #[test]
    fn a_search_finds_few() {
        let many: Vec<CommandSpec> = (0..40)
            .map(|at| CommandSpec { name: format!("cells_{at}").into(), ..spec("x", "Does it.") })
            .collect();
        let all: Vec<&CommandSpec> = many.iter().collect();
        assert_eq!(find_commands("cells", &all).len(), MOST_FOUND);
        assert_eq!(find_commands("paragraph", &all).len(), MOST_FOUND);
    }

    #[test]
    fn every_synonym_is_written_as_words_are_compared() {
        for word in SYNONYMS.iter().copied().flatten() {
            assert_eq!(stems(word), [*word]);
        }
    }
}
