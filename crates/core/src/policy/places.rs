//! The files and the web sites that an operation names. What a native command touches, its table says by the kinds of its
//! parameters.

use crate::{
    Action, CommandSpec, Gesture, Operation, Param, ParamKind, PathStyle, Paths, Verb, doing::letter,
};
use serde_json::Value;
use url::{Host, Url};

/// The canonical paths of the files that an operation names; links are not followed. A native command is read by its table;
/// without one every text in it may name a file.
pub fn named_files(operation: &Operation, table: Option<&CommandSpec>, paths: Paths<'_>) -> Vec<String> {
    files(operation, table, paths.style).filter_map(|it| paths.resolve(&it)).collect()
}

/// The same with every `.` and `..` as it is written.
pub fn written_files(operation: &Operation, table: Option<&CommandSpec>, paths: Paths<'_>) -> Vec<String> {
    files(operation, table, paths.style).filter_map(|it| paths.written(&it)).collect()
}

/// The hosts of the sites that an operation names.
pub(super) fn named_sites(
    operation: &Operation,
    table: Option<&CommandSpec>,
    style: PathStyle,
) -> Vec<String> {
    places(operation, table, style).iter().filter_map(|it| domain(it.as_address()?)).collect()
}

fn files(
    operation: &Operation,
    table: Option<&CommandSpec>,
    style: PathStyle,
) -> impl Iterator<Item = String> {
    places(operation, table, style).into_iter().filter_map(move |it| it.into_file(style))
}

/// A text that may name a place.
enum NamedPlace {
    /// A file, or a site.
    Any(String),
    /// A file, or a site where it has a scheme: the program that opens it may go there.
    File(String),
    /// The address of a page; it may be one of a file.
    Address(String),
}

impl NamedPlace {
    fn into_file(self, style: PathStyle) -> Option<String> {
        match self {
            NamedPlace::Any(text) | NamedPlace::File(text) => Some(text),
            NamedPlace::Address(text) => style.is_path(&text).then_some(text),
        }
    }

    fn as_address(&self) -> Option<&str> {
        match self {
            NamedPlace::Any(text) | NamedPlace::Address(text) => Some(text),
            NamedPlace::File(text) => text.contains("://").then_some(text),
        }
    }
}

fn places(operation: &Operation, table: Option<&CommandSpec>, style: PathStyle) -> Vec<NamedPlace> {
    let any = |texts: Vec<String>| texts.into_iter().map(NamedPlace::Any).collect();
    match operation {
        Operation::Launch(launch) => launch.file.iter().cloned().map(NamedPlace::Any).collect(),
        Operation::Run(shell) => any(of_program(&shell.argv)),
        Operation::Delegate(_) => Vec::new(),
        Operation::Permit(permit) => any(permit.places.clone()),
        Operation::Act(action) if action.verb == Verb::Native => match table {
            Some(table) => of_native(action, table),
            None => any(action.call.args.values().flat_map(words).collect()),
        },
        Operation::Act(action) => {
            any(typed(action).filter(|it| style.is_path(it) || is_address(it)).into_iter().collect())
        }
    }
}

/// Every argument that is no option may name a file, and so may the value of an option.
fn of_program(argv: &[String]) -> Vec<String> {
    let value = |word: &String| match word.split_once('=') {
        Some((name, value)) if name.starts_with('-') => Some(value.to_owned()),
        _ => (!word.starts_with('-')).then(|| word.clone()),
    };
    argv.iter().skip(1).filter_map(value).collect()
}

fn of_native(action: &Action, table: &CommandSpec) -> Vec<NamedPlace> {
    let touched = |(param, value): (&Param, &Value)| -> Vec<NamedPlace> {
        let texts = words(value).into_iter();
        match param.kind {
            ParamKind::Path(_) => texts.map(NamedPlace::File).collect(),
            ParamKind::Url => texts.map(NamedPlace::Address).collect(),
            ParamKind::Argv => of_program(&words(value)).into_iter().map(NamedPlace::Any).collect(),
            ParamKind::Text
            | ParamKind::Number
            | ParamKind::Flag
            | ParamKind::Texts
            | ParamKind::OneOf(_)
            | ParamKind::Range => Vec::new(),
        }
    };
    table.given(&action.call.args).flat_map(touched).collect()
}

/// The program that an action runs, with its arguments. Without a table any list of words may be one.
pub(super) fn argv(action: &Action, table: Option<&CommandSpec>) -> Vec<String> {
    let args = &action.call.args;
    let program = match table {
        _ if action.verb != Verb::Native => None,
        Some(table) => table.given(args).find(|it| it.0.kind == ParamKind::Argv).map(|it| it.1),
        None => args.values().find(|it| it.is_array()),
    };
    program.map(words).unwrap_or_default()
}

/// Every text in a value.
fn words(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(words).collect(),
        Value::Object(fields) => fields.values().flat_map(words).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// The text that an action types.
pub(super) fn typed(action: &Action) -> Option<String> {
    match &action.verb {
        Verb::Gesture(Gesture::Text { text, .. }) => Some(text.clone()),
        Verb::Gesture(Gesture::Keys(chords)) => Some(chords.iter().filter_map(letter).collect()),
        _ => None,
    }
}

fn is_address(text: &str) -> bool {
    let text = text.trim();
    text.contains("://") || (!text.contains(char::is_whitespace) && text.contains('.'))
}

/// The host of an address, in small letters; of a bare `example.org/x` too.
pub fn domain(text: &str) -> Option<String> {
    let text = text.trim();
    let url = Url::parse(text).ok().filter(Url::has_host);
    let url = url.or_else(|| Url::parse(&format!("https://{text}")).ok().filter(|_| is_bare(text)))?;
    match url.host()? {
        Host::Domain(name) => Some(name.trim_end_matches('.').to_lowercase()),
        Host::Ipv4(address) => Some(address.to_string()),
        Host::Ipv6(address) => Some(address.to_string()),
    }
}

/// Whether a text without a scheme looks like an address and not like the name of a file.
fn is_bare(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or("");
    let host = host.rsplit('@').next().unwrap_or(host);
    !host.is_empty() && !host.starts_with('.') && host.contains('.') && !host.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_what_a_browser_goes_to() {
        for (text, expected) in [
            ("https://Example.org:8443/a", Some("example.org")),
            ("https://bank.example@evil.example/", Some("evil.example")),
            ("http://evil.example\\@bank.example/", Some("evil.example")),
            ("bank.example/login?x=1", Some("bank.example")),
            ("example.org.", Some("example.org")),
            ("http://0x7f.1/", Some("127.0.0.1")),
            ("http://[::1]/", Some("::1")),
            ("https://bücher.example/", Some("xn--bcher-kva.example")),
            ("hello there", None),
            ("6*7", None),
        ] {
            assert_eq!(domain(text).as_deref(), expected, "{text}");
        }
    }
}
