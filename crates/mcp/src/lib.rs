//! Deskpilot as an MCP server: another agent gives it whole tasks, or borrows its hands, and answers its questions.
//!
//! An entrance over `runtime` and `settings`, as the command line is: a task or a desktop of a client is a session like any other, with the
//! person's policy, log and evidence. `docs/mcp.md` describes what it offers.

mod arguments;
mod call_progress;
mod client;
mod client_request;
mod client_services;
mod client_source;
mod client_task;
mod clients;
pub mod hands;
mod http;
mod input;
mod instructions;
mod limits;
mod listing;
mod logged_task;
mod offer;
mod open_forms;
mod options;
mod protocol;
mod resources;
mod round_budget;
mod sampling;
mod serve;
mod server;
mod task;
mod tokens;
mod tool_error;
mod tools;
mod turns;

pub use call_progress::CallProgress;
pub use client_request::request_client;
pub use clients::{ClientProgram, ConfigError, ConfigFile, Launch, UserFolders, client_programs};
pub use http::McpHttp;
pub use listing::{ProviderKey, bundle_manifest, registry_entry, skill};
pub use offer::{ClientServices, ClientSetting, NotOffered, Offer, RequestError};
pub use options::McpOptions;
pub use protocol::{QuestionWay, has_handshake};
pub use serve::{McpError, serve, serve_stdio};
pub use tokens::{MadeToken, TokenError, TokenFile, TokenRow};
