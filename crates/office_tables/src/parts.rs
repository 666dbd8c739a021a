//! What the tables are made of.

use deskpilot_core::{
    CommandSpec, Param, ParamKind, PathUse, Risk, Risks, SideEffects, changes,
    command_table::{optional, required},
};

/// A command that removes a part of the document.
macro_rules! removes {
    ($name:literal, $doc:literal, &[$($param:expr),* $(,)?] $(,)?) => {
        deskpilot_core::command!($crate::parts::REMOVES, $name, $doc, &[$($param),*])
    };
}

pub(crate) use removes;

/// The side effects of a command that removes a part of the document.
pub(crate) const REMOVES: SideEffects = SideEffects::Risks(Risks::of(&[Risk::Deletes]));

/// The file that a command writes.
pub(crate) const PATH: Param = required(
    "path",
    ParamKind::Path(PathUse::Writes),
    "the whole path of the file; one that is there is replaced",
);

/// Saves the document to its own file.
pub(crate) const SAVE: CommandSpec =
    changes!("save", "Saves the document to its file. Refused while it has none.", &[]);

/// Makes a document where there is none.
pub(crate) const NEW_DOCUMENT: CommandSpec = changes!(
    "new_document",
    "Makes an empty document with its file, of the kind that the name ends with, and brings its window to the front.",
    &[required(
        "path",
        ParamKind::Path(PathUse::Creates),
        "the whole path of the file, which is not there yet"
    )],
);

/// Takes back changes.
pub(crate) const UNDO: CommandSpec = changes!(
    "undo",
    "Takes back the last changes. Each command is one of them unless its result says otherwise.",
    &[optional("steps", ParamKind::Number, "how many, from 1; 1 if left out")],
);
