//! Why a command was not carried out, or not to its end.

use crate::session::{BrowserError, Prompt};
use deskpilot_core::{Effect, Outcome, Refusal};
use deskpilot_web::WebAddressError;

/// Why a command did nothing. What fails after something was sent is an effect instead.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// It is not possible; the sentence says why and what to do.
    NotPossible(String),
    /// The page has no such element; one of its frames may have it.
    Absent(String),
    /// An argument does not fit.
    BadArgument {
        /// Its name.
        name: &'static str,
        /// What it must be.
        must: String,
    },
    /// Something else would get the click.
    Covered {
        /// The element.
        what: String,
        /// What is in front of it.
        by: String,
    },
    /// A dialog must be answered first.
    Dialog(Prompt),
    /// The page was left during the request.
    Left,
    /// The browser did not do it.
    Browser(BrowserError),
}

impl Trouble {
    pub(crate) fn bad(name: &'static str, must: impl Into<String>) -> Trouble {
        Trouble::BadArgument { name, must: must.into() }
    }

    /// The sentence for the agent.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Trouble::NotPossible(why) | Trouble::Absent(why) => why.clone(),
            Trouble::BadArgument { name, must } => format!("{name} must be {must}"),
            Trouble::Covered { what, by } => format!("{by} covers {what}"),
            Trouble::Dialog(prompt) => format!("{prompt}; answer it with answer_dialog"),
            Trouble::Left => {
                "the page was left, or its tab closed, meanwhile; look at the window again".into()
            }
            Trouble::Browser(error) => error.to_string(),
        }
    }

    /// The refusal of a command of which nothing was sent.
    pub(crate) fn refusal(self, command: &str) -> Outcome {
        let refusal = match self {
            Trouble::BadArgument { name, must } => Refusal::BadArgument { name: name.into(), must },
            Trouble::Covered { what, by } => Refusal::Obscured { what, by },
            other => Refusal::NotPossible { what: command.to_owned(), why: other.sentence() },
        };
        Effect::Refused(refusal).into()
    }

    /// The effect of a command that was sent, and whose end is not known.
    pub(crate) fn unverified(&self, what: &str) -> Outcome {
        let look = "look whether it was done before you repeat it";
        match self {
            // The command led to a dialog: that is how far it came.
            Trouble::Dialog(_) => Effect::Partial(format!("{what}, and {}", self.sentence())).into(),
            _ => Effect::unverified(format!("{what}, and {}; {look}", self.sentence())).into(),
        }
    }
}

impl From<BrowserError> for Trouble {
    fn from(error: BrowserError) -> Trouble {
        match error {
            BrowserError::PageLeft => Trouble::Left,
            other => Trouble::Browser(other),
        }
    }
}

impl From<WebAddressError> for Trouble {
    fn from(error: WebAddressError) -> Trouble {
        Trouble::bad("url", error.to_string())
    }
}
