//! What sessions of an editor have in common.

use deskpilot_runtime::{Environment, Notifier};
use deskpilot_settings::RunFlags;

/// What sessions of an editor have in common.
pub struct AgentOptions {
    /// The variables of the process, and the platform.
    pub environment: Environment,
    /// The flags of the command, which override the settings.
    pub flags: RunFlags,
    /// Takes warnings. Standard output carries the protocol alone.
    pub notify: Notifier,
}
