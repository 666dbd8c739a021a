//! Commands of agents. Prompt, schema, validation, manual and ruling all come from a command's [`CommandSpec`].

use crate::{Refusal, Risk, Risks};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{borrow::Cow, fmt};

/// A call of a command, as a model writes it: a name and named arguments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The command's name, such as `click_input`.
    pub command: String,
    /// Its arguments by name.
    pub args: Map<String, Value>,
}

impl fmt::Display for Call {
    /// `name(k='v', n=1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.command)?;
        for (i, (name, value)) in self.args.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match value {
                Value::String(text) => write!(f, "{comma}{name}={text:?}")?,
                other => write!(f, "{comma}{name}={other}")?,
            }
        }
        f.write_str(")")
    }
}

/// The specification of a command. Specifications are in `const` tables, or discovered while an application runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandSpec {
    /// Its name: at most 64 lower-case letters, digits, `_` and `.`.
    pub name: Cow<'static, str>,
    /// Its description for the model and the manual. Short listings show only the first sentence.
    pub doc: Cow<'static, str>,
    /// Its parameters, in the order of positional arguments.
    pub params: Cow<'static, [Param]>,
    /// Its side effects.
    pub side_effects: SideEffects,
}

/// The side effects that a specification states. The policy judges by these, and by the kinds of the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideEffects {
    /// None: it only reads.
    Reads,
    /// Easily reversible changes.
    Changes,
    /// What pressing the element does that it names: the policy judges it by that name, as the page has it.
    Presses,
    /// These risks.
    Risks(Risks),
    /// Not stated. The policy then judges a native command by the words of its name and counts its effect as unknown, and a
    /// gesture by its target.
    Unstated,
}

/// One parameter of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its meaning, with unit and range.
    pub doc: Cow<'static, str>,
    /// The kind of its values.
    pub kind: ParamKind,
    /// Whether it is required.
    pub presence: Presence,
}

/// Whether a parameter is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The command refuses to run without it.
    Required,
    /// If omitted, it has the default that its description names.
    Optional,
}

/// The kind of a parameter's values, which also states what the command accesses through it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// Any text; names nothing outside the window.
    Text,
    /// A formula of a sheet; the `=` at its start may be left out.
    Formula,
    /// The name of an element of a page, or of an entry of a list, which the command presses or chooses.
    Element,
    /// Rows of fields of a page and what goes into them. Each begins with a field: its label, or `checkbox "I agree"`, its role and name as
    /// the page has them, perhaps after the element's own name, such as `e12`.
    Fields,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// A list of texts.
    Texts,
    /// Rows of cells: a list of lists, in which each cell is a text, a number, true or false, or null for an empty one.
    Rows,
    /// One of these words.
    OneOf(Cow<'static, [Cow<'static, str>]>),
    /// A file or a folder on this machine, and what happens to it.
    Path(PathUse),
    /// A list of files or folders on this machine, and what happens to each.
    Paths(PathUse),
    /// An address, such as a web page's.
    Url,
    /// A program and its arguments, each one word.
    Argv,
    /// A part of a document, such as the cells `A1:C5`.
    Range,
    /// The name under which the result becomes a note on the blackboard. Nothing outside the session gets it.
    Note,
}

/// What a command does to a file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathUse {
    /// It is read.
    Reads,
    /// It is created; the command refuses if it exists.
    Creates,
    /// It is written, replacing an existing one.
    Writes,
    /// It is deleted.
    Deletes,
}

/// The maximum length of the name of a command or a parameter, in bytes.
const LONGEST_NAME: usize = 64;
/// The maximum length of a sentence in a short listing, in bytes.
const LONGEST_LINE: usize = 120;

impl CommandSpec {
    /// Whether it is from a `const` table of Deskpilot's rather than discovered.
    pub fn is_built_in(&self) -> bool {
        matches!(
            (&self.name, &self.doc, &self.params),
            (Cow::Borrowed(_), Cow::Borrowed(_), Cow::Borrowed(_))
        )
    }

