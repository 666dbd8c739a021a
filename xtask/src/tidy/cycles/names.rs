//! The names in a file: its imports, the paths in its code, and the items that it defines.

use std::collections::BTreeSet;

/// The keywords before the name of an item.
const DEFINING: &[&str] = &["fn", "struct", "enum", "trait", "const", "static", "type", "union", "mod"];

/// The names of a file.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) imports: Vec<Import>,
    /// The paths of several parts in its code.
    pub(super) paths: Vec<Vec<String>>,
    /// The items that it defines.
    pub(super) items: BTreeSet<String>,
    /// All identifiers of its code.
    pub(super) words: BTreeSet<String>,
}

/// An import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Import {
    /// The imported path.
    pub(super) path: Vec<String>,
    /// Its name in this file; `*` for everything in the path.
    pub(super) name: String,
    /// Whether other modules may import it from here.
    pub(super) is_reexport: bool,
}

impl Names {
    /// The names in this code.
    pub(super) fn of(code: &str) -> Names {
        let tokens = tokens(code);
        let mut names = Names::default();
        let mut at = 0;
        while at < tokens.len() {
            at = names.read(&tokens, at);
        }
        names
    }

    /// Reads the import, item or path that begins at a token; returns the index of the token after it.
    fn read(&mut self, tokens: &[String], at: usize) -> usize {
        let next = |ahead: usize| tokens.get(at + ahead).map_or("", String::as_str);
        if tokens[at] == "use" && next(1) != "<" {
            let end = (at..tokens.len()).find(|it| tokens[*it] == ";").unwrap_or(tokens.len());
            let is_reexport = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
            read_tree(&tokens[at + 1..end], &[], is_reexport, &mut self.imports);
            return end + 1;
        }
        if DEFINING.contains(&tokens[at].as_str()) && is_word(next(1)) {
            self.items.insert(next(1).into());
        }
        if !is_word(&tokens[at]) {
            return at + 1;
        }
        let mut path = vec![tokens[at].clone()];
        let mut end = at + 1;
        while tokens.get(end).is_some_and(|it| it == "::")
            && tokens.get(end + 1).is_some_and(|it| is_word(it))
        {
            path.push(tokens[end + 1].clone());
            end += 2;
        }
        self.words.insert(path[0].clone());
        if path.len() > 1 {
            self.paths.push(path);
        }
        end
    }
}

/// Reads the branches of an import, all of which continue the path `above`.
fn read_tree(tokens: &[String], above: &[String], is_reexport: bool, imports: &mut Vec<Import>) {
    for branch in branches(tokens) {
        let words: Vec<String> = branch.iter().take_while(|it| *it != "{" && *it != "as").cloned().collect();
        let mut path = above.to_vec();
        path.extend(
            words.into_iter().filter(|it| it != "::" && it != "self" || above.is_empty() && it == "self"),
        );
        let rest = branch.iter().position(|it| it == "{" || it == "as").map_or(&[][..], |it| &branch[it..]);
        match rest {
            [open, inner @ .., _] if open == "{" => read_tree(inner, &path, is_reexport, imports),
            [_, name] => imports.push(Import { path, name: name.clone(), is_reexport }),
            _ => {
                let Some(name) = path.last().cloned() else { continue };
                let all = name == "*";
                path.truncate(path.len() - usize::from(all));
                imports.push(Import { path, name, is_reexport });
            }
        }
    }
}

/// The parts between commas outside brackets.
fn branches(tokens: &[String]) -> Vec<&[String]> {
    let mut depth = 0;
    let parts = tokens.split(|it| {
        match it.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        depth == 0 && it == ","
    });
    parts.filter(|it| !it.is_empty()).collect()
}

fn is_word(token: &str) -> bool {
    token.starts_with(|it: char| it.is_alphabetic() || it == '_')
}

/// The tokens of code: words, `::` and single signs, without literals.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => quoted(rest, '"'),
            // A lifetime has no second quote.
            '\'' if rest[1..].starts_with('\\') => quoted(rest, '\''),
            '\'' => rest.char_indices().nth(2).filter(|(_, it)| *it == '\'').map_or(1, |(at, _)| at + 1),
            _ if rest.starts_with("::") => 2,
            _ if is_word(rest) => {
                rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len())
            }
            _ => first.len_utf8(),
        };
        if !first.is_whitespace() && first != '"' && first != '\'' {
            tokens.push(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    tokens
}

/// The length of a literal in these quotes, both included.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, it)| {
        let ends = *it == quote && !is_escaped;
        is_escaped = *it == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}
