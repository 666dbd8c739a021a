//! What Undo promises: each command is one step. Pure.

use super::met_if;
use crate::effects::{
    fulfilment::Fulfilment,
    native::{canon::changes, flat::FlatDocument},
    truth::short,
};

/// How many differences a report of a document that is not as before lists.
const LISTED: usize = 4;

/// Whether a document is as it was before the call whose step was undone.
pub(in crate::effects::native) fn undone(was: &FlatDocument, after: &FlatDocument) -> Fulfilment {
    let left = changes(&was.lines, &after.lines);
    met_if(left.is_empty(), || {
        let some: Vec<String> = left.iter().take(LISTED).map(|it| short(it)).collect();
        format!("the document is not as before the call that was undone: {}", some.join("; "))
    })
}
