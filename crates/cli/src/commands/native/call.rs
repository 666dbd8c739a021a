//! `call`: carries out one native command as a task of one step, so that policy, questions and log are those of any task.

use super::{arguments, pretty, print, table};
use crate::{
    args::{CallArgs, OutputArgs},
    commands::run::TerminalRun,
    console::plain,
    exit::Exit,
    progress::ProgressFormat,
    settings,
    signals::stop_token,
    terminal::Terminal,
};
use anyhow::{Context, Result, anyhow, bail};
use deskpilot_agent::{Deciders, Ending, Judge};
use deskpilot_core::{
    Call, CommandSpec, Effect, Entry, Event, Mode, Operation, Outcome, ReasonCode, Risk, Role, Rule,
    RuleEffect, SideEffects, TaskObject, TaskPlan, fold::NEW_DOCUMENT, is_secret_name,
};
use deskpilot_deciders::plan::{
    ACCEPTING, CommandPlan, CommandStep, DocumentPassword, PlanExecutor, TextMatching,
};
use deskpilot_desktop::CommandTable;
use deskpilot_log::FileLog;
use deskpilot_runtime::{Environment, OpenedLog, SessionSpec, UsageError, deciders_of_mode, new_task_name};
use serde_json::{Map, json};
use std::{
    env::current_dir,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The command that saves a document to its file.
const SAVE: &str = "save";
/// The command that saves a document to another file.
const SAVE_AS: &str = "save_as";
/// The command that opens a page.
const OPEN_PAGE: &str = "open_page";

/// `deskpilot call`
pub(crate) async fn call(environment: &Environment, args: CallArgs) -> Result<Exit> {
    let folder = current_dir().context("the current folder cannot be read")?;
    let table = table(environment, &args.application)?;
    let call = checked_call(&table, &args, &folder)?;
    let Work { object, saving } = work(&table, &args, &folder)?;
    let opening = args.page.as_deref().map(|it| opening(&table, it)).transpose()?;
    let calls = opening.into_iter().chain([call.clone()]).chain(saving.clone());
    let executor = Arc::new(PlanExecutor::new(CommandPlan {
        object: object.clone(),
        steps: calls.map(step).collect(),
        matching: TextMatching::default(),
        save_keys: None,
        password: password(args.secret.as_deref())?,
    }));
    let mut config = settings::config_at_terminal(environment, Mode::BatchNormal, &args.common)?;
    let of_secret = args.secret.as_deref().into_iter().flat_map(rules_of_secret);
    for rule in saving.as_ref().and_then(rule_of_new_file).into_iter().chain(of_secret) {
        config.policy.policy = config.policy.policy.with_rule(rule);
    }
    let request = format!("{call} on {}", object.name());
    let plan = TaskPlan { task: request.clone(), steps: Vec::new(), object, close: false };
    let usual = deciders_of_mode(&config, Mode::BatchNormal, Some(&plan))?;
    let deciders = Deciders { host: executor.clone(), app: executor, ..usual };
    let task = format!("call-{}", new_task_name());
    let log = FileLog::create(&config.log_dir, &task)?;
    let (log_dir, terminal) = (config.log_dir.clone(), Terminal::new(config.timeouts.person));
    let session = SessionSpec {
        mode: Mode::BatchNormal,
        plan: Some(plan),
        judge: Judge::ChecksOnly,
        ..SessionSpec::with(config, &task, [request], deciders)
    };
    let progress = match args.json {
        true => ProgressFormat::Silent,
        false => settings::progress(environment, &OutputArgs::default(), &args.common)?.without_result(),
    };
    let run = TerminalRun { spec: session, progress, terminal };
    let ending = run.run(OpenedLog::fresh(log), &stop_token()?).await?;
    let entries = deskpilot_log::read(&log_dir, &task)?;
    let outcome = outcome_of(&call, &entries);
    let saved = match &saving {
        Some(saving) => Saved::of(outcome_of(saving, &entries)),
        None if makes_files(&table) && leaves_changes(spec(&table, &args.command)?, outcome.as_ref()) => {
            Saved::NotAsked { missing: missing_flags(&args) }
        }
        None => Saved::Nothing,
    };
    report(&call, outcome, &saved, &ending, args.json)
}

/// Allows to write the file that is not there yet: the person named it with --save, and nothing is overwritten. A name with a wildcard
/// would allow more than that one file, so it is asked about.
fn rule_of_new_file(saving: &Call) -> Option<Rule> {
    let path = saving.args.get("path")?.as_str()?;
    let is_one = saving.command == SAVE_AS && !path.contains(['*', '?']);
    is_one.then(|| Rule {
        name: "the file of --save".into(),
        command: vec![SAVE_AS.into()],
        path: vec![path.to_owned().into()],
        risk: vec![Risk::Overwrites],
        ..Rule::new(RuleEffect::Allow)
    })
}

/// What happens where the document asks for a password.
fn password(secret: Option<&str>) -> Result<DocumentPassword> {
    match secret {
        None => Ok(DocumentPassword::Asked),
        Some(name) if is_secret_name(name) => Ok(DocumentPassword::Secret(name.to_owned())),
        Some(_) => bail!(UsageError(
            "--secret takes the name of a secret, never the password; `deskpilot secret list` shows the names".into()
        )),
    }
}

/// Allows to type the secret that the person named into a field that hides it, and to press Enter there: the document opens with it. A
/// call presses no other keys.
fn rules_of_secret(name: &str) -> [Rule; 2] {
    let rule = || Rule { name: "the secret of --secret".into(), ..Rule::new(RuleEffect::Allow) };
    let accepting = Rule {
        command: vec!["keyboard_input".into()],
        role: vec![Role::Edit],
        argument: [("keys".to_owned(), ACCEPTING.into())].into(),
        risk: vec![Risk::LogsIn],
        ..rule()
    };
    [Rule { secret: vec![name.into()], ..rule() }, accepting]
}

/// Whether the command may have left changes in the document: one that makes a document writes its file.
fn leaves_changes(spec: &CommandSpec, outcome: Option<&Outcome>) -> bool {
    let is_saving = [SAVE, SAVE_AS, NEW_DOCUMENT].contains(&spec.name.as_ref());
    let has_changed =
        outcome.is_some_and(|it| matches!(it.effect, Effect::Confirmed(_) | Effect::Partial(_)));
    spec.side_effects != SideEffects::Reads && !is_saving && has_changed
}

/// The flags with which the change would have been saved.
const fn missing_flags(args: &CallArgs) -> &'static str {
    if args.file.is_some() { "--save" } else { "--file FILE --save" }
}

