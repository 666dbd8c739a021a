//! What a command answers.

use crate::dispatch::error::CallError;
use deskpilot_core::{Effect, Evidence, ExistingState, NoChangeReason, Outcome, Refusal};

/// What was done, as far as it was read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It was done, or read: what was read back says so.
    Done { evidence: String, output: Option<String> },
    /// All was as wanted before.
    Same(String),
    /// There was nothing to do.
    Unchanged(String),
    /// Only a part of it was done.
    Partial(String),
}

/// Why a command is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It cannot be done; the text is a sentence for the agent.
    Refused(String),
    /// An argument does not fit.
    BadArgument { name: &'static str, must: String },
    /// A call failed.
    Call(CallError),
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Failure {
        Failure::Call(error)
    }
}

pub(crate) type Answered = Result<Answer, Failure>;

/// The longest text that a command returns, in characters.
const MOST_CHARACTERS: usize = 12_000;

impl Answer {
    /// What was done, as it was read back.
    pub(crate) fn done(evidence: impl Into<String>) -> Answered {
        Ok(Answer::Done { evidence: evidence.into(), output: None })
    }

    /// The same with what was read.
    pub(crate) fn read(evidence: impl Into<String>, output: &str) -> Answered {
        Ok(Answer::Done { evidence: evidence.into(), output: Some(cut(output)) })
    }

    /// What was done if this is so, as it was read back, and that only a part was done if not.
    pub(crate) fn done_if(
        is_so: bool,
        evidence: impl Into<String>,
        otherwise: impl Into<String>,
    ) -> Answered {
        if is_so { Answer::done(evidence) } else { Ok(Answer::Partial(otherwise.into())) }
    }

    /// The same with another remark.
    pub(crate) fn with_note(self, note: &str) -> Answer {
        match self {
            Answer::Done { evidence, output } => {
                Answer::Done { evidence: format!("{evidence}{note}"), output }
            }
            Answer::Partial(what) => Answer::Partial(format!("{what}{note}")),
            other => other,
        }
    }
}

/// A refusal with this sentence.
pub(crate) fn refused<T>(why: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Refused(why.into()))
}

/// An argument that does not fit, and what it must be.
pub(crate) fn bad<T>(name: &'static str, must: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::BadArgument { name, must: must.into() })
}

/// What an answer means for the agent. What failed after something was changed is never a refusal: a part of it may be there.
pub(crate) fn outcome_of(answered: Answered, command: &str, program: &str, has_changed: bool) -> Outcome {
    let what = || command.to_owned();
    let effect = match answered {
        Ok(Answer::Done { evidence, output }) => {
            return Outcome { output, ..Effect::Confirmed(Evidence::Reported(evidence)).into() };
        }
        Ok(Answer::Same(same)) => Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::Reported(same))),
        Ok(Answer::Unchanged(why)) => Effect::NoChange(NoChangeReason::Same(Evidence::Reported(why))),
        Ok(Answer::Partial(what)) => Effect::Partial(what),
        Err(failure) if has_changed => {
            let why = why_of(failure, program);
            Effect::unverified(format!(
                "{command} began, and then {why}: read what it did before you repeat it"
            ))
        }
        Err(Failure::BadArgument { name, must }) => {
            Effect::Refused(Refusal::BadArgument { name: name.to_owned(), must })
        }
        Err(failure) => Effect::Refused(Refusal::NotPossible { what: what(), why: why_of(failure, program) }),
    };
    effect.into()
}

fn why_of(failure: Failure, program: &str) -> String {
    match failure {
        Failure::Refused(why) => why,
        Failure::BadArgument { name, must } => format!("the argument {name} must be {must}"),
        Failure::Call(error) => format!("{program} cannot do it: {error}"),
    }
}

/// The text, shortened with a note of how much is left out.
fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        None => text.to_owned(),
        Some((end, _)) => {
            let left = text[end..].chars().count();
            format!("{}\n… {left} more characters; ask for a part of it", &text[..end])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(answered: Answered, has_changed: bool) -> String {
        outcome_of(answered, "save", "Excel", has_changed).effect.to_string()
    }

    #[test]
    fn each_answer_is_an_effect_of_its_own() {
        for (answered, has_changed, word) in [
            (Answer::done("saved"), true, "confirmed"),
            (Ok(Answer::Same("saved".into())), false, "no_change"),
            (Ok(Answer::Unchanged("no place".into())), false, "no_change"),
            (Ok(Answer::Partial("half".into())), true, "partial"),
            (refused("no"), false, "refused"),
            (bad("path", "whole"), false, "refused"),
            (Err(CallError::Busy.into()), false, "refused"),
            (Err(CallError::Gone.into()), true, "unverified"),
            (refused("no"), true, "unverified"),
        ] {
            let outcome = outcome_of(answered, "save", "Excel", has_changed);
            assert_eq!(outcome.effect.word(), word, "{}", outcome.effect);
        }
        let began = effect(Err(CallError::Gone.into()), true);
        assert!(began.contains("save began, and then Excel cannot do it: it has ended"), "{began}");
    }

    #[test]
    fn a_long_text_says_how_much_is_left_out() {
        let outcome = outcome_of(Answer::read("read", &"ä".repeat(MOST_CHARACTERS + 7)), "x", "Excel", false);
        let output = outcome.output.unwrap();
        assert!(output.ends_with("ä\n… 7 more characters; ask for a part of it"), "{output}");
    }
}
