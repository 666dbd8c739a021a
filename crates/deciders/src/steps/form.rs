//! The form of a step, as the table of the grammar has it.

use super::step::Step;

/// One form of a step.
pub(super) struct Form {
    /// The verbs that start it.
    pub(super) verbs: &'static [&'static str],
    /// Its syntax.
    pub(super) syntax: &'static str,
    /// One sentence about what it does.
    pub(super) doc: &'static str,
    /// An example.
    pub(super) example: &'static str,
    /// Where it may be written.
    pub(super) scope: FormScope,
    /// Parses the words after the verb; the error says what is missing.
    pub(super) parse: fn(&str) -> Result<Step, String>,
}

/// Where a step may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormScope {
    /// In a request, and in a plan.
    Request,
    /// In the plan of a longer step; a request may have it too.
    Plan,
}
