//! What the tables are made of.

use deskpilot_core::{CommandSpec, Param, ParamKind, PathUse, Presence, Risk, Risks, SideEffects};
use std::borrow::Cow::{self, Borrowed};

/// A command with these side effects. A macro, because only in a literal do the parameters last as long as the table.
macro_rules! command {
    ($side_effects:expr, $name:literal, $doc:literal, &[$($param:expr),* $(,)?]) => {
        deskpilot_core::CommandSpec {
            name: std::borrow::Cow::Borrowed($name),
            doc: std::borrow::Cow::Borrowed($doc),
            params: std::borrow::Cow::Borrowed(&[$($param),*]),
            side_effects: $side_effects,
        }
    };
}

/// A command that only reads.
macro_rules! reads {
    ($name:literal, $doc:literal, &[$($param:expr),* $(,)?] $(,)?) => {
        $crate::tables::parts::command!(deskpilot_core::SideEffects::Reads, $name, $doc, &[$($param),*])
    };
}

/// A command whose change one step of Undo takes back.
macro_rules! changes {
    ($name:literal, $doc:literal, &[$($param:expr),* $(,)?] $(,)?) => {
        $crate::tables::parts::command!(deskpilot_core::SideEffects::Changes, $name, $doc, &[$($param),*])
    };
}

/// A command that removes a part of the document.
macro_rules! removes {
    ($name:literal, $doc:literal, &[$($param:expr),* $(,)?] $(,)?) => {
        $crate::tables::parts::command!($crate::tables::parts::REMOVES, $name, $doc, &[$($param),*])
    };
}

pub(super) use {changes, command, reads, removes};

/// The side effects of a command that removes a part of the document.
pub(super) const REMOVES: SideEffects = SideEffects::Risks(Risks::of(&[Risk::Deletes]));

/// A parameter that a call must have.
pub(super) const fn required(name: &'static str, kind: ParamKind, doc: &'static str) -> Param {
    Param { name: Borrowed(name), doc: Borrowed(doc), kind, presence: Presence::Required }
}

/// A parameter that a call may leave out.
pub(super) const fn optional(name: &'static str, kind: ParamKind, doc: &'static str) -> Param {
    Param { name: Borrowed(name), doc: Borrowed(doc), kind, presence: Presence::Optional }
}

/// One of these words.
pub(super) const fn one_of(words: &'static [Cow<'static, str>]) -> ParamKind {
    ParamKind::OneOf(Borrowed(words))
}

/// The file that a command writes.
pub(super) const PATH: Param = required(
    "path",
    ParamKind::Path(PathUse::Writes),
    "the whole path of the file; one that is there is replaced",
);

/// Saves the document to its own file.
pub(super) const SAVE: CommandSpec =
    changes!("save", "Saves the document to its file. Refused while it has none.", &[]);

/// Takes back changes.
pub(super) const UNDO: CommandSpec = changes!(
    "undo",
    "Takes back the last changes; each command is one of them.",
    &[optional("steps", ParamKind::Number, "how many, from 1; 1 if left out")],
);
