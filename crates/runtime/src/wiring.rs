//! What a session is made of: its home, its doors to the world, its options, all from the settings.

use crate::{
    Config, Noticed, Notify, agents, grounding,
    receivers::receivers,
    vault::{self, Vault},
};
use anyhow::{Context, Result};
use deskpilot_agent::{Deciders, Knowledge, Options, Ports, SessionControl, SystemClock, User, Watcher};
use deskpilot_core::{Entry, Mode, Policy};
use deskpilot_desktop::{
    Budget, DesktopKind, DesktopOptions, Grounding, Nowhere, OpenDesktop, Puppeteer, Receiver,
    RedactedDesktop, Redactor, VeiledGrounding, VeiledReceiver,
};
use deskpilot_knowledge::Library;
use deskpilot_log::{FileLog, Journal, LogError};
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// Who is with a session.
pub struct SessionActors {
    /// Who decides.
    pub deciders: Deciders,
    /// Who is asked.
    pub user: Box<dyn User>,
    /// Who is told.
    pub watchers: Vec<Watcher>,
}

/// The log of a session with its exports, which hold what these entries tell.
///
/// # Errors
/// The exports of these entries cannot be written.
pub fn journal(
    log: FileLog,
    entries: &[Entry],
    config: &Config,
    notify: &Notify,
) -> Result<Journal, LogError> {
    let notify = notify.clone();
    let warn = move |error: &LogError| {
        notify(&format!("warning: {error}; `deskpilot log TASK --export` writes it later"));
    };
    Journal::new(log, entries, config.ui_trees, Box::new(warn))
}

/// A session's desktop, and its doors to the world.
pub(crate) struct SessionEnvironment {
    /// The doors.
    pub(crate) ports: Ports,
    /// The desktop, which is closed after the session.
    pub(crate) desktop: Box<dyn OpenDesktop>,
    /// What keeps the session's secrets out of what is told of the desktop otherwise.
    pub(crate) redactor: Redactor,
}

/// Brings up the desktop of a session whose log is in this place and holds these entries; `None` when the user stops it
/// first.
///
/// # Errors
/// What is wrong with the files of secrets and agents, with the desktop, or with the log.
pub(crate) async fn stage(
    config: &Config,
    (log, entries): (FileLog, &[Entry]),
    place: &Place,
    actors: SessionActors,
    stop: &CancellationToken,
    notify: &Notify,
) -> Result<Option<SessionEnvironment>> {
    let vault = Vault::of(config)?;
    let others = agents::specs(config)?;
    let journal = journal(log, entries, config, notify)?;
    let wanted = DesktopOptions { kind: config.desktop, size: config.size, home: Some(place.home.clone()) };
    let opening = async {
        let open = config.environment.platform().open(&wanted).await?;
        let connected = open.connect().await?;
        Ok((open, connected))
    };
    let Some((open, desktop)) = unless(stop, opening).await? else {
        return Ok(None);
    };
    let env = open.environment();
    let redactor = Redactor::default();
    let desktop = RedactedDesktop::new(desktop, config.policy.policy.clone());
    let desktop = vault::redacted(desktop, vault, &redactor, entries, notify).await;
    let veiled =
        |receiver| Box::new(VeiledReceiver { receiver, redactor: redactor.clone() }) as Box<dyn Receiver>;
    let receivers = receivers(&env).into_iter().map(veiled).collect();
    let agents = agents::on_desktop(others, &config.environment, &env, &place.home, &redactor)?;
    let eyes = grounding::grounding(&config.grounding, &config.environment)?;
    let redacted =
        |grounding| Box::new(VeiledGrounding { grounding, redactor: redactor.clone() }) as Box<dyn Grounding>;
    let sources = config.knowledge.iter().map(|(spec, place)| (spec.open)(place));
    let library = Library::new(sources.collect::<Result<_, _>>()?);
    let ports = Ports {
        puppeteer: Puppeteer::new(desktop, receivers),
        grounding: eyes.map(redacted),
        knowledge: Knowledge { library, learners: Vec::new() },
        agents,
        ..without_a_desktop(journal, actors)
    };
    Ok(Some(SessionEnvironment { ports, desktop: open, redactor }))
}

/// Takes the desktop from the agent as soon as the person who sits at it uses the pointer or the keyboard. Where that cannot
/// be noticed it is said, and the task goes on.
pub(crate) async fn watch_person(
    config: &Config,
    desktop: &dyn OpenDesktop,
    session_control: &SessionControl,
    notify: &Notify,
) {
    if config.desktop == DesktopKind::Private || config.noticed == Noticed::Off {
        return;
    }
    let mut watch = match desktop.watch_person().await {
        Ok(watch) => watch,
        Err(error) => return notify(&format!("warning: {error}; Ctrl-Z pauses all the same")),
    };
    let session_control = session_control.clone();
    tokio::spawn(async move {
        while let Ok(cause) = watch.touched().await {
            session_control.pause_if_working(cause);
        }
    });
}

/// The doors of a session that is only looked back upon.
pub fn without_a_desktop(journal: Journal, actors: SessionActors) -> Ports {
    Ports {
        log: Box::new(journal),
        puppeteer: Puppeteer::new(RedactedDesktop::new(Box::new(Nowhere), Policy::default()), Vec::new()),
        grounding: None,
        deciders: actors.deciders,
        knowledge: Knowledge::default(),
        agents: Vec::new(),
        user: actors.user,
        clock: Box::new(SystemClock),
        watchers: actors.watchers,
    }
}

/// The options of a session.
pub fn options(config: &Config, home: &Path) -> Options {
    Options {
        mode: Mode::Normal,
        plan: None,
        round: config.budget.round,
        session: config.budget.session,
        opened_windows: config.opened_windows,
        speculation: config.speculation,
        complaints: config.complaints,
        policy: config.policy.policy.clone(),
        clipboard: config.clipboard,
        path_style: config.environment.platform().path_style(),
        home: home.to_owned(),
        timeouts: config.timeouts,
        remembered: Vec::new(),
        images: config.images,
        last_picture: config.last_picture,
        look: Budget::LOOK,
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
    ///
    /// # Errors
    /// Its folder cannot be made private, or its home cannot be made.
    pub(crate) fn of(log: &FileLog, config: &Config) -> Result<Place> {
        let folder = log.folder().to_owned();
        // It holds what was on the screen.
        let files = config.environment.platform().files();
        files
            .keep_private(&folder)
            .with_context(|| format!("{} cannot be made private", folder.display()))?;
        let home = home(&folder)?;
        Ok(Place { folder, home })
    }
}

fn home(folder: &Path) -> Result<PathBuf> {
    let home = folder.join("home");
    std::fs::create_dir_all(&home).with_context(|| format!("{} cannot be made", home.display()))?;
    home.canonicalize().with_context(|| format!("{} cannot be found", home.display()))
}

/// What the future gives; `None` when the user stops it first.
///
/// # Errors
/// Those of the future.
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
pub fn time_of_day() -> String {
    jiff::Zoned::now().strftime("%Y-%m-%d-%H-%M-%S").to_string()
}
