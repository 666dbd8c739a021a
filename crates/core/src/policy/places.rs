//! The files and sites that an operation names. For native commands, the kinds of the parameters state which arguments are
//! files or addresses.

use super::{
    formula::{Reached, formulas_in, reached_by},
    script::Script,
};
use crate::{
    Action, CommandSpec, Gesture, Launch, Operation, Param, ParamKind, PathStyle, PathUse, Paths, Verb,
    doing::typed_character,
    paths::{Destination, Spelling, destination, innermost},
};
use serde_json::Value;
use url::{Host, Url};

/// The canonical paths of the files that an operation names; links are not resolved. Without a specification, every text in a
/// native command may name a file.
pub fn named_files(operation: &Operation, spec: Option<&CommandSpec>, paths: Paths<'_>) -> Vec<String> {
    files(operation, spec, paths.style).filter_map(|it| paths.resolve(&it)).collect()
}

/// Like [`named_files`], but keeps every `.` and `..`.
pub fn unresolved_files(operation: &Operation, spec: Option<&CommandSpec>, paths: Paths<'_>) -> Vec<String> {
    files(operation, spec, paths.style).filter_map(|it| paths.absolute(&it)).collect()
}

/// The canonical paths of the files that a native command makes or writes by its specification; links are not resolved.
pub(super) fn written_files(
    operation: &Operation,
    spec: Option<&CommandSpec>,
    paths: Paths<'_>,
) -> Vec<String> {
    let (Operation::Act(action), Some(spec)) = (operation, spec) else { return Vec::new() };
    let is_written = |it: &Param| matches!(it.kind.path_use(), Some(PathUse::Creates | PathUse::Writes));
    let named = spec.known_arguments(&action.call.args).filter(|(param, _)| is_written(param));
    named.flat_map(|(_, value)| texts_in(value)).filter_map(|it| paths.resolve(&it)).collect()
}

/// The hosts of the sites that an operation names.
pub(super) fn named_sites(
    operation: &Operation,
    spec: Option<&CommandSpec>,
    style: PathStyle,
) -> Vec<String> {
    places(operation, spec, style).iter().filter_map(|it| domain(it.as_address()?)).collect()
}

/// The addresses among the arguments of an operation that lead neither to a file nor to a site, with what they lead to. What is typed
/// is no argument.
pub(super) fn other_addresses(
    operation: &Operation,
    spec: Option<&CommandSpec>,
) -> Vec<(Destination, String)> {
    if matches!(operation, Operation::Act(action) if !matches!(action.verb, Verb::Native | Verb::Open(_))) {
        return Vec::new();
    }
    let other = |it: NamedPlace| {
        let (spelling, text) = match it {
            NamedPlace::Address(text) => (Spelling::Address, text),
            NamedPlace::Any(text) | NamedPlace::File(text) => (Spelling::Words, text),
        };
        destination(&text, spelling).map(|it| (it, text))
    };
    places(operation, spec, PathStyle::Posix).into_iter().filter_map(other).collect()
}

fn files(
    operation: &Operation,
    spec: Option<&CommandSpec>,
    style: PathStyle,
) -> impl Iterator<Item = String> {
    places(operation, spec, style).into_iter().filter_map(move |it| it.into_file(style))
}

