//! Texts with parameters: `Insert a table with {columns} columns`.
//!
//! `{NAME}` is a parameter, `{NAME:number}` one whose argument is a number, and `{note NAME}` the text of a
//! note; `{{` and `}}` are literal braces.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, fmt};

/// The values of parameters, by name.
pub type Bindings = BTreeMap<String, String>;

/// What the names of parameters for notes begin with.
const NOTE: &str = "note ";
/// The longest value of a parameter, in bytes.
const LONGEST_VALUE: usize = 4000;

/// A text with parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Template {
    pieces: Vec<Piece>,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text as it is.
    Literal(String),
    /// A parameter.
    Parameter {
        /// Its name.
        name: String,
        /// Whether its value becomes a number.
        kind: ParameterKind,
    },
}

/// What the value of a parameter becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParameterKind {
    /// A text, or a part of one.
    Text,
    /// A number.
    Number,
}

impl Template {
    /// The template of these pieces; neighbouring literals become one.
    pub(crate) fn of(pieces: impl IntoIterator<Item = Piece>) -> Template {
        let mut joined: Vec<Piece> = Vec::new();
        for piece in pieces {
            match (joined.last_mut(), piece) {
                (_, Piece::Literal(text)) if text.is_empty() => {}
                (Some(Piece::Literal(before)), Piece::Literal(text)) => before.push_str(&text),
                (_, piece) => joined.push(piece),
            }
        }
        Template { pieces: joined }
    }

    /// A template without parameters.
    pub fn literal(text: &str) -> Template {
        Template::of([Piece::Literal(text.to_owned())])
    }

    /// The names of its parameters, in order, each once.
    pub fn parameters(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for piece in &self.pieces {
            if let Piece::Parameter { name, .. } = piece
                && !names.contains(&name.as_str())
            {
                names.push(name);
            }
        }
        names
    }

    /// The text without its parameters.
    pub fn without_parameters(&self) -> String {
        let literal = |it: &Piece| match it {
            Piece::Literal(text) => text.clone(),
            Piece::Parameter { .. } => " ".to_owned(),
        };
        self.pieces.iter().map(literal).collect()
    }

    /// The text with these values; `None` if one is missing.
    pub fn filled(&self, values: &Bindings) -> Option<String> {
        let piece = |it: &Piece| match it {
            Piece::Literal(text) => Some(text.clone()),
            Piece::Parameter { name, .. } => values.get(name).cloned(),
        };
        self.pieces.iter().map(piece).collect()
    }

    /// The argument with these values: a number if the template is one number parameter. `None` if a value is missing or is no
    /// number.
    pub(crate) fn filled_argument(&self, values: &Bindings) -> Option<Value> {
        if let [Piece::Parameter { name, kind: ParameterKind::Number }] = self.pieces.as_slice() {
            return values.get(name)?.parse::<serde_json::Number>().ok().map(Value::Number);
        }
        self.filled(values).map(Value::String)
    }

    /// The values with which the template gives this text. `None` if no values do, or if several choices do,
    /// since the text is then ambiguous. Ignores spaces at the ends and repeated spaces between words.
    pub fn bind(&self, text: &str) -> Option<Bindings> {
        let text = with_single_spaces(text);
        let pieces: Vec<Piece> = self.pieces.iter().map(normalized).collect();
        let mut found = Vec::new();
        bindings(&pieces, &text, &mut Bindings::new(), &mut found);
        if found.len() == 1 { found.pop() } else { None }
    }
}

