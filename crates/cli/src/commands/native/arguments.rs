//! The arguments of a command as a person types them.

use deskpilot_core::{CommandSpec, Param, ParamKind};
use serde_json::{Map, Value};
use std::path::Path;

/// The arguments, with relative paths in `folder`; or why they do not fit.
pub(super) fn read(
    spec: &CommandSpec,
    words: &[String],
    folder: &Path,
) -> Result<Map<String, Value>, String> {
    let mut arguments = Map::new();
    for word in words {
        let (name, text) = word.split_once('=').ok_or_else(|| {
            format!("{word:?} is no argument: write NAME=VALUE, with one of {}", names(spec))
        })?;
        let param = spec
            .param(name)
            .ok_or_else(|| format!("{} has no argument {name}: it has {}", spec.name, names(spec)))?;
        if arguments.insert(name.to_owned(), value(param, text, folder)?).is_some() {
            return Err(format!("{name} is given twice"));
        }
    }
    match spec.argument_error(&arguments) {
        Some(refusal) => Err(format!("{}: {refusal}", spec.name)),
        None => Ok(arguments),
    }
}

fn names(spec: &CommandSpec) -> String {
    match spec.params.is_empty() {
        true => "none".into(),
        false => spec.params.iter().map(|it| it.name.as_ref()).collect::<Vec<_>>().join(", "),
    }
}

/// The path from this folder, if it is one.
fn absolute(value: &Value, folder: &Path) -> Value {
    match value {
        Value::String(text) => folder.join(text).to_string_lossy().into_owned().into(),
        other => other.clone(),
    }
}

/// A value of the kind that the parameter takes.
fn value(param: &Param, text: &str, folder: &Path) -> Result<Value, String> {
    let must = || format!("{} must be {}", param.name, param.kind.expected());
    let of_json = || -> Result<Value, String> {
        serde_json::from_str(text).map_err(|_| format!("{}, written as JSON", must()))
    };
    match &param.kind {
        ParamKind::Path(_) => Ok(folder.join(text).to_string_lossy().into_owned().into()),
        ParamKind::Paths(_) => match of_json()? {
            Value::Array(items) => Ok(items.iter().map(|it| absolute(it, folder)).collect()),
            other => Ok(other),
        },
        ParamKind::Number | ParamKind::Flag => {
            of_json().ok().filter(|it| param.kind.accepts(it)).ok_or_else(must)
        }
        ParamKind::Texts | ParamKind::Rows | ParamKind::Fields | ParamKind::Argv => of_json(),
        ParamKind::Text
        | ParamKind::Formula
        | ParamKind::Element
        | ParamKind::OneOf(_)
        | ParamKind::Url
        | ParamKind::Range
        | ParamKind::Note => Ok(text.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_runtime::command_tables;

    #[test]
    fn arguments_are_read_by_the_kind_of_their_parameter() {
        let read = |table: &str, command: &str, words: &[&str]| {
            let tables = command_tables();
            let commands = tables.iter().find(|it| it.name == table).unwrap().commands;
            let spec = commands.iter().find(|it| it.name == command).unwrap();
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            let read = super::read(spec, &words, Path::new("/home/ann"));
            read.map_or_else(|why| why, |it| Value::Object(it).to_string())
        };
        for (command, words, expected) in [
            ("set_cells", &["range=A1", r#"rows=[["Tea", 3]]"#][..], r#"{"range":"A1","rows":[["Tea",3]]}"#),
            (
                "set_cells",
                &["range=A1", "rows=Tea"],
                "rows must be a list of rows, each a list of strings, \
              numbers, true, false or null, written as JSON",
            ),
            (
                "set_cells",
                &["range=A1"],
                "set_cells: rows must be a list of rows, each a list of strings, \
              numbers, true, false or null",
            ),
            ("get_range_values", &["formulas=true"], r#"{"formulas":true}"#),
            ("get_range_values", &["formulas=yes"], "formulas must be true or false"),
            ("save_as", &["path=a=b.csv"], r#"{"path":"/home/ann/a=b.csv"}"#),
            ("save", &["path=a"], "save has no argument path: it has none"),
            ("save_as", &["a.csv"], "\"a.csv\" is no argument: write NAME=VALUE, with one of path, format"),
            ("save_as", &["path=a", "path=b"], "path is given twice"),
        ] {
            assert_eq!(read("calc", command, words), expected, "{command} {words:?}");
        }
        let several = read("files", "read_file", &[r#"paths=["a.txt", "/srv/b.txt"]"#]);
        assert_eq!(several, r#"{"paths":["/home/ann/a.txt","/srv/b.txt"]}"#);
        assert_eq!(
            read("files", "read_file", &["paths=a.txt"]),
            "paths must be a list of paths of files or folders, written as JSON"
        );
    }
}
