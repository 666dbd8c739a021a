//! The first word of the command line: a command, a mistyped one, or the beginning of a request.

use clap::Command;
use deskpilot_core::mistyped_name;
use std::ffi::OsString;

/// What the first word after the program is.
enum FirstWord {
    /// A command or a flag, or there is none.
    Known,
    /// It is near the name of a command: the word, and that name.
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
    match first.map_or(FirstWord::Known, |it| first_word(it, words.get(2), line)) {
        FirstWord::Known => {}
        FirstWord::OfRequest => words.insert(1, "run".into()),
        FirstWord::Mistyped(word, command) => {
            return Err(format!(
                "there is no command {word:?}: did you mean {command}? To have it done as a request, put the request in \
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

fn first_word(word: &str, second: Option<&OsString>, line: &Command) -> FirstWord {
    let is_command = word == "help" || line.get_subcommands().any(|it| it.get_name() == word);
    if word.starts_with('-') || is_command {
        return FirstWord::Known;
    }
    // No command has a space, so somebody put the request in quotation marks.
    if word.contains(char::is_whitespace) {
        return FirstWord::OfRequest;
    }
    let shown = line.get_subcommands().filter(|it| !it.is_hide_set()).map(Command::get_name);
    if let Some(command) = mistyped_name(word, shown) {
        return FirstWord::Mistyped(word.to_owned(), command.to_owned());
    }
    // A word alone is more likely a command of another program than a request, which may cost something.
    match second {
        Some(second) if !second.as_encoded_bytes().starts_with(b"-") => FirstWord::OfRequest,
        _ => FirstWord::Alone(word.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<String, String> {
        let hidden = Command::new("task-names").hide(true);
        let line = Command::new("deskpilot").subcommands([
            Command::new("run"),
            Command::new("replay"),
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
            (&["stop the music"], "run|stop the music"),
            (&["stop", "t"], "stop|t"),
            (&["help", "run"], "help|run"),
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
            (&["rnu", "open the calculator"][..], "there is no command \"rnu\": did you mean run?"),
            (&["Run"], "did you mean run?"),
            (&["status"], "`deskpilot run status`"),
            (&["task-name"], "there is no command \"task-name\"; "),
            (&["calculator", "--json"], "there is no command \"calculator\"; "),
        ] {
            let error = read(words).unwrap_err();
            assert!(error.contains(expected), "{words:?}: {error}");
        }
    }
}
