//! Finds commands by name, by a part of it, or by what they do, and those that a longer text is about. Pure: the same words find
//! the same commands, so what an agent was shown can be found again from its log.

use crate::CommandSpec;
use std::cmp::Reverse;

/// The most commands that one search finds.
const MOST_FOUND: usize = 8;
/// The shortest part of a name that is looked for.
const SHORTEST_PART: usize = 3;
/// How many clauses of a text, and how many words of a clause, say what it is about. A subtask may hold a whole letter.
const MOST_CLAUSES: usize = 24;
const MOST_WORDS: usize = 24;
/// Words that end a clause, as its punctuation does.
const CONJUNCTIONS: [&str; 2] = ["and", "then"];

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
    &["currency", "percent", "percentage", "decimal", "format"],
];

/// The commands that these words mean, the best first, 8 at most. Commas separate several names or questions; the result
/// has what any of them finds.
///
/// A name finds its command alone; a part of names finds those that have it. Other words find the commands with most of them
/// in their names, descriptions and parameters, where words for the same thing count too.
pub fn find_commands<'a>(words: &str, commands: &[&'a CommandSpec]) -> Vec<&'a CommandSpec> {
    let mut found: Vec<&CommandSpec> = Vec::new();
    let words = without_arguments(words);
    for question in words.split([',', ';', '\n']).map(str::trim).filter(|it| !it.is_empty()) {
        for command in find(question, commands) {
            if found.iter().all(|it| it.name != command.name) {
                found.push(command);
            }
        }
    }
    found
}

/// The words without what stands in brackets, such as the arguments of a command.
fn without_arguments(words: &str) -> String {
    let mut depth = 0_usize;
    let is_outside = |letter: &char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    words.chars().filter(is_outside).collect()
}

/// The commands that a text with several clauses is about, such as a subtask, the best of each clause first. A word counts the
/// more, the fewer commands have it. A command that has less than half of what the best one of a clause has is not meant by it.
pub fn rank_commands<'a>(text: &str, commands: &[&'a CommandSpec]) -> Vec<&'a CommandSpec> {
    let indexed: Vec<Places> = commands.iter().map(|it| places(it)).collect();
    let ranked: Vec<Vec<usize>> = clauses(text).iter().map(|it| rank(it, &indexed)).collect();
    let longest = ranked.iter().map(Vec::len).max().unwrap_or_default();
    let mut meant: Vec<usize> = Vec::new();
    for nth in 0..longest {
        for at in ranked.iter().filter_map(|it| it.get(nth)) {
            if !meant.contains(at) {
                meant.push(*at);
            }
        }
    }
    meant.into_iter().filter_map(|at| commands.get(at).copied()).collect()
}

/// The clauses of a text, each as the words that say something.
fn clauses(text: &str) -> Vec<Vec<String>> {
    let mut clauses = vec![Vec::new()];
    for sentence in text.split([',', ';', '.', ':', '\n']) {
        for word in sentence.split_whitespace() {
            let words = clauses.last_mut().filter(|_| !CONJUNCTIONS.contains(&word.to_lowercase().as_str()));
            match words {
                Some(words) => words.extend(telling_words(word)),
                None => clauses.push(Vec::new()),
            }
        }
        clauses.push(Vec::new());
    }
    clauses.retain(|it| !it.is_empty());
    clauses.truncate(MOST_CLAUSES);
    for words in &mut clauses {
        words.sort_unstable();
        words.dedup();
        words.truncate(MOST_WORDS);
    }
    clauses
}

/// The positions of the commands that these words mean, the best first.
fn rank(words: &[String], commands: &[Places]) -> Vec<usize> {
    let mut scores = vec![0_u32; commands.len()];
    for word in words {
        let synonyms = synonyms(word);
        let weights: Vec<u32> = commands.iter().map(|it| weight(word, &synonyms, it)).collect();
        let having = weights.iter().filter(|it| **it > 0).count();
        let rarity = commands.len().checked_div(having).map_or(0, |it| it.max(1).ilog2() + 1);
        for (score, weight) in scores.iter_mut().zip(weights) {
            *score += weight * rarity;
        }
    }
    let best = scores.iter().max().copied().unwrap_or_default();
    let mut meant: Vec<(u32, usize)> =
        scores.into_iter().zip(0..).filter(|(score, _)| *score > 0 && score * 2 >= best).collect();
    meant.sort_by_key(|(score, _)| Reverse(*score));
    meant.into_iter().map(|(_, at)| at).collect()
}

fn find<'a>(question: &str, commands: &[&'a CommandSpec]) -> Vec<&'a CommandSpec> {
    let name = question.trim_end_matches("()").to_lowercase().replace([' ', '-'], "_");
    if let Some(only) = commands.iter().find(|it| it.name == name) {
        return vec![only];
    }
    let named = by_names(question, commands);
    if !named.is_empty() {
        return named;
    }
    let part = |it: &&&CommandSpec| name.len() >= SHORTEST_PART && it.name.contains(&name);
    let parts: Vec<&CommandSpec> = commands.iter().filter(part).copied().take(MOST_FOUND).collect();
    if parts.is_empty() { by_words(question, commands) } else { parts }
}

