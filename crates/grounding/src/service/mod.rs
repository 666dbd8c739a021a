//! A grounding service: sends a picture by HTTP and receives the controls in it.

mod address;
mod answer;
mod element;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod literal;
mod wire;

use crate::ServiceOptions;
use async_trait::async_trait;
use base64::{Engine, engine::general_purpose::STANDARD};
use deskpilot_desktop::{DesktopError, Detections, Grounding, Image, photographer};
use serde_json::json;
use wire::Wire;

/// A service that finds controls in pictures.
pub struct Service {
    wire: Wire,
}

impl Service {
    /// A client for the service; an error if the address is invalid or not allowed. Sends nothing yet.
    pub fn new(options: &ServiceOptions) -> Result<Service, DesktopError> {
        let wire = Wire::new(options).map_err(DesktopError::NotGrounded)?;
        Ok(Service { wire })
    }
}

#[async_trait]
impl Grounding for Service {
    async fn find(&mut self, picture: &Image) -> Result<Detections, DesktopError> {
        if picture.rect().is_empty() {
            return Ok(Detections::default());
        }
        let body = request_body(picture)?;
        let answer = self.wire.ask(body).await.map_err(DesktopError::NotGrounded)?;
        answer::parse_answer(&answer, picture.rect()).map_err(DesktopError::NotGrounded)
    }
}

fn request_body(picture: &Image) -> Result<String, DesktopError> {
    let png =
        photographer::encode_png(picture).map_err(|error| DesktopError::NotGrounded(error.to_string()))?;
    let body = json!({
        "base64_image": STANDARD.encode(png),
        "width": picture.size.width,
        "height": picture.size.height,
    });
    Ok(body.to_string())
}
