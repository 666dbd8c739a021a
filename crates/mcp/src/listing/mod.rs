//! How others find and install this server: its entry in the MCP registry, the manifest of its bundle, and a skill for agents.
//!
//! All three are made from the table of tools, so that they say what the server offers.

mod bundle;
mod registry;
mod skill;

pub use bundle::{ProviderKey, bundle_manifest};
pub use registry::registry_entry;
pub use skill::skill;

/// What the server does, in at most the hundred characters that the registry takes.
const ABOUT: &str =
    "Does whole tasks in real desktop applications, on a private desktop, and reports what happened";

/// Where the sources are.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// The page about the server.
const DOCUMENTATION: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/mcp.md");

/// The version of the server and of what is installed of it.
const VERSION: &str = env!("CARGO_PKG_VERSION");
