//! An UI Automation whose applications are data: every call to them is counted, can fail, and can hang.

mod automation;
mod conditions;
mod element;
mod node;
mod patterns;
mod reports;
mod stubs;
mod text;
mod value;
mod world;

pub(crate) use node::Node;
pub(crate) use value::Value;
pub(crate) use world::{Faults, World};
