//! Finds controls in a picture, by OCR on this machine or by asking a grounding service.
//!
//! Two implementations of the `Grounding` port: [`text_reader`] and [`service`]. Neither is needed where an
//! application's accessibility tree is complete. A build may leave out either; then its function returns an
//! error that says so.

mod fields;
#[cfg(feature = "ocr")]
mod ocr;
mod open;
mod options;
#[cfg(feature = "service")]
mod service;
mod weights;

/// Targets for fuzzing.
#[cfg(all(any(test, fuzzing), feature = "service"))]
pub mod fuzz {
    pub use crate::service::fuzz::grounding_answer;
}

pub use fields::{ANSWER_FIELD, ELEMENT_FIELDS, Field};
#[cfg(feature = "ocr")]
pub use ocr::Ocr;
pub use open::{service, text_reader};
pub use options::{OcrOptions, PlainHttp, ServiceOptions};
#[cfg(feature = "service")]
pub use service::Service;
pub use weights::{OCR_WEIGHTS, weights};
