//! The applications of a desktop: lists them, finds one by name, and starts it.

mod catalog;
mod command_line;
mod default_applications;
mod desktop_entry;
mod document;
mod exec;
mod first_run;
mod keyfile;
mod launched_application;
mod mime;
mod root_refusal;
mod search;
mod terminal;
#[cfg(test)]
mod tests;

pub use catalog::Catalog;
pub use desktop_entry::DesktopEntry;
pub use launched_application::LaunchedApplication;
