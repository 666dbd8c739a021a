//! The program that shows another program in a terminal window.

use crate::needs;
use crate::seat::Environment;

/// Such programs, and the words between them and the other program.
const TERMINALS: &[(&str, &[&str])] = &[
    ("xdg-terminal-exec", &[]),
    ("x-terminal-emulator", &["-e"]),
    ("xfce4-terminal", &["-x"]),
    ("konsole", &["-e"]),
    ("gnome-terminal", &["--"]),
    ("xterm", &["-e"]),
];

/// The words to be put before a program that runs in a terminal; `None` where no terminal is installed.
pub(super) fn words(environment: &Environment) -> Option<Vec<String>> {
    let path = environment.value("PATH").unwrap_or_default();
    let (terminal, between) = TERMINALS.iter().find(|(name, _)| needs::find(name, path).is_some())?;
    Some([*terminal].into_iter().chain(between.iter().copied()).map(str::to_owned).collect())
}
