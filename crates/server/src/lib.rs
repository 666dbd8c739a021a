//! The browser view: tasks, live and past, over HTTP on loopback, or in one file that needs no server.
//!
//! It has no state that the logs do not have: it folds logs, and joins the sessions of other processes over their sockets. `docs/api.md`
//! describes what it serves.

mod access;
mod app;
mod attendance;
mod blocking;
mod body;
mod content_type;
mod error;
mod feed;
mod followed_log;
mod followed_logs;
mod follower;
mod gate;
mod hosts;
mod launched;
mod log_poller;
mod logged_task;
mod metrics;
mod openapi;
mod path_parts;
mod question_json;
mod reply;
mod report;
mod route_spec;
mod routes;
mod screen_places;
mod screen_socket;
mod server;
mod session;
mod step_json;
mod task_changes;
mod task_fold;
mod task_folds;
mod task_outline;
mod task_replies;
mod task_row;
mod token_routes;

pub use app::{Launch, ServeOptions};
pub use report::{ExistingFile, ReportError, ReportRequest, ReportSummary, write_report};
pub use server::{ServeError, Server};
pub use token_routes::TokenRoutes;
