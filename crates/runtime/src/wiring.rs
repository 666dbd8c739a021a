//! Builds the parts of a session from the settings: folders, desktop, ports, options.

use crate::{
    Config, Evaluation, Notifier, PersonDetection, RuntimeError, TaskFolders, agents, check_unexposed,
    grounding, knowledge,
    models::fact_notes,
    real_path,
    receivers::{ReceiverDesktop, receivers},
    tool_servers::ToolServers,
    vault::{self, Vault},
};
use deskpilot_agent::{
    Deciders, Guidance, Knowledge, Options, Ports, RoundFinish, SessionControl, SystemClock, User, Watcher,
};
use deskpilot_core::{Entry, LogOrigin, Mode, Policy};
use deskpilot_desktop::{
    Budget, Desktop, DesktopKind, DesktopOptions, Grounding, NullDesktop, OpenDesktop, PlatformError,
    Puppeteer, Receiver, RedactedDesktop, RedactedGrounding, RedactedReceiver, Redactor,
};
use deskpilot_log::{FileLog, Journal, KnownHeads, LogError, LogFolders};
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// The parties of a session that differ from caller to caller.
pub struct SessionActors {
    /// Decide for the agents.
    pub deciders: Deciders,
    /// Answers questions.
    pub user: Box<dyn User>,
    /// Get every entry.
    pub watchers: Vec<Watcher>,
}

/// The log of a session and its exports, brought up to date with these entries.
///
/// # Errors
/// The exports of these entries cannot be written.
pub fn journal(
    log: FileLog,
    entries: &[Entry],
    config: &Config,
    notify: &Notifier,
) -> Result<Journal, LogError> {
    if let (Some(folders), Some(root)) = (log_folders(config), log.folder().parent()) {
        // The index only helps to find tasks: without it they are carried out all the same.
        let _ = folders.add(root);
    }
    let log = match known_heads(config) {
        Some(heads) => log.known_by(&heads),
        None => log,
    };
    let notify = notify.clone();
    let warn = move |error: &LogError| {
        notify(&format!("warning: {error}; `deskpilot log TASK --export` writes it later"));
    };
    Journal::new(log, entries, config.ui_trees, Box::new(warn))
}

/// Where the log of a task comes from.
pub fn log_origin(log: &FileLog, config: &Config) -> LogOrigin {
    known_heads(config).map_or(LogOrigin::Unknown, |heads| log.origin_by(&heads))
}

/// Where the log of a task comes from that is only read.
///
/// # Errors
/// The log cannot be read.
pub fn task_origin(task: &str, config: &Config) -> Result<LogOrigin, LogError> {
    known_heads(config)
        .map_or(Ok(LogOrigin::Unknown), |heads| deskpilot_log::origin(&config.log_dir, task, &heads))
}

/// The heads of the logs that this user's Deskpilot wrote; `None` if the user has no data folder, or one that others can change.
pub fn known_heads(config: &Config) -> Option<KnownHeads> {
    Some(KnownHeads::of(own_data_folder(config)?.join("log-heads")))
}

/// The index of the folders in which this user's tasks have their logs; `None` as for [`known_heads`].
pub fn log_folders(config: &Config) -> Option<LogFolders> {
    Some(LogFolders::of(own_data_folder(config)?.join("log-folders")))
}

/// Every folder in which this user had tasks, and the one of the settings; at least one.
pub fn all_log_folders(config: &Config) -> Vec<PathBuf> {
    let mut folders = log_folders(config).map_or(Vec::new(), |it| it.readable());
    // The index names real paths. Before the first task of a folder it does not name that one.
    let own = real_path(&config.log_dir);
    if !folders.contains(&own) {
        folders.push(own);
    }
    folders
}

/// The user's data folder, unless others can change it.
fn own_data_folder(config: &Config) -> Option<PathBuf> {
    let data = config.environment.data_folder()?;
    check_unexposed(&data, &config.environment).ok()?;
    Some(data)
}

/// A session's open desktop and its ports.
pub(crate) struct SessionEnvironment {
    /// The ports.
    pub(crate) ports: Ports,
    /// The desktop; the caller closes it after the session.
    pub(crate) desktop: Box<dyn OpenDesktop>,
    /// Removes the session's secrets from texts that do not pass through the ports.
    pub(crate) redactor: Redactor,
}