/// What a call works on, and the call that saves it afterwards.
#[derive(Debug, PartialEq)]
struct Work {
    object: TaskObject,
    saving: Option<Call>,
}

/// What became of the document.
#[derive(Debug, PartialEq)]
enum Saved {
    /// It was saved, or had nothing to be saved.
    Yes,
    /// It was to be saved and was not, for this reason.
    Failed(String),
    /// It was changed, and not to be saved.
    NotAsked {
        /// The flags that save it.
        missing: &'static str,
    },
    /// There was nothing to save.
    Nothing,
}

impl Saved {
    /// What became of it by the outcome of the call that saves it.
    fn of(outcome: Option<Outcome>) -> Saved {
        match outcome.map(|it| it.effect) {
            Some(Effect::Confirmed(_) | Effect::NoChange(_)) => Saved::Yes,
            Some(effect) => Saved::Failed(effect.to_string()),
            None => Saved::Failed("the command before it did not succeed".into()),
        }
    }

    /// The line for a person; `None` where there is nothing to say.
    fn line(&self) -> Option<String> {
        match self {
            Saved::Yes => Some("saved".into()),
            Saved::Failed(why) => Some(format!("not saved: {why}")),
            Saved::NotAsked { missing } => Some(format!("not saved: add {missing} to keep the change")),
            Saved::Nothing => None,
        }
    }

    /// The same for a program.
    const fn value(&self) -> Option<bool> {
        match self {
            Saved::Yes => Some(true),
            Saved::Failed(_) | Saved::NotAsked { .. } => Some(false),
            Saved::Nothing => None,
        }
    }
}

/// The call, checked before anything is opened.
fn checked_call(table: &CommandTable, args: &CallArgs, folder: &Path) -> Result<Call> {
    let spec = spec(table, &args.command)?;
    let read = arguments::read(spec, &args.arguments, folder);
    let args =
        read.map_err(|why| UsageError(format!("{why}; `deskpilot commands {}` says more", table.name)))?;
    Ok(Call { command: spec.name.to_string(), args })
}

