//! One step of one agent: who moves, what its decider needs to see, and the time of each stage.

use crate::{Deciders, Images, Options, step_screenshots::PictureOptions};
use deskpilot_core::{
    ActiveAgent, AgentName, Stage, Timing,
    fold::{AgentMemory, Memory},
};
use deskpilot_deciders::{BarsNeed, SubtaskKind, WindowNeed};
use deskpilot_desktop::Readiness;
use std::time::Duration;
use tokio::time::Instant;

/// One step of one agent.
pub(crate) struct Turn {
    pub(crate) who: ActiveAgent,
    pub(crate) agent: AgentName,
    pub(crate) look: LookRequirements,
    timings: Vec<Timing>,
}

/// What a look must provide for the agent's decider.
#[derive(Clone, Copy)]
pub(crate) struct LookRequirements {
    /// Which pictures the decider sees, and their size limits.
    pub(crate) pictures: PictureOptions,
    /// How carefully the agent looks. A plan does not wait for a picture that nobody sees.
    pub(crate) readiness: Readiness,
    /// Which pictures of a window the log keeps.
    pub(crate) logged: LoggedPictures,
}

/// Which pictures of a window the log keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoggedPictures {
    /// The window as it is, and with a number on every control.
    Numbered,
    /// The window as it is.
    Clean,
}

impl Turn {
    /// A step of this agent, decided by one of these deciders.
    pub(crate) fn new(who: ActiveAgent, deciders: &Deciders, options: &Options, memory: &Memory) -> Turn {
        let agent = agent_of(&who);
        let look = LookRequirements::of(&who, deciders, options, &memory.of_agent(&agent));
        Turn { who, agent, look, timings: Vec::new() }
    }

    /// Adds the time since `started` to a stage.
    pub(crate) fn took(&mut self, stage: Stage, started: Instant) {
        self.lasted(stage, started.elapsed());
    }

    /// Adds a time to a stage.
    pub(crate) fn lasted(&mut self, stage: Stage, time: Duration) {
        self.timings.push(Timing { stage, millis: time.as_secs_f64() * 1000.0 });
    }

    /// The total time of every stage in milliseconds, in stage order.
    pub(crate) fn timings(&self) -> Vec<Timing> {
        let spent = |stage: Stage| self.timings.iter().filter(move |it| it.stage == stage);
        Stage::ALL
            .iter()
            .map(|&stage| Timing { stage, millis: spent(stage).fold(0.0, |all, it| all + it.millis) })
            .collect()
    }
}

impl LookRequirements {
    fn of(
        who: &ActiveAgent,
        deciders: &Deciders,
        options: &Options,
        memory: &AgentMemory,
    ) -> LookRequirements {
        let decider = deciders.of(who.kind());
        let needs = decider.needs();
        let images = match needs.window {
            WindowNeed::Numbered | WindowNeed::Controls => options.images,
            WindowNeed::Listed => Images::Omitted,
            WindowNeed::Clean => Images::Separate,
        };
        let readiness = match deciders.host.needs().subtask_kind {
            SubtaskKind::PlanSteps if needs.window == WindowNeed::Controls => Readiness::Reported,
            SubtaskKind::Goals if decider.bars_need(memory) == BarsNeed::Nothing => Readiness::Still,
            SubtaskKind::PlanSteps | SubtaskKind::Goals | SubtaskKind::Visits => Readiness::Drawn,
        };
        let logged = match (needs.window, readiness) {
            (WindowNeed::Listed, _) | (_, Readiness::Reported) => LoggedPictures::Clean,
            (_, Readiness::Drawn | Readiness::Still) => LoggedPictures::Numbered,
        };
        LookRequirements { pictures: PictureOptions { images, limits: needs.pictures }, readiness, logged }
    }
}

/// The name of the agent whose turn it is.
pub(crate) fn agent_of(who: &ActiveAgent) -> AgentName {
    match who {
        ActiveAgent::Host => AgentName::host(),
        ActiveAgent::App(it) => it.agent.clone(),
    }
}
