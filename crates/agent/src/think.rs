//! Stages four to seven: what the agent's decider is shown, and what it decides.

use crate::{
    AgentError, Session, decided::Decided, objection::Objections, processor::Processor, reply::CommandSet,
    session::agent_for, sight::Sight,
};
use deskpilot_core::{AgentKind, Complaint, Passage, Stage, Who, Window};
use deskpilot_deciders::{AgentContext, AppScene, DeciderError, HostScene};
use std::time::Duration;
use tokio::time::Instant;

impl Processor<'_> {
    /// What the agent's decider decides upon what the agent sees. What it writes down on the way is in the session's log, and
    /// the time it took is counted for its stages.
    pub(crate) async fn response(
        &mut self,
        sight: &Sight,
        recalled: &[Passage],
        complaint: Option<&Complaint>,
        attempt: u32,
    ) -> Result<Result<Decided, DeciderError>, AgentError> {
        let started = Instant::now();
        let Session { journal, world, deciders, options, agents, .. } = &mut *self.session;
        let others: Vec<_> = agents.iter().map(|it| it.profile()).collect();
        let secrets = world.secrets();
        let commands = CommandSet { native: world.commands() };
        let (ledger, mut recorder) = journal.for_scene();
        let memory = ledger.memory.of_agent(&self.turn.agent);
        let context = AgentContext {
            round: &ledger.round,
            steps: &ledger.steps,
            blackboard: &ledger.blackboard,
            memory: &memory,
            pictures: sight.shown(),
            complaint,
            attempt,
        };
        let deciding = async {
            match (sight, &self.turn.who) {
                (Sight::App(sight), Who::App(assignment)) => {
                    let scene = AppScene {
                        context,
                        assignment,
                        view: &sight.view,
                        passages: recalled,
                        changes: &ledger.changes,
                        loop_guard: &ledger.loop_guard,
                        secrets: &secrets,
                        commands: &commands,
                        takes: options.speculation.into(),
                        assigns: deciders.host.needs().assigns,
                    };
                    let decided = deciders.app.app(&scene, &mut recorder).await?;
                    Ok(Decided::App(decided.decision, decided.remarks))
                }
                (Sight::Desktop(sight), _) => {
                    let agent_for = |window: &Window| agent_for(ledger, options.mode, window);
                    let scene =
                        HostScene { context, view: &sight.view, others: &others, agent_for: &agent_for };
                    let decided = deciders.host.host(&scene, &mut recorder).await?;
                    Ok(Decided::Host(decided.decision, decided.remarks))
                }
                (Sight::App(_), Who::Host) => Err(DeciderError::Rejected(Complaint::new(format!(
                    "the {} sees the desktop, not a window",
                    AgentKind::HostAgent
                )))),
            }
        };
        let decided = world.wait_for(deciding).await;
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
