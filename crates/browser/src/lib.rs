//! Native commands of web pages: commands for a page in a browser, and reading the web without one.
//!
//! [`WebReceiver`] fetches public pages and gives them back as Markdown. [`BrowserReceiver`] has Firefox carry its commands out
//! over WebDriver BiDi, at a port that Firefox opens at its launch on this machine alone, or Chromium over its debugging protocol,
//! through pipes that no other program has.

mod arguments;
mod bidi;
mod cdp;
mod commands;
mod frames;
mod link;
mod markdown;
mod page;
mod places;
mod profile;
mod receiver;
mod session;
mod tables;
mod trouble;
mod web_receiver;
mod windows;

pub use receiver::BrowserReceiver;
pub use tables::{BROWSER as BROWSER_COMMANDS, WEB as WEB_COMMANDS};
pub use web_receiver::WebReceiver;

use deskpilot_web::text;
