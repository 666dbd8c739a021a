//! Results of COM as those of this crate.

use crate::protocol::error::CallError;
use windows_core::Result as ComResult;

/// The result of a call. A null pointer, where the call should have returned something, is [`CallError::Gone`].
pub(crate) fn called<T>(result: ComResult<T>) -> Result<T, CallError> {
    result.map_err(|error| CallError::of(error.code().0))
}

/// The same for a call that may find nothing: UI Automation says so with success and a null pointer.
pub(crate) fn found<T>(result: ComResult<T>) -> Result<Option<T>, CallError> {
    match result {
        Ok(result) => Ok(Some(result)),
        Err(error) if error.code().is_ok() => Ok(None),
        Err(error) => Err(CallError::of(error.code().0)),
    }
}
