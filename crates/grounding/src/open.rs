//! Opens what finds controls in pictures, or says that it is not built in.

use crate::{OcrOptions, ServiceOptions, WeightsError};
use deskpilot_desktop::{DesktopError, Grounding};

/// A reader of text with these options. Its weights are looked for now, and loaded when the first picture is read.
///
/// # Errors
/// The weights are not there, or text recognition is not built in; the error says what to do.
#[cfg(feature = "ocr")]
pub fn text_reader(options: OcrOptions) -> Result<Box<dyn Grounding>, WeightsError> {
    options.weights.check()?;
    Ok(Box::new(crate::Ocr::new(options)))
}

/// A reader of text: not built in.
///
/// # Errors
/// Always, with what to do about it.
#[cfg(not(feature = "ocr"))]
pub fn text_reader(_: OcrOptions) -> Result<Box<dyn Grounding>, WeightsError> {
    Err(deskpilot_core::NotBuilt(deskpilot_core::Feature::Ocr).into())
}

/// A service with these options. Nothing is sent yet.
///
/// # Errors
/// The address cannot or may not be used, or asking a service is not built in.
#[cfg(feature = "service")]
pub fn service(options: &ServiceOptions) -> Result<Box<dyn Grounding>, DesktopError> {
    Ok(Box::new(crate::Service::new(options)?))
}

/// A service: not built in.
///
/// # Errors
/// Always, with what to do about it.
#[cfg(not(feature = "service"))]
pub fn service(_: &ServiceOptions) -> Result<Box<dyn Grounding>, DesktopError> {
    let missing = deskpilot_core::NotBuilt(deskpilot_core::Feature::GroundingService);
    Err(DesktopError::NotGrounded(missing.to_string()))
}
