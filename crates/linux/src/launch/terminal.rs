//! Finds a terminal emulator to run a program in.

use crate::requirements;
use crate::seat::Environment;

/// Terminal emulators, and the arguments before the program to run.
const TERMINALS: &[(&str, &[&str])] = &[
    ("xdg-terminal-exec", &[]),
    ("x-terminal-emulator", &["-e"]),
    ("xfce4-terminal", &["-x"]),
    ("konsole", &["-e"]),
    ("gnome-terminal", &["--"]),
    ("xterm", &["-e"]),
];

/// The arguments to put before a program that runs in a terminal; `None` where no terminal is installed.
pub(super) fn words(environment: &Environment) -> Option<Vec<String>> {
    let path = environment.value("PATH").unwrap_or_default();
    let (terminal, between) = TERMINALS.iter().find(|(name, _)| requirements::find(name, path).is_some())?;
    Some([*terminal].into_iter().chain(between.iter().copied()).map(str::to_owned).collect())
}
