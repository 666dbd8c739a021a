//! `demonstrations`: lists, shows, removes and imports demonstrations, and makes plans of them.

use super::{learned::index_now, print};
use crate::{
    args::{CommonArgs, DemonstrationsArgs, DemonstrationsCommand, JsonArgs},
    console::plain,
    exit::Exit,
    settings,
    table::{Column, Table},
};
use anyhow::{Context, Result};
use deskpilot_demonstrations::{Demonstration, Store, free_name, import::import, plan::plan};
use deskpilot_runtime::{Config, Environment, UsageError, demonstrations_folder};
use deskpilot_system::AtomicWrite;
use serde_json::json;
use std::path::Path;

/// `deskpilot demonstrations`
pub(crate) async fn demonstrations(environment: &Environment, args: DemonstrationsArgs) -> Result<Exit> {
    let config = settings::config(environment, &CommonArgs::default())?;
    let store = store(args.dir.as_deref(), &config)?;
    let changes =
        matches!(args.command, DemonstrationsCommand::Remove { .. } | DemonstrationsCommand::Import { .. });
    let done = carry_out(args.command, &store);
    if changes && args.dir.is_none() {
        index_now(&config).await;
    }
    done?;
    Ok(Exit::Finished)
}

fn carry_out(command: DemonstrationsCommand, store: &Store) -> Result<()> {
    match command {
        DemonstrationsCommand::List { json } => list(store, json.wanted)?,
        DemonstrationsCommand::Show { name, tips: true, .. } => print(&tips(&store.load(&name)?)),
        DemonstrationsCommand::Show { name, json: JsonArgs { wanted: true }, .. } => {
            print(&serde_json::to_string_pretty(&store.load(&name)?)?);
        }
        DemonstrationsCommand::Show { name, .. } => print(&steps(&store.load(&name)?)),
        DemonstrationsCommand::Remove { names } => {
            for name in names {
                store.remove(&name)?;
                print(&format!("removed {name}"));
            }
        }
        DemonstrationsCommand::Plan { name, output, object } => {
            let text = plan(&store.load(&name)?, object.as_deref())?.to_json();
            match output {
                Some(file) => write(&file, &text)?,
                None => print(&text),
            }
        }
        DemonstrationsCommand::Import { file, request, name } => {
            let (mut shown, pictures) = import(&file, request.trim())?;
            shown.when = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
            let of_file = || file.file_stem().map_or(String::new(), |it| it.to_string_lossy().into_owned());
            let words = if shown.request.is_empty() { of_file() } else { shown.request.clone() };
            let name = name.unwrap_or_else(|| free_name(&words, |name| store.has(name)));
            let folder = store.save(&name, &shown, &pictures)?;
            print(&plain(&format!("{name}: {} steps, in {}", shown.steps.len(), folder.display())));
        }
    }
    Ok(())
}

/// The demonstrations in this folder, or in that of the user's data.
pub(super) fn store(folder: Option<&Path>, config: &Config) -> Result<Store> {
    let root = folder.map(Path::to_owned).or_else(|| demonstrations_folder(&config.environment));
    let root = root.ok_or_else(|| {
        UsageError("no folder of your data is known: name one with --dir or --output".into())
    })?;
    Ok(Store::at(&root))
}

fn list(store: &Store, json: bool) -> Result<()> {
    let listed = store.list()?;
    if json {
        let rows = listed.iter().map(|it| {
            json!({"name": it.name, "request": it.request, "when": it.when, "applications": it.applications,
                "steps": it.step_count, "problem": it.problem})
        });
        print(&serde_json::to_string_pretty(&rows.collect::<Vec<_>>())?);
        return Ok(());
    }
    if listed.is_empty() {
        print("there are no demonstrations: `deskpilot demonstrate --app APPLICATION` records one");
        return Ok(());
    }
    let mut table = Table::new(vec![
        Column::left("NAME"),
        Column::right("STEPS"),
        Column::left("APPLICATIONS"),
        Column::rest("REQUEST"),
    ]);
    for it in listed {
        let request = it.problem.unwrap_or(it.request);
        table.push(vec![
            it.name,
            it.step_count.to_string(),
            plain(&it.applications.join(", ")),
            plain(&request),
        ]);
    }
    print(&table.text());
    Ok(())
}

/// The steps with their effects and comments.
fn steps(shown: &Demonstration) -> String {
    let names: Vec<&str> = shown.applications.iter().map(|it| it.name.as_str()).collect();
    let mut lines = vec![format!("{} (in {}; {})", shown.request, names.join(", "), shown.when)];
    for (at, step) in shown.steps.iter().enumerate() {
        lines.push(format!("{:>3}  {}", at + 1, step.sentence()));
        lines.extend(step.effect.iter().map(|it| format!("       {it}")));
        if !step.comment.is_empty() {
            lines.push(format!("       # {}", step.comment));
        }
    }
    // Each line alone: what was typed may have line breaks.
    lines.iter().map(|line| plain(line)).collect::<Vec<_>>().join("\n")
}

fn tips(shown: &Demonstration) -> String {
    let passages = shown.passages().into_iter().map(|(title, text)| format!("{title}\n{text}"));
    let lines = passages.flat_map(|it| it.lines().map(plain).collect::<Vec<_>>());
    lines.collect::<Vec<_>>().join("\n")
}

fn write(file: &Path, text: &str) -> Result<()> {
    let written = AtomicWrite::FAST.write(file, format!("{text}\n").as_bytes());
    written.with_context(|| format!("{} cannot be written", file.display()))
}
