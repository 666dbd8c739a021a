//! The size of the prompts in a task of an hour, and whether what it needs is still in them at its end.

mod player;
mod report;
mod task;

use super::steps::{options, ports};
use crate::{machine::Machine, reference::TokenCounter, say};
use anyhow::{Result, ensure};
use deskpilot_agent::{Ending, Options, Session, SessionControl};
use deskpilot_core::{AgentKind, Event, Operation, Policy, Preset, SubtaskOutcome, Verdict};
use player::{HourPlayer, RecordedPrompt, SCHEMA};
use report::HourReport;
use serde::{Deserialize, Serialize};
use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use task::{HourSubtask, REQUEST, desktop, subtasks};
use tokio_util::sync::CancellationToken;

/// The calls of the session at which prompts are measured, besides the last.
const CALLS: [usize; 3] = [1, 20, 50];
/// How many actions a task of an hour has at least.
const FEWEST_ACTIONS: usize = 100;
/// The most steps of the session.
const STEPS: usize = 200;

/// The prompts of a task of an hour.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Hour {
    /// How many calls of the model it took.
    calls: usize,
    /// How many actions it carried out.
    actions: usize,
    /// How many subtasks finished.
    subtasks: usize,
    /// The measured prompts: those of the HostAgent, then those of AppAgents.
    prompts: Vec<MeasuredPrompt>,
    /// The notes and files that a last prompt does not name.
    lost: Vec<String>,
}

/// The size of a prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct MeasuredPrompt {
    /// The agent.
    agent: String,
    /// The number of the call among all calls of the session.
    call: usize,
    /// The fixed text, each section, and the schema of the reply.
    parts: Vec<PartSize>,
}

/// The size of a part of a prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PartSize {
    name: String,
    characters: usize,
    bytes: usize,
    tokens: usize,
}

impl MeasuredPrompt {
    /// The parts that are text: all but the schema.
    fn texts(&self) -> impl Iterator<Item = &PartSize> {
        self.parts.iter().filter(|it| it.name != SCHEMA)
    }
}

impl Hour {
    /// The kilobytes of the last prompt of agents of this kind, without the schema and pictures.
    fn last_kilobytes(&self, agent: AgentKind) -> Option<f64> {
        let agent = agent.to_string();
        let last = self.prompts.iter().rfind(|it| it.agent == agent)?;
        Some(last.texts().map(|it| it.bytes).sum::<usize>() as f64 / 1024.0)
    }
}

/// Does the task on a text desktop, and reports on its prompts.
pub(super) async fn measure() -> Result<HourReport> {
    say("prompts of a task of an hour ...");
    Ok(HourReport { machine: Machine::detect(), hour: Box::pin(play()).await? })
}

async fn play() -> Result<Hour> {
    let counter = TokenCounter::new()?;
    let (folder, pages) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let subtasks = subtasks(pages.path());
    let player = Arc::new(HourPlayer::new(subtasks.clone()));
    let mut ports = ports(folder.path(), Box::new(desktop(pages.path())?), player.clone())?;
    ports.read_content = |path| fs::read_to_string(path).ok();
    let counts = Arc::new(Counts::default());
    let counting = counts.clone();
    ports.watchers.push(Box::new(move |entry| counting.watch(&entry.event)));
    let options = Options { policy: Policy::preset(Preset::Unrestricted), ..options(STEPS) };
    let mut session = Session::open(ports, options, SessionControl::new(CancellationToken::new()), "bench")?;
    let ending = session.round(REQUEST).await?;
    drop(session);
    ensure!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "the task was not done: {ending:?}");
    counts.check(subtasks.len())?;
    let prompts = player.prompts();
    Ok(Hour {
        calls: prompts.len(),
        actions: counts.actions.load(Ordering::Relaxed),
        subtasks: subtasks.len(),
        lost: lost(&prompts, &subtasks),
        prompts: [AgentKind::HostAgent, AgentKind::AppAgent]
            .into_iter()
            .flat_map(|agent| measured(&prompts, agent, &counter))
            .collect(),
    })
}

/// What was done.
#[derive(Default)]
struct Counts {
    actions: AtomicUsize,
    finished: AtomicUsize,
}

impl Counts {
    fn watch(&self, event: &Event) {
        let counter = match event {
            Event::Acting { operation: Operation::Act(_), .. } => &self.actions,
            Event::SubtaskEnded { outcome: SubtaskOutcome::Finished, .. } => &self.finished,
            _ => return,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Fails where less was done than the task has: then its prompts are not those of an hour.
    fn check(&self, subtasks: usize) -> Result<()> {
        let (actions, finished) =
            (self.actions.load(Ordering::Relaxed), self.finished.load(Ordering::Relaxed));
        ensure!(finished == subtasks, "{finished} of {subtasks} subtasks finished");
        ensure!(actions >= FEWEST_ACTIONS, "{actions} actions were done, and not {FEWEST_ACTIONS}");
        Ok(())
    }
}

/// The sizes of the last prompts of this agent at each of the wanted calls.
fn measured(prompts: &[RecordedPrompt], agent: AgentKind, counter: &TokenCounter) -> Vec<MeasuredPrompt> {
    let part = |(name, text): &(String, String)| PartSize {
        name: name.clone(),
        characters: text.chars().count(),
        bytes: text.len(),
        tokens: counter.tokens(text),
    };
    let size = |at: usize| MeasuredPrompt {
        agent: agent.to_string(),
        call: at + 1,
        parts: prompts[at].parts.iter().map(part).collect(),
    };
    let agents: Vec<AgentKind> = prompts.iter().map(|it| it.agent).collect();
    measured_calls(&agents, agent).into_iter().map(size).collect()
}

/// The places of the prompts of this agent that are measured: its last ones at the wanted calls, or its first one where it had none
/// by then.
fn measured_calls(agents: &[AgentKind], agent: AgentKind) -> Vec<usize> {
    let own = |it: &AgentKind| *it == agent;
    let Some(first) = agents.iter().position(own) else { return Vec::new() };
    let last_until = |call: usize| agents[..call.min(agents.len())].iter().rposition(own).unwrap_or(first);
    let mut calls: Vec<usize> = CALLS.into_iter().chain([agents.len()]).map(last_until).collect();
    calls.dedup();
    calls
}

/// The notes and files that the last prompt of the HostAgent or of an AppAgent does not name.
fn lost(prompts: &[RecordedPrompt], subtasks: &[HourSubtask]) -> Vec<String> {
    let last =
        [AgentKind::HostAgent, AgentKind::AppAgent].map(|agent| prompts.iter().rfind(|it| it.agent == agent));
    let is_lost = |name: &&String| last.iter().flatten().any(|it| !it.has(name));
    subtasks.iter().flat_map(|it| &it.leaves).filter(is_lost).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use AgentKind::{AppAgent, HostAgent};

    #[test]
    fn of_each_agent_the_last_prompt_at_a_call_is_measured() {
        let mut agents = vec![HostAgent];
        agents.extend([AppAgent; 18]);
        agents.push(HostAgent);
        agents.extend([AppAgent; 40]);
        for (agent, expected) in [(HostAgent, vec![0, 19]), (AppAgent, vec![1, 18, 49, 59])] {
            assert_eq!(measured_calls(&agents, agent), expected);
        }
        assert_eq!(measured_calls(&[HostAgent], AppAgent), Vec::<usize>::new());
    }
}
