//! Stages four to seven: what the agent's decider is shown, and what it decides.

use crate::{
    AgentError, Ports, Session, processor::Processor, recorder::SceneRecorder, reply::CommandSet, session::agent_for,
    session_control::unless_taken, sight::Sight,
};
use deskpilot_core::{
    AgentKind, AppDecision, Complaint, Event, HostDecision, HostRemarks, Passage, Projection, Remarks, Stage,
    Who, Window,
};
use deskpilot_deciders::{AgentContext, AppScene, DeciderError, HostScene};
use std::time::Duration;
use tokio::time::Instant;

/// A decision of either agent.
pub(crate) enum Decided {
    /// The HostAgent's.
    Host(HostDecision, HostRemarks),
    /// An AppAgent's.
    App(AppDecision, Remarks),
}

impl Decided {
    pub(crate) fn event(&self) -> Event {
        match self {
            Decided::Host(decision, remarks) => {
                Event::HostDecided { decision: decision.clone(), remarks: remarks.clone() }
            }
            Decided::App(decision, remarks) => {
                Event::AppDecided { decision: decision.clone(), remarks: remarks.clone() }
            }
        }
    }
}

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
        let Session { ports, ledger, options, session_control: control, .. } = &mut *self.session;
        let Ports { log, clock, watchers, agents, deciders, puppeteer, .. } = ports;
        let others: Vec<_> = agents.iter().map(|it| it.profile()).collect();
        let secrets = puppeteer.desktop.secrets();
        let commands = CommandSet { native: puppeteer.commands() };
        let (known, mode) = (&*ledger, options.mode);
        let memory = known.memory.of_agent(&self.agent);
        let context = AgentContext {
            round: &known.round,
            steps: &known.steps,
            blackboard: &known.blackboard,
            memory: &memory,
            pictures: sight.shown(),
            complaint,
            attempt,
        };
        let mut recorder = SceneRecorder::new(log.as_mut(), clock.as_ref(), watchers);
        let deciding = async {
            match (sight, &self.who) {
                (Sight::App(sight), Who::App(assignment)) => {
                    let scene = AppScene {
                        context,
                        assignment,
                        view: &sight.view,
                        passages: recalled,
                        changes: &known.changes,
                        loop_guard: &known.loop_guard,
                        secrets: &secrets,
                        commands: &commands,
                        takes: options.speculation.into(),
                        assigns: deciders.host.needs().assigns,
                    };
                    let decided = deciders.app.app(&scene, &mut recorder).await?;
                    Ok(Decided::App(decided.decision, decided.remarks))
                }
                (Sight::Desktop(sight), _) => {
                    let agent_for = |window: &Window| agent_for(known, mode, window);
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
        let decided = unless_taken(control, deciding).await;
        let writing = recorder.finish();
        for entry in &writing.entries {
            ledger.apply(entry);
        }
        self.count(&writing.timings, started.elapsed());
        match writing.failed {
            Some(error) => Err(error.into()),
            None => decided,
        }
    }

    /// Counts the stages that the decider told of, and what is left of the time for the reply.
    fn count(&mut self, stages: &[(Stage, Duration)], whole: Duration) {
        for (stage, time) in stages {
            self.lasted(*stage, *time);
        }
        let told: Duration = stages.iter().map(|(_, time)| *time).sum();
        self.lasted(Stage::GetResponse, whole.saturating_sub(told));
    }

    /// The decision, if nothing speaks against following it.
    pub(crate) fn followed(&mut self, decided: Decided, attempt: u32) -> Result<Decided, Complaint> {
        let started = Instant::now();
        let objection = self.objection(&decided, attempt);
        self.took(Stage::ParseResponse, started);
        objection.map_or(Ok(decided), Err)
    }
}
