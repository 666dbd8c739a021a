//! Commands of web pages, carried out by Firefox and by Chromium on a private desktop, and read back another way: by the server, the window, or
//! the files.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by ending")]

mod browser_desktop;
mod clicks;
mod dialogs;
mod files;
mod forms;
mod frames;
mod navigation;
mod places;
mod reading;
mod sharing;
mod troubles;
