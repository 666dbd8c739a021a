//! `run`, `resume`, `replay`: carry out a session from its first or next step to its end, in any mode.

mod beginning;
mod denied;
mod dry_run;
mod plans;
mod replay;
mod resume;
mod session;
mod unknown_log;

pub(crate) use replay::replay;
pub(crate) use resume::resume;

use crate::{
    args::RunArgs,
    commands::serve::show_task,
    exit::Exit,
    request_line::{RequestHistory, TypedLine},
    settings,
    signals::stop_token,
    terminal::Terminal,
};
use anyhow::{Result, bail};
use deskpilot_core::Mode;
use deskpilot_log::FileLog;
use deskpilot_runtime::{
    Environment, IdleBehavior, OpenedLog, SessionSpec, UsageError, check_request, deciders_of_mode,
    new_task_name,
};
pub(crate) use session::exit;
pub(crate) use session::{TerminalRun, sessions};

const FIRST_QUESTION: &str = "What do you want done?\n";

/// `deskpilot run`
pub(crate) async fn run(environment: &Environment, args: RunArgs) -> Result<Exit> {
    check(&args)?;
    if args.dry_run {
        return Box::pin(dry_run::run(environment, args)).await;
    }
    match args.mode.is_planned() {
        true => Box::pin(plans::run(environment, args)).await,
        false => Box::pin(run_requests(environment, args)).await,
    }
}

/// Carries out the requests of the command line and the terminal.
async fn run_requests(environment: &Environment, args: RunArgs) -> Result<Exit> {
    let config = settings::config_at_terminal(environment, args.mode, &args.common)?;
    let progress = settings::progress(environment, &args.output, &args.common)?;
    let deciders = deciders_of_mode(&config, args.mode, None)?;
    let history = RequestHistory::of(&config.environment);
    let mut terminal = Terminal::new(config.timeouts.person).with_history(history);
    let given = args.request();
    let is_interactive = args.interactive || given.is_none();
    let request = match given {
        Some(request) => request,
        None => match terminal.request(FIRST_QUESTION).await {
            TypedLine::Line(request) => request,
            TypedLine::End => return Ok(Exit::Finished),
            TypedLine::Stop => return Ok(Exit::Stopped),
        },
    };
    let task = args.task.unwrap_or_else(new_task_name);
    let log = FileLog::create(&config.log_dir, &task)?;
    let _page = match args.watch {
        true => Some(show_task(environment, &config.log_dir, &task).await?),
        false => None,
    };
    let when_idle = if is_interactive { IdleBehavior::AwaitRequests } else { IdleBehavior::End };
    let spec =
        SessionSpec { mode: args.mode, when_idle, ..SessionSpec::with(config, &task, [request], deciders) };
    let run = TerminalRun { spec, progress, terminal };
    let ending = run.run(OpenedLog::fresh(log), &stop_token()?).await?;
    Ok(exit(&ending))
}

/// Checks that the arguments fit together.
fn check(args: &RunArgs) -> Result<()> {
    let mode = args.mode;
    let keeps_queue = mode.is_planned() && mode != Mode::Follower;
    let at_terminal = Terminal::is_present();
    let request = args.request();
    let wrong = match (&request, &args.plan) {
        (_, None) if mode.is_planned() => {
            format!("the mode {mode} follows plans: name a plan file, or a folder of them, with --plan")
        }
        (_, Some(_)) if !mode.is_planned() => {
            let planned: Vec<&str> = Mode::all().filter(|it| it.is_planned()).map(Mode::word).collect();
            format!(
                "the mode {mode} takes no plan: leave --plan out, or choose --mode {}",
                planned.join(", ")
            )
        }
        (Some(_), _) if mode.is_planned() => {
            format!("in the mode {mode} the plans contain the requests: leave the request out")
        }
        _ if mode.is_planned() && args.interactive => {
            format!("in the mode {mode} the plans contain the requests: leave --interactive out")
        }
        _ if args.queue.is_some() && !keeps_queue => {
            format!("the mode {mode} keeps no queue: leave --queue out, or choose --mode batch_normal")
        }
        (Some(request), _) if request.trim().is_empty() => {
            "the request is empty: say what you want done".into()
        }
        _ if args.interactive && !at_terminal => {
            "standard input is not a terminal: leave --interactive out".into()
        }
        (None, None) if !at_terminal => {
            "there is no request: say what you want done, or run it at a terminal".into()
        }
        (Some(request), _) => return Ok(check_request(request)?),
        _ => return Ok(()),
    };
    bail!(UsageError(wrong))
}
