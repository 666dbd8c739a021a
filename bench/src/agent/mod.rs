//! What the agents cost besides the model and the applications: their own time, prompts and model calls.

mod calls;
mod consents;
mod follower;
mod hours;
mod office;
mod players;
mod progress;
mod providers;
mod reading_model;
mod report;
mod rulings;
mod sizes;
mod steps;
mod stops;
mod strict;
mod suite;
mod task_command;
mod task_run;
mod timed;
mod waits;

pub(crate) use steps::{options as session_options, ports_with};

use crate::{
    interrupt::{interrupt_token, unless_interrupted},
    machine::Machine,
    output::OutputOptions,
    say,
};
use anyhow::{Result, ensure};
use deskpilot_testkit::loopback::Api;
use players::PlayerReport;
use report::Report;
use std::time::Duration;
use suite::{RunKind, SuitePart};

/// The name of the prompts of a task of an hour.
const HOURS: &str = "hours";
/// The name of the tasks through the APIs of providers.
const PROVIDERS: &str = "providers";
/// The names of the players that get prompts alone.
const PLAYERS: [(&str, RunKind); 2] = [("strict", RunKind::Strict), ("plain", RunKind::StrictPlain)];

/// What to measure, and where the report goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this: `steps`, `sizes`, `stops`, `rulings`, `consents`, `waits`, `plans`, `office`, `tasks`, `strict` (the tasks by a player that gets prompts alone), `plain` (the same with at most three actions at once), or alone `hours` (the prompts of a task of an hour) or `providers` (the tasks by the strict player, through the API of each provider); may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Carry out only this task of the suite; may be given several times
    #[arg(long = "task", value_name = "NAME")]
    tasks: Vec<String>,
    /// Carry out the tasks only through this API, with `--only providers`: `openai`, `openai-responses`, `anthropic`, `gemini`, `bedrock` or `vertex-anthropic`; may be given several times
    #[arg(long = "api", value_name = "NAME", value_parser = providers::api_of)]
    apis: Vec<Api>,
    /// How many seconds a task of the suite may take: one that takes longer is ended, and counts as not done
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    deadline: u64,
    /// How many steps are taken in each window
    #[arg(long, default_value_t = 60)]
    steps: usize,
    /// How often a model call is stopped
    #[arg(long, default_value_t = 200)]
    stops: usize,
    /// How often the policy rules
    #[arg(long, default_value_t = 50_000)]
    rulings: usize,
    /// How often a person says yes
    #[arg(long, default_value_t = 100)]
    consents: usize,
    /// How often each wait for an effect is measured
    #[arg(long, default_value_t = 20)]
    waits: usize,
    /// How often each plan is followed
    #[arg(long, default_value_t = 9)]
    plans: usize,
    /// How often LibreOffice is opened, and each of its actions done
    #[arg(long, default_value_t = 5)]
    office: usize,
    #[command(flatten)]
    output: OutputOptions,
}

impl Options {
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == name)
    }

    /// What is done of the suite.
    fn part(&self) -> Result<SuitePart> {
        SuitePart::open(&self.tasks, Duration::from_secs(self.deadline))
    }

    /// The runs of the tasks.
    fn kinds(&self) -> Vec<RunKind> {
        let named = |name: &str| self.only.iter().any(|it| it == name);
        let mut kinds = if self.wants("tasks") { RunKind::USUAL.to_vec() } else { Vec::new() };
        for (name, kind) in PLAYERS {
            if named(name) && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }

    /// Whether only players that get prompts alone do the tasks, and nothing else is measured.
    fn is_of_players(&self) -> bool {
        let is_player = |name: &String| PLAYERS.iter().any(|(player, _)| name == player);
        !self.only.is_empty() && self.only.iter().all(is_player)
    }
}

/// Measures, and publishes the report. The prompts of a task of an hour, the tasks through APIs, and those by players that get prompts
/// alone have one of their own.
pub(crate) async fn measure(options: &Options) -> Result<()> {
    for name in [HOURS, PROVIDERS] {
        ensure!(
            options.only.len() < 2 || !options.only.iter().any(|it| it == name),
            "`--only {name}` has a report of its own: measure the rest without it"
        );
    }
    let alone = options.only.first().map(String::as_str);
    ensure!(options.apis.is_empty() || alone == Some(PROVIDERS), "`--api` needs `--only {PROVIDERS}`");
    match alone {
        Some(HOURS) => options.output.publish(Box::pin(hours::measure())).await,
        Some(PROVIDERS) => {
            let apis = if options.apis.is_empty() { Api::ALL.to_vec() } else { options.apis.clone() };
            Box::pin(providers::measure(&apis, &options.part()?, &options.output)).await
        }
        _ if options.is_of_players() => {
            let begun = PlayerReport { machine: Machine::detect(), ..PlayerReport::default() };
            options
                .output
                .publish_as_far_as_measured(begun, async |report: &mut PlayerReport| {
                    Box::pin(play(report, options)).await
                })
                .await
        }
        _ => {
            let begun = Report { machine: Machine::detect(), ..Report::default() };
            options
                .output
                .publish_as_far_as_measured(begun, async |report: &mut Report| {
                    Box::pin(fill(report, options)).await
                })
                .await
        }
    }
}

