//! What stands in the place of the keyring in a build without it: errors that say how to get it.

use anyhow::Result;
use deskpilot_core::{Feature, NotBuilt};

/// Always the error that the keyring is not built in.
pub(crate) fn read(_: &str) -> Result<String> {
    Err(NotBuilt(Feature::Keyring).into())
}

/// Always the same error.
pub(crate) fn write(_: &str, _: &str) -> Result<()> {
    Err(NotBuilt(Feature::Keyring).into())
}

/// Always the same error.
pub(crate) fn remove(_: &str) -> Result<()> {
    Err(NotBuilt(Feature::Keyring).into())
}
