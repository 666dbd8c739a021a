//! The tasks of the suite through the model clients: for each API of a provider, against a server that refuses what the provider
//! would refuse.

mod report;

use super::{
    progress::Progress,
    strict::StrictPlayer,
    suite::SuitePart,
    task_command::{KEY, TaskCommand},
    task_run::TaskRun,
};
use crate::{
    interrupt::{interrupt_token, interrupted},
    machine::Machine,
    output::OutputOptions,
    say,
};
use anyhow::Result;
use deskpilot_core::Secret;
use deskpilot_deciders::Player;
use deskpilot_testkit::loopback::{Api, ProviderServer};
use report::ProviderReport;
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Instant};
use tokio_util::sync::CancellationToken;

/// The tasks through one API.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct ApiRuns {
    /// The provider, as Deskpilot names it.
    api: String,
    /// The model that the server plays.
    model: String,
    /// The tasks that ended.
    tasks: Vec<ApiTask>,
}

/// A task through one API.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct ApiTask {
    /// Its name.
    name: String,
    /// What it took.
    run: TaskRun,
    /// How many requests came, refused ones included.
    requests: usize,
    /// Why the server refused requests, in order.
    refusals: Vec<String>,
}

/// The API of this name on the command line.
pub(super) fn api_of(name: &str) -> Result<Api, String> {
    let named = |it: &Api| it.provider_and_model().0;
    Api::ALL.into_iter().find(|it| named(it) == name).ok_or_else(|| {
        let known: Vec<&str> = Api::ALL.iter().map(named).collect();
        format!("the APIs are {}", known.join(", "))
    })
}

/// Does these tasks through each of these APIs, and publishes the report.
pub(super) async fn measure(apis: &[Api], part: &SuitePart, output: &OutputOptions) -> Result<()> {
    let begun = ProviderReport { machine: Machine::detect(), ..ProviderReport::default() };
    output
        .publish_as_far_as_measured(begun, async |report: &mut ProviderReport| {
            play(apis, part, &mut report.apis).await
        })
        .await
}

async fn play(apis: &[Api], part: &SuitePart, all: &mut Vec<ApiRuns>) -> Result<()> {
    let interrupt = interrupt_token();
    let mut progress = Progress::of(apis.len() * part.names().len());
    for api in apis {
        let (provider, model) = api.provider_and_model();
        let mut runs = ApiRuns { api: provider.to_owned(), model: model.to_owned(), tasks: Vec::new() };
        let ended = runs.play(*api, part, &mut progress, &interrupt).await;
        if !runs.tasks.is_empty() {
            all.push(runs);
        }
        ended?;
    }
    Ok(())
}

impl ApiRuns {
    /// Does these tasks one after the other. The server, the player and the home are new, so that no API has anything of another.
    async fn play(
        &mut self,
        api: Api,
        part: &SuitePart,
        progress: &mut Progress,
        interrupt: &CancellationToken,
    ) -> Result<()> {
        let player = Arc::new(StrictPlayer::new(Player::Skilled)?);
        let server = ProviderServer::start(api, player, Secret::new(KEY)).await?;
        let model = format!("{}/{}", self.api, self.model);
        let command = TaskCommand::new(&model, "on", server.base_url(), part.deadline())?;
        for name in part.names() {
            let (began, answered, refused) = (Instant::now(), server.answered(), server.refusals().len());
            let Some(run) = command.run(name, interrupt).await? else { return interrupted() };
            say(&progress.after(name, &self.api, &run, began.elapsed()));
            let refusals = server.refusals().split_off(refused);
            let requests = server.answered() - answered + refusals.len();
            let task = ApiTask { name: name.clone(), run, requests, refusals };
            task.refused().iter().for_each(|it| say(&format!("  {it}")));
            self.tasks.push(task);
        }
        Ok(())
    }

    /// How many of its tasks were done.
    fn done(&self) -> usize {
        self.tasks.iter().filter(|it| it.run.success).count()
    }

    /// How many requests came.
    fn requests(&self) -> usize {
        self.tasks.iter().map(|it| it.requests).sum()
    }

    /// How many of them the server refused.
    fn refused(&self) -> usize {
        self.tasks.iter().map(|it| it.refusals.len()).sum()
    }
}

impl ApiTask {
    /// What the server refused, each reason once, with how often it came.
    fn refused(&self) -> Vec<String> {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for refusal in &self.refusals {
            match counts.iter_mut().find(|(it, _)| it == refusal) {
                Some((_, count)) => *count += 1,
                None => counts.push((refusal.as_str(), 1)),
            }
        }
        let reason = |(refusal, count): &(&str, usize)| match count {
            1 => format!("refused: {refusal}"),
            _ => format!("refused {count} times: {refusal}"),
        };
        counts.iter().map(reason).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_api_has_a_name_of_its_own() {
        for api in Api::ALL {
            assert_eq!(api_of(api.provider_and_model().0), Ok(api));
        }
        let error = api_of("no-such-api").unwrap_err();
        assert!(error.ends_with("gemini, bedrock, vertex-anthropic"), "{error}");
    }

    #[test]
    fn a_refusal_that_comes_again_is_counted() {
        let refusals = ["a", "b", "a"].map(str::to_owned).to_vec();
        let task = ApiTask { refusals, ..ApiTask::default() };
        assert_eq!(task.refused(), ["refused 2 times: a", "refused: b"]);
    }
}
