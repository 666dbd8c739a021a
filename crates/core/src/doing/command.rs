//! A command is one verb that an agent may use. Prompt, schema, validation, manual and ruling all come from its [`CommandSpec`].

use crate::{Refusal, Risk, Risks};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{borrow::Cow, fmt};

/// A command as a model asks for it: a name and named arguments.
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

/// What a command is called, does and takes. Commands stand in `const` tables, or are discovered while an application runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandSpec {
    /// Its one name: small letters, digits, `_` and `.`, at most 64 of them.
    pub name: Cow<'static, str>,
    /// One line for the model and the manual; what comes after its first sentence is told where the command is told whole.
    pub doc: Cow<'static, str>,
    /// Its parameters, in the order in which a list of arguments is read.
    pub params: Cow<'static, [Param]>,
    /// What it does to the world.
    pub conduct: Conduct,
}

/// What a command does to the world, as its table states it. The policy rules by this, and by the kinds of the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conduct {
    /// Nothing is different afterwards.
    Reads,
    /// It changes what is easily changed back.
    Changes,
    /// It may do all of this.
    Risks(Risks),
    /// The table does not say. A native command is then judged by the words of its name, and as one that nothing is known of; a
    /// gesture is judged by what it is done to.
    Unstated,
}

/// One parameter of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: Cow<'static, str>,
    /// What it means, with unit and range.
    pub doc: Cow<'static, str>,
    /// What values it takes.
    pub kind: ParamKind,
    /// Whether the command needs it.
    pub choice: Choice,
}

/// Whether a parameter must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The command does nothing without it.
    Required,
    /// Left out, it has the default its sentence names.
    Optional,
}

/// What values a parameter takes, and so what the command touches through it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// Any text; it names nothing outside the window.
    Text,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// A list of texts.
    Texts,
    /// One of these words.
    OneOf(Cow<'static, [Cow<'static, str>]>),
    /// A file or a folder of this machine, and what becomes of it.
    Path(PathUse),
    /// An address, such as that of a page.
    Url,
    /// A program and its arguments, each one word.
    Argv,
    /// A part of a document, such as the cells `A1:C5`.
    Range,
}

/// What becomes of a file or a folder that a command is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathUse {
    /// It is read.
    Reads,
    /// It is made anew; the command refuses where something is there already.
    Creates,
    /// It is written, and takes the place of what was there.
    Writes,
    /// It is deleted.
    Deletes,
}

/// The longest name of a command or a parameter, in bytes.
const LONGEST_NAME: usize = 64;
/// The longest first sentence that a short list tells, in bytes.
const LONGEST_LINE: usize = 120;

impl CommandSpec {
    /// Whether all of it stands in a table of ours; the rest was discovered.
    pub fn is_ours(&self) -> bool {
        matches!(
            (&self.name, &self.doc, &self.params),
            (Cow::Borrowed(_), Cow::Borrowed(_), Cow::Borrowed(_))
        )
    }

    /// The parameter of this name.
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|it| it.name == name)
    }

    /// The given arguments with the parameters that they are for; those that the table does not know are left out.
    pub fn given<'a>(&'a self, args: &'a Map<String, Value>) -> impl Iterator<Item = (&'a Param, &'a Value)> {
        args.iter().filter_map(|(name, value)| Some((self.param(name)?, value)))
    }

    /// Why it cannot be carried out with these arguments; `None` where they fit the parameters.
    pub fn misfit(&self, args: &Map<String, Value>) -> Option<Refusal> {
        let bad =
            |name: &str, must: &str| Refusal::BadArgument { name: name.to_owned(), must: must.to_owned() };
        if let Some(unknown) = args.keys().find(|it| self.param(it).is_none()) {
            return Some(bad(unknown, "left out: the command does not take it"));
        }
        self.params.iter().find_map(|param| match args.get(param.name.as_ref()) {
            Some(value) if param.kind.accepts(value) => None,
            None if param.choice == Choice::Optional => None,
            Some(_) | None => Some(bad(&param.name, &param.kind.expected())),
        })
    }

    /// Its name and its first sentence, cut where that is long.
    pub fn line(&self) -> String {
        let sentence = self.doc.split_inclusive(". ").next().unwrap_or_default().trim_end();
        let end = sentence.floor_char_boundary(LONGEST_LINE);
        let more = if end < sentence.len() { "…" } else { "" };
        format!("{}: {}{more}", self.name, &sentence[..end])
    }

    /// What keeps it from being offered to anybody; `None` where nothing does. What is discovered in an application is the
    /// application's word, and must not look like ours.
    pub fn flaw(&self) -> Option<String> {
        if !is_name(&self.name) {
            return Some(format!("{:?} is no name of a command", self.name));
        }
        let lines = self.params.iter().map(|it| &it.doc).chain([&self.doc]);
        if lines.into_iter().any(|it| it.trim().is_empty() || it.contains(char::is_control)) {
            return Some(format!("{} is not described in lines of plain text", self.name));
        }
        self.params.iter().enumerate().find_map(|(at, param)| self.flaw_of(at, param))
    }

    fn flaw_of(&self, at: usize, param: &Param) -> Option<String> {
        let (of, name) = (&self.name, &param.name);
        let writes = matches!(param.kind, ParamKind::Path(it) if it != PathUse::Reads);
        match &param.kind {
            _ if !is_name(name) => Some(format!("{name:?} is no name of a parameter of {of}")),
            _ if self.params[..at].iter().any(|it| it.name == *name) => {
                Some(format!("{of} takes {name} twice"))
            }
            ParamKind::OneOf(words) if words.is_empty() => Some(format!("{of} leaves no choice for {name}")),
            _ if writes && self.conduct == Conduct::Reads => {
                Some(format!("{of} is said to read only, and changes the file {name}"))
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
            let optional = if param.choice == Choice::Optional { ", or null" } else { "" };
            write!(f, "{lead}{} ({}{optional}): {}", param.name, param.kind, param.doc)?;
        }
        if self.params.is_empty() { Ok(()) } else { f.write_str(".") }
    }
}

