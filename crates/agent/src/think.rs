//! Stages four to seven: what the agent's decider is shown, and what it decides.

use crate::{
    AgentError, Deciders, Options,
    decided::Decided,
    objection::Objections,
    processor::Processor,
    reply::CommandSet,
    session_parts::{SessionParts, agent_for},
    sight::Sight,
};
use deskpilot_core::{
    ActiveAgent, AgentProfile, AppView, Assignment, CommandSpec, Complaint, DesktopView, Stage, Window,
    fold::Ledger,
};
use deskpilot_deciders::{AgentContext, AppScene, DeciderError, HostScene, Recorder};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

impl Processor<'_> {
    /// What the agent's decider decides upon what the agent sees. What it writes down on the way is in the session's log, and
    /// the time it took is counted for its stages.
    pub(crate) async fn response(
        &mut self,
        sight: &Sight,
        complaint: Option<&Complaint>,
        attempt: u32,
    ) -> Result<Result<Decided, DeciderError>, AgentError> {
        let started = Instant::now();
        let SessionParts { journal, world, deciders, options, agents, knowledge, .. } = &mut *self.session;
        let others = agents.iter().map(|it| it.profile()).collect();
        let native = match sight {
            Sight::App(sight) => knowledge.commands(&sight.commands),
            Sight::Desktop(_) => Vec::new(),
        };
        let secrets = world.secrets();
        let (ledger, mut recorder) = journal.for_scene();
        let memory = ledger.memory.of_agent(&self.turn.agent);
        let context = AgentContext {
            round: &ledger.round,
            steps: &ledger.steps,
            blackboard: &ledger.blackboard,
            memory: &memory,
            passages: ledger.recalled.of(&self.turn.who).unwrap_or_default(),
            pictures: sight.shown(),
            complaint,
            attempt,
        };
        let scenes = Scenes { context, ledger, others, secrets, native, options, deciders };
        let decided = world.wait_for(scenes.decided(sight, &self.turn.who, &mut recorder)).await;
        let mut writing = recorder.finish();
        let stages = std::mem::take(&mut writing.timings);
        journal.settle(writing)?;
        self.count(&stages, started.elapsed());
        Ok(decided?)
    }

    /// Counts the stages that the decider told of, and what is left of the time for the reply.
    fn count(&mut self, stages: &[(Stage, Duration)], whole: Duration) {
        for (stage, time) in stages {
            self.turn.lasted(*stage, *time);
        }
        let told: Duration = stages.iter().map(|(_, time)| *time).sum();
        self.turn.lasted(Stage::GetResponse, whole.saturating_sub(told));
    }

    /// The decision, if nothing speaks against following it.
    pub(crate) fn followed(&mut self, decided: Decided, attempt: u32) -> Result<Decided, Complaint> {
        let started = Instant::now();
        let objection = self.objections().to(&decided, attempt);
        self.turn.took(Stage::ParseResponse, started);
        objection.map_or(Ok(decided), Err)
    }

    fn objections(&self) -> Objections<'_> {
        let session = &*self.session;
        let speculation = session.options.speculation;
        Objections { who: &self.turn.who, ledger: session.ledger(), gate: &session.gate, speculation }
    }
}

/// What the scene of an agent is made of, and who decides upon it.
struct Scenes<'a> {
    context: AgentContext<'a>,
    ledger: &'a Ledger,
    others: Vec<&'a AgentProfile>,
    secrets: Vec<String>,
    native: Vec<Arc<CommandSpec>>,
    options: &'a Options,
    deciders: &'a Deciders,
}

impl Scenes<'_> {
    async fn decided(
        &self,
        sight: &Sight,
        who: &ActiveAgent,
        recorder: &mut dyn Recorder,
    ) -> Result<Decided, DeciderError> {
        match (sight, who) {
            (Sight::App(sight), ActiveAgent::App(it)) => self.app(it, &sight.view, recorder).await,
            (Sight::Desktop(sight), _) => self.host(&sight.view, recorder).await,
            (Sight::App(_), ActiveAgent::Host) => {
                Err(DeciderError::Rejected(Complaint::new("the HostAgent sees the desktop, not a window")))
            }
        }
    }

    async fn host(&self, view: &DesktopView, recorder: &mut dyn Recorder) -> Result<Decided, DeciderError> {
        let agent_for = |window: &Window| agent_for(self.ledger, self.options.mode, window);
        let scene = HostScene { context: self.context, view, others: &self.others, agent_for: &agent_for };
        let decided = self.deciders.host.host(&scene, recorder).await?;
        Ok(Decided::Host(decided.decision, decided.remarks))
    }

    async fn app(
        &self,
        assignment: &Assignment,
        view: &AppView,
        recorder: &mut dyn Recorder,
    ) -> Result<Decided, DeciderError> {
        let scene = AppScene {
            context: self.context,
            assignment,
            view,
            changes: &self.ledger.changes,
            loop_guard: &self.ledger.loop_guard,
            secrets: &self.secrets,
            commands: &CommandSet { native: &self.native },
            takes: self.options.speculation.into(),
            assigns: self.deciders.host.needs().assigns,
        };
        let decided = self.deciders.app.app(&scene, recorder).await?;
        Ok(Decided::App(decided.decision, decided.remarks))
    }
}
