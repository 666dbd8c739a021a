//! `policy`: prints the rules in force, and the rulings on one operation or on all operations of a task.

mod operation;

use super::print;
use crate::{
    args::{CheckArgs, CommonArgs, PolicyArgs, PolicyCommand},
    console::plain,
    exit::Exit,
    settings,
};
use anyhow::Result;
use deskpilot_agent::linked_places;
use deskpilot_core::{
    Clipboard, Control, Entry, Event, Grounds, Operation, Paths, Policy, PolicyContext, Ruling, View,
};
use deskpilot_log::read;
use operation::operation;
use serde_json::{Value, json};

/// `deskpilot policy`
pub(crate) fn policy(args: PolicyArgs) -> Result<Exit> {
    match args.command {
        PolicyCommand::Show { policy, json } => show(policy, json),
        PolicyCommand::Check(args) => match &args.task {
            Some(task) => check_task(&args, task),
            None => check(&args),
        },
    }
}

fn show(policy: Option<String>, as_json: bool) -> Result<Exit> {
    let config = settings::config(&CommonArgs { policy, ..CommonArgs::default() })?.policy;
    let rules = config.policy.rules();
    let file = config.file.as_ref().filter(|it| it.exists()).map(|it| it.display().to_string());
    if as_json {
        let shown = json!({"preset": config.policy.active_preset(), "file": file, "rules": rules});
        print(&serde_json::to_string_pretty(&shown)?);
        return Ok(Exit::Finished);
    }
    let mut lines = vec![format!("preset: {}", config.policy.active_preset())];
    lines.push(format!("rules:  {}", file.unwrap_or_else(|| "no file".into())));
    lines.extend(rules.iter().map(|it| format!("  {:<16} {}", plain(&it.name), plain(&it.to_string()))));
    print(&lines.join("\n"));
    Ok(Exit::Finished)
}

fn check(args: &CheckArgs) -> Result<Exit> {
    let config = settings::config(&CommonArgs { policy: args.policy.clone(), ..CommonArgs::default() })?;
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
    let home = std::env::var("HOME").unwrap_or_default();
    let places = linked_places(&operation, None, &[], paths(&home));
    let around = PolicyContext {
        controls: &controls,
        pages: args.page.as_slice(),
        places: &places,
        home: &home,
        clipboard: config.clipboard,
        ..PolicyContext::default()
    };
    let (ruling, grounds) = config.policy.policy.judge(&operation, &around);
    print(&if args.json {
        serde_json::to_string_pretty(&as_json(&operation, &ruling, &grounds))?
    } else {
        as_text(&operation, &ruling, &grounds)
    });
    Ok(exit(&ruling))
}

fn paths(home: &str) -> Paths<'_> {
    Paths { home, ..Paths::default() }
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

/// Prints the ruling of this policy on every operation of a task.
fn check_task(args: &CheckArgs, task: &str) -> Result<Exit> {
    let common =
        CommonArgs { policy: args.policy.clone(), log_dir: args.log_dir.clone(), ..CommonArgs::default() };
    let config = settings::config(&common)?;
    let rulings = rulings(&read(&config.log_dir, task)?, &config.policy.policy, config.clipboard);
    if args.json {
        let rows: Vec<Value> =
            rulings.iter().map(|(operation, ruling, grounds)| as_json(operation, ruling, grounds)).collect();
        print(&serde_json::to_string_pretty(&rows)?);
        return Ok(Exit::Finished);
    }
    let mut lines: Vec<String> = Vec::new();
    for (operation, ruling, _) in &rulings {
        let why = because(ruling).map(|it| format!(" ({})", plain(it))).unwrap_or_default();
        lines.push(format!("{:<8} {}{why}", word(ruling), plain(&operation.description())));
    }
    let count = |is: &str| rulings.iter().filter(|(_, ruling, _)| word(ruling) == is).count();
    lines.push(format!(
        "{} allowed, {} asked, {} refused",
        count("allowed"),
        count("asked"),
        count("refused")
    ));
    print(&lines.join("\n"));
    Ok(Exit::Finished)
}

/// The rulings of this policy on the operations of a log, with links as they lead now.
fn rulings(entries: &[Entry], policy: &Policy, clipboard: Clipboard) -> Vec<(Operation, Ruling, Grounds)> {
    let mut controls: Vec<Control> = Vec::new();
    let mut rulings = Vec::new();
    for entry in entries {
        match &entry.event {
            Event::Observed { view: View::App(view) } => controls.clone_from(&view.controls),
            Event::Ruled { operation, .. } => {
                let home = operation.home().unwrap_or("");
                let places = linked_places(operation, None, &[], paths(home));
                let around = PolicyContext {
                    controls: &controls,
                    clipboard,
                    home,
                    places: &places,
                    ..PolicyContext::default()
                };
                let (ruling, grounds) = policy.judge(operation, &around);
                rulings.push((operation.clone(), ruling, grounds));
            }
            _ => {}
        }
    }
    rulings
}
