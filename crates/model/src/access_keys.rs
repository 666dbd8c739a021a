//! Access keys of Amazon Web Services, with which requests are signed.

use deskpilot_core::Secret;

/// Access keys of Amazon Web Services.
#[derive(Clone, Debug)]
pub struct AccessKeys {
    /// The name of the key, which each request tells.
    pub id: String,
    /// The key itself, which no request tells.
    pub secret: Secret,
    /// The token of a session, if the keys are temporary.
    pub session_token: Option<Secret>,
    /// The region to sign for where the address names none.
    pub region: Option<String>,
}
