//! Stages four to seven: builds the scene for the agent's decider and gets its decision.

use crate::{
    AgentError, Deciders, Halt, Options,
    agent_decision::AgentDecision,
    budget_check::time_left,
    in_app_agents::available_commands,
    objections::Objections,
    observation::Observation,
    processor::Processor,
    proof,
    rejections::Rejections,
    reply::CommandSet,
    session_parts::{SessionParts, agent_for},
};
use deskpilot_core::{
    ActiveAgent, AgentProfile, AppDecision, AppView, Assignment, CommandSpec, Complaint, DesktopView,
    HostDecision, Stage, Window, fold::Ledger,
};
use deskpilot_deciders::{AgentContext, AppScene, Attempt, DeciderError, HostScene, Recorder};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

impl Processor<'_> {
    /// Asks the agent's decider. The session's log gets what the decider records meanwhile, and the turn its stage times.
    pub(crate) async fn ask_decider(
        &mut self,
        observation: &Observation,
        rejections: &Rejections,
    ) -> Result<Result<AgentDecision, DeciderError>, AgentError> {
        let started = Instant::now();
        let SessionParts { journal, world, deciders, options, agents, knowledge, .. } = &mut *self.session;
        let others = agents.iter().map(|it| it.profile()).collect();
        let native = match observation {
            Observation::App(observation) => {
                available_commands(&observation.commands, knowledge, agents, &observation.view.window)
            }
            Observation::Desktop(_) => Vec::new(),
        };
        let secrets = world.secrets();
        let (ledger, mut recorder) = journal.split_for_decider();
        let memory = ledger.memory.of_agent(&self.turn.agent);
        let context = AgentContext {
            round: &ledger.round,
            steps: &ledger.steps,
            blackboard: &ledger.blackboard,
            memory: &memory,
            passages: ledger.recalled.of(&self.turn.who).unwrap_or_default(),
            pictures: observation.shown(),
            complaint: rejections.complaint(),
            attempt: Attempt { time_left: time_left(ledger, options), ..rejections.attempt() },
        };
        let call = DeciderCall { context, ledger, others, secrets, native, options, deciders };
        let decision = world.wait_for(call.decide(observation, &self.turn.who, &mut recorder)).await;
        let mut writing = recorder.finish();
        let stages = std::mem::take(&mut writing.timings);
        // Before a halt is returned: the log has what the decider wrote, so the state needs it too.
        journal.settle(writing)?;
        self.count(&stages, started.elapsed());
        Ok(decision?)
    }

    /// Adds the stage times that the decider reported; the rest of the time counts for the reply.
    fn count(&mut self, stages: &[(Stage, Duration)], whole: Duration) {
        for (stage, time) in stages {
            self.turn.lasted(*stage, *time);
        }
        let reported: Duration = stages.iter().map(|(_, time)| *time).sum();
        self.turn.lasted(Stage::GetResponse, whole.saturating_sub(reported));
    }

    /// The decision, or the objection to it.
    pub(crate) async fn check_objections(
        &mut self,
        decision: AgentDecision,
        attempt: u32,
    ) -> Result<Result<AgentDecision, Complaint>, Halt> {
        let started = Instant::now();
        // The objection comes once: an agent that finishes again may know better.
        let missing = if attempt == 0 { self.missing_at_finish(&decision).await? } else { Vec::new() };
        let session = &*self.session;
        let Options { speculation, guidance, .. } = session.options;
        let (ledger, gate) = (session.ledger(), &session.gate);
        let objections = Objections { ledger, gate, speculation, guidance, missing };
        let objection = objections.against(&decision, attempt);
        self.turn.took(Stage::ParseResponse, started);
        Ok(objection.map_or(Ok(decision), Err))
    }

    /// What was promised and is missing, where the agent wants to finish.
    async fn missing_at_finish(&self, decision: &AgentDecision) -> Result<Vec<String>, Halt> {
        let SessionParts { journal, world, files, .. } = &*self.session;
        let ledger = journal.ledger();
        Ok(match decision {
            AgentDecision::App(AppDecision::Finish, _) => {
                let missing = proof::missing_at_end(&self.turn.who, ledger, files, world).await?;
                missing.iter().map(ToString::to_string).collect()
            }
            AgentDecision::Host(HostDecision::Finish, _) => {
                let missing = proof::still_missing(&ledger.round, files, world).await?;
                missing.iter().map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        })
    }
}

/// The parts of an agent's scene, and the deciders.
struct DeciderCall<'a> {
    context: AgentContext<'a>,
    ledger: &'a Ledger,
    others: Vec<&'a AgentProfile>,
    secrets: Vec<String>,
    native: Vec<Arc<CommandSpec>>,
    options: &'a Options,
    deciders: &'a Deciders,
}

impl DeciderCall<'_> {
    async fn decide(
        &self,
        observation: &Observation,
        who: &ActiveAgent,
        recorder: &mut dyn Recorder,
    ) -> Result<AgentDecision, DeciderError> {
        match (observation, who) {
            (Observation::App(observation), ActiveAgent::App(it)) => {
                self.app(it, &observation.view, recorder).await
            }
            (Observation::Desktop(observation), _) => self.host(&observation.view, recorder).await,
            (Observation::App(_), ActiveAgent::Host) => {
                Err(DeciderError::Rejected(Complaint::new("the HostAgent sees the desktop, not a window")))
            }
        }
    }

    async fn host(
        &self,
        view: &DesktopView,
        recorder: &mut dyn Recorder,
    ) -> Result<AgentDecision, DeciderError> {
        let agent_for = |window: &Window| agent_for(self.ledger, self.options.mode, window);
        let scene = HostScene { context: self.context, view, others: &self.others, agent_for: &agent_for };
        let decided = self.deciders.host.host(&scene, recorder).await?;
        Ok(AgentDecision::Host(decided.decision, decided.remarks))
    }

    async fn app(
        &self,
        assignment: &Assignment,
        view: &AppView,
        recorder: &mut dyn Recorder,
    ) -> Result<AgentDecision, DeciderError> {
        let scene = AppScene {
            context: self.context,
            assignment,
            view,
            changes: &self.ledger.changes,
            loop_guard: &self.ledger.loop_guard,
            secrets: &self.secrets,
            commands: &CommandSet { native: &self.native },
            action_limit: self.options.speculation.into(),
            subtask_kind: self.deciders.host.needs().subtask_kind,
        };
        let decided = self.deciders.app.app(&scene, recorder).await?;
        Ok(AgentDecision::App(decided.decision, decided.remarks))
    }
}
