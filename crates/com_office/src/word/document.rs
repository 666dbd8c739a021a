//! A document as a whole: whether it may be changed, and its steps of Undo.

use crate::{
    commands::{
        answer::{Failure, refused},
        here::Here,
    },
    dispatch::{error::CallError, value::args},
};

/// The document is not protected (`wdNoProtection`).
const UNPROTECTED: i64 = -1;

/// Fails where the document is protected.
pub(super) fn check_changeable(here: &Here<'_>) -> Result<(), Failure> {
    match here.document.integer("ProtectionType")? {
        UNPROTECTED => Ok(()),
        _ => refused("the document is protected: unprotect it first"),
    }
}

/// Makes everything inside one step of Undo of this name. A Word before 2010 makes a step of each change.
pub(super) fn one_step<T>(
    here: &Here<'_>,
    name: &str,
    act: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let record = match here.program.object("UndoRecord") {
        Err(CallError::NoSuchMember(_)) => return act(),
        record => record?,
    };
    record.call("StartCustomRecord", args![name])?;
    let acted = act();
    // Also after a failure: what follows would belong to the step.
    record.call("EndCustomRecord", args![])?;
    acted
}
