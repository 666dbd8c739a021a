//! The command line with what a platform adds to it, and reading it.

use super::{Cli, Command, first_word::with_command, native};
use clap::{CommandFactory, FromArgMatches, error::ErrorKind};
use deskpilot_desktop::NativeInterfaces;
use deskpilot_runtime::all_command_tables;
use std::ffi::OsString;

/// The command line on this platform.
pub(crate) fn command_line(platform: &dyn NativeInterfaces) -> clap::Command {
    native::with_tables(Cli::command(), &all_command_tables(platform))
}

/// The command that these words give on this platform, the first of which is the program; `None` if there is none. Words that
/// begin with no command are a request. Ends the process where they are wrong or ask for help.
pub(crate) fn parse(
    platform: &dyn NativeInterfaces,
    words: impl IntoIterator<Item = OsString>,
) -> Option<Command> {
    let mut line = command_line(platform);
    let words = with_command(words.into_iter().collect(), &line);
    let words = words.unwrap_or_else(|wrong| line.error(ErrorKind::InvalidSubcommand, wrong).exit());
    let matches = line.try_get_matches_from_mut(words);
    let parsed = matches.and_then(|mut it| Cli::from_arg_matches_mut(&mut it));
    parsed.unwrap_or_else(|error| error.format(&mut line).exit()).command
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