    /// The parameter with this name.
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|it| it.name == name)
    }

    /// The name under which the result of a call becomes a note; `None` if the call wants none.
    pub fn note_name<'a>(&self, args: &'a Map<String, Value>) -> Option<&'a str> {
        let param = self.params.iter().find(|it| it.kind == ParamKind::Note)?;
        args.get(param.name.as_ref())?.as_str().map(str::trim).filter(|it| !it.is_empty())
    }

    /// The arguments that have a parameter, with their parameters.
    pub fn known_arguments<'a>(
        &'a self,
        args: &'a Map<String, Value>,
    ) -> impl Iterator<Item = (&'a Param, &'a Value)> {
        args.iter().filter_map(|(name, value)| Some((self.param(name)?, value)))
    }

    /// Why these arguments are invalid; `None` if they match the parameters.
    pub fn argument_error(&self, args: &Map<String, Value>) -> Option<Refusal> {
        let bad =
            |name: &str, must: &str| Refusal::BadArgument { name: name.to_owned(), must: must.to_owned() };
        if let Some(unknown) = args.keys().find(|it| self.param(it).is_none()) {
            return Some(bad(unknown, "left out: the command does not take it"));
        }
        self.params.iter().find_map(|param| match args.get(param.name.as_ref()) {
            Some(value) if param.kind.accepts(value) => None,
            None if param.presence == Presence::Optional => None,
            Some(_) | None => Some(bad(&param.name, &param.kind.expected())),
        })
    }

    /// Its name and first sentence, shortened if long.
    pub fn short_description(&self) -> String {
        format!("{}: {}", self.name, self.first_sentence())
    }

    /// Its name with its parameters, those that a call may leave out in brackets, and its first sentence, shortened if long. A
    /// parameter without a kind takes a text: `export(file, [kind: pdf|csv], [quiet: boolean]): Exports the sheet.`
    pub fn signature(&self) -> String {
        let typed = |it: &Param| match &it.kind {
            kind if kind.is_text() => it.name.to_string(),
            ParamKind::Flag => format!("{}: boolean", it.name),
            kind => format!("{}: {kind}", it.name),
        };
        let param = |it: &Param| match it.presence {
            Presence::Required => typed(it),
            Presence::Optional => format!("[{}]", typed(it)),
        };
        let params: Vec<String> = self.params.iter().map(param).collect();
        format!("{}({}): {}", self.name, params.join(", "), self.first_sentence())
    }

    /// The first sentence of its description, shortened if long.
    pub fn first_sentence(&self) -> String {
        let sentence = self.doc.split_inclusive(". ").next().unwrap_or_default().trim_end();
        let end = sentence.floor_char_boundary(LONGEST_LINE);
        let more = if end < sentence.len() { "…" } else { "" };
        format!("{}{more}", &sentence[..end])
    }

    /// Why the specification is invalid; `None` if it is valid. An application supplies discovered specifications, so their
    /// text must not imitate prompt text of Deskpilot's.
    pub fn definition_error(&self) -> Option<String> {
        if !is_name(&self.name) {
            return Some(format!("{:?} is not a valid command name", self.name));
        }
        let lines = self.params.iter().map(|it| &it.doc).chain([&self.doc]);
        if lines.into_iter().any(|it| it.trim().is_empty() || it.contains(char::is_control)) {
            return Some(format!("the description of {} is not plain text on one line", self.name));
        }
        self.params.iter().enumerate().find_map(|(at, param)| self.param_error(at, param))
    }

    fn param_error(&self, at: usize, param: &Param) -> Option<String> {
        let (of, name) = (&self.name, &param.name);
        let writes = param.kind.path_use().is_some_and(|it| it != PathUse::Reads);
        match &param.kind {
            _ if !is_name(name) => Some(format!("{name:?} is not a valid parameter name of {of}")),
            _ if self.params[..at].iter().any(|it| it.name == *name) => {
                Some(format!("{of} has two parameters {name}"))
            }
            ParamKind::OneOf(words) if words.is_empty() => Some(format!("{of} has no values for {name}")),
            _ if writes && self.side_effects == SideEffects::Reads => {
                Some(format!("{of} is declared read-only, but changes the file {name}"))
            }
            _ => None,
        }
    }
}

impl fmt::Display for CommandSpec {
    /// `name: what it does. Args: text (text): what to write; bold (true or false, or null): whether it is bold.`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.doc)?;
        for (at, param) in self.params.iter().enumerate() {
            let lead = if at == 0 { " Args: " } else { "; " };
            let optional = if param.presence == Presence::Optional { ", or null" } else { "" };
            write!(f, "{lead}{} ({}{optional}): {}", param.name, param.kind, param.doc)?;
        }
        if self.params.is_empty() { Ok(()) } else { f.write_str(".") }
    }
}

impl ParamKind {
    /// Whether a value is one text, whatever the command does with it.
    const fn is_text(&self) -> bool {
        matches!(
            self,
            ParamKind::Text
                | ParamKind::Formula
                | ParamKind::Element
                | ParamKind::Path(_)
                | ParamKind::Url
                | ParamKind::Range
                | ParamKind::Note
        )
    }

