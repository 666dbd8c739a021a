//! One session in the window of the application under test.

use crate::{
    agent::{ports_with, session_options},
    app_under_test::AppUnderTest,
};
use anyhow::Result;
use deskpilot_agent::{Deciders, Ending, Options, Session, SessionControl};
use deskpilot_core::{Entry, Policy, policy::Preset};
use deskpilot_deciders::Decider;
use deskpilot_desktop::{Puppeteer, RedactedDesktop};
use deskpilot_linux::LinuxDesktop;
use std::{path::PathBuf, sync::Arc};
use tokio_util::sync::CancellationToken;

/// How many actions a session may take.
const MOST_STEPS: usize = 60;
/// The name of its log.
const LOG: &str = "bench";

/// Carries out the request with this decider. Returns how it ended, and its log.
pub(super) async fn carry_out(
    app: &AppUnderTest,
    decider: Arc<dyn Decider>,
    request: &str,
) -> Result<(Ending, Vec<Entry>)> {
    let folder = tempfile::tempdir()?;
    let desktop = LinuxDesktop::connect(app.seat().clone()).await?;
    let policy = || Policy::preset(Preset::Unrestricted);
    let puppeteer = Puppeteer::new(RedactedDesktop::new(Box::new(desktop), policy()), Vec::new());
    let ports = ports_with(folder.path(), puppeteer, Deciders::without_judge(decider))?;
    let home = app.seat().environment().value("HOME").map(PathBuf::from).unwrap_or_default();
    let options = Options { policy: policy(), home, ..session_options(MOST_STEPS) };
    let mut session = Session::open(ports, options, SessionControl::new(CancellationToken::new()), LOG)?;
    let ending = session.round(request).await?;
    drop(session);
    Ok((ending, deskpilot_log::read(folder.path(), LOG)?))
}
