//! Stubs for builds without OCR: errors that say how to get it.

use super::{Weights, WeightsError};
use deskpilot_core::{Feature, NotBuilt};
use std::path::Path;

impl Weights {
    /// Always fails: OCR is not built in.
    pub fn check(&self) -> Result<(), WeightsError> {
        Err(NotBuilt(Feature::Ocr).into())
    }
}

/// Always fails: this build could not use the weights.
pub async fn fetch(_: &Weights) -> Result<(), WeightsError> {
    Err(NotBuilt(Feature::Ocr).into())
}

/// Always fails: OCR is not built in.
pub fn add(_: &Path, _: &Weights) -> Result<(), WeightsError> {
    Err(NotBuilt(Feature::Ocr).into())
}
