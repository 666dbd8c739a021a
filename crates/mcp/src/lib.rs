//! Deskpilot as an MCP server: another agent gives it whole tasks, watches them, and answers their questions.
//!
//! An entrance over `runtime` and `settings`, as the command line is: a task of a client is a session like any other, with the person's
//! policy, log and evidence. `docs/mcp.md` describes what it offers.

mod client;
mod client_source;
mod client_task;
mod clients;
mod http;
mod input;
mod instructions;
mod logged_task;
mod options;
mod protocol;
mod resources;
mod serve;
mod server;
mod task;
mod tokens;
mod tool_error;
mod tools;

pub use clients::{ClientProgram, ConfigError, ConfigFile, Launch, UserFolders, client_programs};
pub use http::McpHttp;
pub use options::McpOptions;
pub use serve::{McpError, serve, serve_stdio};
pub use tokens::{MadeToken, TokenError, TokenFile, TokenRow};
