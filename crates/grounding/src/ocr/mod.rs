//! OCR: reads the text in pictures, on this machine.

mod alphabet;
mod boxes;
mod cache;
mod detect;
mod engine;
mod gaps;
mod order;
mod recognise;
mod regions;
mod resample;
mod stop_signal;

use crate::OcrOptions;
use async_trait::async_trait;
use deskpilot_desktop::{DesktopError, Detections, Grounding, Image};
use engine::Engine;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use stop_signal::StopSignal;

/// Reads the text in pictures. Does not read unchanged parts of an earlier picture again.
///
/// Loads the networks with the first picture and keeps them in memory, about 200 MB including buffers.
pub struct Ocr {
    engine: Arc<Mutex<Engine>>,
    deadline: Duration,
}

impl Ocr {
    /// A reader with these options. Loads nothing yet.
    pub fn new(options: OcrOptions) -> Ocr {
        Ocr { engine: Arc::new(Mutex::new(Engine::new(options.weights))), deadline: options.deadline }
    }
}

#[async_trait]
impl Grounding for Ocr {
    async fn find(&mut self, picture: &Image) -> Result<Detections, DesktopError> {
        let (engine, picture) = (Arc::clone(&self.engine), picture.clone());
        let stop = Arc::new(StopSignal::after(self.deadline));
        // Dropping this future stops the reading.
        let _ending = stop.on_drop();
        let signal = Arc::clone(&stop);
        let reading = tokio::task::spawn_blocking(move || {
            engine.lock().unwrap_or_else(PoisonError::into_inner).read(&picture, &signal)
        });
        let read = reading.await.map_err(|error| DesktopError::NotGrounded(error.to_string()))?;
        read.map_err(DesktopError::NotGrounded)
    }
}
