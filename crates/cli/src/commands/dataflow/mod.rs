//! `dataflow` and `worker`: instantiates, executes and judges tasks.

mod datasets;
mod pipeline;
mod progress;
mod run;
mod status;
mod worker;

pub(crate) use worker::worker;

use crate::{
    args::{DataflowArgs, DataflowCommand},
    exit::Exit,
};
use anyhow::Result;
use deskpilot_dataflow::RunKind;
use deskpilot_runtime::Environment;

/// `deskpilot dataflow`
pub(crate) async fn dataflow(environment: &Environment, args: DataflowArgs) -> Result<Exit> {
    match args.command {
        DataflowCommand::Instantiate(args) => run::run(environment, args, RunKind::Instantiation).await,
        DataflowCommand::Execute(args) => run::run(environment, args, RunKind::Execution).await,
        DataflowCommand::Run(args) => run::run(environment, args, RunKind::Dataflow).await,
        DataflowCommand::Status(args) => status::status(&args).await,
        DataflowCommand::Failures(args) => status::failures(&args),
        DataflowCommand::Export(args) => datasets::export(&args),
        DataflowCommand::Import(args) => datasets::import(&args),
    }
}
