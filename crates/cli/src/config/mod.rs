//! Configuration: one table of settings, read in layers and converted to types here.

mod budget;
mod build;
mod grounding;
mod layers;
mod policy;
mod table;
mod view;

pub(crate) use build::{build_config, files};
pub(crate) use layers::{FOLDER_SETTINGS, Layers, PROJECT};
pub(crate) use table::SETTINGS;
pub(crate) use view::view;
