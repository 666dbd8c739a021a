//! The settings of Deskpilot: one table, read in layers, and converted to the configuration of sessions here. Every entrance uses
//! them: the command line, and whatever listens.

mod budget;
mod build;
mod edit;
mod error;
mod grounding;
mod layers;
mod policy;
mod progress;
mod run_flags;
mod setting;
mod table;
mod traces;
mod view;
mod web_search;

pub use edit::write_setting;
pub use error::SettingsError;
pub use layers::{FOLDER_SETTINGS, FlagValue, Layers, Origin, find_setting};
pub use progress::ProgressDetail;
pub use run_flags::RunFlags;
pub use setting::{Setting, ValueKind};
pub use table::SETTINGS;
pub use view::view_options;
