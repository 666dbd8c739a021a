//! The accessibility bus: what applications tell of their windows, and what they do when asked.

mod anatomy;
mod applications;
mod bus;
mod calls;
mod cells;
mod clip;
mod describe;
mod detail;
mod error;
mod events;
mod forest;
mod gaps;
mod grow;
mod journal;
mod measure;
mod mirror;
mod mirrors;
mod name;
mod node;
pub(crate) mod sunken;
mod top;
pub(crate) mod translate;
mod tree;

pub use anatomy::Organ;
pub(crate) use anatomy::anatomy;
pub(crate) use applications::{Applications, Toolkit};
pub(crate) use bus::{Bus, Heard, Line};
pub(crate) use describe::{Item, shown};
pub(crate) use error::NoAnswer;
pub(crate) use events::Pulse;
pub(crate) use forest::{Facts, Shown};
pub(crate) use measure::Measure;
pub(crate) use mirrors::{Ahead, Mirrors, Told};
pub(crate) use node::NodeRef;
pub(crate) use top::{Top, Way};
pub(crate) use tree::{Reading, read};
