//! External agents that are plain programs: they read the subtask from stdin and write the result to stdout.
//! They cannot ask for permission.

use crate::{
    AgentProfile, ExternalAgent, ExternalError, PermissionChannel, SubtaskResult,
    agent_process::{AgentProcess, MAX_RESULT_BYTES},
};
use async_trait::async_trait;
use deskpilot_core::CappedText;
use deskpilot_system::RunningProgram;
use std::{pin::pin, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::timeout,
};

/// How long to continue reading a program's output after it has ended.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);

/// A program that reads the subtask and writes the result. It has no way to ask for anything.
#[derive(Debug)]
pub(crate) struct CommandAgent(AgentProcess);

impl CommandAgent {
    pub(crate) const fn new(process: AgentProcess) -> CommandAgent {
        CommandAgent(process)
    }
}

#[async_trait]
impl ExternalAgent for CommandAgent {
    fn profile(&self) -> &AgentProfile {
        &self.0.profile
    }

    async fn carry_out(&self, subtask: &str, _: &PermissionChannel) -> Result<SubtaskResult, ExternalError> {
        let mut running = self.0.start()?;
        let Ok(output) = timeout(self.0.timeout, run_subtask(&mut running, subtask)).await else {
            return Err(self.0.too_long(running).await);
        };
        let output = output.map_err(|why| self.0.not_started(why))?;
        let ending = running.end().await;
        match ending.status.and_then(|it| it.code()) {
            Some(0) => Ok(SubtaskResult::Done(output)),
            Some(_) if output.is_empty() => Ok(SubtaskResult::Failed(ending.to_string())),
            Some(_) => Ok(SubtaskResult::Failed(format!("{ending}; it wrote: {output}"))),
            None => Err(self.0.broke_off(ending.to_string())),
        }
    }

    async fn greet(&self) -> Result<String, ExternalError> {
        let file = self.0.program.file().map_err(|why| self.0.not_started(why))?;
        Ok(format!("{}: reads the subtask, and writes the result", file.display()))
    }
}

/// The program's output. It may write before it has read everything, or read nothing.
async fn run_subtask(running: &mut RunningProgram, subtask: &str) -> Result<String, String> {
    let (mut stdin, mut stdout) = running.pipes()?;
    let mut output = CappedText::new(MAX_RESULT_BYTES);
    let tell = async move {
        // A program that does not read its input may still be useful.
        let _ = stdin.write_all(subtask.as_bytes()).await;
    };
    let listen = async {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(count @ 1..) = stdout.read(&mut buffer).await {
            output.push(&buffer[..count]);
        }
    };
    {
        let mut talk = pin!(async { tokio::join!(tell, listen) });
        tokio::select! {
            _ = &mut talk => { running.wait().await; }
            // A process it left behind may hold the pipes open: read what was written and stop waiting.
            _ = running.wait() => { let _ = timeout(DRAIN_TIMEOUT, talk).await; }
        }
    }
    Ok(output.text())
}
