//! Arguments of `secret`.

use clap::{Args, Subcommand};

/// `secret`
#[derive(Debug, Args)]
#[command(after_help = "\
A task types the secret NAME where a request says {{secret:NAME}}; no model sees its value. Deskpilot looks for secrets in \
the variables DESKPILOT_SECRET_NAME, then in the file that secrets.file names, then in the keyring.")]
pub(crate) struct SecretArgs {
    #[command(subcommand)]
    pub(crate) command: SecretCommand,
}

/// The commands of `secret`.
#[derive(Debug, Subcommand)]
pub(crate) enum SecretCommand {
    /// Store a secret in the desktop's keyring; the terminal asks for it, or it is read from standard input.
    Set {
        /// The name, such as mail.
        name: String,
    },
    /// Print the names of all secrets, and where each comes from.
    List,
    /// Remove a secret from the keyring.
    Remove {
        /// The name, such as mail.
        name: String,
    },
}
