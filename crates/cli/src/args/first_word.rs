//! The first word of the command line: a command, a mistyped one, or the beginning of a request.

use clap::Command;
use deskpilot_core::mistyped_name;
use std::ffi::{OsStr, OsString};

/// What people type out of the habit of other programs, in German and French too, where the name of a task may follow, and the
/// command that does it.
const OF_TASKS: &[(&str, &str)] = &[
    ("kill", "stop"),
    ("cancel", "stop"),
    ("abort", "stop"),
    ("abbrechen", "stop"),
    ("anhalten", "stop"),
    ("annuler", "stop"),
    ("continue", "resume"),
    ("weiter", "resume"),
    ("fortsetzen", "resume"),
    ("reprendre", "resume"),
    ("status", "log"),
    ("history", "log"),
];

/// The same for words alone; where more follow, most of these begin a request.
const ALONE: &[(&str, &str)] = &[
    ("ls", "log"),
    ("list", "log"),
    ("tasks", "log"),
    ("ps", "log"),
    ("liste", "log"),
    ("protokoll", "log"),
    ("journal", "log"),
    ("rm", "log rm"),
    ("delete", "log rm"),
    ("quit", "stop"),
    ("repeat", "replay"),
    ("start", "run"),
    ("exec", "run"),
    ("record", "demonstrate"),
    ("settings", "config"),
    ("einstellungen", "config"),
    ("réglages", "config"),
    ("setup", "doctor"),
    ("check", "doctor"),
    ("tools", "commands"),
    ("ui", "serve"),
    ("version", "--version"),
    ("hilfe", "--help"),
    ("aide", "--help"),
    ("man", "manual"),
    ("docs", "manual"),
    ("handbuch", "manual"),
    ("tutorial", "manual tutorial"),
];

/// Verbs that are nearly the name of a command: with words behind them they begin a request.
const VERBS_LIKE_COMMANDS: &[&str] =
    &["record", "reduce", "rename", "replace", "reply", "resend", "resize", "secure"];

/// What the first word after the program is.
enum FirstWord {
    /// A command or a flag, or there is none.
    Known,
    /// It is near the name of a command, or the same in other programs: the word, and what to type.
    Mistyped(String, String),
    /// No command, and nothing follows that makes it a request.
    Alone(String),
    /// The beginning of a request.
    OfRequest,
}

/// These words, the first of which is the program, with `run` before a request.
///
/// # Errors
/// The first word is no command, and may be meant to be one; the text says what to type.
pub(super) fn with_command(mut words: Vec<OsString>, line: &Command) -> Result<Vec<OsString>, String> {
    let first = words.get(1).and_then(|it| it.to_str());
    match first.map_or(FirstWord::Known, |it| first_word(it, &words[2..], line)) {
        FirstWord::Known => {}
        FirstWord::OfRequest => words.insert(1, "run".into()),
        FirstWord::Mistyped(word, command) => {
            return Err(format!(
                "there is no command {word:?}: did you mean `deskpilot {command}`? To have it done as a request, put the request in \
                 quotation marks, or `run` before it"
            ));
        }
        FirstWord::Alone(word) => {
            return Err(format!(
                "there is no command {word:?}; `deskpilot --help` lists them. To have it done as a request: `deskpilot run {word}`"
            ));
        }
    }
    Ok(words)
}

fn first_word(word: &str, rest: &[OsString], line: &Command) -> FirstWord {
    let asks_for_help = word == "help" && rest.first().is_none_or(|it| it != "me");
    let is_command = asks_for_help || line.get_subcommands().any(|it| it.get_name() == word);
    if word.starts_with('-') || is_command {
        return FirstWord::Known;
    }
    // No command has a space, so somebody put the request in quotation marks.
    if word.contains(char::is_whitespace) {
        return FirstWord::OfRequest;
    }
    if let Some(command) = meant_command(&word.to_lowercase(), rest, line) {
        return FirstWord::Mistyped(word.to_owned(), command);
    }
    // A word alone is more likely a command of another program than a request, which may cost something.
    match rest.first() {
        Some(second) if !is_flag(second) => FirstWord::OfRequest,
        _ => FirstWord::Alone(word.to_owned()),
    }
}

fn is_flag(word: &OsStr) -> bool {
    word.as_encoded_bytes().starts_with(b"-")
}

