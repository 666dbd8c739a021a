//! What stands in the place of the weights' files in a build without text recognition: errors that say how to get it.

use super::{Weights, WeightsError};
use deskpilot_core::{Feature, NotBuilt};
use std::path::Path;

impl Weights {
    /// Always the error that text recognition is not built in.
    pub fn check(&self) -> Result<(), WeightsError> {
        Err(NotBuilt(Feature::Ocr).into())
    }
}

/// Always the same error: nothing could read with what is fetched.
pub async fn fetch(_: &Weights) -> Result<(), WeightsError> {
    Err(NotBuilt(Feature::Ocr).into())
}

/// Always the same error.
pub fn add(_: &Path, _: &Weights) -> Result<(), WeightsError> {
    Err(NotBuilt(Feature::Ocr).into())
}
