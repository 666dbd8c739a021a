//! `policy`: prints the rules in force, and the rulings on one operation or on all operations of a task.

mod check_task;
mod operation;

use super::print;
use crate::{
    args::{CheckArgs, CommonArgs, PolicyArgs, PolicyCommand},
    console::plain,
    exit::Exit,
    settings,
    width::padded,
};
use anyhow::Result;
use check_task::check_task;
use deskpilot_agent::judge_with_disk;
use deskpilot_core::{Control, Grounds, Operation, PolicyContext, Ruling};
use deskpilot_runtime::Environment;
use operation::operation;
use serde_json::{Value, json};

/// The least columns for the names of rules.
const LEAST_NAME: usize = 16;

/// `deskpilot policy`
pub(crate) fn policy(environment: &Environment, args: PolicyArgs) -> Result<Exit> {
    match args.command {
        PolicyCommand::Show { policy, json } => show(environment, policy, json.wanted),
        PolicyCommand::Check(args) => match &args.task {
            Some(task) => check_task(environment, &args, task),
            None => check(environment, &args),
        },
    }
}

fn show(environment: &Environment, policy: Option<String>, as_json: bool) -> Result<Exit> {
    let config = settings::config(environment, &CommonArgs { policy, ..CommonArgs::default() })?.policy;
    let rules = config.policy.rules();
    let file = config.file.as_ref().filter(|it| it.exists()).map(|it| it.display().to_string());
    if as_json {
        let shown = json!({"preset": config.policy.active_preset(), "file": file, "rules": rules});
        print(&serde_json::to_string_pretty(&shown)?);
        return Ok(Exit::Finished);
    }
    let mut lines = vec![format!("preset: {}", config.policy.active_preset())];
    lines.push(format!("rules:  {}", file.unwrap_or_else(|| "no file".into())));
    let names: Vec<String> = rules.iter().map(|it| plain(&it.name)).collect();
    lines.extend(rules.iter().zip(&names).map(|(rule, name)| {
        let name = padded(name, names.iter().map(String::as_str), LEAST_NAME);
        format!("  {name} {}", plain(&rule.to_string()))
    }));
    print(&lines.join("\n"));
    Ok(Exit::Finished)
}

fn check(environment: &Environment, args: &CheckArgs) -> Result<Exit> {
    let config =
        settings::config(environment, &CommonArgs { policy: args.policy.clone(), ..CommonArgs::default() })?;
    let operation = operation(args)?;
    let controls: Vec<Control> = match &operation {
        Operation::Act(action) => match &action.aim {
            deskpilot_core::Aim::Control(control) => vec![control.as_ref().clone()],
            _ => Vec::new(),
        },
        Operation::Launch(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => {
            Vec::new()
        }
    };
    let (home, own) = (environment.user_home().to_string_lossy().into_owned(), config.own_places());
    let seen = PolicyContext {
        own: &own,
        controls: &controls,
        pages: args.page.as_slice(),
        path_style: environment.platform().path_style(),
        home: &home,
        clipboard: config.clipboard,
        ..PolicyContext::default()
    };
    let (ruling, grounds) = judge_with_disk(&config.policy.policy, &operation, seen);
    print(&if args.json.wanted {
        serde_json::to_string_pretty(&as_json(&operation, &ruling, &grounds))?
    } else {
        as_text(&operation, &ruling, &grounds)
    });
    Ok(exit(&ruling))
}

const fn exit(ruling: &Ruling) -> Exit {
    match ruling {
        Ruling::Allow => Exit::Finished,
        Ruling::Confirm(_) => Exit::NeedsPerson,
        Ruling::Refuse(_) => Exit::Failed,
    }
}

fn as_text(operation: &Operation, ruling: &Ruling, grounds: &Grounds) -> String {
    let mut lines = vec![format!("{}: {}", word(ruling), plain(&operation.description()))];
    lines.push(format!("  by       {}", plain(&grounds.source.to_string())));
    if let Ruling::Confirm(why) | Ruling::Refuse(why) = ruling {
        lines.push(format!("  because  {}", plain(why)));
    }
    lines.extend(
        grounds
            .findings
            .iter()
            .map(|it| format!("  risk     {}: {}", it.risk.word(), plain(&it.to_string()))),
    );
    lines.extend(grounds.rule.iter().map(|it| format!("  \"always\" would add: {}", plain(&it.to_string()))));
    lines.join("\n")
}

const fn word(ruling: &Ruling) -> &'static str {
    match ruling {
        Ruling::Allow => "allowed",
        Ruling::Confirm(_) => "asked",
        Ruling::Refuse(_) => "refused",
    }
}

fn as_json(operation: &Operation, ruling: &Ruling, grounds: &Grounds) -> Value {
    json!({"operation": operation.description(), "ruling": word(ruling), "because": because(ruling), "grounds": grounds})
}

fn because(ruling: &Ruling) -> Option<&str> {
    match ruling {
        Ruling::Allow => None,
        Ruling::Confirm(why) | Ruling::Refuse(why) => Some(why),
    }
}