fn spec(table: &CommandTable, name: &str) -> Result<&'static CommandSpec> {
    let names = || table.commands.iter().map(|it| it.name.as_ref()).collect::<Vec<_>>().join(", ");
    let wrong = || UsageError(format!("{} has no command {name}: it has {}", table.name, names()));
    table.commands.iter().find(|it| it.name == name).ok_or_else(|| anyhow!(wrong()))
}

/// What the command works on: a document, or the application with a new one, which is saved as the file that is not there yet.
fn work(table: &CommandTable, args: &CallArgs, folder: &Path) -> Result<Work> {
    let Some(application) = table.application else {
        let why = format!("{} works in no window of its own: a task uses its commands in any", table.name);
        bail!(UsageError(why));
    };
    let new_document = || TaskObject::Application(application.to_owned());
    let Some(file) = &args.file else { return Ok(Work { object: new_document(), saving: None }) };
    let file: PathBuf = folder.join(file);
    match file.canonicalize() {
        Ok(file) => {
            let object = TaskObject::File(file.to_string_lossy().into_owned());
            let saving = args.save.then(|| Call { command: SAVE.into(), ..Call::default() });
            Ok(Work { object, saving })
        }
        Err(error) if error.kind() == ErrorKind::NotFound && makes_files(table) => {
            let saving = saving_as(&file, args)?;
            Ok(Work { object: new_document(), saving: Some(saving) })
        }
        Err(error) => bail!(UsageError(format!(
            "{} cannot be opened: {error}; without --file the command works on a new document",
            file.display()
        ))),
    }
}

fn makes_files(table: &CommandTable) -> bool {
    table.commands.iter().any(|it| it.name == SAVE_AS)
}