/// The ways in which the pieces give the text, at most two: two already make it ambiguous.
fn bindings(pieces: &[Piece], text: &str, known: &mut Bindings, found: &mut Vec<Bindings>) {
    if found.len() > 1 {
        return;
    }
    match pieces {
        [] if text.is_empty() => {
            if !found.contains(known) {
                found.push(known.clone());
            }
        }
        [] => {}
        [Piece::Literal(literal), rest @ ..] => {
            if let Some(text) = text.strip_prefix(literal.as_str()) {
                bindings(rest, text, known, found);
            }
        }
        [Piece::Parameter { name, .. }, rest @ ..] => {
            if let Some(value) = known.get(name).cloned() {
                if let Some(text) = text.strip_prefix(value.as_str()) {
                    bindings(rest, text, known, found);
                }
                return;
            }
            for end in ends(text, rest) {
                let value = &text[..end];
                if value.trim() != value {
                    continue;
                }
                known.insert(name.clone(), value.to_owned());
                bindings(rest, &text[end..], known, found);
                known.remove(name);
            }
        }
    }
}

/// Where a value at the beginning of the text may end: before an occurrence of the literal that follows, or at the text's end.
fn ends(text: &str, rest: &[Piece]) -> Vec<usize> {
    let within = |end: &usize| *end > 0 && *end <= LONGEST_VALUE;
    match rest.first() {
        None => Some(text.len()).into_iter().filter(within).collect(),
        Some(Piece::Literal(literal)) => {
            text.match_indices(literal.as_str()).map(|(at, _)| at).filter(within).collect()
        }
        // It is ambiguous where one value ends and the next begins.
        Some(Piece::Parameter { .. }) => Vec::new(),
    }
}

fn normalized(piece: &Piece) -> Piece {
    match piece {
        Piece::Literal(text) => {
            let inner = with_single_spaces(text);
            let edge = |is: bool| if is && !inner.is_empty() { " " } else { "" };
            let (before, after) =
                (text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace));
            match inner.is_empty() {
                true => Piece::Literal(" ".to_owned()),
                false => Piece::Literal(format!("{}{inner}{}", edge(before), edge(after))),
            }
        }
        parameter @ Piece::Parameter { .. } => parameter.clone(),
    }
}

/// The text without spaces at its ends, and with one space between words.
pub(crate) fn with_single_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text with parameters in place of their values where they are whole words, the longest values first.
pub fn with_parameters(text: &str, values: &Bindings) -> Template {
    let mut by_length: Vec<(&String, &String)> = values.iter().collect();
    by_length.sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
    let mut pieces = vec![Piece::Literal(text.to_owned())];
    for (name, value) in by_length {
        let split = |piece: Piece| match piece {
            Piece::Literal(text) => split_at(&text, value, name),
            parameter @ Piece::Parameter { .. } => vec![parameter],
        };
        pieces = pieces.into_iter().flat_map(split).collect();
    }
    Template::of(pieces)
}

/// The text cut at whole words that are the value.
fn split_at(text: &str, value: &str, name: &str) -> Vec<Piece> {
    let (mut pieces, mut from) = (Vec::new(), 0);
    for (at, _) in text.match_indices(value) {
        let is_word = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        let (before, after) = (text[..at].chars().next_back(), text[at + value.len()..].chars().next());
        if at < from || is_word(before) || is_word(after) {
            continue;
        }
        pieces.push(Piece::Literal(text[from..at].to_owned()));
        pieces.push(Piece::Parameter { name: name.to_owned(), kind: ParameterKind::Text });
        from = at + value.len();
    }
    pieces.push(Piece::Literal(text[from..].to_owned()));
    pieces
}

impl TryFrom<String> for Template {
    type Error = String;

    fn try_from(text: String) -> Result<Template, String> {
        let mut pieces = Vec::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find(['{', '}']) {
            pieces.push(Piece::Literal(rest[..at].to_owned()));
            let after = &rest[at..];
            if let Some(doubled) = ["{{", "}}"].into_iter().find(|it| after.starts_with(it)) {
                pieces.push(Piece::Literal(doubled[..1].to_owned()));
                rest = &after[2..];
                continue;
            }
            let inside = after.strip_prefix('{').and_then(|it| it.split_once('}'));
            let Some((inside, behind)) = inside else {
                return Err(format!("{text:?} has a lone brace: write {{{{ or }}}} for the brace itself"));
            };
            pieces.push(parameter(inside).ok_or_else(|| {
                format!("{{{inside}}} is no parameter: a name has small letters, digits and _")
            })?);
            rest = behind;
        }
        pieces.push(Piece::Literal(rest.to_owned()));
        Ok(Template::of(pieces))
    }
}

