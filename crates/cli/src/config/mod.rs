//! Configuration: one table of settings, read in layers and converted to types here.

mod budget;
mod build;
mod edit;
mod grounding;
mod layers;
mod policy;
mod progress;
mod table;
mod view;
mod web_search;

pub(crate) use build::{build_config, files};
pub(crate) use edit::write_setting;
pub(crate) use layers::{FOLDER_SETTINGS, Layers, Origin, PROJECT, find_setting};
pub(crate) use progress::ProgressDetail;
pub(crate) use table::SETTINGS;
pub(crate) use view::view;
