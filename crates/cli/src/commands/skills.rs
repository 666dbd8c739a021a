//! `skills`: lists, shows, runs, changes and removes what was learned.

use super::{
    demonstrations::store,
    learned::{Editing, edit_file, plain_lines, print_edited, print_list},
    print,
    run::TerminalRun,
    run::exit,
};
use crate::{
    args::{CommonArgs, LogFolderArgs, SkillRunArgs, SkillsArgs, SkillsCommand},
    console::plain,
    exit::Exit,
    settings,
    signals::stop_token,
    terminal::Terminal,
};
use anyhow::{Context, Result, bail};
use deskpilot_core::Mode;
use deskpilot_demonstrations::Demonstration;
use deskpilot_learning::{NamedSkill, Skill, SkillConsent, SkillStore};
use deskpilot_log::FileLog;
use deskpilot_runtime::{
    Environment, OpenedLog, SaveExperience, SessionSpec, UsageError, deciders_of_skill, forget_skill,
    keep_skills, learn, new_task_name, set_skill_consent, skill_store,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// `deskpilot skills`
pub(crate) async fn skills(environment: &Environment, args: SkillsArgs) -> Result<Exit> {
    match args.command {
        SkillsCommand::List { json } => list(&skill_store(environment)?, json.wanted),
        SkillsCommand::Show { name, json } => show(environment, &name, json.wanted),
        SkillsCommand::Run(args) => run(environment, *args).await,
        SkillsCommand::Edit { name } => edit(environment, &name),
        SkillsCommand::Allow { names } => consent(environment, &names, SkillConsent::Always),
        SkillsCommand::Never { names } => consent(environment, &names, SkillConsent::Never),
        SkillsCommand::Forget { name } => {
            forget_skill(environment, &name)?;
            print(&format!("removed: {}", plain(&name)));
            Ok(Exit::Finished)
        }
        SkillsCommand::Learn { demonstration: Some(name), dir, object, .. } => {
            let config = settings::config(environment, &CommonArgs::default())?;
            let shown = store(dir.as_deref(), &config)?.load(&name)?;
            learn_shown(&shown, &name, object.as_deref(), environment)
        }
        SkillsCommand::Learn { task, logs, .. } => learn_from(environment, &task.unwrap_or_default(), logs),
    }
}

fn list(library: &SkillStore, as_json: bool) -> Result<Exit> {
    if as_json {
        let rows: Vec<Value> = library.skills().iter().map(row).collect();
        print(&serde_json::to_string_pretty(&json!({ "skills": rows, "problems": library.problems }))?);
        return Ok(Exit::Finished);
    }
    let lines = library.skills().iter().map(line).collect();
    print_list(
        lines,
        &library.problems,
        "there are no skills yet: what was called right twice, done in the same way, becomes one, and so does what you show (`deskpilot demonstrate`)",
    );
    Ok(Exit::Finished)
}

fn line(NamedSkill { name, skill, .. }: &NamedSkill) -> String {
    let place =
        if skill.is_for_request() { "a request".to_owned() } else { format!("in {}", skill.application) };
    let origin = match (&skill.demonstration, skill.runs) {
        (Some(shown), runs) => format!("shown in {shown}, {}", succeeded(runs)),
        (None, runs) => succeeded(runs),
    };
    plain(&format!("{name} ({place}; {origin}; {})", by_itself(skill)))
        + "\n  "
        + &plain(&skill.text.to_string())
}

/// Whether the skill runs by itself, and why not.
fn by_itself(skill: &Skill) -> String {
    if skill.consent == SkillConsent::Never {
        return "never by itself, as you said".to_owned();
    }
    match (skill.dependence(), skill.is_proven(), skill.consent) {
        (Some(why), ..) => format!("not by itself: {why}"),
        (None, false, _) => "may run by itself after the second time, if you agree".to_owned(),
        (None, true, SkillConsent::Always) => "runs by itself, as you allowed".to_owned(),
        (None, true, SkillConsent::Unasked | SkillConsent::Never) => {
            "you are asked before it runs by itself".to_owned()
        }
    }
}

fn succeeded(runs: u32) -> String {
    match runs {
        0 => "not yet done again".to_owned(),
        1 => "succeeded once".to_owned(),
        runs => format!("succeeded {runs} times"),
    }
}

fn row(NamedSkill { name, skill, .. }: &NamedSkill) -> Value {
    json!({
        "name": name,
        "text": skill.text,
        "parameters": skill.text.parameters(),
        "application": skill.application,
        "for_request": skill.is_for_request(),
        "runs": skill.runs,
        "proven": skill.is_proven(),
        "consent": skill.consent,
        "depends_on": skill.dependence().map(|it| it.to_string()),
        "demonstration": skill.demonstration,
        "learned_from": skill.learned_from,
    })
}

fn show(environment: &Environment, name: &str, as_json: bool) -> Result<Exit> {
    let library = skill_store(environment)?;
    let named = library.skill(name).map_err(|error| UsageError(error.to_string()))?;
    match as_json {
        true => print(&serde_json::to_string_pretty(&named.skill)?),
        false => {
            let heading = format!("# {}", by_itself(&named.skill));
            print(&format!("{heading}\n{}", plain_lines(&toml_of(named)?).trim_end()));
        }
    }
    Ok(Exit::Finished)
}

/// Stores whether these skills may run by themselves, and prints the result for each.
fn consent(environment: &Environment, names: &[String], consent: SkillConsent) -> Result<Exit> {
    set_skill_consent(environment, names, consent)?;
    let library = skill_store(environment)?;
    let named = names.iter().filter_map(|it| library.skill(it).ok());
    let lines = named.map(|it| plain(&format!("{}: {}", it.name, by_itself(&it.skill))));
    print(&lines.collect::<Vec<_>>().join("\n"));
    Ok(Exit::Finished)
}

fn toml_of(named: &NamedSkill) -> Result<String> {
    toml::to_string_pretty(&named.skill).context("the skill cannot be written as text")
}

async fn run(environment: &Environment, args: SkillRunArgs) -> Result<Exit> {
    let mut config = settings::config_at_terminal(environment, Mode::Normal, &args.common)?;
    // What a skill did teaches nothing new.
    config.save_experience = SaveExperience::Never;
    let progress = settings::progress(environment, &args.output, &args.common)?;
    let values = values(&args.values)?;
    let (deciders, request) = deciders_of_skill(&args.name, &values, &config.environment)?;
    let task = args.task.unwrap_or_else(new_task_name);
    let log = FileLog::create(&config.log_dir, &task)?;
    let terminal = Terminal::new(config.timeouts.person);
    let spec = SessionSpec::with(config, &task, [request], deciders);
    let ending = TerminalRun { spec, progress, terminal }.run(OpenedLog::fresh(log), &stop_token()?).await?;
    Ok(exit(&ending))
}

/// The values of `NAME=VALUE`.
fn values(given: &[String]) -> Result<BTreeMap<String, String>> {
    let value = |it: &String| match it.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.to_owned())),
        None => bail!(UsageError(format!("{it:?} is no value: write NAME=VALUE"))),
    };
    given.iter().map(value).collect()
}

