//! `policy`: the rules in force, and what they say to a deed or to all deeds of a task.

use super::print;
use crate::{
    args::{CheckArgs, Common, PolicyArgs, PolicyCommand},
    console::plain,
    exit::{Exit, UsageError},
    settings,
};
use anyhow::{Result, bail};
use deskpilot_agent::supposed;
use deskpilot_core::{
    Call, Circumstances, Clipboard, Control, Deed, Entry, Event, Grounds, Launch, NodeId, Policy, Rect, Role,
    Ruling, Shell, Source, State, States, View, Window, WindowId, WindowState,
};
use deskpilot_log::read;
use serde_json::{Map, Value, json};

/// `deskpilot policy`
pub(crate) fn policy(args: PolicyArgs) -> Result<Exit> {
    match args.what {
        PolicyCommand::Show { policy, json } => show(policy, json),
        PolicyCommand::Check(args) => match &args.task {
            Some(task) => replayed(&args, task),
            None => check(&args),
        },
    }
}

fn show(policy: Option<String>, as_json: bool) -> Result<Exit> {
    let config = settings::config(&Common { policy, ..Common::default() })?.policy;
    let rules = config.policy.rules();
    let file = config.file.as_ref().filter(|it| it.exists()).map(|it| it.display().to_string());
    if as_json {
        let told = json!({"preset": config.policy.in_force(), "file": file, "rules": rules});
        print(&serde_json::to_string_pretty(&told)?);
        return Ok(Exit::Finished);
    }
    let mut lines = vec![format!("preset: {}", config.policy.in_force())];
    lines.push(format!("rules:  {}", file.unwrap_or_else(|| "no file".into())));
    lines.extend(rules.iter().map(|it| format!("  {:<16} {}", plain(&it.name), plain(&it.to_string()))));
    print(&lines.join("\n"));
    Ok(Exit::Finished)
}

fn check(args: &CheckArgs) -> Result<Exit> {
    let config = settings::config(&Common { policy: args.policy.clone(), ..Common::default() })?;
    let deed = deed(args)?;
    let controls: Vec<Control> = match &deed {
        Deed::Act(action) => match &action.aim {
            deskpilot_core::Aim::Control(control) => vec![control.as_ref().clone()],
            _ => Vec::new(),
        },
        Deed::Launch(_) | Deed::Run(_) | Deed::Delegate(_) | Deed::Permit(_) => Vec::new(),
    };
    let home = std::env::var("HOME").unwrap_or_default();
    let around = Circumstances {
        controls: &controls,
        pages: args.page.as_slice(),
        home: &home,
        clipboard: config.clipboard,
        ..Circumstances::default()
    };
    let (ruling, grounds) = config.policy.policy.judge(&deed, &around);
    print(&if args.json {
        serde_json::to_string_pretty(&as_json(&deed, &ruling, &grounds))?
    } else {
        told(&deed, &ruling, &grounds)
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

fn told(deed: &Deed, ruling: &Ruling, grounds: &Grounds) -> String {
    let mut lines = vec![format!("{}: {}", word(ruling), plain(&deed.words()))];
    lines.push(format!("  by       {}", plain(&grounds.speaker.to_string())));
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

fn as_json(deed: &Deed, ruling: &Ruling, grounds: &Grounds) -> Value {
    json!({"deed": deed.words(), "ruling": word(ruling), "because": because(ruling), "grounds": grounds})
}

fn because(ruling: &Ruling) -> Option<&str> {
    match ruling {
        Ruling::Allow => None,
        Ruling::Confirm(why) | Ruling::Refuse(why) => Some(why),
    }
}

/// Every deed of a task as this policy would have judged it.
fn replayed(args: &CheckArgs, task: &str) -> Result<Exit> {
    let common = Common { policy: args.policy.clone(), log_dir: args.log_dir.clone(), ..Common::default() };
    let config = settings::config(&common)?;
    let rulings = anew(&read(&config.log_dir, task)?, &config.policy.policy, config.clipboard);
    if args.json {
        let rows: Vec<Value> =
            rulings.iter().map(|(deed, ruling, grounds)| as_json(deed, ruling, grounds)).collect();
        print(&serde_json::to_string_pretty(&rows)?);
        return Ok(Exit::Finished);
    }
    let mut lines: Vec<String> = Vec::new();
    for (deed, ruling, _) in &rulings {
        let why = because(ruling).map(|it| format!(" ({})", plain(it))).unwrap_or_default();
        lines.push(format!("{:<8} {}{why}", word(ruling), plain(&deed.words())));
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

fn anew(entries: &[Entry], policy: &Policy, clipboard: Clipboard) -> Vec<(Deed, Ruling, Grounds)> {
    let mut controls: Vec<Control> = Vec::new();
    let mut rulings = Vec::new();
    for entry in entries {
        match &entry.event {
            Event::Observed { view: View::App(view) } => controls.clone_from(&view.controls),
            Event::Ruled { deed, .. } => {
                let around = Circumstances { controls: &controls, clipboard, ..Circumstances::default() };
                let (ruling, grounds) = policy.judge(deed, &around);
                rulings.push((deed.clone(), ruling, grounds));
            }
            _ => {}
        }
    }
    rulings
}

/// The deed that the flags describe.
fn deed(args: &CheckArgs) -> Result<Deed> {
    if let Some(line) = &args.program {
        let argv: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        return Ok(Deed::Run(Shell { argv }));
    }
    if let Some(application) = &args.open {
        return Ok(Deed::Launch(Launch { application: application.clone(), file: args.file.clone() }));
    }
    let Some(command) = &args.command else {
        bail!(UsageError("name what to check: --command, --open or --program, or a task with --task".into()));
    };
    let mut given = Map::new();
    for argument in &args.argument {
        let Some((name, value)) = argument.split_once('=') else {
            bail!(UsageError(format!("--argument is NAME=VALUE, and is {argument:?}")));
        };
        given.insert(name.to_owned(), serde_json::from_str(value).unwrap_or_else(|_| value.into()));
    }
    let role = role(args.role.as_deref())?;
    let control = args.control.as_deref().map(|name| control(role, name));
    let call = Call { command: command.clone(), args: given };
    supposed(&call, control, window(args)).map_err(|wrong| UsageError(wrong.to_string()).into())
}

fn role(name: Option<&str>) -> Result<Role> {
    let Some(name) = name else { return Ok(Role::Button) };
    match Role::ALL.iter().find(|it| it.name().eq_ignore_ascii_case(name)) {
        Some(role) => Ok(*role),
        None => {
            let names: Vec<&str> = Role::ALL.iter().map(|it| it.name()).collect();
            bail!(UsageError(format!("--role is one of {}, and is {name:?}", names.join(", "))))
        }
    }
}

fn control(role: Role, name: &str) -> Control {
    Control {
        label: None,
        role,
        name: name.to_owned(),
        value: None,
        states: States::default().with(State::Enabled).with(State::Focused),
        rect: Rect::new(0, 0, 100, 20),
        source: Source::Accessibility { node: NodeId("supposed".into()) },
    }
}

fn window(args: &CheckArgs) -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: args.window.clone().unwrap_or_default(),
        application: args.application.clone().unwrap_or_default(),
        process: None,
        rect: Rect::new(0, 0, 800, 600),
        state: WindowState::Normal,
        focused: true,
    }
}
