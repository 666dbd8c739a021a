//! The applications of a desktop: which there are, which one is meant, and how it is started.

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