/// A text that may name a file or a site.
enum NamedPlace {
    /// A file, or a site.
    Any(String),
    /// A file; with a scheme also a site, because the program that opens it may go there.
    File(String),
    /// The address of a page; may be a `file:` address.
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

fn places(operation: &Operation, spec: Option<&CommandSpec>, style: PathStyle) -> Vec<NamedPlace> {
    let any = |texts: Vec<String>| texts.into_iter().map(NamedPlace::Any).collect();
    match operation {
        Operation::Launch(launch) => opened_place(launch),
        Operation::Run(shell) => any(program_places(&shell.argv, style)),
        Operation::Delegate(_) => Vec::new(),
        Operation::Permit(permit) => any(permit.places.clone()),
        Operation::Act(action) => match (&action.verb, spec) {
            (Verb::Open(launch), _) => opened_place(launch),
            (Verb::Native, Some(spec)) => native_places(action, spec, style),
            (Verb::Native, None) => any(action.call.args.values().flat_map(texts_in).collect()),
            _ => typed_places(action, style),
        },
    }
}

/// The document that a launch opens.
fn opened_place(launch: &Launch) -> Vec<NamedPlace> {
    launch.file.iter().cloned().map(NamedPlace::Any).collect()
}

fn typed_places(action: &Action, style: PathStyle) -> Vec<NamedPlace> {
    let text = typed_text(action).unwrap_or_default();
    let formulas: Vec<NamedPlace> = formulas_in(&text).flat_map(places_of_formula).collect();
    let is_place = style.is_path(&text) || is_address(&text);
    is_place.then_some(NamedPlace::Any(text)).into_iter().chain(formulas).collect()
}

/// Every argument except options may name a file, and so may the value of an option.
fn program_places(argv: &[String], style: PathStyle) -> Vec<String> {
    match style {
        PathStyle::Posix => words_of_program(argv),
        PathStyle::Windows => match Script::of_call(argv) {
            // What could not be read of the script may be anything in it.
            Some(script) => script.places(),
            None => [words_of_program(argv), values_after_colons(argv)].concat(),
        },
    }
}

/// The values of options as programs of Windows have them: `/out:a.txt`, `-File:a.txt`.
fn values_after_colons(argv: &[String]) -> Vec<String> {
    let value = |word: &String| word.strip_prefix(['/', '-'])?.split_once(':').map(|it| it.1.to_owned());
    argv.iter().skip(1).filter_map(value).collect()
}

fn words_of_program(argv: &[String]) -> Vec<String> {
    let value = |word: &String| match word.split_once('=') {
        Some((name, value)) if name.starts_with('-') => Some(value.to_owned()),
        _ => (!word.starts_with('-')).then(|| word.clone()),
    };
    argv.iter().skip(1).filter_map(value).collect()
}

/// The words of a program that runs in a folder: a relative one starts there, and may be a site as well. No shell reads them, so a
/// home or an address is a name in that folder too, unless the program reads it otherwise: both count.
fn program_places_in(folder: &str, argv: &[String], style: PathStyle) -> Vec<NamedPlace> {
    let places = |word: String| {
        if style.is_absolute(&word) {
            return vec![NamedPlace::Any(word)];
        }
        let file = NamedPlace::File(format!("{}/{word}", folder.trim().trim_end_matches('/')));
        let read_otherwise = match () {
            () if word.starts_with('~') || word.contains("://") => Some(NamedPlace::Any(word)),
            () if !style.is_path(&word) => Some(NamedPlace::Address(word)),
            () => None,
        };
        std::iter::once(file).chain(read_otherwise).collect()
    };
    program_places(argv, style).into_iter().flat_map(places).collect()
}

/// The folder in which a command runs its program, if it names one.
fn program_folder<'a>(action: &'a Action, spec: &'a CommandSpec) -> Option<&'a str> {
    let mut folders = spec
        .known_arguments(&action.call.args)
        .filter(|it| it.0.kind == ParamKind::Path(PathUse::Reads))
        .filter_map(|it| it.1.as_str());
    folders.next()
}

fn native_places(action: &Action, spec: &CommandSpec, style: PathStyle) -> Vec<NamedPlace> {
    let folder = program_folder(action, spec);
    let named = |(param, value): (&Param, &Value)| -> Vec<NamedPlace> {
        let texts = texts_in(value).into_iter();
        match param.kind {
            ParamKind::Path(_) | ParamKind::Paths(_) => texts.map(NamedPlace::File).collect(),
            ParamKind::Url => texts.map(NamedPlace::Address).collect(),
            ParamKind::Argv => match folder {
                Some(folder) => program_places_in(folder, &texts_in(value), style),
                None => program_places(&texts_in(value), style).into_iter().map(NamedPlace::Any).collect(),
            },
            // What is discovered may call a place a text: whatever looks like one counts as one.
            ParamKind::Text | ParamKind::Texts | ParamKind::Rows if !spec.is_built_in() => {
                let leads_elsewhere = |it: &str| destination(it, Spelling::Words).is_some();
                let is_place = |it: &String| style.is_path(it) || is_address(it) || leads_elsewhere(it);
                let found = texts.flat_map(unpacked).filter(is_place);
                found.map(NamedPlace::Any).collect()
            }
            ParamKind::Text
            | ParamKind::Formula
            | ParamKind::Number
            | ParamKind::Flag
            | ParamKind::Texts
            | ParamKind::Element
            | ParamKind::Rows
            | ParamKind::Fields
            | ParamKind::OneOf(_)
            | ParamKind::Range
            | ParamKind::Note => Vec::new(),
        }
    };
    let named = spec.known_arguments(&action.call.args).flat_map(named);
    let formulas = [native_formulas(action, Some(spec)), form_formulas(action, spec)].concat();
    named.chain(formulas.iter().flat_map(|it| places_of_formula(it))).collect()
}

/// The formulas among the arguments of a native command. Without a specification, any text may be one.
pub(super) fn native_formulas(action: &Action, spec: Option<&CommandSpec>) -> Vec<String> {
    let is_formula = |it: &String| formulas_in(it).next().is_some();
    let Some(spec) = spec else {
        return action.call.args.values().flat_map(texts_in).filter(is_formula).collect();
    };
    let formulas = |(param, value): (&Param, &Value)| match param.kind {
        ParamKind::Formula => texts_in(value),
        ParamKind::Text | ParamKind::Texts | ParamKind::Rows => {
            texts_in(value).into_iter().filter(is_formula).collect()
        }
        _ => Vec::new(),
    };
    spec.known_arguments(&action.call.args).flat_map(formulas).collect()
}

/// The formulas that a native command enters into the fields of a form, which may be those of a sheet on a page.
pub(super) fn form_formulas(action: &Action, spec: &CommandSpec) -> Vec<String> {
    let rows = |(param, value): (&Param, &Value)| match param.kind {
        ParamKind::Fields => value.as_array().cloned().unwrap_or_default(),
        _ => Vec::new(),
    };
    // A row begins with the name of its field.
    let entered =
        |row: Value| row.as_array().into_iter().flatten().skip(1).flat_map(texts_in).collect::<Vec<_>>();
    let entered = spec.known_arguments(&action.call.args).flat_map(rows).flat_map(entered);
    entered.filter(|it| formulas_in(it).next().is_some()).collect()
}

/// The files and sites that a formula names.
fn places_of_formula(formula: &str) -> Vec<NamedPlace> {
    let place = |it: Reached| match it {
        Reached::Address(it) => Some(NamedPlace::Any(it)),
        Reached::File(it) => Some(NamedPlace::File(it)),
        Reached::Asks(_) | Reached::Runs(_) | Reached::Unknown(_) => None,
    };
    reached_by(formula).into_iter().filter_map(place).collect()
}

/// The program that an action runs, with its arguments. Without a specification, any list may be one.
pub(super) fn argv(action: &Action, spec: Option<&CommandSpec>) -> Vec<String> {
    let args = &action.call.args;
    let program = match spec {
        _ if action.verb != Verb::Native => None,
        Some(spec) => spec.known_arguments(args).find(|it| it.0.kind == ParamKind::Argv).map(|it| it.1),
        None => args.values().find(|it| it.is_array()),
    };
    program.map(texts_in).unwrap_or_default()
}

/// The texts in a text that is JSON; the text itself if it is not.
fn unpacked(text: String) -> Vec<String> {
    match serde_json::from_str(&text) {
        Ok(value @ (Value::Array(_) | Value::Object(_))) => texts_in(&value),
        Ok(_) | Err(_) => vec![text],
    }
}

/// Every text in a value.
fn texts_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts_in).collect(),
        Value::Object(fields) => fields.values().flat_map(texts_in).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// The text that an action types.
