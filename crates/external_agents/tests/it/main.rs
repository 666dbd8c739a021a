//! Integration tests of all kinds of agents, against peers that do not use our libraries.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod acp;
mod command;
mod mcp;
mod programs;

use deskpilot_core::{PathStyle, PermissionRequest};
use deskpilot_external_agents::{
    AgentEnvironment, AgentSpec, ExternalAgent, ExternalError, PermissionChannel, SubtaskResult,
    build_agents, parse_agents,
};
use std::{collections::BTreeMap, fs, path::Path, sync::Arc, time::Duration};
use tempfile::TempDir;

/// The agent of one entry, with a folder of its own.
struct Stage {
    folder: TempDir,
    spec: AgentSpec,
    around: AgentEnvironment,
    agent: Arc<dyn ExternalAgent>,
}

impl Stage {
    fn of(entry: &str) -> Stage {
        Stage::in_time(entry, Duration::from_secs(60))
    }

    fn in_time(entry: &str, timeout: Duration) -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let mut specs =
            parse_agents(&format!("[agents.other]\nintroduction = \"x\"\n{entry}\n"), PathStyle::Posix)
                .unwrap();
        specs[0].timeout = timeout;
        let path = std::env::var("PATH").unwrap();
        let env = BTreeMap::from([("PATH".to_owned(), path), ("GIVEN".to_owned(), "1".to_owned())]);
        let home = folder.path().canonicalize().unwrap();
        let around = AgentEnvironment { env, folder: home.clone(), home };
        let spec = specs[0].clone();
        let agent = build_agents(specs, &around).unwrap().remove(0);
        Stage { folder, spec, around, agent }
    }

    /// Changes the agent or its environment.
    fn with(mut self, change: impl FnOnce(&mut AgentSpec, &mut AgentEnvironment)) -> Stage {
        change(&mut self.spec, &mut self.around);
        self.agent = build_agents(vec![self.spec.clone()], &self.around).unwrap().remove(0);
        self
    }

    fn peer(key: &str, words: &[&str]) -> Stage {
        let peer = format!("{}/tests/peers/{key}.py", env!("CARGO_MANIFEST_DIR"));
        let words: Vec<&str> = ["python3", &peer].iter().chain(words).copied().collect();
        Stage::of(&format!("{key} = {words:?}"))
    }

    /// The result of a subtask with every permission refused.
    async fn carry_out(&self, subtask: &str) -> Result<SubtaskResult, ExternalError> {
        let (asks, _) = PermissionChannel::open();
        self.agent.carry_out(subtask, &asks).await
    }

    /// The same with this reply to every request.
    async fn carry_out_asking(
        &self,
        answer: bool,
    ) -> (Result<SubtaskResult, ExternalError>, Vec<PermissionRequest>) {
        let (asks, mut heard) = PermissionChannel::open();
        let mut asked = Vec::new();
        let work = self.agent.carry_out("tidy up", &asks);
        tokio::pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return (done, asked),
                Some(request) = heard.recv() => {
                    asked.push(request.permit.clone());
                    if answer {
                        request.grant();
                    }
                }
            }
        }
    }

    fn file(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.folder.path().join(name)).ok()
    }
}

fn done(text: &str) -> Result<SubtaskResult, ExternalError> {
    Ok(SubtaskResult::Done(text.into()))
}

fn failed(text: &str) -> Result<SubtaskResult, ExternalError> {
    Ok(SubtaskResult::Failed(text.into()))
}

fn not_started(why: &str) -> ExternalError {
    ExternalError::NotStarted { name: "other".into(), why: why.into() }
}

fn broke_off(why: &str) -> ExternalError {
    ExternalError::BrokeOff { name: "other".into(), why: why.into() }
}

/// Waits until the condition holds.
async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let wait = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(tokio::time::timeout(Duration::from_secs(20), wait).await.is_ok(), "never came: {what}");
}

/// Whether a process is gone, or is only a zombie that its new parent has to reap.
fn is_gone(pid: &str) -> bool {
    let stat = fs::read_to_string(Path::new("/proc").join(pid).join("stat")).unwrap_or_default();
    stat.rsplit(')').next().is_none_or(|it| it.trim().is_empty() || it.trim().starts_with(['Z', 'X']))
}
