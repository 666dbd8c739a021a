//! The subcommands.

mod acp;
mod agent_manual;
mod agents;
mod answers;
mod audit;
mod batch;
mod completion;
mod config;
mod control;
mod dataflow;
mod demo;
mod demonstrate;
mod demonstrations;
mod doctor;
mod evaluate;
mod experience;
mod grounding;
mod hidden_line;
mod install_weights;
mod key;
mod knowledge;
mod learned;
mod log;
mod manual;
mod manual_search;
mod mcp;
mod native;
mod observe;
mod policy;
mod queue;
mod report;
mod run;
mod secret;
mod serve;
mod session;
mod skills;
mod task_choice;
mod windows_selftest;

pub(crate) use acp::acp;
pub(crate) use agents::agents;
pub(crate) use answers::answers;
pub(crate) use audit::audit;
pub(crate) use batch::batch;
pub(crate) use completion::{completion, task_names};
pub(crate) use config::{config, man_pages};
pub(crate) use control::{answer, hand_back, pause, stop};
pub(crate) use dataflow::{dataflow, worker};
pub(crate) use demo::demo;
pub(crate) use demonstrate::demonstrate;
pub(crate) use demonstrations::demonstrations;
pub(crate) use doctor::doctor;
pub(crate) use evaluate::evaluate;
pub(crate) use experience::experience;
pub(crate) use grounding::grounding;
pub(crate) use key::key;
pub(crate) use knowledge::knowledge;
pub(crate) use log::{log, watch};
pub(crate) use manual::manual;
pub(crate) use mcp::mcp;
pub(crate) use native::{call, commands};
pub(crate) use observe::{observe, windows};
pub(crate) use policy::policy;
pub(crate) use queue::queue;
use queue::queue_error;
pub(crate) use report::report;
pub(crate) use run::{replay, resume, run};
pub(crate) use secret::secret;
pub(crate) use serve::serve;
pub(crate) use session::session;
pub(crate) use skills::skills;
pub(crate) use windows_selftest::windows_selftest;

use deskpilot_desktop::DesktopKind;
use deskpilot_runtime::{Config, Environment};
use std::io::Write;

/// For how many sessions side by side one desktop is kept warm.
const SESSIONS_OF_A_WARM_DESKTOP: usize = 4;

/// The environment of this many sessions, some of which run side by side. While they run, it starts the private desktops of the
/// next ones.
fn warmed(config: &Config, sessions: usize, side_by_side: usize) -> Environment {
    let environment = config.environment.clone();
    if config.desktop == DesktopKind::Current || sessions <= side_by_side {
        return environment;
    }
    environment.with_warm_desktops(config.size, side_by_side.div_ceil(SESSIONS_OF_A_WARM_DESKTOP))
}

/// Prints a text on standard output. Ignores errors: the reader may have closed its end.
fn print(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{}", text.trim_end());
}