impl ParamKind {
    /// Whether a value is of this kind.
    pub fn accepts(&self, value: &Value) -> bool {
        let is_filled = |it: &str| !it.trim().is_empty();
        match (self, value) {
            (ParamKind::Text, Value::String(_))
            | (ParamKind::Number, Value::Number(_))
            | (ParamKind::Flag, Value::Bool(_)) => true,
            (ParamKind::Texts, Value::Array(items)) => items.iter().all(Value::is_string),
            (ParamKind::OneOf(words), Value::String(text)) => words.iter().any(|it| it == text),
            (ParamKind::Path(_) | ParamKind::Url | ParamKind::Range, Value::String(text)) => is_filled(text),
            (ParamKind::Argv, Value::Array(items)) => {
                items.iter().all(Value::is_string)
                    && items.first().and_then(Value::as_str).is_some_and(is_filled)
            }
            _ => false,
        }
    }

    /// What a value of this kind is, after "must be".
    pub fn expected(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            ParamKind::Text => "a string",
            ParamKind::Number => "a number",
            ParamKind::Flag => "true or false",
            ParamKind::Texts => "a list of strings",
            ParamKind::OneOf(words) => return Cow::Owned(format!("one of {}", words.join(", "))),
            ParamKind::Path(_) => "the path of a file or a folder",
            ParamKind::Url => "an address",
            ParamKind::Argv => "a list of words, the program first",
            ParamKind::Range => "a range",
        })
    }
}

impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParamKind::Text => "text",
            ParamKind::Number => "number",
            ParamKind::Flag => "true or false",
            ParamKind::Texts => "list of texts",
            ParamKind::OneOf(words) => return f.write_str(&words.join("|")),
            ParamKind::Path(_) => "path",
            ParamKind::Url => "address",
            ParamKind::Argv => "list of words",
            ParamKind::Range => "range",
        })
    }
}

impl fmt::Display for Conduct {
    /// Sentences without a full stop, as the manual has them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conduct::Reads => f.write_str("it changes nothing"),
            Conduct::Changes => f.write_str("it changes what is easily changed back"),
            Conduct::Risks(risks) => {
                let told: Vec<String> = risks.iter().map(|it| it.to_string()).collect();
                f.write_str(&told.join("; "))
            }
            Conduct::Unstated => Risk::Unknown.fmt(f),
        }
    }
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

    const fn param(name: &'static str, kind: ParamKind, choice: Choice) -> Param {
        Param { name: Borrowed(name), doc: Borrowed("what it is"), kind, choice }
    }

    const EXPORT: CommandSpec = CommandSpec {
        name: Borrowed("export"),
        doc: Borrowed("Exports the sheet. A file that is there is replaced."),
        params: Borrowed(&[
            param("file", ParamKind::Path(PathUse::Writes), Choice::Required),
            param("kind", ParamKind::OneOf(Borrowed(&[Borrowed("pdf"), Borrowed("csv")])), Choice::Optional),
            param("then", ParamKind::Argv, Choice::Optional),
        ]),
        conduct: Conduct::Changes,
    };

    #[test]
    fn it_is_told_whole_or_in_a_line() {
        assert_eq!(
            EXPORT.to_string(),
            "export: Exports the sheet. A file that is there is replaced. Args: file (path): what it is; kind (pdf|csv, \
             or null): what it is; then (list of words, or null): what it is."
        );
        assert_eq!(EXPORT.line(), "export: Exports the sheet.");
        let long = CommandSpec { doc: "ü".repeat(200).into(), ..EXPORT };
        assert_eq!(long.line(), format!("export: {}…", "ü".repeat(60)));
    }

    #[test]
    fn only_arguments_that_fit_the_table_are_taken() {
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
            (json!({"file": "a", "mode": 1}), Some("mode must be left out: the command does not take it")),
        ] {
            let misfit = EXPORT.misfit(args.as_object().unwrap()).map(|it| it.to_string());
            assert_eq!(misfit.as_deref(), expected, "{args}");
        }
    }

    #[test]
    fn what_is_discovered_must_not_look_like_ours() {
        let twice = vec![EXPORT.params[0].clone(), EXPORT.params[0].clone()];
        let no_choice = param("kind", ParamKind::OneOf(Borrowed(&[])), Choice::Optional);
        for (spec, expected) in [
            (EXPORT, None),
            (CommandSpec { name: "export all".into(), ..EXPORT }, Some("no name of a command")),
            (CommandSpec { name: "x".repeat(65).into(), ..EXPORT }, Some("no name of a command")),
            (CommandSpec { doc: "Saves.\n\nNew rules:".into(), ..EXPORT }, Some("plain text")),
            (CommandSpec { doc: "".into(), ..EXPORT }, Some("plain text")),
            (CommandSpec { params: twice.into(), ..EXPORT }, Some("takes file twice")),
            (CommandSpec { params: vec![no_choice].into(), ..EXPORT }, Some("leaves no choice")),
            (CommandSpec { conduct: Conduct::Reads, ..EXPORT }, Some("said to read only")),
        ] {
            let flaw = spec.flaw();
            assert_eq!(flaw.is_some(), expected.is_some(), "{flaw:?}");
            assert!(flaw.unwrap_or_default().contains(expected.unwrap_or_default()), "{spec:?}");
        }
    }
}
