//! Named secrets.

use clap::{Args, Subcommand};

/// `secret`
#[derive(Debug, Args)]
#[command(after_help = "\
A task types the secret NAME where a request says {{secret:NAME}}; no model is shown what it is. Secrets are looked for \
in the variables DESKPILOT_SECRET_NAME, then in the file of secrets.file, then in the keyring.")]
pub(crate) struct SecretArgs {
    #[command(subcommand)]
    pub(crate) what: SecretCommand,
}

/// What to do with secrets.
#[derive(Debug, Subcommand)]
pub(crate) enum SecretCommand {
    /// Keep a secret in the desktop's keyring; it is asked for, or read from standard input.
    Set {
        /// The name, such as mail.
        name: String,
    },
    /// Print the names of all secrets, and where each is kept.
    List,
    /// Remove a secret from the keyring.
    Remove {
        /// The name, such as mail.
        name: String,
    },
}
