//! Paths with drives and shares, as Windows writes them.
//!
//! The canonical form is `c:/users/u/notes.txt` or `//server/share/notes.txt`. What only the machine can
//! resolve (a path relative to the current folder of a drive, a device, an environment variable) becomes a path below `//?/`:
//! no rule for a folder matches it, and it counts as guarded.

use super::{UNRESOLVED, normalize};

/// Names under which programs keep keys, settings and start-up files.
const GUARDED: &[&str] = &[
    ".aws",
    ".azure",
    ".docker",
    ".env",
    ".git",
    ".gitconfig",
    ".gnupg",
    ".kube",
    ".npmrc",
    ".password-store",
    ".pypirc",
    ".ssh",
    "_netrc",
    "appdata",
    "ntuser.dat",
    "startup",
    "windowspowershell",
];

/// Folders at the root of a drive that belong to the system.
const SYSTEM: &[&str] = &[
    "$recycle.bin",
    "boot",
    "documents and settings",
    "program files",
    "program files (x86)",
    "programdata",
    "recovery",
    "system volume information",
    "windows",
];

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
    // Windows takes a path that has no drive for one on the drive of the folder in which it starts.
    let rooted = |rest: &str| match drive(&start.replace('\\', "/")) {
        Some((letter, _)) => format!("{letter}:{rest}"),
        None => format!("{UNRESOLVED}{rest}"),
    };
    Some(match text.strip_prefix("~/") {
        Some(rest) => format!("{home}/{rest}"),
        _ if text.starts_with("//") => text,
        _ if text.starts_with('/') => rooted(&text),
        _ if drive(&text).is_some() => text,
        _ if text.contains("://") || text.is_empty() => return None,
        _ if text == "~" => home.to_owned(),
        _ if text.contains('%') => format!("{UNRESOLVED}{text}"),
        _ => format!("{start}/{text}"),
    })
}

/// The path of a `file:` address: `/C:/x` is on a drive.
pub(super) fn from_address(path: &str) -> String {
    match path.strip_prefix('/') {
        Some(rest) if drive(rest).is_some() => rest.to_owned(),
        _ => path.to_owned(),
    }
}

pub(super) fn canonical(path: &str) -> String {
    let path = fold(path);
    if let Some(rest) = path.strip_prefix("//") {
        if rest.starts_with('?') || rest.starts_with('.') {
            return format!("{UNRESOLVED}{}", names(&rest[1..]).join("/"));
        }
        return canonical_share(rest);
    }
    match drive(&path) {
        Some((letter, rest)) if rest.starts_with('/') => format!("{letter}:/{}", names(rest).join("/")),
        // Relative to the current folder of a drive, which only the machine knows.
        Some((_, rest)) => format!("{UNRESOLVED}{}", names(rest).join("/")),
        None => format!("{UNRESOLVED}{}", names(&path).join("/")),
    }
}

/// `server/share` is the root: no `..` leaves it.
fn canonical_share(rest: &str) -> String {
    let mut parts = rest.splitn(3, '/');
    let (server, share) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    format!("//{server}/{share}/{}", names(parts.next().unwrap_or("")).join("/"))
}

/// The normalized names without what Windows ignores: trailing dots and spaces, and the stream after a `:`.
fn names(path: &str) -> Vec<&str> {
    let plain = |name| match name {
        "." | ".." => name,
        // `x.` and `x ` are other names for the file `x`.
        name => without_stream(name).trim_end_matches(['.', ' ']),
    };
    normalize(path.split('/').map(plain))
}

fn without_stream(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

pub(super) fn fold(text: &str) -> String {
    text.replace('\\', "/").to_lowercase()
}

/// The letter of a drive and what follows its colon.
fn drive(path: &str) -> Option<(char, &str)> {
    let mut letters = path.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    let rest = letters.as_str().strip_prefix(':')?;
    Some((letter.to_ascii_lowercase(), rest))
}

/// `inside` is the part of the path below the home, if it is there.
pub(super) fn is_guarded(path: &str, inside: Option<&str>) -> bool {
    let below_drive = path.split_once(":/").map_or(path, |(_, rest)| rest);
    let mut names = inside.unwrap_or(below_drive).split('/').filter(|it| !it.is_empty());
    let is_system = inside.is_none() && names.clone().next().is_some_and(|it| SYSTEM.contains(&it));
    // `~1` marks the short form of a long name; only the machine knows which.
    is_system || names.any(|it| GUARDED.contains(&it) || it.contains("~1"))
}
