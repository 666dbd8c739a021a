//! Whose step it is, what its decider is shown, and how long the stages of the step take.

use crate::{Deciders, Images, Options, step_screenshots::Wish};
use deskpilot_core::{ActiveAgent, AgentName, Stage, Timing};
use deskpilot_deciders::{Assigns, WindowNeed};
use deskpilot_desktop::Care;
use std::time::Duration;
use tokio::time::Instant;

/// One step of one agent.
pub(crate) struct Turn {
    pub(crate) who: ActiveAgent,
    pub(crate) agent: AgentName,
    pub(crate) viewer: Viewer,
    timings: Vec<Timing>,
}

/// What the agent's decider is shown.
#[derive(Clone, Copy)]
pub(crate) struct Viewer {
    /// Which pictures it is shown, and how large.
    pub(crate) wish: Wish,
    /// How carefully the agent looks. A plan does not wait for a picture that nobody looks at.
    pub(crate) care: Care,
}

impl Turn {
    /// A step of this agent, for which one of these deciders decides.
    pub(crate) fn new(who: ActiveAgent, deciders: &Deciders, options: &Options) -> Turn {
        let (agent, viewer) = (agent_of(&who), Viewer::of(&who, deciders, options));
        Turn { who, agent, viewer, timings: Vec::new() }
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
    fn of(who: &ActiveAgent, deciders: &Deciders, options: &Options) -> Viewer {
        let needs = deciders.of(who.kind()).needs();
        let images = match needs.window {
            WindowNeed::Numbered | WindowNeed::Controls => options.images,
            WindowNeed::Clean => Images::Separate,
        };
        let care = match deciders.host.needs().assigns {
            Assigns::PlanSteps if needs.window == WindowNeed::Controls => Care::Text,
            Assigns::PlanSteps | Assigns::Goals => Care::Picture,
        };
        Viewer { wish: Wish { images, limits: needs.pictures }, care }
    }
}

/// The agent whose turn it is.
pub(crate) fn agent_of(who: &ActiveAgent) -> AgentName {
    match who {
        ActiveAgent::Host => AgentName::host(),
        ActiveAgent::App(it) => it.agent.clone(),
    }
}