/// The commands whose names stand in the question, as models write them: in quotation marks, with arguments, behind the name of an
/// application and a dot, or with "and" between them. A name that is an ordinary word counts only where all that is said are
/// names.
fn by_names<'a>(question: &str, commands: &[&'a CommandSpec]) -> Vec<&'a CommandSpec> {
    let is_of_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '.');
    let words =
        question.split(|it: char| !is_of_name(it)).map(|it| it.trim_matches(['.', '-']).to_lowercase());
    let words = words.filter(|it| !it.is_empty() && !COMMON_WORDS.contains(&it.as_str()));
    let named = |word: String| {
        let name = word.replace('-', "_");
        let last = name.rsplit('.').next().unwrap_or_default();
        let found =
            commands.iter().find(|it| it.name == name).or_else(|| commands.iter().find(|it| it.name == last));
        (last.contains('_'), found.copied())
    };
    let named: Vec<(bool, Option<&CommandSpec>)> = words.map(named).collect();
    let are_all = named.iter().all(|(_, command)| command.is_some());
    let counts =
        |(is_telling, command): (bool, Option<&'a CommandSpec>)| command.filter(|_| is_telling || are_all);
    named.into_iter().filter_map(counts).take(MOST_FOUND).collect()
}

/// The commands with most of the words, and of those with equally many the ones with the words in more important places.
fn by_words<'a>(question: &str, commands: &[&'a CommandSpec]) -> Vec<&'a CommandSpec> {
    let wanted: Vec<String> = telling_words(question).collect();
    let mut scored: Vec<((usize, u32), &CommandSpec)> =
        commands.iter().map(|it| (score(&wanted, it), *it)).filter(|((hits, _), _)| *hits > 0).collect();
    let most = scored.iter().map(|((hits, _), _)| *hits).max().unwrap_or_default();
    scored.retain(|((hits, _), _)| *hits == most);
    scored.sort_by_key(|(score, _)| Reverse(*score));
    scored.into_iter().map(|(_, it)| it).take(MOST_FOUND).collect()
}

/// How many of the words the command has, and the sum of their weights.
fn score(wanted: &[String], command: &CommandSpec) -> (usize, u32) {
    let places = places(command);
    let weights = wanted.iter().map(|word| weight(word, &synonyms(word), &places));
    let weights: Vec<u32> = weights.filter(|it| *it > 0).collect();
    (weights.len(), weights.iter().sum())
}

/// The words of a command, with the weight of the place where they stand.
type Places = [(u32, Vec<String>); 4];

/// The words of the command: 6 for its name, 3 for its description and the names of its parameters, 1 for what these mean.
fn places(command: &CommandSpec) -> Places {
    let params = || command.params.iter();
    [
        (6, stems(&command.name)),
        (3, stems(&command.doc)),
        (3, params().flat_map(|it| stems(&it.name)).collect()),
        (1, params().flat_map(|it| stems(&it.doc)).collect()),
    ]
}

/// The weight of a word for the command with these words; half of it, rounded up, for another word for the same thing.
fn weight(word: &str, synonyms: &[&str], places: &Places) -> u32 {
    let at_place = |(weight, own): &(u32, Vec<String>)| match own {
        own if own.iter().any(|it| it == word) => *weight,
        own if own.iter().any(|it| synonyms.contains(&it.as_str())) => weight.div_ceil(2),
        _ => 0,
    };
    places.iter().map(at_place).max().unwrap_or_default()
}

/// The words for the same thing.
fn synonyms(word: &str) -> Vec<&'static str> {
    SYNONYMS.iter().filter(|group| group.contains(&word)).flat_map(|group| group.iter().copied()).collect()
}

/// The words of a text that say what it is about.
fn telling_words(text: &str) -> impl Iterator<Item = String> {
    stems(text).into_iter().filter(|it| !COMMON_WORDS.contains(&it.as_str()))
}

/// The words of a text in small letters, without the endings of plurals.
fn stems(text: &str) -> Vec<String> {
    let words = text.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.map(|it| stem(&it.to_lowercase()).to_owned()).collect()
}

fn stem(word: &str) -> &str {
    match word.strip_suffix('s') {
        // `is` and `class` are no plurals.
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
            ("Add_Comment", &["add_comment"]),
            ("`add_comment` and set_font", &["add_comment", "set_font"]),
            ("writer.insert_text", &["insert_text"]),
            ("insert_text(text, paragraph)", &["insert_text"]),
            ("the function links", &["links"]),
            ("links and save_as", &["links", "save_as"]),
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

    fn ranked(text: &str) -> Vec<&'static str> {
        let all: Vec<&CommandSpec> = COMMANDS.iter().collect();
        rank_commands(text, &all).into_iter().map(|it| it.name.as_ref()).collect()
    }

    #[test]
    fn each_clause_of_a_text_says_which_commands_it_is_about() {
        for (text, first) in [
            (
                "Comment on the price, make the letters bold and read the table",
                &["add_comment", "set_font", "read_table"][..],
            ),
            ("Save it as b.pdf", &["save_as"]),
            ("TABLE: read", &["insert_table", "read_table"]),
        ] {
            let ranked = ranked(text);
            assert_eq!(ranked.get(..first.len()), Some(first), "{text}: {ranked:?}");
        }
        for text in ["", "and then", "Fly to the moon!", ",;.:\n"] {
            assert_eq!(ranked(text), Vec::<&str>::new(), "{text:?}");
        }
        assert_eq!(ranked("Save it"), ranked("Save it, save it and save it"));
        assert_eq!(rank_commands("Save it", &[]), Vec::<&CommandSpec>::new());
    }

    #[test]
    fn every_synonym_is_written_as_words_are_compared() {
        for word in SYNONYMS.iter().copied().flatten() {
            assert_eq!(stems(word), [*word]);
        }
    }
}
