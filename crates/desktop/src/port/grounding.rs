//! Controls that only a picture shows.

use crate::{DesktopError, Image};
use async_trait::async_trait;
use deskpilot_core::{Rect, Role, Truncation};

/// Finds controls in a picture that the accessibility tree lacks.
#[async_trait]
pub trait Grounding: Send {
    /// The lines of text and the probable controls in the picture.
    async fn find(&mut self, picture: &Image) -> Result<Detections, DesktopError>;
}

/// What a grounding found in a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detections {
    /// The elements in reading order.
    pub elements: Vec<DetectedElement>,
    /// What the grounding left out, if anything.
    pub truncated: Option<Truncation>,
}

/// One element that the accessibility tree may lack: found in a picture, or reported by a browser.
#[derive(Clone, Debug, PartialEq)]
pub struct DetectedElement {
    /// Its probable role: `Text` for a line of text, `Button` for a pressable control, `Image` for decoration.
    pub role: Role,
    /// Its text, or a description of it.
    pub name: String,
    /// Its rectangle in desktop pixels.
    pub rect: Rect,
    /// The confidence, 0 to 1.
    pub confidence: f32,
}
