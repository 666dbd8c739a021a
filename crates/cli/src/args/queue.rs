//! The command line of `queue`.

use super::JsonArgs;
use clap::{Args, Subcommand};

/// `queue`
#[derive(Debug, Args)]
pub(crate) struct QueueCommandArgs {
    #[command(subcommand)]
    pub(crate) command: QueueCommand,
}

/// What to do with a queue.
#[derive(Debug, Subcommand)]
pub(crate) enum QueueCommand {
    /// Show the jobs of a queue: their states, attempts, and why they wait or failed.
    List(QueueListArgs),
    /// Queue jobs again that wait for a person, failed, were cancelled or have no attempts left.
    Requeue(QueueChangeArgs),
    /// Cancel jobs; a worker that does one stops.
    Cancel(QueueChangeArgs),
}

/// `queue list`
#[derive(Debug, Args)]
pub(crate) struct QueueListArgs {
    /// The queue: a file, nats://HOST:PORT on this machine or tls://HOST:PORT.
    pub(crate) queue: String,
    /// Only the jobs of this run.
    #[arg(long, value_name = "RUN")]
    pub(crate) run: Option<String>,
    /// Only the jobs in this state; can be given several times.
    #[arg(long, value_name = "STATE", value_parser = STATES)]
    pub(crate) state: Vec<String>,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// `queue requeue` and `queue cancel`
#[derive(Debug, Args)]
pub(crate) struct QueueChangeArgs {
    /// The queue: a file, nats://HOST:PORT on this machine or tls://HOST:PORT.
    pub(crate) queue: String,
    /// The run of the jobs.
    pub(crate) run: String,
    /// The ids of the jobs.
    pub(crate) jobs: Vec<String>,
    /// All jobs in this state; can be given several times.
    #[arg(long, value_name = "STATE", value_parser = STATES)]
    pub(crate) state: Vec<String>,
}

/// The states of a job.
const STATES: [&str; 7] = ["queued", "running", "waiting", "succeeded", "failed", "cancelled", "dead"];
