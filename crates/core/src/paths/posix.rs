//! Paths with one root and `/` between names, as Linux and macOS write them.

use super::normalize;

/// Names under which programs keep keys, settings and start-up files in a home.
const GUARDED: &[&str] = &[
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

/// Folders at the root that belong to the system.
const SYSTEM: &[&str] = &["boot", "dev", "etc", "proc", "sys"];

pub(super) fn is_path(text: &str) -> bool {
    ["/", "~/", "./", "../"].iter().any(|it| text.starts_with(it)) || text.contains("/../")
}

pub(super) fn absolute(text: &str, home: &str) -> Option<String> {
    match text.strip_prefix("~/") {
        Some(rest) => Some(format!("{home}/{rest}")),
        _ if text.starts_with('/') => Some(text.to_owned()),
        _ if text.contains("://") || text.is_empty() => None,
        _ if text == "~" => Some(home.to_owned()),
        _ => Some(format!("{home}/{text}")),
    }
}

pub(super) fn canonical(path: &str) -> String {
    format!("/{}", normalize(path.split('/')).join("/"))
}

/// `inside` is the part of the path below the home, if it is there.
pub(super) fn is_guarded(path: &str, inside: Option<&str>) -> bool {
    let mut names = inside.unwrap_or(path).split('/').filter(|it| !it.is_empty());
    let is_system = inside.is_none() && names.clone().next().is_some_and(|it| SYSTEM.contains(&it));
    is_system || names.any(|it| GUARDED.contains(&it))
}
