//! The folder of the installed Firefox: a profile counts as its own if that folder used it last.

use crate::requirements;
use crate::seat::Environment;
use std::path::Path;

/// The names of its program. One of them may be a script that starts another.
const PROGRAMS: [&str; 2] = ["firefox", "firefox-esr"];
/// A file in the folder of the program itself, which distinguishes that folder from one with a script that starts it.
const MARKER: &str = "application.ini";

/// What settings of Firefox name.
pub(super) fn placeholders(environment: &Environment) -> Vec<(&'static str, String)> {
    folder(environment).map(|it| ("{folder}", it)).into_iter().collect()
}

fn folder(environment: &Environment) -> Option<String> {
    let path = environment.value("PATH")?;
    let programs = PROGRAMS.iter().filter_map(|it| requirements::find(it, path)?.canonicalize().ok());
    let mut folders = programs.filter_map(|it| it.parent().map(Path::to_path_buf));
    let folder = folders.find(|it| it.join(MARKER).is_file())?.into_os_string().into_string().ok()?;
    // The settings file has it on a line of its own, which a control character could break.
    (!folder.contains(char::is_control)).then_some(folder)
}
