//! `run`, `resume`, `replay`: a session from its first or its next step to its end, in any of the modes.

mod again;
mod plans;
mod session;

pub(crate) use again::{replay, resume};

use crate::{
    args::RunArgs, console::Progress, exit::Exit, settings, signals::stop_token, terminal::Terminal,
};
use anyhow::{Result, bail};
use deskpilot_core::Mode;
use deskpilot_log::FileLog;
use deskpilot_runtime::{SessionSpec, Then, UsageError, deciders_of_mode, time_of_day};
pub(crate) use session::sessions;
use session::{Run, exit};

const FIRST: &str = "What do you want done?\n> ";

/// `deskpilot run`
pub(crate) async fn run(args: RunArgs) -> Result<Exit> {
    check(&args)?;
    match args.mode.is_planned() {
        true => Box::pin(plans::run(args)).await,
        false => Box::pin(asked(args)).await,
    }
}

/// What a person asks for, on the command line or at the terminal.
async fn asked(args: RunArgs) -> Result<Exit> {
    let config = settings::config_in(args.mode, &args.common)?;
    let deciders = deciders_of_mode(&config, args.mode, None)?;
    let mut terminal = Terminal::new(config.timeouts.person);
    let asks = args.interactive || args.request.is_none();
    let request = match args.request {
        Some(request) => Some(request),
        None => terminal.request(FIRST).await,
    };
    let Some(request) = request else { return Ok(Exit::Finished) };
    let task = args.task.unwrap_or_else(time_of_day);
    let log = FileLog::create(&config.log_dir, &task)?;
    let then = if asks { Then::WaitsForMore } else { Then::Ends };
    let spec = SessionSpec { mode: args.mode, then, ..SessionSpec::with(config, &task, [request], deciders) };
    let run = Run { spec, progress: Progress::of(args.json), terminal };
    let ending = run.carry_out((log, Vec::new()), &stop_token()?).await?;
    Ok(exit(&ending))
}

/// What does not go together.
fn check(args: &RunArgs) -> Result<()> {
    let mode = args.mode;
    let keeps_states = mode.is_planned() && mode != Mode::Follower;
    let is_here = Terminal::is_here();
    let wrong = match (&args.request, &args.plan) {
        (_, None) if mode.is_planned() => {
            format!("the mode {mode} goes by plans: name a plan file, or a folder of them, with --plan")
        }
        (_, Some(_)) if !mode.is_planned() => {
            let planned: Vec<&str> = Mode::all().filter(|it| it.is_planned()).map(Mode::word).collect();
            format!(
                "the mode {mode} takes no plan: leave --plan out, or choose --mode {}",
                planned.join(", ")
            )
        }
        (Some(_), _) if mode.is_planned() => {
            format!("in the mode {mode} the plans say what is to be done: leave the request out")
        }
        _ if mode.is_planned() && args.interactive => {
            format!("in the mode {mode} the plans say what is to be done: leave --interactive out")
        }
        _ if args.status.is_some() && !keeps_states => {
            format!("the mode {mode} keeps no states: leave --status out, or choose --mode batch_normal")
        }
        (Some(request), _) if request.trim().is_empty() => {
            "the request is empty: say what you want done".into()
        }
        _ if args.interactive && !is_here => "nobody is at a terminal to ask: leave --interactive out".into(),
        (None, None) if !is_here => {
            "there is no request: say what you want done, or run it at a terminal".into()
        }
        _ => return Ok(()),
    };
    bail!(UsageError(wrong))
}