/// What somebody may have meant by a word that is no command, with these words behind it.
fn meant_command(word: &str, rest: &[OsString], line: &Command) -> Option<String> {
    let others = rest.iter().filter(|it| !is_flag(it)).count();
    let mut known = OF_TASKS.iter().filter(|_| others <= 1).chain(ALONE.iter().filter(|_| others == 0));
    if let Some((_, command)) = known.find(|(other, _)| *other == word) {
        return Some((*command).to_owned());
    }
    if others > 0 && VERBS_LIKE_COMMANDS.contains(&word) {
        return None;
    }
    let shown = line.get_subcommands().filter(|it| !it.is_hide_set()).map(Command::get_name);
    mistyped_name(word, shown).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory;

    fn read(words: &[&str]) -> Result<String, String> {
        let hidden = Command::new("task-names").hide(true);
        let line = Command::new("deskpilot").subcommands([
            Command::new("run"),
            Command::new("replay"),
            Command::new("report"),
            Command::new("resume"),
            Command::new("stop"),
            hidden,
        ]);
        let words = std::iter::once("deskpilot").chain(words.iter().copied());
        let read = with_command(words.map(OsString::from).collect(), &line)?;
        Ok(read[1..].iter().map(|it| it.to_string_lossy()).collect::<Vec<_>>().join("|"))
    }

    #[test]
    fn words_that_begin_with_no_command_are_a_request() {
        for (words, expected) in [
            (&["open the calculator", "-v"][..], "run|open the calculator|-v"),
            (&["open", "the", "calculator"], "run|open|the|calculator"),
            (&["play", "the", "song"], "run|play|the|song"),
            (&["rename", "a.txt", "to", "b.txt"], "run|rename|a.txt|to|b.txt"),
            (&["record", "the", "screen"], "run|record|the|screen"),
            (&["Replace", "the", "headline"], "run|Replace|the|headline"),
            (&["reply", "to", "Ada"], "run|reply|to|Ada"),
            (&["cancel", "the", "meeting"], "run|cancel|the|meeting"),
            (&["delete", "a.txt"], "run|delete|a.txt"),
            (&["check", "Bold"], "run|check|Bold"),
            (&["öffne", "den", "Taschenrechner"], "run|öffne|den|Taschenrechner"),
            (&["starte", "den", "Editor"], "run|starte|den|Editor"),
            (&["schreibe", "Hallo"], "run|schreibe|Hallo"),
            (&["ouvre", "la", "calculatrice"], "run|ouvre|la|calculatrice"),
            (&["lance", "l'éditeur"], "run|lance|l'éditeur"),
            (&["stop the music"], "run|stop the music"),
            (&["stop", "t"], "stop|t"),
            (&["help", "run"], "help|run"),
            (&["help", "me", "open", "the", "editor"], "run|help|me|open|the|editor"),
            (&["task-names"], "task-names"),
            (&["--version"], "--version"),
            (&[], ""),
        ] {
            assert_eq!(read(words).as_deref(), Ok(expected), "{words:?}");
        }
    }

    #[test]
    fn a_mistyped_command_is_no_request_and_neither_is_a_word_alone() {
        for (words, expected) in [
            (
                &["rnu", "open the calculator"][..],
                "there is no command \"rnu\": did you mean `deskpilot run`?",
            ),
            (&["Run"], "did you mean `deskpilot run`?"),
            (&["resuem", "t"], "did you mean `deskpilot resume`?"),
            (&["kill", "t"], "there is no command \"kill\": did you mean `deskpilot stop`?"),
            (&["Abbrechen", "t"], "did you mean `deskpilot stop`?"),
            (&["continue"], "did you mean `deskpilot resume`?"),
            (&["status", "--json"], "did you mean `deskpilot log`?"),
            (&["reprendre"], "did you mean `deskpilot resume`?"),
            (&["list"], "did you mean `deskpilot log`?"),
            (&["delete"], "did you mean `deskpilot log rm`?"),
            (&["hilfe"], "did you mean `deskpilot --help`?"),
            (&["aide"], "did you mean `deskpilot --help`?"),
            (&["réglages"], "did you mean `deskpilot config`?"),
            (&["tutorial"], "did you mean `deskpilot manual tutorial`?"),
            (&["record"], "did you mean `deskpilot demonstrate`?"),
            (&["rename"], "there is no command \"rename\""),
            (&["weather"], "`deskpilot run weather`"),
            (&["task-name"], "there is no command \"task-name\"; "),
            (&["calculator", "--json"], "there is no command \"calculator\"; "),
        ] {
            let error = read(words).unwrap_err();
            assert!(error.contains(expected), "{words:?}: {error}");
        }
    }

    #[test]
    fn every_other_name_stands_for_a_command_that_there_is_and_is_none_itself() {
        let line = Cli::command();
        for (other, meant) in OF_TASKS.iter().chain(ALONE) {
            let first = meant.split(' ').next().unwrap();
            assert!(first.starts_with("--") || line.find_subcommand(first).is_some(), "{other}: {meant}");
            assert!(line.find_subcommand(other).is_none(), "{other}");
        }
        for verb in VERBS_LIKE_COMMANDS {
            assert!(line.find_subcommand(verb).is_none(), "{verb}");
        }
    }
}
