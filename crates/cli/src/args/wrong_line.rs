//! What a wrong command line is told: how the command is used, and where its help is, follows only where nothing says what to type
//! instead.

use crate::terminal::say;
use clap::{
    Error,
    error::{ContextKind, ContextValue, ErrorKind},
};

/// What an error has that says what to type instead.
const ADVICE: [ContextKind; 4] = [
    ContextKind::Suggested,
    ContextKind::SuggestedArg,
    ContextKind::SuggestedSubcommand,
    ContextKind::SuggestedValue,
];

/// What the library calls the argument of `manual`.
const PAGE: &str = "[PAGE]";

/// How the last line of the library's errors begins, with what stands before it.
const HELP_LINE: &str = "\n\nFor more information";

/// Prints the error, or the help that was asked for, and ends the process.
pub(super) fn exit(error: Error) -> ! {
    if let Some(why) = no_such_page(&error) {
        exit_with(error.kind(), &why);
    }
    if !error.use_stderr() || !has_advice(&error) {
        error.exit();
    }
    let error = without_usage(error);
    let shown = match console::colors_enabled_stderr() {
        true => error.render().ansi().to_string(),
        false => error.to_string(),
    };
    say(without_help_line(&shown));
    say("\n");
    std::process::exit(error.exit_code())
}

/// Prints what is wrong, which also says what to type instead, and ends the process.
pub(super) fn exit_with(kind: ErrorKind, why: &str) -> ! {
    let error: Error = Error::raw(kind, format!("{why}\n"));
    error.exit()
}

/// Whether something in the error says what to type instead.
pub(super) fn has_advice(error: &Error) -> bool {
    ADVICE.iter().any(|it| error.get(*it).is_some())
}

/// The sentence for a page that the manual does not have; `None` for other errors. The library would list all pages.
fn no_such_page(error: &Error) -> Option<String> {
    let text = |kind| match error.get(kind)? {
        ContextValue::String(text) if !text.is_empty() => Some(text),
        _ => None,
    };
    if error.kind() != ErrorKind::InvalidValue || text(ContextKind::InvalidArg)? != PAGE {
        return None;
    }
    let page = text(ContextKind::InvalidValue)?;
    Some(match text(ContextKind::SuggestedValue) {
        Some(near) => format!("the manual has no page {page:?}: did you mean `deskpilot manual {near}`?"),
        None => format!(
            "the manual has no page {page:?}; `deskpilot manual` lists them, `deskpilot manual --search WORD...` finds words in all"
        ),
    })
}

/// The error without what its advice makes needless: how the command is used, and all values instead of the near one.
fn without_usage(mut error: Error) -> Error {
    error.remove(ContextKind::Usage);
    if error.get(ContextKind::SuggestedValue).is_some() {
        error.remove(ContextKind::ValidValue);
    }
    error
}

fn without_help_line(shown: &str) -> &str {
    shown.split_once(HELP_LINE).map_or(shown, |(before, _)| before).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory;

    fn error(words: &[&str]) -> Error {
        let line = Cli::command();
        line.try_get_matches_from(std::iter::once(&"deskpilot").chain(words)).unwrap_err()
    }

    #[test]
    fn an_error_that_says_what_to_type_has_neither_usage_nor_a_line_about_help() {
        for (words, expected) in [
            (
                &["run", "x", "--polcy", "ask"][..],
                "error: unexpected argument '--polcy' found\n\n  tip: a similar argument exists: '--policy'",
            ),
            (
                &["log", "--state", "finishd"],
                "error: invalid value 'finishd' for '--state <STATE>'\n\n  tip: a similar value exists: 'finished'",
            ),
        ] {
            let wrong = error(words);
            assert!(has_advice(&wrong), "{words:?}");
            assert_eq!(without_help_line(&without_usage(wrong).to_string()), expected);
        }
        let unadvised = error(&["log", "--state", "xyz"]);
        assert!(!has_advice(&unadvised));
        assert!(unadvised.to_string().contains("possible values: running, "), "{unadvised}");
    }

    #[test]
    fn a_page_that_the_manual_does_not_have_is_answered_with_the_near_one() {
        for (words, expected) in [
            (
                &["manual", "tutoral"][..],
                Some("the manual has no page \"tutoral\": did you mean `deskpilot manual tutorial`?"),
            ),
            (
                &["manual", "xyz"],
                Some(
                    "the manual has no page \"xyz\"; `deskpilot manual` lists them, `deskpilot manual --search WORD...` finds words in all",
                ),
            ),
            (&["manual", "--search"], None),
            (&["log", "--state", "finishd"], None),
        ] {
            assert_eq!(no_such_page(&error(words)).as_deref(), expected, "{words:?}");
        }
    }
}
