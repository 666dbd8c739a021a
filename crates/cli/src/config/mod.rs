//! Configuration: one table of settings, read in layers, made into types once, here.

mod layers;
mod options;
mod typed;

pub(crate) use layers::Layers;
pub(crate) use options::SETTINGS;
pub(crate) use typed::{Config, DesktopKind, ModelConfig, files};
