//! Configuration: one table of settings, read in layers, made into types once, here.

mod grounding;
mod layers;
mod options;
mod typed;
mod view;

pub(crate) use grounding::{GroundingConfig, GroundingKind};
pub(crate) use layers::Layers;
pub(crate) use options::SETTINGS;
pub(crate) use typed::{Config, DesktopKind, ModelConfig, files};
pub(crate) use view::view;
