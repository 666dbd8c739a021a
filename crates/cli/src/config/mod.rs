//! Configuration: one table of settings, read in layers, made into types once, here.

mod budget;
mod grounding;
mod layers;
mod options;
mod policy;
mod typed;
mod view;

pub(crate) use budget::Budget;
pub(crate) use grounding::{GroundingConfig, GroundingKind};
pub(crate) use layers::Layers;
pub(crate) use options::SETTINGS;
pub(crate) use policy::{PolicyConfig, keep};
pub(crate) use typed::{Answers, Config, DesktopKind, Evaluation, ModelConfig, Noticed, files};
pub(crate) use view::view;