    /// What happens to the files or folders that the values name; `None` where they name none.
    pub const fn path_use(&self) -> Option<PathUse> {
        match self {
            ParamKind::Path(it) | ParamKind::Paths(it) => Some(*it),
            _ => None,
        }
    }

    /// Whether a value is of this kind.
    pub fn accepts(&self, value: &Value) -> bool {
        let is_filled = |it: &str| !it.trim().is_empty();
        match (self, value) {
            (
                ParamKind::Text | ParamKind::Element | ParamKind::Formula | ParamKind::Note,
                Value::String(_),
            )
            | (ParamKind::Number, Value::Number(_))
            | (ParamKind::Flag, Value::Bool(_)) => true,
            (ParamKind::Texts, Value::Array(items)) => items.iter().all(Value::is_string),
            (ParamKind::Rows | ParamKind::Fields, Value::Array(rows)) => rows.iter().all(is_row),
            (ParamKind::OneOf(words), Value::String(text)) => words.iter().any(|it| it == text),
            (ParamKind::Path(_) | ParamKind::Url | ParamKind::Range, Value::String(text)) => is_filled(text),
            (ParamKind::Paths(_), Value::Array(items)) => {
                !items.is_empty() && items.iter().all(|it| it.as_str().is_some_and(is_filled))
            }
            (ParamKind::Argv, Value::Array(items)) => {
                items.iter().all(Value::is_string)
                    && items.first().and_then(Value::as_str).is_some_and(is_filled)
            }
            _ => false,
        }
    }

    /// A description of the values, to follow "must be".
    pub fn expected(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            ParamKind::Text | ParamKind::Element | ParamKind::Formula | ParamKind::Note => "a string",
            ParamKind::Number => "a number",
            ParamKind::Flag => "true or false",
            ParamKind::Texts => "a list of strings",
            ParamKind::Rows | ParamKind::Fields => {
                "a list of rows, each a list of strings, numbers, true, false or null"
            }
            ParamKind::OneOf(words) => return Cow::Owned(format!("one of {}", words.join(", "))),
            ParamKind::Path(_) => "the path of a file or a folder",
            ParamKind::Paths(_) => "a list of paths of files or folders",
            ParamKind::Url => "an address",
            ParamKind::Argv => "a list of words, the program first",
            ParamKind::Range => "a range",
        })
    }
}

impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParamKind::Text | ParamKind::Element | ParamKind::Formula | ParamKind::Note => "text",
            ParamKind::Number => "number",
            ParamKind::Flag => "true or false",
            ParamKind::Texts => "list of texts",
            ParamKind::Rows | ParamKind::Fields => "rows",
            ParamKind::OneOf(words) => return f.write_str(&words.join("|")),
            ParamKind::Path(_) => "path",
            ParamKind::Paths(_) => "list of paths",
            ParamKind::Url => "address",
            ParamKind::Argv => "list of words",
            ParamKind::Range => "range",
        })
    }
}

impl fmt::Display for SideEffects {
    /// Sentences without a full stop, for the manual.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SideEffects::Reads => f.write_str("it changes nothing"),
            SideEffects::Changes => f.write_str("its changes are easily reversed"),
            SideEffects::Presses => f.write_str("it does what the element says that it presses"),
            SideEffects::Risks(risks) => {
                let risks: Vec<String> = risks.iter().map(|it| it.to_string()).collect();
                f.write_str(&risks.join("; "))
            }
            SideEffects::Unstated => Risk::Unknown.fmt(f),
        }
    }
}

fn is_row(row: &Value) -> bool {
    row.as_array().is_some_and(|cells| cells.iter().all(|cell| !cell.is_array() && !cell.is_object()))
}

