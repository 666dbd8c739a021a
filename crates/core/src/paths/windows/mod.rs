//! Paths with drives and shares, as Windows writes them.
//!
//! The canonical form is `c:/users/u/notes.txt` or `//server/share/notes.txt`. What only the machine can
//! resolve (a path relative to the current folder of a drive, a device, a short name, an environment variable, a share of a whole
//! drive) becomes a path below `//?/`: a rule that allows a folder does not match it, and it counts as guarded.

mod guarded;
mod names;
mod variables;

pub(super) use guarded::is_guarded;

use super::{UNRESOLVED, address::has_scheme, normalize};
use names::resolved_names;

/// The beginning of the path of a share below `//?/`.
const SHARE: &str = "unc/";

pub(super) fn is_path(text: &str) -> bool {
    let text = text.replace('\\', "/");
    drive(&text).is_some()
        || ["/", "~/", "./", "../", "%"].iter().any(|it| text.starts_with(it))
        || text.contains("/../")
}

pub(super) fn is_absolute(path: &str) -> bool {
    let path = path.replace('\\', "/");
    path.starts_with("//") || drive(&path).is_some_and(|(_, rest)| rest.starts_with('/'))
}

pub(super) fn absolute(text: &str, home: &str, start: &str) -> Option<String> {
    let text = text.replace('\\', "/");
    let Some(text) = variables::expanded(&text, home) else {
        return Some(format!("{UNRESOLVED}{text}"));
    };
    // Windows takes a path that has no drive for one on the drive of the folder in which it starts.
    let rooted = |rest: &str| match drive(&start.replace('\\', "/")) {
        Some((letter, _)) => format!("{letter}:{rest}"),
        None => format!("{UNRESOLVED}{rest}"),
    };
    Some(match text.strip_prefix("~/") {
        Some(rest) => format!("{home}/{rest}"),
        _ if text.starts_with("//") => text.into_owned(),
        _ if text.starts_with('/') => rooted(&text),
        _ if drive(&text).is_some() => text.into_owned(),
        _ if text.is_empty() || is_web_address(&text) => return None,
        _ if text == "~" => home.to_owned(),
        _ => format!("{start}/{text}"),
    })
}

/// Whether a text with a scheme leads to no file. Windows resolves a `..` by the letters alone, so that `https://../x` is a file.
fn is_web_address(text: &str) -> bool {
    let scheme = text.split('/').next();
    let is_address = has_scheme(text) && normalize(text.split('/')).first().copied() == scheme;
    text.starts_with("://") || is_address || is_address_without_scheme(text)
}

/// Whether a text is the address of a page without its scheme, which as a path would have a letter that no name has: `example.org:80/x`,
/// `example.org/x?y=z`.
fn is_address_without_scheme(text: &str) -> bool {
    let (address, query) = text.split_once('?').unwrap_or((text, ""));
    let (host, path) = address.split_once('/').unwrap_or((address, ""));
    let (host, port) = host.split_once(':').unwrap_or((host, ""));
    let is_host = (host.contains('.') || host == "localhost")
        && host.starts_with(|it: char| it.is_ascii_alphanumeric())
        && host.chars().all(|it| it.is_alphanumeric() || "-.".contains(it));
    let has_port = address.contains('/') && !port.is_empty() && port.bytes().all(|it| it.is_ascii_digit());
    let has_query = query.contains('=') && !query.contains(['?', '/']);
    let has_others =
        [path, query].iter().any(|it| it.contains(['*', ':', '<', '>', '"', '|']) || it.contains(".."));
    is_host && !has_others && (has_port || has_query && port.is_empty())
}

/// The path of a `file:` address: `/C:/x` is on a drive.
pub(super) fn from_address(path: &str) -> String {
    match path.strip_prefix('/') {
        Some(rest) if drive(rest).is_some() => rest.to_owned(),
        _ => path.to_owned(),
    }
}

pub(super) fn canonical(path: &str) -> String {
    fold(&spelled(path))
}

/// The canonical path in the letters of the text.
pub(super) fn spelled(path: &str) -> String {
    let path = path.replace('\\', "/");
    let resolved = match path.strip_prefix("//") {
        Some(rest) => match rest.strip_prefix("?/").or_else(|| rest.strip_prefix("./")) {
            Some(verbatim) => resolved_verbatim(verbatim),
            None => resolved_share(rest),
        },
        None => resolved_on_drive(&path),
    };
    resolved.unwrap_or_else(|| unresolved(&path))
}

/// Whether a name means the file of just this name in every folder.
pub(super) fn is_plain_name(name: &str) -> bool {
    let is_one = !name.contains(['/', '\\']);
    is_one && resolved_names(name).is_some_and(|names| names == [name])
}

/// The path below `//?/` of one that only the machine could resolve.
fn unresolved(path: &str) -> String {
    match path.strip_prefix("//") {
        Some(rest) => match rest.strip_prefix("?/").or_else(|| rest.strip_prefix("./")) {
            Some(verbatim) => format!("{UNRESOLVED}{verbatim}"),
            None => format!("{UNRESOLVED}{SHARE}{rest}"),
        },
        None => format!("{UNRESOLVED}{path}"),
    }
}

fn resolved_on_drive(path: &str) -> Option<String> {
    let (letter, rest) = drive(path)?;
    Some(format!("{letter}:/{}", resolved_names(rest.strip_prefix('/')?)?.join("/")))
}

/// `server/share` is the root: no `..` leaves it.
fn resolved_share(rest: &str) -> Option<String> {
    let mut parts = rest.splitn(3, '/');
    let (server, share) = (parts.next()?, parts.next()?);
    // A share such as `c$` is a whole drive, and one of this machine a folder of it that only the machine knows.
    let is_known = !server.is_empty() && !names::is_this_machine(&fold(server)) && !share.ends_with('$');
    let share = resolved_names(share).filter(|it| is_known && it.len() == 1)?.join("/");
    let below = resolved_names(parts.next().unwrap_or(""))?.join("/");
    Some(format!("//{server}/{share}/{below}"))
}

/// A path after `\\?\`, of which Windows takes every letter as it is: it is the same as the usual path where that needs no change.
fn resolved_verbatim(path: &str) -> Option<String> {
    let share =
        path.get(..SHARE.len()).filter(|it| it.eq_ignore_ascii_case(SHARE)).map(|it| &path[it.len()..]);
    let (usual, resolved) = match share {
        Some(share) => (format!("//{share}"), resolved_share(share)?),
        None => (path.to_owned(), resolved_on_drive(path)?),
    };
    let is_same = fold(usual.trim_end_matches('/')) == fold(resolved.trim_end_matches('/'));
    is_same.then_some(resolved)
}

/// The text with `/` between its names and in the case of small letters. A letter stays that is another one for Windows, though it
/// is a large or a small one of the Latin alphabet elsewhere, such as the sign of Kelvin.
pub(super) fn fold(text: &str) -> String {
    let small = |letter: char| match letter {
        '\\' => '/',
        _ if letter.is_ascii() => letter.to_ascii_lowercase(),
        _ => {
            let mut small = letter.to_lowercase();
            match (small.next(), small.next()) {
                (Some(one), None) if !one.is_ascii() => one,
                _ => letter,
            }
        }
    };
    text.chars().map(small).collect()
}

/// The letter of a drive and what follows its colon.
fn drive(path: &str) -> Option<(char, &str)> {
    let mut letters = path.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    let rest = letters.as_str().strip_prefix(':')?;
    Some((letter, rest))
}
