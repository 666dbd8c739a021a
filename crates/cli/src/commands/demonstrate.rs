//! `demonstrate`: records what a person shows.

use super::{demonstrations::store, learned::index_now, print, skills::learn_shown};
use crate::{
    args::{CommonArgs, DemonstrateArgs},
    console::plain,
    exit::Exit,
    settings,
    signals::stop_token,
    terminal::{Terminal, say},
};
use anyhow::{Result, bail};
use deskpilot_core::{Launch, Policy, Window};
use deskpilot_demonstrations::{
    Demonstration, free_name,
    record::{EndOfRecording, Progress, Recorder, Recording},
};
use deskpilot_desktop::{Desktop, DesktopOptions, OpenDesktop, RedactedDesktop};
use deskpilot_runtime::{Config, Environment, UsageError};
use deskpilot_settings::ProgressDetail;

/// `deskpilot demonstrate`
pub(crate) async fn demonstrate(environment: &Environment, args: DemonstrateArgs) -> Result<Exit> {
    let config =
        settings::config(environment, &CommonArgs { desktop: Some(args.desktop), ..CommonArgs::default() })?;
    let store = store(args.output.as_deref(), &config)?;
    if let Some(name) = &args.name {
        // A wrong name is found before anything is shown.
        store.folder(name)?;
        if store.has(name) {
            bail!(UsageError(format!("there is a demonstration {name:?} already: choose another name")));
        }
    }
    let options =
        DesktopOptions { kind: config.desktop, size: config.size, home: None, settings: None, working: None };
    let open = config.environment.platform().open(&options).await?;
    let recorded = Box::pin(watch(environment, open.as_ref(), &args)).await;
    open.close().await;
    let Recording { demonstration: mut shown, pictures, is_cut } = recorded?;
    if shown.steps.is_empty() {
        say("nothing was recorded: no step was done in a window of these applications\n");
        return Ok(Exit::Failed);
    }
    if is_cut {
        say("only the first 1,000 steps were recorded: show less at once\n");
    }
    ask(&mut shown, &args, &config).await;
    let words = if shown.request.is_empty() { args.app.join(" ") } else { shown.request.clone() };
    let name = args.name.clone().unwrap_or_else(|| free_name(&words, |name| store.has(name)));
    let folder = store.save(&name, &shown, &pictures)?;
    if args.output.is_none() {
        index_now(&config).await;
    }
    print(&plain(&format!("{name}: {} steps, in {}", shown.steps.len(), folder.display())));
    offer_skill(&shown, &name, &args, &config).await
}

/// Makes skills of what was shown, if the arguments or the person at the terminal want it; says how to do it later otherwise.
async fn offer_skill(
    shown: &Demonstration,
    name: &str,
    args: &DemonstrateArgs,
    config: &Config,
) -> Result<Exit> {
    if !args.skill
        && let Err(why) = deskpilot_demonstrations::skills(shown, name, None)
    {
        say(&plain(&format!("it can be no skill: {why}")));
        say("\n");
        return Ok(Exit::Finished);
    }
    let question = "Shall Deskpilot do it by itself from now on, without a model? (y/N) ";
    let is_wanted =
        args.skill || Terminal::new(config.timeouts.person).ask(question).await.is_ok_and(|it| is_yes(&it));
    if is_wanted {
        return learn_shown(shown, name, None, &config.environment);
    }
    let folder = args.output.as_ref().map_or(String::new(), |it| format!(" --dir {}", it.display()));
    say(&plain(&format!("`deskpilot skills learn --demonstration {name}{folder}` makes a skill of it")));
    say("\n");
    Ok(Exit::Finished)
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

/// Opens the applications that have no window, and records until the person stops it.
async fn watch(
    environment: &Environment,
    open: &dyn OpenDesktop,
    args: &DemonstrateArgs,
) -> Result<Recording> {
    // Every picture is taken through it, without fields that hide their text.
    let mut desktop = RedactedDesktop::new(open.connect().await?, Policy::default());
    let mut applications = Vec::new();
    for name in &args.app {
        let window = window_of(&mut desktop, name).await?;
        if !applications.contains(&window.application) {
            applications.push(window.application);
        }
    }
    let inputs = open.watch_input().await?;
    let stop = stop_token()?;
    let end = match args.until_window_closes {
        true => EndOfRecording::WithWindows,
        false => EndOfRecording::WhenStopped,
    };
    let detail = ProgressDetail::of(&settings::layers(environment, &CommonArgs::default())?);
    let is_detailed = matches!(detail, ProgressDetail::Details | ProgressDetail::Everything);
    let (mut count, mut is_ready) = (0, false);
    let report_progress = |progress: Progress<'_>| match progress {
        Progress::Looked { .. } if !is_ready => {
            is_ready = true;
            say(&plain(&format!("recording {}: stop with Ctrl-C", applications.join(", "))));
            say("\n");
        }
        Progress::Typing(step) if is_detailed => {
            say(&plain(&format!("     so far: {}", step.sentence())));
            say("\n");
        }
        Progress::Looked { .. } | Progress::Typing(_) => {}
        Progress::Step(step) => {
            count += 1;
            say(&plain(&format!("{count:>3}  {}", step.sentence())));
            say("\n");
        }
    };
    let recorder = Recorder::new(&mut desktop, inputs, applications.clone(), end);
    Ok(recorder.record(stop.cancelled(), report_progress).await?)
}

/// The window of an application, which is opened if it has none.
async fn window_of(desktop: &mut dyn Desktop, name: &str) -> Result<Window> {
    let launch = Launch { application: name.to_owned(), file: None, ..Launch::default() };
    let found = desktop.resolve_application(&launch).await?;
    let names = [name, &found.id, &found.name, &found.program];
    let windows = desktop.windows().await?;
    let open = windows
        .into_iter()
        .find(|window| names.iter().any(|it| !it.is_empty() && it.eq_ignore_ascii_case(&window.application)));
    match open {
        Some(window) => Ok(window),
        None => Ok(desktop.launch(&launch, &[]).await?),
    }
}

/// Asks for what the arguments leave open, if there is a terminal.
async fn ask(shown: &mut Demonstration, args: &DemonstrateArgs, config: &Config) {
    let mut terminal = Terminal::new(config.timeouts.person);
    shown.request = match &args.request {
        Some(request) => request.trim().to_owned(),
        None => terminal.ask("\nWhat did you show? ").await.unwrap_or_default().trim().to_owned(),
    };
    if !args.comment {
        return;
    }
    for (at, step) in shown.steps.iter_mut().enumerate() {
        let question = format!("{}. {} - comment, or Enter: ", at + 1, step.sentence());
        match terminal.ask(&plain(&question)).await {
            Ok(comment) => step.comment = comment.trim().to_owned(),
            Err(_) => return,
        }
    }
}
