//! Paths with one root and `/` between names, as Linux and macOS write them.

use super::{address::has_scheme, normalize};

/// Names under which programs keep keys, settings and start-up files in a home.
const GUARDED: &[&str] = &[
    ".aws",
    ".azure",
    ".bash_aliases",
    ".bash_login",
    ".bash_logout",
    ".bash_profile",
    ".bashrc",
    ".cargo",
    ".config",
    ".cshrc",
    ".docker",
    ".env",
    ".git",
    ".gitconfig",
    ".gnupg",
    ".inputrc",
    ".kube",
    ".mozilla",
    ".netrc",
    ".npmrc",
    ".password-store",
    ".pgpass",
    ".pki",
    ".profile",
    ".pam_environment",
    ".pypirc",
    ".ssh",
    ".tcshrc",
    ".thunderbird",
    ".xinitrc",
    ".xprofile",
    ".xsession",
    ".xsessionrc",
    ".zlogin",
    ".zprofile",
    ".zshenv",
    ".zshrc",
    "autostart",
    "crontab",
    "crontabs",
    "keyrings",
];

/// Folders in which programs look for what they run or load, anywhere in a path: places of the XDG Base Directory and Autostart
/// specifications, of systemd's user units, of cron and of desktop environments.
const GUARDED_FOLDERS: &[&[&str]] = &[
    &[".local", "bin"],
    &[".local", "share", "applications"],
    &[".local", "share", "dbus-1"],
    &[".local", "share", "deskpilot"],
    &[".local", "share", "gnome-shell"],
    &[".local", "share", "mime"],
    &[".local", "share", "nautilus"],
    &[".local", "share", "nemo"],
    &[".local", "share", "systemd"],
    &[".var", "app"],
    &["etc", "cron.d"],
    &["spool", "cron"],
];

/// Folders at the root that belong to the system (Filesystem Hierarchy Standard).
const SYSTEM: &[&str] =
    &["bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "run", "sbin", "sys", "usr"];

pub(super) fn is_path(text: &str) -> bool {
    ["/", "~/", "./", "../"].iter().any(|it| text.starts_with(it)) || text.contains("/../")
}

pub(super) fn absolute(text: &str, home: &str, start: &str) -> Option<String> {
    match text.strip_prefix("~/") {
        Some(rest) => Some(format!("{home}/{rest}")),
        _ if text.starts_with('/') => Some(text.to_owned()),
        _ if has_scheme(text) || text.starts_with("://") || text.is_empty() => None,
        _ if text == "~" => Some(home.to_owned()),
        _ => Some(format!("{start}/{text}")),
    }
}

pub(super) fn canonical(path: &str) -> String {
    format!("/{}", normalize(path.split('/')).join("/"))
}

/// `inside` is the part of the path below the home, if it is there.
pub(super) fn is_guarded(path: &str, inside: Option<&str>) -> bool {
    let names: Vec<&str> = inside.unwrap_or(path).split('/').filter(|it| !it.is_empty()).collect();
    let is_system = inside.is_none() && names.first().is_some_and(|it| SYSTEM.contains(it));
    is_system
        || names.iter().any(|it| GUARDED.contains(it))
        || GUARDED_FOLDERS.iter().any(|folder| names.windows(folder.len()).any(|it| it == *folder))
}
