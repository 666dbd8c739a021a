//! How a queue is used.

use std::{fmt, path::PathBuf, time::Duration};

/// How a queue is used.
#[derive(Clone, Debug)]
pub struct QueueOptions {
    /// How long a lease holds unless it is extended. All programs at one NATS server use the same.
    pub lease: Duration,
    /// How long a method waits for a server that is away, or for a file that another process has locked.
    pub patience: Duration,
    /// Who this program is to a NATS server, instead of the user and password in the address.
    pub credentials: Option<Credentials>,
    /// A file with the certificates by which a NATS server is known, instead of those that the machine trusts.
    pub authorities: Option<PathBuf>,
}

impl QueueOptions {
    /// Leases of 30 s and a patience of 30 s.
    pub const fn new() -> QueueOptions {
        let seconds = Duration::from_secs(30);
        QueueOptions { lease: seconds, patience: seconds, credentials: None, authorities: None }
    }
}

impl Default for QueueOptions {
    fn default() -> QueueOptions {
        QueueOptions::new()
    }
}

/// Who a program is to a NATS server.
#[derive(Clone, PartialEq, Eq)]
pub enum Credentials {
    /// A token.
    Token(String),
    /// A user with a password.
    Password {
        /// The user.
        user: String,
        /// The password.
        password: String,
    },
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Credentials::Token(_) => "Token(..)",
            Credentials::Password { .. } => "Password(..)",
        })
    }
}