pub(super) fn typed_text(action: &Action) -> Option<String> {
    match &action.verb {
        Verb::Gesture(Gesture::Text { text, .. }) => Some(text.clone()),
        Verb::Gesture(Gesture::Keys(chords)) => Some(chords.iter().filter_map(typed_character).collect()),
        _ => None,
    }
}

pub(super) fn is_address(text: &str) -> bool {
    let text = text.trim();
    text.contains("://") || (!text.contains(char::is_whitespace) && text.contains('.'))
}

/// The host of an address in lower case; also of an address without a scheme, such as `example.org/x`.
pub fn domain(text: &str) -> Option<String> {
    let text = &*innermost(text);
    // `example.org:80/x` is an address with the scheme `example.org`, but has no host.
    let url = Url::parse(text).ok().filter(Url::has_host);
    let url = url.or_else(|| {
        Url::parse(&format!("https://{text}")).ok().filter(|_| is_address_without_scheme(text))
    })?;
    match url.host()? {
        // The host `example.org.` is the same as without the point.
        Host::Domain(name) => Some(name.trim_end_matches('.').to_lowercase()),
        Host::Ipv4(address) => Some(address.to_string()),
        Host::Ipv6(address) => Some(address.to_string()),
    }
}

/// Whether a text without a scheme looks like a web address rather than a file name.
fn is_address_without_scheme(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or("");
    // A user and a password may stand before the host.
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
            ("view-source:view-source:https://evil.example/", Some("evil.example")),
            ("View-Source:evil.example/x", Some("evil.example")),
            ("jar:https://evil.example/a.jar!/b.html", Some("evil.example")),
            ("blob:https://evil.example/4f2a", Some("evil.example")),
            ("https://bücher.example/", Some("xn--bcher-kva.example")),
            ("hello there", None),
            ("6*7", None),
        ] {
            assert_eq!(domain(text).as_deref(), expected, "{text}");
        }
    }
}