/// The call that makes the file of a new document.
fn saving_as(file: &Path, args: &CallArgs) -> Result<Call> {
    let shown = file.display();
    if !args.save {
        bail!(UsageError(format!(
            "{shown} cannot be opened: it is not there; add --save to make it, or leave --file out to work on a new document"
        )));
    }
    if !file.parent().is_some_and(Path::is_dir) {
        bail!(UsageError(format!("{shown} cannot be made: its folder is not there; make the folder first")));
    }
    let args = Map::from_iter([("path".to_owned(), file.to_string_lossy().into_owned().into())]);
    Ok(Call { command: SAVE_AS.into(), args })
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

fn report(
    call: &Call,
    outcome: Option<Outcome>,
    saved: &Saved,
    ending: &Ending,
    is_json: bool,
) -> Result<Exit> {
    let is_done = is_as_wanted(outcome.as_ref());
    let exit = exit_of(outcome.as_ref(), saved, ending);
    let effect = outcome.as_ref().map_or_else(|| crate::console::how(ending), |it| it.effect.to_string());
    let output = outcome.and_then(|it| it.output);
    if is_json {
        print(&pretty(&json!({
            "command": call.command, "arguments": call.args, "done": is_done, "effect": effect, "output": output,
            "saved": saved.value(),
        }))?);
    } else {
        let read = output.map(|it| format!("\n{}", printable(&it))).unwrap_or_default();
        let saved = saved.line().map(|it| format!("\n{}", plain(&it))).unwrap_or_default();
        print(&format!("{}{read}{saved}", plain(&effect)));
    }
    Ok(exit)
}

/// Whether everything is as the command wants it: it did so, or it was so before. A script can run the same call twice.
fn is_as_wanted(outcome: Option<&Outcome>) -> bool {
    outcome.is_some_and(|it| it.effect.is_success() || it.effect.code() == Some(ReasonCode::AlreadySo))
}

fn exit_of(outcome: Option<&Outcome>, saved: &Saved, ending: &Ending) -> Exit {
    match ending {
        Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => Exit::NeedsPerson,
        Ending::Stopped => Exit::Stopped,
        Ending::Ended(_) if is_as_wanted(outcome) && !matches!(saved, Saved::Failed(_)) => Exit::Finished,
        Ending::Ended(_) => Exit::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use deskpilot_core::{Evidence, ExistingState, NoChangeReason, Verdict};
    use deskpilot_runtime::command_tables;
    use std::fs;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        call: CallArgs,
    }

    fn args(words: &[&str]) -> CallArgs {
        Line::try_parse_from([&["call"], words].concat()).unwrap().call
    }

    fn of_calc(words: &[&str], folder: &Path) -> Result<Work> {
        let calc = command_tables().into_iter().find(|it| it.name == "calc").unwrap();
        work(&calc, &args(&[&["calc", "undo"], words].concat()), folder)
    }

    #[test]
    fn a_file_that_is_not_there_is_made_from_a_new_document() {
        let folder = tempfile::tempdir().unwrap();
        let made = of_calc(&["--file", "budget.ods", "--save"], folder.path()).unwrap();
        let path = folder.path().join("budget.ods").display().to_string();
        assert!(matches!(made.object, TaskObject::Application(_)), "{made:?}");
        let saving = made.saving.unwrap();
        assert_eq!((saving.command.as_str(), saving.args["path"].as_str()), (SAVE_AS, Some(path.as_str())));

        for (words, expected) in [
            (&["--file", "budget.ods"][..], "add --save to make it"),
            (&["--file", "none/budget.ods", "--save"], "make the folder first"),
        ] {
            let error = of_calc(words, folder.path()).unwrap_err().to_string();
            assert!(error.contains(expected), "{words:?}: {error}");
        }

        fs::write(folder.path().join("budget.ods"), "x").unwrap();
        let there = of_calc(&["--file", "budget.ods", "--save"], folder.path()).unwrap();
        assert!(matches!(there.object, TaskObject::File(_)), "{there:?}");
        assert_eq!(there.saving.map(|it| it.command).as_deref(), Some(SAVE));
    }

    #[test]
    fn a_secret_is_named_and_never_written_out() {
        assert_eq!(password(None).unwrap(), DocumentPassword::Asked);
        assert_eq!(password(Some("budget")).unwrap(), DocumentPassword::Secret("budget".into()));
        let error = password(Some("correct horse")).unwrap_err().to_string();
        assert!(error.contains("never the password") && !error.contains("horse"), "{error}");
        assert!(args(&["calc", "undo", "--file", "a.ods", "--secret", "budget"]).secret.is_some());
    }

    #[test]
    fn what_was_so_already_is_no_failure_and_what_was_not_found_is_one() {
        let same = |it: &str| Effect::NoChange(NoChangeReason::Same(Evidence::Reported(it.into())));
        let so = Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::Reported("A1 held that".into())));
        let ended = || Ending::Ended(Verdict::Finished(String::new()));
        for (effect, saved, expected) in [
            (Some(Effect::Confirmed(Evidence::Accepted)), Saved::Yes, Exit::Finished),
            (Some(so.clone()), Saved::Yes, Exit::Finished),
            (Some(so), Saved::Failed("the disk is full".into()), Exit::Failed),
            (Some(same("the document does not contain \"2026\"")), Saved::Nothing, Exit::Failed),
            (Some(Effect::Interrupted), Saved::Nothing, Exit::Failed),
            (None, Saved::Nothing, Exit::Failed),
        ] {
            let outcome = effect.map(Outcome::from);
            assert_eq!(exit_of(outcome.as_ref(), &saved, &ended()), expected, "{outcome:?}");
        }
        assert_eq!(exit_of(None, &Saved::Nothing, &Ending::Stopped), Exit::Stopped);
    }

    #[test]
    fn a_change_that_was_not_saved_is_reported() {
        let calc = command_tables().into_iter().find(|it| it.name == "calc").unwrap();
        let done = || Outcome::from(Effect::Confirmed(Evidence::Accepted));
        for (command, expected) in
            [("set_cells", true), ("get_range_values", false), ("save_as", false), ("new_document", false)]
        {
            let spec = spec(&calc, command).unwrap();
            assert_eq!(leaves_changes(spec, Some(&done())), expected, "{command}");
            assert!(!leaves_changes(spec, None), "{command}");
        }
        for (words, expected) in [
            (&["calc", "undo"][..], "not saved: add --file FILE --save to keep the change"),
            (&["calc", "undo", "--file", "a.ods"], "not saved: add --save to keep the change"),
        ] {
            let not_asked = Saved::NotAsked { missing: missing_flags(&args(words)) };
            assert_eq!((not_asked.line().as_deref(), not_asked.value()), (Some(expected), Some(false)));
        }
        let mut without_documents =
            command_tables().into_iter().filter(|it| ["files", "firefox"].contains(&it.name));
        assert!(makes_files(&calc) && !without_documents.any(|it| makes_files(&it)));
        assert_eq!(Saved::of(Some(done())), Saved::Yes);
        assert!(matches!(Saved::of(None), Saved::Failed(_)));
        let refused = Outcome::from(Effect::Partial("the disk is full".into()));
        assert!(Saved::of(Some(refused)).line().unwrap().starts_with("not saved: "));
    }
}
