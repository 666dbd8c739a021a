//! Finds controls in a picture: text is read on this machine, or a service is asked.
//!
//! Two implementations of the port `Grounding`: [`Ocr`] and [`Service`]. Neither is needed where the accessibility tree
//! of an application is complete.

mod ocr;
mod service;
mod weights;

pub use ocr::{Ocr, OcrOptions};
pub use service::{ANSWER, ELEMENT, Field, Plain, Service, ServiceOptions};
pub use weights::{FILES, WeightFile, Weights, WeightsError, add, fetch};
