//! `run --dry-run`: asks the HostAgent for its plan, and does nothing of it.

use super::session::sessions;
use crate::{args::RunArgs, commands::print, console::plain, exit::Exit, progress::Screen, settings};
use anyhow::{Result, bail};
use deskpilot_core::{Event, HostDecision, HostRemarks, Policy, Preset, Subtask};
use deskpilot_log::FileLog;
use deskpilot_runtime::{
    Config, Environment, OpenedLog, PolicyConfig, SessionSpec, UsageError, deciders_of_mode, new_task_name,
};

/// `deskpilot run REQUEST --dry-run`
pub(super) async fn run(environment: &Environment, args: RunArgs) -> Result<Exit> {
    let Some(request) = args.request() else {
        bail!(UsageError("say what you want done, to see the plan for it".into()));
    };
    let config = settings::config_in(environment, args.mode, &args.common)?;
    // A bounded policy without rules allows no action, so a dry run changes nothing.
    let policy = PolicyConfig { policy: Policy::preset(Preset::Bounded), ..config.policy.clone() };
    let config = Config { policy, ..config };
    let deciders = deciders_of_mode(&config, args.mode, None)?;
    let task = args.task.unwrap_or_else(|| format!("dry-run-{}", new_task_name()));
    let log = FileLog::create(&config.log_dir, &task)?;
    let spec = SessionSpec { mode: args.mode, ..SessionSpec::with(config, &task, [request], deciders) };
    let handle = sessions(Screen::of_process()).resume(spec, OpenedLog::fresh(log))?;
    let mut events = handle.events(0);
    let mut decided = None;
    while let Some(entry) = events.next().await? {
        if let Event::HostDecided { decision, remarks } = &entry.event {
            handle.stop();
            decided.get_or_insert((decision.clone(), remarks.clone()));
        }
    }
    let outcome = handle.outcome().await?;
    let Some((decision, remarks)) = decided else {
        print(&format!("there is no plan; `deskpilot log {task}` says why"));
        return Ok(Exit::Failed);
    };
    print(&text(&decision, &remarks));
    print(&format!(
        "\nNothing was done. `deskpilot policy show` lists what needs your approval. Cost: {}",
        outcome.cost
    ));
    Ok(if matches!(decision, HostDecision::Fail) { Exit::Failed } else { Exit::Finished })
}

/// The plan, a subtask a line.
fn text(decision: &HostDecision, remarks: &HostRemarks) -> String {
    let first = match decision {
        HostDecision::Assign(it) => Some((it.window.application.clone(), it.subtask.text.clone())),
        HostDecision::LaunchFor(launch, _, subtask) => {
            Some((launch.application.clone(), subtask.text.clone()))
        }
        HostDecision::LaunchAll(launches, _, Some(subtask)) => {
            let all: Vec<&str> = launches.iter().map(|it| it.application.as_str()).collect();
            Some((all.join(", "), subtask.text.clone()))
        }
        _ => None,
    };
    let of = |it: &Subtask| (it.application.clone(), it.text.clone());
    let planned = remarks.planned.iter().map(of);
    let lines: Vec<String> = first.into_iter().chain(planned).map(line).collect();
    match (decision, lines.as_slice()) {
        (HostDecision::Fail, _) => format!("It cannot be done: {}", plain(&remarks.common.comment)),
        (HostDecision::Ask(questions), _) => {
            let asked: Vec<&str> = questions.iter().map(|it| it.0.as_str()).collect();
            format!("It would ask first: {}", plain(&asked.join(" / ")))
        }
        (_, []) => format!("Plan: {}", plain(&remarks.common.plan.join("; "))),
        (_, lines) => {
            let numbered: Vec<String> =
                (1..).zip(lines).map(|(at, line): (usize, &String)| format!("  {at}. {line}")).collect();
            format!("Plan:\n{}", numbered.join("\n"))
        }
    }
}

fn line((application, text): (String, String)) -> String {
    let line = if application.is_empty() { text } else { format!("{application}: {text}") };
    plain(&line)
}
