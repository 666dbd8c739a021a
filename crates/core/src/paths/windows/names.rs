//! Which file a name of a path means to Windows: it has many names for one.

/// Names of devices, with any extension, in every folder.
const DEVICES: &[&str] = &["aux", "clock$", "con", "conin$", "conout$", "nul", "prn"];
/// Names of devices that have a number.
const NUMBERED_DEVICES: &[&str] = &["com", "lpt"];
/// The streams of a file and of a folder that are those themselves.
const OWN_STREAMS: &[&str] = &[":$data", ":$index_allocation", "$i30:$index_allocation"];
/// Characters that no name has. Programs find files with `*` and `?`, and the system also with `<`, `>` and `"`.
const NOT_IN_NAMES: &[char] = &['*', '?', '<', '>', '"', '|'];
/// Characters that are separators to programs that take texts in a code page of Windows.
const SEPARATORS_ELSEWHERE: &[char] = &['¥', '₩', '∕', '⁄', '∖', '／', '＼'];

/// The names of a path with `.` and `..` resolved, each as the file has it; `None` where only the machine knows which file it is.
pub(super) fn resolved_names(path: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    let mut rest = Some(path);
    while let Some(text) = rest {
        let (part, after) = text.split_once('/').map_or((text, None), |(part, after)| (part, Some(after)));
        match part {
            "" | "." => {}
            // Nothing is left of a last name of dots.
            dots if after.is_none() && dots.len() > 2 && dots.bytes().all(|it| it == b'.') => {}
            ".." => drop(names.pop()),
            part => names.push(resolved_name(part, after.is_none())),
        }
        rest = after;
    }
    // Windows resolves a `..` by the letters alone: what it takes away need not be a name.
    names.into_iter().collect()
}

/// The letters of the name stay as they are. Windows passes over the dots and blanks at the end of a whole path, and over one dot at the end of a name before.
fn resolved_name(part: &str, is_last: bool) -> Option<&str> {
    let trimmed = match is_last {
        true => part.trim_end_matches(['.', ' ']),
        false => part.strip_suffix('.').unwrap_or(part),
    };
    let name = match trimmed.split_once(':') {
        None => trimmed,
        Some((file, stream)) if OWN_STREAMS.contains(&stream.to_ascii_lowercase().as_str()) => {
            file.trim_end_matches(['.', ' '])
        }
        // Another stream has a content of its own.
        Some(_) => return None,
    };
    let is_variable = name.matches('%').count() > 1;
    let is_plain = !name.is_empty()
        && !name.ends_with(['.', ' '])
        && !name.contains(|it: char| it.is_control() || NOT_IN_NAMES.contains(&it))
        && !name.contains(SEPARATORS_ELSEWHERE);
    (is_plain && !is_variable && !is_device(name) && !is_short(name)).then_some(name)
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end();
    let stem = stem.to_ascii_lowercase();
    let is_number = |it: &str| matches!(it, "¹" | "²" | "³") || matches!(it.as_bytes(), [b'0'..=b'9']);
    DEVICES.contains(&stem.as_str())
        || NUMBERED_DEVICES.iter().any(|it| stem.strip_prefix(it).is_some_and(is_number))
}

/// Whether it may be the short name of a file with a longer one, such as `progra~1`.
fn is_short(name: &str) -> bool {
    let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
    let is_numbered = |(start, number): (&str, &str)| {
        !start.is_empty() && !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit())
    };
    let has_length = stem.chars().count() <= 8 && extension.chars().count() <= 3;
    has_length && !name.contains(' ') && stem.rsplit_once('~').is_some_and(is_numbered)
}

/// Whether a server of a share is this machine, or a system within it.
pub(super) fn is_this_machine(server: &str) -> bool {
    let host = server.split('@').next().unwrap_or(server).trim_end_matches('.');
    let is_name = ["localhost", "wsl$", "wsl.localhost"].contains(&host);
    // An address may be written in many ways, and any may be this machine's.
    let is_number = host.starts_with(|it: char| it.is_ascii_digit()) || host.contains(':');
    is_name || host.is_empty() || host.ends_with(".ipv6-literal.net") || is_number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_that_of_the_file_or_only_the_machine_knows_it() {
        for (path, expected) in [
            ("a/b", Some("a/b")),
            ("a//./b/../c", Some("a/c")),
            ("../../a", Some("a")),
            ("a.txt. . ", Some("a.txt")),
            ("a./b", Some("a/b")),
            ("a../b", None),
            ("a /b", None),
            ("a/.../b", None),
            ("a/.. /b", None),
            ("...", Some("")),
            ("a/.. ", None),
            ("a.txt::$data", Some("a.txt")),
            ("a::$index_allocation/b", Some("a/b")),
            ("a:$i30:$index_allocation/b", Some("a/b")),
            ("a.txt:hidden", None),
            ("a.txt:", None),
            ("a.exe:zone.identifier", None),
            ("con", None),
            ("CoN.txt", None),
            ("A.TXT::$Data", Some("A.TXT")),
            ("Notes.TXT", Some("Notes.TXT")),
            ("a/nul.txt", None),
            ("aux .txt", None),
            ("com1", None),
            ("lpt².log", None),
            ("com10", Some("com10")),
            ("console", Some("console")),
            ("progra~1/x", None),
            ("con/../x", Some("x")),
            ("secre~12.txt", None),
            ("secret~12.txt", Some("secret~12.txt")),
            ("a~1.tx", None),
            ("report~2.docx", Some("report~2.docx")),
            ("backup~", Some("backup~")),
            ("~1", Some("~1")),
            ("a*.txt", None),
            ("a?", None),
            ("a<", None),
            ("a|b", None),
            ("a\u{1}", None),
            ("%temp%/a", None),
            ("100%", Some("100%")),
            ("notes／..／x", None),
            ("a¥b", None),
        ] {
            assert_eq!(resolved_names(path).map(|it| it.join("/")).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn the_server_of_a_share_may_be_this_machine() {
        for (server, expected) in [
            ("localhost", true),
            ("localhost.", true),
            ("localhost@ssl", true),
            ("127.0.0.1", true),
            ("0x7f.1", true),
            ("2130706433", true),
            ("--1.ipv6-literal.net", true),
            ("wsl$", true),
            ("files", false),
            ("files.example.org", false),
        ] {
            assert_eq!(is_this_machine(server), expected, "{server}");
        }
    }
}
