//! What tables of commands are made of.

use super::command::{Param, ParamKind, Presence};
use std::borrow::Cow::{self, Borrowed};

/// A command of a table, with these side effects. A macro, because only in a literal do the parameters last as long as the
/// table.
#[macro_export]
macro_rules! command {
    ($side_effects:expr, $name:expr, $doc:expr, &[$($param:expr),* $(,)?] $(,)?) => {
        $crate::CommandSpec {
            name: std::borrow::Cow::Borrowed($name),
            doc: std::borrow::Cow::Borrowed($doc),
            params: std::borrow::Cow::Borrowed(&[$($param),*]),
            side_effects: $side_effects,
        }
    };
}

/// A command of a table that only reads.
#[macro_export]
macro_rules! reads {
    ($name:expr, $doc:expr, &[$($param:expr),* $(,)?] $(,)?) => {
        $crate::command!($crate::SideEffects::Reads, $name, $doc, &[$($param),*])
    };
}

/// A command of a table whose changes are easily reversed; the kinds of its parameters say what it does to files.
#[macro_export]
macro_rules! changes {
    ($name:expr, $doc:expr, &[$($param:expr),* $(,)?] $(,)?) => {
        $crate::command!($crate::SideEffects::Changes, $name, $doc, &[$($param),*])
    };
}

/// A parameter that a call must have.
pub const fn required(name: &'static str, kind: ParamKind, doc: &'static str) -> Param {
    Param { name: Borrowed(name), doc: Borrowed(doc), kind, presence: Presence::Required }
}

/// A parameter that a call may leave out.
pub const fn optional(name: &'static str, kind: ParamKind, doc: &'static str) -> Param {
    Param { name: Borrowed(name), doc: Borrowed(doc), kind, presence: Presence::Optional }
}

/// The note that keeps what a command reads. Every command that reads has it, so that the agent can look a result up again.
pub const NOTE: Param = optional("name", ParamKind::Note, "the note on the blackboard that keeps it");

/// One of these words.
pub const fn one_of(words: &'static [Cow<'static, str>]) -> ParamKind {
    ParamKind::OneOf(Borrowed(words))
}