/// Opens the desktop and builds the ports of a session whose log has these entries; `None` if the user stops it first.
///
/// # Errors
/// The file of secrets or agents is wrong, the desktop cannot be opened, or the log cannot be written.
pub(crate) async fn open_environment(
    config: &Config,
    log: FileLog,
    entries: &[Entry],
    folders: &TaskFolders,
    actors: SessionActors,
    stop: &CancellationToken,
    notify: &Notifier,
) -> Result<Option<SessionEnvironment>, RuntimeError> {
    // What is wrong in the user's files is reported before a desktop is opened.
    let vault = Vault::of(config)?;
    let external = agents::agent_specs(config)?;
    let tools = ToolServers::of(config)?;
    let journal = journal(log, entries, config, notify)?;
    let Some(mut knowledge) = unless_stopped(stop, knowledge::session_knowledge(config, notify)).await?
    else {
        return Ok(None);
    };
    let known = fact_notes(config, &actors.deciders);
    known.iter().for_each(|it| notify(&format!("note: {it}")));
    knowledge.notes.extend(known);
    let Some((open, desktop)) = unless_stopped(stop, connected_desktop(config, folders)).await? else {
        return Ok(None);
    };
    let env = open.environment();
    let redactor = Redactor::default();
    let desktop = RedactedDesktop::new(desktop, config.policy.policy.clone());
    let desktop = vault::redacted(desktop, Box::new(vault), &redactor, entries, notify).await;
    let redacted_receiver =
        |receiver| Box::new(RedactedReceiver { receiver, redactor: redactor.clone() }) as Box<dyn Receiver>;
    let place = ReceiverDesktop {
        native: config.environment.platform(),
        environment: &env,
        working: folders.working(),
        own: config.own_places(),
        data: folders.data_of_desktop(&env),
        sandbox: config.sandbox,
        private_home: (config.desktop == DesktopKind::Private).then_some(folders.home.as_path()),
    };
    let tools = tools.receivers(config, &env, folders.working());
    let receivers = receivers(&place).await.into_iter().chain(tools).map(redacted_receiver).collect();
    let agents = agents::on_desktop(external, &config.environment, &env, folders.working(), &redactor)?;
    let grounding = grounding::grounding(&config.grounding, &config.environment)?;
    let redacted = |grounding| RedactedGrounding { grounding, redactor: redactor.clone() };
    let ports = Ports {
        puppeteer: Puppeteer::new(desktop, receivers).using(config.native),
        grounding: grounding.map(|it| Box::new(redacted(it)) as Box<dyn Grounding>),
        knowledge,
        agents,
        ..ports_without_desktop(journal, actors)
    };
    Ok(Some(SessionEnvironment { ports, desktop: open, redactor }))
}

/// The desktop of a session with these folders, and the connection to it.
async fn connected_desktop(
    config: &Config,
    folders: &TaskFolders,
) -> Result<(Box<dyn OpenDesktop>, Box<dyn Desktop>), PlatformError> {
    let wanted = DesktopOptions {
        kind: config.desktop,
        size: config.size,
        home: Some(folders.home.clone()),
        settings: folders.settings.clone(),
        working: folders.working.clone(),
    };
    let open = config.environment.open_desktop(&wanted).await?;
    let connected = open.connect().await?;
    Ok((open, connected))
}

/// Pauses the session as soon as the person at the desktop uses the pointer or the keyboard. If that cannot be detected, it
/// warns and the session continues.
pub(crate) async fn watch_person(
    config: &Config,
    desktop: &dyn OpenDesktop,
    session_control: &SessionControl,
    notify: &Notifier,
) {
    // Nobody sits at a private desktop: a person takes it over through the session.
    if config.desktop == DesktopKind::Private || config.person_detection == PersonDetection::Off {
        return;
    }
    let mut watch = match desktop.watch_person().await {
        Ok(watch) => watch,
        Err(error) => return notify(&format!("warning: {error}; Ctrl-Z still pauses the task")),
    };
    let session_control = session_control.clone();
    tokio::spawn(async move {
        while let Ok(cause) = watch.touched().await {
            session_control.pause_if_working(cause);
        }
    });
}

/// The ports of a session that is only reviewed from its log.
pub fn ports_without_desktop(journal: Journal, actors: SessionActors) -> Ports {
    Ports {
        log: Box::new(journal),
        puppeteer: Puppeteer::new(RedactedDesktop::new(Box::new(NullDesktop), Policy::default()), Vec::new()),
        grounding: None,
        deciders: actors.deciders,
        knowledge: Knowledge::default(),
        agents: Vec::new(),
        user: actors.user,
        clock: Box::new(SystemClock),
        read_content: deskpilot_tasks::brief,
        check_kind: deskpilot_tasks::check_kind,
        watchers: actors.watchers,
    }
}

/// The options of a session.
pub fn options(config: &Config, home: &Path) -> Options {
    Options {
        mode: Mode::Normal,
        plan: None,
        subtask_steps: config.budget.subtask_steps,
        round: config.budget.round,
        session: config.budget.session,
        opened_windows: config.opened_windows,
        speculation: config.speculation,
        // The judge needs the HostAgent's last observation of what it reports as done.
        finish: match config.evaluation {
            Evaluation::On => RoundFinish::Host,
            Evaluation::Off => config.finish,
        },
        complaints: config.complaints,
        policy: config.policy.policy.clone(),
        clipboard: config.clipboard,
        path_style: config.environment.platform().path_style(),
        home: home.to_owned(),
        working: PathBuf::new(),
        user_home: config.environment.user_home(),
        own_places: config.own_places(),
        timeouts: config.timeouts,
        remembered: Vec::new(),
        images: config.images,
        last_picture: config.last_picture,
        look: Budget::LOOK,
        grounding: config.grounding.when,
        guidance: Guidance::On,
    }
}

/// The result of the future; `None` if the user stops the session first, also when both happen at once.
///
/// # Errors
/// Those of the future.
pub(crate) async fn unless_stopped<T, E>(
    stop: &CancellationToken,
    future: impl Future<Output = Result<T, E>>,
) -> Result<Option<T>, E> {
    tokio::select! {
        biased;
        () = stop.cancelled() => Ok(None),
        value = future => value.map(Some),
    }
}
