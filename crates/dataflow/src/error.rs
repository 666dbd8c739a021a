//! Errors of records and of places for artefacts, and their remedies.

use deskpilot_core::{NotBuilt, Remedy};
use thiserror::Error;

/// Why a place for artefacts cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArtefactsError {
    /// An address names no place.
    #[error(
        "{address:?} is no place for artefacts: {why}; write a folder, file:///FOLDER or s3://BUCKET/PREFIX"
    )]
    BadAddress {
        /// The address without its secrets.
        address: String,
        /// What is wrong with it.
        why: String,
    },
    /// The connection would not be encrypted, and the server is on another machine.
    #[error(
        "{host} is another machine, and http:// does not encrypt: set AWS_ENDPOINT to an address with https://"
    )]
    NotEncrypted {
        /// The server's host.
        host: String,
    },
    /// A part of the key is missing.
    #[error("a bucket needs a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; {variable} is missing")]
    NoKey {
        /// The missing variable.
        variable: &'static str,
    },
    /// A variable has a wrong value.
    #[error("the bucket cannot be used: {why}; correct the variables that begin with AWS_")]
    BadSetting {
        /// What is wrong.
        why: String,
    },
    /// This build knows no buckets.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
}

impl ArtefactsError {
    /// The remedy: a person must correct the address or the variables.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}

/// Why a text is no valid record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// It is not JSON.
    #[error("the record is not JSON: {0}")]
    NotJson(String),
    /// It is JSON that does not match the schema.
    #[error("{path}: {message}")]
    DoesNotFit {
        /// The path, such as `original.original_steps[1]`.
        path: String,
        /// What is wrong, and how to fix it.
        message: String,
    },
}

impl RecordError {
    /// The remedy: a person must fix the file.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}
