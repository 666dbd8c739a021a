//! The subcommands, a file each.

mod agents;
mod answers;
mod audit;
mod batch;
mod config;
mod doctor;
mod evaluate;
mod grounding;
mod key;
mod log;
mod look;
mod manual;
mod pages;
mod policy;
mod run;
mod secret;
mod session;
mod stop;

pub(crate) use agents::agents;
pub(crate) use answers::answers;
pub(crate) use audit::audit;
pub(crate) use batch::batch;
pub(crate) use config::{completion, config, man_pages};
pub(crate) use doctor::doctor;
pub(crate) use evaluate::evaluate;
pub(crate) use grounding::grounding;
pub(crate) use key::key;
pub(crate) use log::log;
pub(crate) use look::{observe, windows};
pub(crate) use manual::manual;
pub(crate) use policy::policy;
pub(crate) use run::{replay, resume, run};
pub(crate) use secret::secret;
pub(crate) use session::session;
pub(crate) use stop::{answer, hand_back, pause, stop};

use std::io::Write;

/// Prints a text on standard output. A reader that went away has seen enough.
fn print(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{}", text.trim_end());
}
