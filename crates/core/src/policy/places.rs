//! The files and the web sites that an operation names.

use crate::{Action, Gesture, Operation, Shell, Verb, doing::letter};
use serde_json::Value;
use url::{Host, Url};

/// The absolute paths of the files that an operation names, as written: links are not followed.
pub fn named_files(operation: &Operation, home: &str) -> Vec<String> {
    texts(operation).iter().filter_map(|it| path(it, home)).collect()
}

/// The same with every `.` and `..` as it was written.
pub fn written_files(operation: &Operation, home: &str) -> Vec<String> {
    texts(operation).iter().filter_map(|it| whole(it, home)).collect()
}

/// The texts of an operation that may name a file or an address.
pub(super) fn texts(operation: &Operation) -> Vec<String> {
    match operation {
        Operation::Launch(launch) => launch.file.iter().cloned().collect(),
        Operation::Run(shell) => of_program(shell),
        Operation::Delegate(_) => Vec::new(),
        Operation::Permit(permit) => permit.places.clone(),
        Operation::Act(action) => of_action(action),
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

fn of_action(action: &Action) -> Vec<String> {
    let argument = |(name, value): (&String, &Value)| {
        let name = name.to_lowercase();
        let is_place = ["file", "path", "dir", "folder", "url", "address"].iter().any(|it| name.contains(it));
        value.as_str().filter(|_| is_place).map(str::to_owned)
    };
    let typed = typed(action).filter(|it| is_path(it) || is_address(it));
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

fn is_path(text: &str) -> bool {
    let text = text.trim();
    let begins = ["/", "~/", "./", "../"].iter().any(|it| text.starts_with(it));
    begins || text.contains("/../") || behind_file(text).is_some()
}

/// What stands behind `file:`, which may be written in capitals, and behind `view-source:`.
fn behind_file(text: &str) -> Option<&str> {
    behind(behind(text, "view-source:").unwrap_or(text), "file:")
}

fn behind<'t>(text: &'t str, scheme: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(scheme.len())?;
    start.eq_ignore_ascii_case(scheme).then_some(rest)
}

/// Where keys and settings are kept in a home.
const KEPT: &[&str] = &[
    ".aws",
    ".azure",
    ".bash_login",
    ".bash_logout",
    ".bash_profile",
    ".bashrc",
    ".config",
    ".docker",
    ".env",
    ".git",
    ".gitconfig",
    ".gnupg",
    ".kube",
    ".mozilla",
    ".netrc",
    ".npmrc",
    ".password-store",
    ".pgpass",
    ".pki",
    ".profile",
    ".pypirc",
    ".ssh",
    ".thunderbird",
    ".xinitrc",
    ".xprofile",
    ".xsession",
    ".xsessionrc",
    ".zprofile",
    ".zshenv",
    ".zshrc",
    "autostart",
    "keyrings",
];

/// Where the system's are.
const SYSTEM: &[&str] = &["boot", "dev", "etc", "proc", "sys"];

/// Whether the file of this path is one of those from which programs take what they are to do, or a key.
pub(super) fn is_kept(path: &str, home: &str) -> bool {
    // The home itself may be anywhere.
    let inside = path.strip_prefix(home).filter(|it| !home.is_empty() && it.starts_with('/'));
    let mut names = inside.unwrap_or(path).split('/').filter(|it| !it.is_empty());
    let is_system = inside.is_none() && names.clone().next().is_some_and(|it| SYSTEM.contains(&it));
    is_system || names.any(|it| KEPT.contains(&it))
}

fn is_address(text: &str) -> bool {
    let text = text.trim();
    text.contains("://") || (!text.contains(char::is_whitespace) && text.contains('.'))
}

/// The absolute path that a text names, without `.` and `..`; a relative one is looked for in the home. `None` for what is
/// an address of something else than a file.
pub(super) fn path(text: &str, home: &str) -> Option<String> {
    let whole = whole(text, home)?;
    let mut names: Vec<&str> = Vec::new();
    for name in whole.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    Some(format!("/{}", names.join("/")))
}

/// The absolute path that a text names, as it is written otherwise.
fn whole(text: &str, home: &str) -> Option<String> {
    let text = text.trim();
    match (behind_file(text), text.strip_prefix("~/")) {
        (Some(rest), _) => Some(decoded(rest)),
        (_, Some(rest)) => Some(format!("{home}/{rest}")),
        _ if text.starts_with('/') => Some(text.to_owned()),
        _ if text.contains("://") || text.is_empty() => None,
        _ if text == "~" => Some(home.to_owned()),
        _ => Some(format!("{home}/{text}")),
    }
}

/// The path of a `file:` address as it is on the disk.
fn decoded(rest: &str) -> String {
    Url::parse(&format!("file:{rest}")).map_or_else(
        |_| rest.to_owned(),
        |url| {
            let bytes = url.path().as_bytes();
            let mut decoded = Vec::with_capacity(bytes.len());
            let mut at = 0;
            while let Some(byte) = bytes.get(at) {
                let hex = bytes.get(at + 1..at + 3).and_then(|it| std::str::from_utf8(it).ok());
                match (byte, hex.and_then(|it| u8::from_str_radix(it, 16).ok())) {
                    (b'%', Some(byte)) => {
                        decoded.push(byte);
                        at += 3;
                    }
                    _ => {
                        decoded.push(*byte);
                        at += 1;
                    }
                }
            }
            String::from_utf8_lossy(&decoded).into_owned()
        },
    )
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
    fn a_path_is_the_same_however_it_is_written() {
        for (text, expected) in [
            ("/etc/passwd", Some("/etc/passwd")),
            ("~/a/../b", Some("/home/u/b")),
            ("~/../../etc/passwd", Some("/etc/passwd")),
            ("../../../etc/./passwd", Some("/etc/passwd")),
            ("notes.txt", Some("/home/u/notes.txt")),
            ("file:///tmp/a%20b/..%2f..%2fetc", Some("/etc")),
            ("FILE:/etc/shadow", Some("/etc/shadow")),
            ("file://localhost/etc/shadow", Some("/etc/shadow")),
            ("view-source:file:///etc/shadow", Some("/etc/shadow")),
            ("~", Some("/home/u")),
            ("/x://../etc/passwd", Some("/etc/passwd")),
            ("https://example.org/x", None),
            ("", None),
        ] {
            assert_eq!(path(text, "/home/u").as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn keys_and_settings_are_known_by_where_they_are() {
        for (path, kept) in [
            ("/home/u/.ssh/id_ed25519", true),
            ("/home/u/.config/deskpilot/policy.toml", true),
            ("/home/u/work/.env", true),
            ("/etc/passwd", true),
            ("/proc/self/environ", true),
            ("/home/u/notes/etc/list.txt", false),
            ("/home/u/notes.txt", false),
            ("/tmp/.tmp1234/answer.txt", false),
        ] {
            assert_eq!(is_kept(path, "/home/u"), kept, "{path}");
        }
        assert!(!is_kept("/srv/.config/home/a.txt", "/srv/.config/home"), "where a home is says nothing");
    }

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
