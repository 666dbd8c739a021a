//! Environment variables at the beginning of a path: those whose folder is the same on every machine.

use std::borrow::Cow;

/// Variables of folders in the home.
const OF_HOME: &[(&str, &str)] =
    &[("appdata", "/AppData/Roaming"), ("localappdata", "/AppData/Local"), ("userprofile", "")];
/// Variables of folders of the system. All of these are guarded, on whatever drive they are.
const OF_SYSTEM: &[(&str, &str)] = &[
    ("allusersprofile", "C:/ProgramData"),
    ("commonprogramfiles", "C:/Program Files/Common Files"),
    ("commonprogramfiles(x86)", "C:/Program Files (x86)/Common Files"),
    ("programdata", "C:/ProgramData"),
    ("programfiles", "C:/Program Files"),
    ("programfiles(x86)", "C:/Program Files (x86)"),
    ("programw6432", "C:/Program Files"),
    ("systemroot", "C:/Windows"),
    ("windir", "C:/Windows"),
];

/// The path with the folder in place of the variable with which it begins; `None` where a variable's value is not known.
pub(super) fn expanded<'p>(path: &'p str, home: &str) -> Option<Cow<'p, str>> {
    let Some((name, rest)) = path.strip_prefix('%').and_then(|it| it.split_once('%')) else {
        return Some(Cow::Borrowed(path));
    };
    let is_name = |(known, _): &&(&str, &str)| known.eq_ignore_ascii_case(name);
    let is_whole = rest.is_empty() || rest.starts_with('/');
    let folder = match OF_HOME.iter().find(is_name) {
        Some((_, below)) if !home.is_empty() => format!("{home}{below}"),
        Some(_) => return None,
        None => OF_SYSTEM.iter().find(is_name)?.1.to_owned(),
    };
    is_whole.then(|| Cow::Owned(format!("{folder}{rest}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_variable_with_a_known_folder_is_expanded() {
        for (path, expected) in [
            ("%AppData%/x", Some("C:/Users/u/AppData/Roaming/x")),
            ("%LOCALAPPDATA%", Some("C:/Users/u/AppData/Local")),
            ("%userprofile%/x", Some("C:/Users/u/x")),
            ("%windir%/x", Some("C:/Windows/x")),
            ("%ProgramFiles(x86)%/x", Some("C:/Program Files (x86)/x")),
            ("%windir%x", None),
            ("%TEMP%/x", None),
            ("%USERPROFILE:~0,3%/x", None),
            ("%%/x", None),
            ("%x", Some("%x")),
            ("a/%windir%/x", Some("a/%windir%/x")),
        ] {
            assert_eq!(expanded(path, "C:/Users/u").as_deref(), expected, "{path}");
        }
        assert_eq!(expanded("%appdata%/x", ""), None, "without a home");
    }
}
