//! The applications of a desktop: lists them, finds one by name, and starts it.

mod catalog;
mod command_line;
mod default;
mod document;
mod entry;
mod exec;
mod keyfile;
mod mime;
mod search;
mod start;
mod terminal;
#[cfg(test)]
mod tests;

pub use catalog::Catalog;
pub use entry::Entry;
pub use start::Launched;
