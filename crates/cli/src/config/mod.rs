//! Configuration: one table of settings, read in layers, made into types once, here.

mod budget;
mod grounding;
mod layers;
mod options;
mod policy;
mod typed;
mod view;

pub(crate) use layers::Layers;
pub(crate) use options::SETTINGS;
pub(crate) use typed::{files, typed};
pub(crate) use view::view;