/// Puts what the players do into the report, task by task.
async fn play(report: &mut PlayerReport, options: &Options) -> Result<()> {
    let (kinds, part) = (options.kinds(), options.part()?);
    suite::measure(&kinds, &part, &interrupt_token(), &mut report.tasks).await
}

/// Puts what is measured into the report, part by part.
async fn fill(report: &mut Report, options: &Options) -> Result<()> {
    let (interrupt, kinds) = (interrupt_token(), options.kinds());
    // A name that no task has is said at once, and not after the other parts.
    let part = options.part()?;
    if options.wants("sizes") {
        report.fixed = sizes::fixed_prompts()?;
    }
    if options.wants("steps") {
        say("steps in windows of many controls ...");
        report.windows = unless_interrupted(&interrupt, Box::pin(steps::measure(options.steps))).await?;
    }
    if options.wants("stops") {
        say("stops during model calls ...");
        report.stops = unless_interrupted(&interrupt, Box::pin(stops::measure(options.stops))).await?;
    }
    if options.wants("rulings") {
        report.rulings = rulings::measure(options.rulings)?;
    }
    if options.wants("consents") {
        say("consents of a person ...");
        report.consents =
            unless_interrupted(&interrupt, Box::pin(consents::measure(options.consents))).await?;
    }
    if options.wants("waits") {
        say("waits for effects ...");
        report.waits = unless_interrupted(&interrupt, Box::pin(waits::measure(options.waits))).await?;
    }
    if options.wants("plans") {
        say("plans, and scripts that send the same inputs ...");
        report.plans = unless_interrupted(&interrupt, Box::pin(follower::measure(options.plans))).await?;
    }
    if options.wants("office") {
        say("actions in LibreOffice, and a raw script that sends the same inputs ...");
        report.office = unless_interrupted(&interrupt, Box::pin(office::measure(options.office))).await?;
    }
    suite::measure(&kinds, &part, &interrupt, &mut report.tasks).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, FromArgMatches};

    fn options(words: &[&str]) -> Options {
        let command = Options::augment_args(clap::Command::new("agent").no_binary_name(true));
        Options::from_arg_matches(&command.try_get_matches_from(words).unwrap()).unwrap()
    }

    #[tokio::test]
    async fn what_does_not_go_together_is_said_before_anything_is_measured() {
        for (words, expected) in [
            (&["--only", "providers", "--only", "strict"][..], "`--only providers` has a report of its own"),
            (&["--only", "sizes", "--only", "hours"], "`--only hours` has a report of its own"),
            (&["--only", "strict", "--api", "openai"], "`--api` needs `--only providers`"),
            (&["--only", "providers", "--task", "no-such-task"], "there is no task \"no-such-task\""),
            (&["--only", "strict", "--task", "no-such-task"], "there is no task \"no-such-task\""),
        ] {
            let error = Box::pin(measure(&options(words))).await.unwrap_err().to_string();
            assert!(error.starts_with(expected), "{words:?}: {error}");
        }
    }

    #[test]
    fn players_that_get_prompts_have_a_report_of_their_own_where_nothing_else_is_measured() {
        for (words, expected) in [
            (&["--only", "strict"][..], true),
            (&["--only", "strict", "--only", "plain"], true),
            (&["--only", "strict", "--only", "sizes"], false),
            (&["--only", "tasks"], false),
            (&[], false),
        ] {
            assert_eq!(options(words).is_of_players(), expected, "{words:?}");
        }
    }

    #[test]
    fn a_task_has_a_deadline_and_an_api_a_known_name() {
        assert_eq!(options(&[]).part().unwrap().deadline(), Duration::from_secs(300));
        let options = options(&["--deadline", "9", "--api", "gemini"]);
        assert_eq!(options.part().unwrap().deadline(), Duration::from_secs(9));
        assert_eq!(options.apis, [Api::Gemini]);
    }
}
