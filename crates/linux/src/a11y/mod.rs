//! The accessibility bus: what applications tell of their windows, and what they do when asked.

mod applications;
mod bus;
mod calls;
mod cells;
mod clip;
mod describe;
mod error;
mod events;
mod forest;
mod gaps;
mod name;
mod node;
pub(crate) mod sunken;
mod top;
pub(crate) mod translate;
mod tree;

pub(crate) use applications::{Applications, Toolkit};
pub(crate) use bus::{Bus, Line};
pub(crate) use describe::{Item, shown};
pub(crate) use error::NoAnswer;
pub(crate) use events::{Pulse, Quiet};
pub(crate) use forest::Facts;
pub(crate) use node::NodeRef;
pub(crate) use top::Top;
pub(crate) use tree::read;
