//! Whose step it is, how its model sees, and how long the stages of the step take.

use crate::{Images, Options, step_screenshots::Wish};
use deskpilot_core::{AgentName, Mode, Stage, Timing, Who};
use deskpilot_desktop::Care;
use deskpilot_model::{Model, Sees};
use std::time::Duration;
use tokio::time::Instant;

/// One step of one agent.
pub(crate) struct Turn {
    pub(crate) who: Who,
    pub(crate) agent: AgentName,
    pub(crate) viewer: Viewer,
    timings: Vec<Timing>,
}

/// How the agent's model sees.
#[derive(Clone, Copy)]
pub(crate) struct Viewer {
    pub(crate) sees: Sees,
    /// Which pictures it is shown.
    pub(crate) wish: Wish,
    /// How carefully the agent looks. A plan does not wait for a picture that nobody looks at.
    pub(crate) care: Care,
}

impl Turn {
    /// A step of this agent, which thinks with this model.
    pub(crate) fn new(who: Who, model: &dyn Model, options: &Options) -> Turn {
        let agent = agent_of(&who);
        Turn { who, agent, viewer: Viewer::of(model, options), timings: Vec::new() }
    }

    /// Adds the time since `started` to a stage.
    pub(crate) fn took(&mut self, stage: Stage, started: Instant) {
        self.lasted(stage, started.elapsed());
    }

    /// Adds a time to a stage.
    pub(crate) fn lasted(&mut self, stage: Stage, time: Duration) {
        self.timings.push(Timing { stage, millis: time.as_secs_f64() * 1000.0 });
    }

    /// The time of every stage, in their order, in milliseconds.
    pub(crate) fn timings(&self) -> Vec<Timing> {
        let spent = |stage: Stage| self.timings.iter().filter(move |it| it.stage == stage);
        Stage::ALL
            .iter()
            .map(|&stage| Timing { stage, millis: spent(stage).fold(0.0, |all, it| all + it.millis) })
            .collect()
    }
}

impl Viewer {
    fn of(model: &dyn Model, options: &Options) -> Viewer {
        let sees = model.sees();
        let images = match sees {
            Sees::Numbered | Sees::Text => options.images,
            Sees::Clean => Images::Separate,
            Sees::Nothing => Images::Omitted,
        };
        let care = match options.mode {
            Mode::Follower if sees == Sees::Text => Care::Text,
            _ => Care::Picture,
        };
        Viewer { sees, wish: Wish { images, limits: model.pictures() }, care }
    }
}

/// The agent whose turn it is.
pub(crate) fn agent_of(who: &Who) -> AgentName {
    match who {
        Who::Host => AgentName::host(),
        Who::App(it) => it.agent.clone(),
    }
}
