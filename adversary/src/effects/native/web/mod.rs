//! Native commands of browsers, and pages of our own that report their real state.

mod arguments;
mod case;
mod clicks;
mod fields;
mod judge;
mod page;
mod play;
mod promises;
mod reading;
mod site;
mod state;
#[cfg(test)]
mod tests;
mod words;

pub(super) use arguments::{arguments, command};
pub(super) use play::play_pages;
