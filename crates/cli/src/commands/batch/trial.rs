//! One task, carried out once: its log, its desktop, its session, and the checks after it.

use super::{results::Row, suite::DeciderSource};
use crate::{linux::Linux, terminal::notify};
use anyhow::Result;
use deskpilot_agent::{Judge, Options, Ports, Session, SessionControl};
use deskpilot_core::{Checked, fold::Limits};
use deskpilot_dataflow::{Check, PATIENCE, Place, TaskFile, check};
use deskpilot_desktop::Redactor;
use deskpilot_log::FileLog;
use deskpilot_runtime::{
    self as runtime, Config, Nobody, OpenDesktop, SessionActors, SessionEnvironment, options, stage, unless,
};
use std::{path::Path, time::Instant};
use tokio_util::sync::CancellationToken;

/// One task, to be carried out once.
pub(super) struct Trial<'a> {
    pub(super) task: &'a TaskFile,
    /// The name of its log.
    pub(super) name: String,
}

impl Trial<'_> {
    /// What came of it; `None` when the user stopped it. What goes wrong with one is no reason to leave out the next.
    pub(super) async fn carry_out(
        &self,
        config: &Config,
        decider_source: &DeciderSource,
        stop: &CancellationToken,
    ) -> Result<Option<Row>> {
        if stop.is_cancelled() {
            return Ok(None);
        }
        match Box::pin(self.on_a_desktop(config, decider_source, stop)).await {
            Err(error) => Ok(Some(Row::broken(self, &format!("{error:#}")))),
            row => row,
        }
    }

    async fn on_a_desktop(
        &self,
        config: &Config,
        decider_source: &DeciderSource,
        stop: &CancellationToken,
    ) -> Result<Option<Row>> {
        let log = FileLog::create(&config.log_dir, &self.name)?;
        let place = runtime::Place::of(&log)?;
        self.task.set_up(&place.home)?;
        let actors = SessionActors {
            deciders: decider_source.deciders(self.task)?,
            user: Box::new(Nobody),
            watchers: Vec::new(),
        };
        let notify = notify();
        let staging = stage(&Linux, config, (log, &[]), &place, actors, stop, &notify);
        let Some(SessionEnvironment { ports, desktop, redactor }) = Box::pin(staging).await? else {
            return Ok(None);
        };
        let scene = Scene { open: desktop.as_ref(), home: &place.home, redactor };
        let row = self.session(ports, self.options(config, &place.home), stop, scene).await;
        desktop.close().await;
        row
    }

    async fn session(
        &self,
        ports: Ports,
        options: Options,
        stop: &CancellationToken,
        scene: Scene<'_>,
    ) -> Result<Option<Row>> {
        let mut session = Session::open(ports, options, SessionControl::new(stop.clone()), &self.name)?;
        let began = Instant::now();
        let ending = session.round(&self.task.request).await?;
        let seconds = began.elapsed().as_secs_f64();
        // What was stopped is not judged either.
        let Some(checks) = unless(stop, scene.checked(&self.task.checks)).await? else {
            return Ok(None);
        };
        // Who did it is not asked, and no other model is: a batch is judged by its checks alone.
        session.judge(checks.clone(), Judge::ChecksOnly).await?;
        session.close().await?;
        Ok(Some(Row::of(self, &ending, session.ledger(), seconds, checks)))
    }

    /// The options of the settings, with what the task itself may use up.
    fn options(&self, config: &Config, home: &Path) -> Options {
        let options = options(config, home);
        let (own, usual) = (self.task.budget, options.round);
        let round = Limits {
            steps: own.steps.or(usual.steps),
            millis: own.millis.or(usual.millis),
            tokens: own.tokens.or(usual.tokens),
            dollars: own.dollars.or(usual.dollars),
        };
        Options { round, ..options }
    }
}

/// Where a task was carried out.
struct Scene<'a> {
    open: &'a dyn OpenDesktop,
    home: &'a Path,
    redactor: Redactor,
}

impl Scene<'_> {
    /// What the checks find, on a connection of their own: nothing that the session remembers can answer for the desktop.
    async fn checked(&self, checks: &[Check]) -> Result<Vec<Checked>> {
        let mut desktop = self.open.connect().await?;
        let programs = || self.open.programs();
        let mut place = Place { home: self.home, desktop: desktop.as_mut(), programs: &programs };
        let found = check(checks, &mut place, PATIENCE).await;
        Ok(found.into_iter().map(|it| Checked { found: self.redactor.struck_from(it.found), ..it }).collect())
    }
}
