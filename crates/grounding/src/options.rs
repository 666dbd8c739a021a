//! Options for the OCR reader and the grounding service.

use deskpilot_weights::Weights;
use std::time::Duration;

/// Options of the OCR reader.
#[derive(Clone, Debug)]
pub struct OcrOptions {
    /// The networks' weights.
    pub weights: Weights,
    /// The time limit of a reading, which then returns what it has.
    pub deadline: Duration,
}

/// Options of the grounding service. Never log them: they hold the token.
pub struct ServiceOptions {
    /// The address that pictures are sent to.
    pub url: String,
    /// Where a picture may go unencrypted.
    pub plain_http: PlainHttp,
    /// The bearer token.
    pub token: Option<String>,
    /// The time limit for an answer.
    pub deadline: Duration,
}

/// Where a picture may go unencrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainHttp {
    /// Only to this machine; everywhere else requires https.
    Loopback,
    /// Anywhere: the user ensures that nobody eavesdrops.
    Anywhere,
}
