//! Opens the OCR reader or the grounding service, or reports that it is not built in.

use crate::{OcrOptions, ServiceOptions};
use deskpilot_desktop::{DesktopError, Grounding};
use deskpilot_weights::WeightsError;

/// An OCR reader with these options. Checks the weights now and loads them with the first picture.
///
/// # Errors
/// Fails if weights are missing or different, or OCR is not built in; the error says what to do.
#[cfg(feature = "ocr")]
pub fn text_reader(options: OcrOptions) -> Result<Box<dyn Grounding>, WeightsError> {
    options.weights.check()?;
    Ok(Box::new(crate::Ocr::new(options)))
}

/// OCR is not built in.
///
/// # Errors
/// Always fails; the error says what to do.
#[cfg(not(feature = "ocr"))]
pub fn text_reader(_: OcrOptions) -> Result<Box<dyn Grounding>, WeightsError> {
    Err(deskpilot_core::NotBuilt(deskpilot_core::Feature::Ocr).into())
}

/// A grounding service with these options. Sends nothing yet.
///
/// # Errors
/// Fails if the address is invalid or not allowed, or the service client is not built in.
#[cfg(feature = "service")]
pub fn service(options: &ServiceOptions) -> Result<Box<dyn Grounding>, DesktopError> {
    Ok(Box::new(crate::Service::new(options)?))
}

/// The service client is not built in.
///
/// # Errors
/// Always fails; the error says what to do.
#[cfg(not(feature = "service"))]
pub fn service(_: &ServiceOptions) -> Result<Box<dyn Grounding>, DesktopError> {
    let missing = deskpilot_core::NotBuilt(deskpilot_core::Feature::GroundingService);
    Err(DesktopError::NotGrounded(missing.to_string()))
}