/// The name of the parameter for a note.
pub(crate) fn note_parameter(note: &str) -> String {
    format!("{NOTE}{note}")
}

/// Whether the parameter is a note.
pub(crate) fn is_note(name: &str) -> bool {
    name.strip_prefix(NOTE).is_some_and(|it| !it.trim().is_empty() && !it.contains([':', '{', '}']))
}

fn parameter(text: &str) -> Option<Piece> {
    let (name, kind) = match text.split_once(':') {
        None => (text, ParameterKind::Text),
        Some((name, "number")) => (name, ParameterKind::Number),
        Some(_) => return None,
    };
    let fits = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
    let is_name = !name.is_empty() && name.chars().all(fits) || is_note(name);
    is_name.then(|| Piece::Parameter { name: name.to_owned(), kind })
}

impl From<Template> for String {
    fn from(template: Template) -> String {
        template.to_string()
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece {
            Piece::Literal(text) => f.write_str(&text.replace('{', "{{").replace('}', "}}")),
            Piece::Parameter { name, kind: ParameterKind::Text } => write!(f, "{{{name}}}"),
            Piece::Parameter { name, kind: ParameterKind::Number } => write!(f, "{{{name}:number}}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(text: &str) -> Template {
        Template::try_from(text.to_owned()).unwrap()
    }

    fn bound(text: &str, with: &str) -> Option<Vec<(String, String)>> {
        template(text).bind(with).map(|it| it.into_iter().collect())
    }

    fn pairs(of: &[(&str, &str)]) -> Option<Vec<(String, String)>> {
        Some(of.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn a_text_gives_its_values_only_where_there_is_one_choice() {
        assert_eq!(bound("Press 7", " Press  7 "), pairs(&[]));
        assert_eq!(bound("Press 7", "Press 8"), None);
        assert_eq!(bound("Type '{text}' here", "Type 'a b' here"), pairs(&[("text", "a b")]));
        assert_eq!(bound("Type {a} and {b}", "Type x and y"), pairs(&[("a", "x"), ("b", "y")]));
        assert_eq!(bound("Type {a} and {b}", "Type x and y and z"), None);
        assert_eq!(bound("{a} is {a}", "x is x"), pairs(&[("a", "x")]));
        assert_eq!(bound("{a} is {a}", "x is y"), None);
        assert_eq!(bound("Save as {file}.", "Save as ."), None);
        assert_eq!(bound("{a}{b}", "xy"), None);
    }

    #[test]
    fn values_go_where_the_parameters_are() {
        let values = Bindings::from([("n".to_owned(), "4".to_owned())]);
        assert_eq!(template("{n} columns").filled(&values).as_deref(), Some("4 columns"));
        assert_eq!(template("{n:number}").filled_argument(&values), Some(Value::from(4)));
        assert_eq!(template("{n}").filled_argument(&values), Some(Value::from("4")));
        assert_eq!(template("{other}").filled(&values), None);
        let text = Bindings::from([("n".to_owned(), "four".to_owned())]);
        assert_eq!(template("{n:number}").filled_argument(&text), None);
    }

    #[test]
    fn braces_are_written_twice() {
        let text = "a {{b}} {c}";
        assert_eq!(template(text).to_string(), text);
        assert_eq!(template(text).parameters(), ["c"]);
        for wrong in ["{", "a}", "{A}", "{a:date}", "{}"] {
            assert!(Template::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
        assert_eq!(Template::literal("a{b}").to_string(), "a{{b}}");
    }
}
