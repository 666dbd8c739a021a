//! The applications of this user: those of the Start menu, those with a registered path, packaged ones, and Windows' own.

#[cfg(windows)]
mod associations;
mod catalog;
mod documents;
mod installed;
#[cfg(windows)]
mod launcher;
#[cfg(windows)]
mod packages;
mod search;
#[cfg(windows)]
mod sources;
#[cfg(windows)]
mod start;
#[cfg(windows)]
mod start_menu;
#[cfg(test)]
#[cfg(windows)]
mod tests;

#[cfg(windows)]
pub use launcher::{InstalledApplications, StartPlace};
