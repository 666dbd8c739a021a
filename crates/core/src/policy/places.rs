//! The files and the web sites that an operation names.

use crate::{Action, Gesture, Operation, PathStyle, Paths, Shell, Verb, doing::letter};
use serde_json::Value;
use url::{Host, Url};

/// The canonical paths of the files that an operation names; links are not followed.
pub fn named_files(operation: &Operation, paths: Paths<'_>) -> Vec<String> {
    texts(operation, paths.style).iter().filter_map(|it| paths.resolve(it)).collect()
}

/// The same with every `.` and `..` as it is written.
pub fn written_files(operation: &Operation, paths: Paths<'_>) -> Vec<String> {
    texts(operation, paths.style).iter().filter_map(|it| paths.written(it)).collect()
}

/// The texts of an operation that may name a file or an address.
pub(super) fn texts(operation: &Operation, style: PathStyle) -> Vec<String> {
    match operation {
        Operation::Launch(launch) => launch.file.iter().cloned().collect(),
        Operation::Run(shell) => of_program(shell),
        Operation::Delegate(_) => Vec::new(),
        Operation::Permit(permit) => permit.places.clone(),
        Operation::Act(action) => of_action(action, style),
    }
}

/// Every argument that is no option may name a file, and so may the value of an option.
fn of_program(shell: &Shell) -> Vec<String> {
    let value = |word: &String| match word.split_once('=') {
        Some((name, value)) if name.starts_with('-') => Some(value.to_owned()),
        _ => (!word.starts_with('-')).then(|| word.clone()),
    };
    shell.argv.iter().skip(1).filter_map(value).collect()
}

fn of_action(action: &Action, style: PathStyle) -> Vec<String> {
    let argument = |(name, value): (&String, &Value)| {
        let name = name.to_lowercase();
        let is_place = ["file", "path", "dir", "folder", "url", "address"].iter().any(|it| name.contains(it));
        value.as_str().filter(|_| is_place).map(str::to_owned)
    };
    let typed = typed(action).filter(|it| style.is_path(it) || is_address(it));
    action.call.args.iter().filter_map(argument).chain(typed).collect()
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
