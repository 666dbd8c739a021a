//! `experience`: lists, shows, changes and removes what sessions found out about applications.

use super::{
    learned::{Editing, edit_file, index_now, plain_lines, print_edited, print_list},
    print,
};
use crate::{
    args::{CommonArgs, ExperienceArgs, ExperienceCommand},
    console::plain,
    exit::Exit,
    settings,
};
use anyhow::{Context, Result};
use deskpilot_learning::{ExperienceKind, ExperienceStore, NamedExperience};
use deskpilot_runtime::{
    Config, Environment, LearnedRecord, UsageError, experience_store, forget_experience, learn_experience,
};
use serde_json::{Value, json};

/// `deskpilot experience`
pub(crate) async fn experience(environment: &Environment, args: ExperienceArgs) -> Result<Exit> {
    match args.command {
        ExperienceCommand::List { json } => list(&experience_store(environment)?, json.wanted),
        ExperienceCommand::Show { name, json } => show(environment, &name, json.wanted),
        ExperienceCommand::Edit { name } => {
            let exit = edit(environment, &name);
            index_now(&settings::config(environment, &CommonArgs::default())?).await;
            exit
        }
        ExperienceCommand::Forget { name } => {
            forget_experience(environment, &name)?;
            index_now(&settings::config(environment, &CommonArgs::default())?).await;
            print(&format!("removed: {}", plain(&name)));
            Ok(Exit::Finished)
        }
        ExperienceCommand::Learn { task, logs } => {
            let config = settings::config(environment, &logs.into())?;
            learn_from(&task, &config).await
        }
    }
}

fn list(library: &ExperienceStore, as_json: bool) -> Result<Exit> {
    if as_json {
        let rows: Vec<Value> = library.records().iter().map(row).collect();
        print(&serde_json::to_string_pretty(&json!({ "experience": rows, "problems": library.problems }))?);
        return Ok(Exit::Finished);
    }
    let lines = library.records().iter().map(line).collect();
    print_list(lines, &library.problems, "there is no experience yet: what is called right becomes some");
    Ok(Exit::Finished)
}

fn line(NamedExperience { name, record, .. }: &NamedExperience) -> String {
    let kind = match record.kind {
        ExperienceKind::Experience => "worked",
        ExperienceKind::Warning => "a warning",
        ExperienceKind::Fact => "a fact",
    };
    let by_you = if record.is_edited() { "; in your words" } else { "" };
    let applications = record.applications.join(", ");
    plain(&format!("{name} (in {applications}; {kind}, seen {}{by_you})", times(record.times_seen)))
        + "\n  "
        + &plain(&record.sub_task)
}

fn row(NamedExperience { name, record, .. }: &NamedExperience) -> Value {
    json!({
        "name": name,
        "kind": record.kind,
        "request": record.request,
        "sub_task": record.sub_task,
        "applications": record.applications,
        "version": record.version,
        "times_seen": record.times_seen,
        "edited": record.is_edited(),
        "tips": record.tips,
        "learned_from": record.learned_from,
    })
}

fn times(number: u32) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}

fn show(environment: &Environment, name: &str, as_json: bool) -> Result<Exit> {
    let library = experience_store(environment)?;
    let record = &library.record(name).map_err(|error| UsageError(error.to_string()))?.record;
    let text = toml::to_string_pretty(record).context("the record cannot be written as text")?;
    match as_json {
        true => print(&serde_json::to_string_pretty(record)?),
        false => print(plain_lines(&text).trim_end()),
    }
    Ok(Exit::Finished)
}

/// Lets the user change the file, and checks it afterwards.
fn edit(environment: &Environment, name: &str) -> Result<Exit> {
    let path = experience_store(environment)?.path(name).map_err(|error| UsageError(error.to_string()))?;
    if edit_file(environment, &path)? == Editing::NoEditor {
        return Ok(Exit::Finished);
    }
    let library = experience_store(environment)?;
    print_edited(name, &library.record(name), &library.problems)
}

async fn learn_from(task: &str, config: &Config) -> Result<Exit> {
    let entries = deskpilot_log::read(&config.log_dir, task)?;
    let lessons = learn_experience(&config.environment, &entries)?;
    index_now(config).await;
    let learned = lessons.records.iter().map(learned);
    let left_out = lessons.left_out.iter().map(|it| format!("no experience from {it}"));
    let lines: Vec<String> = learned.chain(left_out).map(|it| plain(&it)).collect();
    print(&if lines.is_empty() { "the task carried nothing out".to_owned() } else { lines.join("\n") });
    Ok(Exit::Finished)
}

fn learned(LearnedRecord { name, kind, times_seen }: &LearnedRecord) -> String {
    let kind = match kind {
        ExperienceKind::Experience => "what worked",
        ExperienceKind::Warning => "a warning",
        ExperienceKind::Fact => "a fact",
    };
    format!("{name}: {kind}, seen {}", times(*times_seen))
}
