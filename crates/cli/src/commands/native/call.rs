//! `call`: carries out one native command as a task of one step, so that policy, questions and log are those of any task.

use super::{arguments, pretty, print, table};
use crate::{
    args::CallArgs, commands::run::TerminalRun, console::plain, exit::Exit, progress::ProgressFormat,
    settings, signals::stop_token, terminal::Terminal,
};
use anyhow::{Context, Result, anyhow, bail};
use deskpilot_agent::{Deciders, Ending, Judge};
use deskpilot_core::{Call, CommandSpec, Entry, Event, Mode, Operation, Outcome, TaskObject, TaskPlan};
use deskpilot_deciders::plan::{CommandPlan, CommandStep, PlanExecutor, TextMatching};
use deskpilot_desktop::CommandTable;
use deskpilot_log::FileLog;
use deskpilot_runtime::{Environment, OpenedLog, SessionSpec, UsageError, deciders_of_mode, new_task_name};
use serde_json::{Map, json};
use std::{
    env::current_dir,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The command that saves a document to its file.
const SAVE: &str = "save";
/// The command that opens a page.
const OPEN_PAGE: &str = "open_page";

/// `deskpilot call`
pub(crate) async fn call(environment: &Environment, args: CallArgs) -> Result<Exit> {
    let folder = current_dir().context("the current folder cannot be read")?;
    let table = table(environment, &args.application)?;
    let call = checked_call(&table, &args, &folder)?;
    let object = object(&table, args.file.as_deref(), &folder)?;
    let opening = args.page.as_deref().map(|it| opening(&table, it)).transpose()?;
    let saving = args.save.then(|| Call { command: SAVE.into(), ..Call::default() });
    let calls = opening.into_iter().chain([call.clone()]).chain(saving);
    let executor = Arc::new(PlanExecutor::new(CommandPlan {
        object: object.clone(),
        steps: calls.map(step).collect(),
        matching: TextMatching::default(),
        save_keys: None,
    }));
    let config = settings::config_at_terminal(environment, Mode::BatchNormal, &args.common)?;
    let request = format!("{call} on {}", object.name());
    let plan = TaskPlan { task: request.clone(), steps: Vec::new(), object, close: false };
    let usual = deciders_of_mode(&config, Mode::BatchNormal, Some(&plan))?;
    let deciders = Deciders { host: executor.clone(), app: executor, ..usual };
    let task = format!("call-{}", new_task_name());
    let log = FileLog::create(&config.log_dir, &task)?;
    let (log_dir, terminal) = (config.log_dir.clone(), Terminal::new(config.timeouts.person));
    let spec = SessionSpec {
        mode: Mode::BatchNormal,
        plan: Some(plan),
        judge: Judge::ChecksOnly,
        ..SessionSpec::with(config, &task, [request], deciders)
    };
    let run = TerminalRun { spec, progress: ProgressFormat::Silent, terminal };
    let ending = run.run(OpenedLog::fresh(log), &stop_token()?).await?;
    let entries = deskpilot_log::read(&log_dir, &task)?;
    report(&call, outcome_of(&call, &entries), &ending, args.json)
}

/// The call, checked before anything is opened.
fn checked_call(table: &CommandTable, args: &CallArgs, folder: &Path) -> Result<Call> {
    let spec = spec(table, &args.command)?;
    let read = arguments::read(spec, &args.arguments, folder);
    let args =
        read.map_err(|why| UsageError(format!("{why}; `deskpilot commands {}` tells more", table.name)))?;
    Ok(Call { command: spec.name.to_string(), args })
}

fn spec(table: &CommandTable, name: &str) -> Result<&'static CommandSpec> {
    let names = || table.commands.iter().map(|it| it.name.as_ref()).collect::<Vec<_>>().join(", ");
    let wrong = || UsageError(format!("{} has no command {name}: it has {}", table.name, names()));
    table.commands.iter().find(|it| it.name == name).ok_or_else(|| anyhow!(wrong()))
}

/// What the command works on: a document, or the application with a new one.
fn object(table: &CommandTable, file: Option<&Path>, folder: &Path) -> Result<TaskObject> {
    let Some(application) = table.application else {
        let why = format!("{} works in no window of its own: a task uses its commands in any", table.name);
        bail!(UsageError(why));
    };
    let Some(file) = file else { return Ok(TaskObject::Application(application.to_owned())) };
    let file: PathBuf = folder.join(file);
    match file.canonicalize() {
        Ok(file) => Ok(TaskObject::File(file.to_string_lossy().into_owned())),
        Err(error) => bail!(UsageError(format!(
            "{} cannot be opened: {error}; without --file the command works on a new document",
            file.display()
        ))),
    }
}

/// The call that opens a page.
fn opening(table: &CommandTable, address: &str) -> Result<Call> {
    let spec = table.commands.iter().find(|it| it.name == OPEN_PAGE);
    let spec = spec.ok_or_else(|| UsageError(format!("{} opens no pages: leave --page out", table.name)))?;
    let args = Map::from_iter([("url".to_owned(), address.into())]);
    match spec.argument_error(&args) {
        Some(refusal) => bail!(UsageError(format!("--page: {refusal}"))),
        None => Ok(Call { command: OPEN_PAGE.into(), args }),
    }
}

fn step(call: Call) -> CommandStep {
    CommandStep { subtask: call.to_string(), control_text: String::new(), label: None, call }
}

/// The outcome of the call; `None` if it did not run.
fn outcome_of(call: &Call, entries: &[Entry]) -> Option<Outcome> {
    let id = entries.iter().find_map(|it| match &it.event {
        Event::Acting { id, operation: Operation::Act(action), .. }
            if action.call.command == call.command =>
        {
            Some(*id)
        }
        _ => None,
    })?;
    entries.iter().find_map(|it| match &it.event {
        Event::Acted { id: done, outcome } if *done == id => Some(outcome.clone()),
        _ => None,
    })
}

/// A text with its lines and tabs, and without other control characters.
fn printable(text: &str) -> String {
    let line = |line: &str| line.split('\t').map(plain).collect::<Vec<_>>().join("\t");
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn report(call: &Call, outcome: Option<Outcome>, ending: &Ending, is_json: bool) -> Result<Exit> {
    let is_done = outcome.as_ref().is_some_and(|it| it.effect.is_success());
    let effect = outcome.as_ref().map_or_else(|| crate::console::how(ending), |it| it.effect.to_string());
    let output = outcome.and_then(|it| it.output);
    if is_json {
        print(&pretty(&json!({
            "command": call.command, "arguments": call.args, "done": is_done, "effect": effect, "output": output,
        }))?);
    } else {
        let read = output.map(|it| format!("\n{}", printable(&it))).unwrap_or_default();
        print(&format!("{}{read}", plain(&effect)));
    }
    Ok(match ending {
        Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => Exit::NeedsPerson,
        Ending::Stopped => Exit::Stopped,
        Ending::Ended(_) if is_done => Exit::Finished,
        Ending::Ended(_) => Exit::Failed,
    })
}
