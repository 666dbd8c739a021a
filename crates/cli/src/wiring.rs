//! What a session is made of: its home, its doors to the world, its options, all from the settings.

use crate::{
    agents,
    config::{Config, DesktopKind, Noticed},
    desk::{Closing, Desk},
    grounding,
    terminal::say,
    vault::{self, Vault},
};
use anyhow::{Context, Result};
use deskpilot_agent::{Models, Options, Ports, SessionControl, SystemClock, User, Watcher};
use deskpilot_core::{Entry, Mode, PauseCause};
use deskpilot_desktop::{
    Budget, Grounding, Nowhere, Puppeteer, Redactor, ShellReceiver, VeiledGrounding, VeiledReceiver,
};
use deskpilot_knowledge::{HelpDocuments, KnowledgeSource};
use deskpilot_linux::{PersonWatch, Seat, Touch};
use deskpilot_log::{FileLog, Journal, LogError};
use std::{
    fs::Permissions,
    io::Write,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// How long a program run by the HostAgent may take.
const PROGRAM_DEADLINE: Duration = Duration::from_secs(60);

/// Who is with a session.
pub(crate) struct SessionActors {
    /// Who thinks.
    pub(crate) models: Models,
    /// Who is asked.
    pub(crate) user: Box<dyn User>,
    /// Who is told.
    pub(crate) watchers: Vec<Watcher>,
}

/// The log of a session with its exports, which hold what these entries tell.
pub(crate) fn journal(log: FileLog, entries: &[Entry], config: &Config) -> Result<Journal, LogError> {
    let warn = |error: &LogError| {
        let later = "`deskpilot log TASK --export` writes it later";
        let _ = writeln!(std::io::stderr().lock(), "warning: {error}; {later}");
    };
    Journal::new(log, entries, config.ui_trees, Box::new(warn))
}

/// A session's desktop, its doors to the world, and what is closed after it.
pub(crate) struct SessionEnvironment {
    pub(crate) ports: Ports,
    pub(crate) seat: Seat,
    pub(crate) closing: Closing,
    /// What keeps the session's secrets out of what is told of the desktop otherwise.
    pub(crate) redactor: Redactor,
}

/// Brings up the desktop of a session whose log is in this place and holds these entries; `None` when the user stops it
/// first.
pub(crate) async fn stage(
    config: &Config,
    (log, entries): (FileLog, &[Entry]),
    place: &Place,
    actors: SessionActors,
    stop: &CancellationToken,
) -> Result<Option<SessionEnvironment>> {
    let vault = Vault::of(config)?;
    let others = agents::specs(config)?;
    let journal = journal(log, entries, config)?;
    let Some(desk) = unless(stop, Box::pin(Desk::open(config, Some(place.home.clone())))).await? else {
        return Ok(None);
    };
    let seat = desk.seat.clone();
    let env: Vec<(String, String)> =
        seat.environment().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let (desktop, closing) = desk.split();
    let redactor = Redactor::default();
    let desktop = vault::redacted(desktop, vault, &redactor, entries).await;
    let shell = Box::new(ShellReceiver { env: env.clone(), deadline: PROGRAM_DEADLINE });
    let shell = VeiledReceiver { receiver: shell, redactor: redactor.clone() };
    let agents = agents::on_desktop(others, &env, &place.home, &redactor)?;
    let eyes = grounding::build(&config.grounding)?;
    let redacted =
        |grounding| Box::new(VeiledGrounding { grounding, redactor: redactor.clone() }) as Box<dyn Grounding>;
    let mut knowledge: Vec<Box<dyn KnowledgeSource>> = Vec::new();
    if let Some(folder) = &config.help_documents {
        knowledge.push(Box::new(HelpDocuments::open(folder)?));
    }
    let ports = Ports {
        puppeteer: Puppeteer { desktop, receivers: vec![Box::new(shell)] },
        grounding: eyes.map(redacted),
        knowledge,
        agents,
        ..without_a_desktop(journal, actors)
    };
    Ok(Some(SessionEnvironment { ports, seat, closing, redactor }))
}

/// Takes the desktop from the agent as soon as the person who sits at it uses the pointer or the keyboard. Where that cannot
/// be noticed it is said, and the task goes on.
pub(crate) async fn notice(config: &Config, seat: &Seat, session_control: &SessionControl) {
    if config.desktop == DesktopKind::Private || config.noticed == Noticed::Off {
        return;
    }
    let mut watch = match PersonWatch::start(seat).await {
        Ok(watch) => watch,
        Err(error) => return say(&format!("warning: {error}; Ctrl-Z pauses all the same\n")),
    };
    let session_control = session_control.clone();
    tokio::spawn(async move {
        while let Ok(touch) = watch.touched().await {
            session_control.touched(match touch {
                Touch::Pointer | Touch::Button => PauseCause::Pointer,
                Touch::Key => PauseCause::Keyboard,
            });
        }
    });
}

/// The doors of a session that is only looked back upon.
pub(crate) fn without_a_desktop(journal: Journal, actors: SessionActors) -> Ports {
    Ports {
        log: Box::new(journal),
        puppeteer: Puppeteer { desktop: Box::new(Nowhere), receivers: Vec::new() },
        grounding: None,
        models: actors.models,
        knowledge: Vec::new(),
        agents: Vec::new(),
        user: actors.user,
        clock: Box::new(SystemClock),
        watchers: actors.watchers,
    }
}

/// The options of a session.
pub(crate) fn options(config: &Config, home: &Path) -> Options {
    Options {
        mode: Mode::Normal,
        plan: None,
        round: config.budget.round,
        session: config.budget.session,
        opened: config.opened,
        speculation: config.speculation,
        complaints: config.complaints,
        retries: config.retries,
        policy: config.policy.policy.clone(),
        clipboard: config.clipboard,
        home: home.to_owned(),
        patience: config.patience,
        remembered: Vec::new(),
        images: config.images,
        last_picture: config.last_picture,
        look: Budget::LOOK,
        view: config.view.clone(),
        grounding: config.grounding.when,
    }
}

/// Where a task is.
pub(crate) struct Place {
    /// Its log and what belongs to it.
    pub(crate) folder: PathBuf,
    /// The home that stays with it: what is saved without a folder is found there.
    pub(crate) home: PathBuf,
}

impl Place {
    /// The place of the task with this log.
    pub(crate) fn of(log: &FileLog) -> Result<Place> {
        let folder = keep_private(log.folder())?;
        let home = home(&folder)?;
        Ok(Place { folder, home })
    }
}

/// The folder, open to nobody but its owner: it holds what was on the screen.
fn keep_private(folder: &Path) -> Result<PathBuf> {
    std::fs::set_permissions(folder, Permissions::from_mode(0o700))
        .with_context(|| format!("{} cannot be made private", folder.display()))?;
    Ok(folder.to_owned())
}

fn home(folder: &Path) -> Result<PathBuf> {
    let home = folder.join("home");
    std::fs::create_dir_all(&home).with_context(|| format!("{} cannot be made", home.display()))?;
    home.canonicalize().with_context(|| format!("{} cannot be found", home.display()))
}

/// What the future gives; `None` when the user stops it first.
pub(crate) async fn unless<T>(
    stop: &CancellationToken,
    future: impl Future<Output = Result<T>>,
) -> Result<Option<T>> {
    tokio::select! {
        biased;
        () = stop.cancelled() => Ok(None),
        value = future => value.map(Some),
    }
}

/// A task's name when it is given none.
pub(crate) fn time_of_day() -> String {
    jiff::Zoned::now().strftime("%Y-%m-%d-%H-%M-%S").to_string()
}