fn is_name(text: &str) -> bool {
    let is_letter = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || matches!(it, '_' | '.');
    text.len() <= LONGEST_NAME
        && text.starts_with(|it: char| it.is_ascii_lowercase())
        && text.chars().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::borrow::Cow::Borrowed;

    const fn param(name: &'static str, kind: ParamKind, presence: Presence) -> Param {
        Param { name: Borrowed(name), doc: Borrowed("what it is"), kind, presence }
    }

    const EXPORT: CommandSpec = CommandSpec {
        name: Borrowed("export"),
        doc: Borrowed("Exports the sheet. A file that is there is replaced."),
        params: Borrowed(&[
            param("file", ParamKind::Path(PathUse::Writes), Presence::Required),
            param(
                "kind",
                ParamKind::OneOf(Borrowed(&[Borrowed("pdf"), Borrowed("csv")])),
                Presence::Optional,
            ),
            param("then", ParamKind::Argv, Presence::Optional),
            param("others", ParamKind::Paths(PathUse::Reads), Presence::Optional),
            param("quiet", ParamKind::Flag, Presence::Optional),
        ]),
        side_effects: SideEffects::Changes,
    };

    #[test]
    fn it_is_described_whole_or_in_a_line() {
        assert_eq!(
            EXPORT.to_string(),
            "export: Exports the sheet. A file that is there is replaced. Args: file (path): what it is; kind (pdf|csv, \
             or null): what it is; then (list of words, or null): what it is; others (list of paths, or null): what it is; \
             quiet (true or false, or null): what it is."
        );
        assert_eq!(EXPORT.short_description(), "export: Exports the sheet.");
        assert_eq!(
            EXPORT.signature(),
            "export(file, [kind: pdf|csv], [then: list of words], [others: list of paths], [quiet: boolean]): Exports the sheet."
        );
        let long = CommandSpec { doc: "ü".repeat(200).into(), ..EXPORT };
        assert_eq!(long.short_description(), format!("export: {}…", "ü".repeat(60)));
    }

    #[test]
    fn only_arguments_that_match_the_parameters_are_valid() {
        for (args, expected) in [
            (json!({"file": "a.pdf"}), None),
            (json!({"file": "a.pdf", "kind": "csv", "then": ["ls", ""]}), None),
            (json!({}), Some("file must be the path of a file or a folder")),
            (json!({"file": " "}), Some("file must be the path of a file or a folder")),
            (json!({"file": null}), Some("file must be the path of a file or a folder")),
            (json!({"file": "a", "kind": "odt"}), Some("kind must be one of pdf, csv")),
            (json!({"file": "a", "then": []}), Some("then must be a list of words, the program first")),
            (json!({"file": "a", "then": [""]}), Some("then must be a list of words, the program first")),
            (json!({"file": "a", "then": "ls"}), Some("then must be a list of words, the program first")),
            (json!({"file": "a", "others": ["b", "~/c"]}), None),
            (json!({"file": "a", "others": []}), Some("others must be a list of paths of files or folders")),
            (
                json!({"file": "a", "others": ["b", ""]}),
                Some("others must be a list of paths of files or folders"),
            ),
            (json!({"file": "a", "others": "b"}), Some("others must be a list of paths of files or folders")),
            (json!({"file": "a", "mode": 1}), Some("mode must be left out: the command does not take it")),
        ] {
            let error = EXPORT.argument_error(args.as_object().unwrap()).map(|it| it.to_string());
            assert_eq!(error.as_deref(), expected, "{args}");
        }
    }

    #[test]
    fn rows_are_lists_of_cells() {
        for (rows, expected) in [
            (json!([["tea", 2.5, true, null], []]), true),
            (json!([]), true),
            (json!(["tea", "milk"]), false),
            (json!([[["tea"]]]), false),
            (json!([[{"tea": 1}]]), false),
            (json!("tea"), false),
        ] {
            assert_eq!(ParamKind::Rows.accepts(&rows), expected, "{rows}");
        }
    }

    #[test]
    fn a_discovered_command_must_not_look_like_prompt_text() {
        let twice = vec![EXPORT.params[0].clone(), EXPORT.params[0].clone()];
        let no_choice = param("kind", ParamKind::OneOf(Borrowed(&[])), Presence::Optional);
        for (spec, expected) in [
            (EXPORT, None),
            (CommandSpec { name: "export all".into(), ..EXPORT }, Some("not a valid command name")),
            (CommandSpec { name: "x".repeat(65).into(), ..EXPORT }, Some("not a valid command name")),
            (CommandSpec { doc: "Saves.\n\nNew rules:".into(), ..EXPORT }, Some("not plain text")),
            (CommandSpec { doc: "".into(), ..EXPORT }, Some("not plain text")),
            (CommandSpec { params: twice.into(), ..EXPORT }, Some("two parameters file")),
            (CommandSpec { params: vec![no_choice].into(), ..EXPORT }, Some("no values for")),
            (CommandSpec { side_effects: SideEffects::Reads, ..EXPORT }, Some("declared read-only")),
        ] {
            let error = spec.definition_error();
            assert_eq!(error.is_some(), expected.is_some(), "{error:?}");
            assert!(error.unwrap_or_default().contains(expected.unwrap_or_default()), "{spec:?}");
        }
    }
}
