//! How controls are found in pictures: what a reader and a service are told when they are opened.

use crate::Weights;
use std::time::Duration;

/// How text is read.
#[derive(Clone, Debug)]
pub struct OcrOptions {
    /// What the networks have learned.
    pub weights: Weights,
    /// When a reading ends with what it has.
    pub deadline: Duration,
}

/// Which service is asked, and how. Not for logs: it holds the token.
pub struct ServiceOptions {
    /// Where a picture is sent.
    pub url: String,
    /// Where a picture may go unencrypted.
    pub plain: Plain,
    /// What the service knows us by.
    pub token: Option<String>,
    /// How long an answer may take.
    pub deadline: Duration,
}

/// Where a picture may go unencrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    /// To this machine only; anywhere else it goes by https.
    Loopback,
    /// Anywhere: somebody else sees to it that nobody listens.
    Anywhere,
}
