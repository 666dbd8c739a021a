//! The command line with what a platform adds to it, and reading it.

use super::{Cli, Command, EXIT_CODES, first_word::with_command, native, wrong_line};
use clap::{
    CommandFactory, FromArgMatches,
    error::{ContextKind, ContextValue, ErrorKind},
};
use deskpilot_desktop::{Platform, PlatformTerms};
use deskpilot_runtime::all_command_tables;
use std::ffi::OsString;

/// The message for a person whose request may begin like a command.
const REQUEST_TIP: &str = "to have it done as a request, put the request in quotation marks";

/// The command line on this platform.
pub(crate) fn command_line(platform: &dyn Platform) -> clap::Command {
    in_terms(native::with_tables(Cli::command(), &all_command_tables(platform)), &platform.terms())
}

/// The command line whose help has the folders and the programs of a platform.
fn in_terms(line: clap::Command, terms: &PlatformTerms) -> clap::Command {
    commands_in_terms(line.after_help(EXIT_CODES), terms)
}

fn commands_in_terms(line: clap::Command, terms: &PlatformTerms) -> clap::Command {
    let own = line.get_after_help().map(|it| terms.in_own_terms(&it.to_string()));
    let line = match own {
        Some(own) => line.after_help(own),
        None => line,
    };
    line.mut_subcommands(|it| commands_in_terms(it, terms))
}

/// The command that these words give on this platform, the first of which is the program; `None` if there is none. Words that
/// begin with no command are a request. Ends the process where they are wrong or ask for help.
pub(crate) fn parse(platform: &dyn Platform, words: impl IntoIterator<Item = OsString>) -> Option<Command> {
    let mut line = command_line(platform);
    let words = with_command(words.into_iter().collect(), &line);
    let words = words.unwrap_or_else(|wrong| wrong_line::exit_with(ErrorKind::InvalidSubcommand, &wrong));
    let count = word_count(&words);
    let matches = line.try_get_matches_from_mut(words);
    let parsed = matches.and_then(|mut it| Cli::from_arg_matches_mut(&mut it));
    parsed.unwrap_or_else(|error| wrong_line::exit(with_request_tip(error, count).format(&mut line))).command
}

/// How many words stand between the program and the first flag.
fn word_count(words: &[OsString]) -> usize {
    words.iter().skip(1).take_while(|it| !it.as_encoded_bytes().starts_with(b"-")).count()
}

/// The error, which says how a request is given where so many words begin like a command without being one.
fn with_request_tip(mut error: clap::Error, count: usize) -> clap::Error {
    let is_surplus = matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand);
    if is_surplus && count > 2 && !wrong_line::has_advice(&error) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![REQUEST_TIP.into()]));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_desktop::{FolderTerm, ProgramTerm};

    #[test]
    fn the_command_line_is_consistent_and_takes_the_names_of_the_tables() {
        let line = native::with_tables(Cli::command(), &deskpilot_runtime::command_tables());
        line.clone().debug_assert();
        for (words, is_known) in [
            (&["deskpilot", "call", "calc", "save"][..], true),
            (&["deskpilot", "call", "files", "list"], false),
            (&["deskpilot", "commands", "files"], true),
            (&["deskpilot", "commands"], true),
            (&["deskpilot", "commands", "nothing"], false),
        ] {
            assert_eq!(line.clone().try_get_matches_from(words).is_ok(), is_known, "{words:?}");
        }
    }

    #[test]
    fn the_help_names_the_folders_of_the_platform() {
        let terms = PlatformTerms {
            home_variable: "USERPROFILE",
            folders: &[FolderTerm { in_texts: "~/.config", here: "%APPDATA%" }],
            programs: &[ProgramTerm { in_texts: "galculator", here: "calc" }],
            separator: '\\',
            address_opener: &[],
            screen_variables: &[],
        };
        for (terms, file, program) in [
            (terms, r"%APPDATA%\deskpilot\config.toml", "calc"),
            (
                PlatformTerms { folders: &[], programs: &[], ..terms },
                "~/.config/deskpilot/config.toml",
                "galculator",
            ),
        ] {
            let mut line = in_terms(Cli::command(), &terms);
            let help = line.render_help().to_string();
            assert!(help.contains(&format!("\n{file}, ./deskpilot.toml")), "{help}");
            let help = line.find_subcommand_mut("demonstrate").unwrap().render_help().to_string();
            assert!(help.contains(&format!("--app {program} --request")), "{help}");
        }
    }

    #[test]
    fn a_request_that_begins_like_a_command_is_answered_with_how_to_give_it() {
        let line = native::with_tables(Cli::command(), &deskpilot_runtime::command_tables());
        for (words, is_told) in [
            (&["deskpilot", "stop", "the", "music"][..], true),
            (&["deskpilot", "key", "in", "the", "total"], true),
            (&["deskpilot", "stop", "--al"], false),
            (&["deskpilot", "session", "exprot", "sum"], false),
        ] {
            let typed: Vec<OsString> = words.iter().map(OsString::from).collect();
            let error = line.clone().try_get_matches_from(words).unwrap_err();
            let told = with_request_tip(error, word_count(&typed)).to_string();
            assert_eq!(told.contains(REQUEST_TIP), is_told, "{told}");
        }
    }
}