/// Lets the user change the file, and checks it afterwards.
fn edit(environment: &Environment, name: &str) -> Result<Exit> {
    let path = skill_store(environment)?.path(name).map_err(|error| UsageError(error.to_string()))?;
    if edit_file(environment, &path)? == Editing::NoEditor {
        return Ok(Exit::Finished);
    }
    let library = skill_store(environment)?;
    print_edited(name, &library.skill(name), &library.problems)
}

fn learn_from(environment: &Environment, task: &str, logs: LogFolderArgs) -> Result<Exit> {
    let config = settings::config(environment, &logs.into())?;
    let entries = deskpilot_log::read(&config.log_dir, task)?;
    let lessons = learn(&config.environment, &entries)?;
    let learned = lessons.skills.iter().map(|(name, runs)| format!("{name}: succeeded {runs} times"));
    let left_out = lessons.left_out.iter().map(|it| format!("no skill from {it}"));
    let lines: Vec<String> = learned.chain(left_out).map(|it| plain(&it)).collect();
    print(&if lines.is_empty() { "the task carried nothing out".to_owned() } else { lines.join("\n") });
    Ok(Exit::Finished)
}

/// Makes skills of a demonstration, and prints the words that they are for. What cannot become one is a failure with its reason.
pub(super) fn learn_shown(
    shown: &Demonstration,
    name: &str,
    object: Option<&str>,
    environment: &Environment,
) -> Result<Exit> {
    let made = match deskpilot_demonstrations::skills(shown, name, object) {
        Ok(made) => made,
        Err(why) => {
            print(&plain(&format!("no skill from {name}: {why}")));
            return Ok(Exit::Failed);
        }
    };
    let words = made.each_ref().map(|it| it.text.to_string());
    let kept = keep_skills(environment, made)?;
    let lines = kept.iter().zip(words).map(|((name, _), words)| plain(&format!("{name}: {words}")));
    print(&lines.collect::<Vec<_>>().join("\n"));
    Ok(Exit::Finished)
}
