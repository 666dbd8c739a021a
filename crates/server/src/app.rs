//! What all requests share: the user's environment, who was let in, and folds of logs that can be dropped at any time.

use crate::{
    access::{Access, Slowdown},
    blocking::blocking,
    error::ApiError,
    feed::Feed,
    followed_logs::FollowedLogs,
    hosts::Hosts,
    logged_task::LoggedTask,
    metrics::PageCounts,
    screen_places::ScreenPlaces,
    task_folds::TaskFolds,
    token_routes::TokenRoutes,
};
use deskpilot_core::Mode;
use deskpilot_desktop::Check;
use deskpilot_runtime::{Config, Environment, Notifier, all_log_folders};
use deskpilot_settings::RunFlags;
use std::{io, path::PathBuf, sync::Arc};
use tokio::{process::Child, sync::Semaphore};

/// The most streams of events at once.
const STREAMS: usize = 256;

/// Starts this program with these words as a process of its own, which goes on when the server ends.
pub type Launch = Arc<dyn Fn(&[String]) -> io::Result<Child> + Send + Sync>;

/// What a server needs from the program that runs it.
#[derive(Clone)]
pub struct ServeOptions {
    /// The user's environment.
    pub environment: Environment,
    /// The port; any free one if `None`.
    pub port: Option<u16>,
    /// The folder of the logs of tasks that a page starts, if not that of the settings.
    pub log_dir: Option<String>,
    /// Which features the program was built with.
    pub features: Vec<Check>,
    /// Starts tasks.
    pub launch: Launch,
    /// Tells the person at the terminal something, such as the next address.
    pub notify: Notifier,
    /// What it serves to programs besides.
    pub token_routes: Option<TokenRoutes>,
}

/// What all requests share.
pub(crate) type App = Arc<AppState>;

/// The state behind all requests.
pub(crate) struct AppState {
    pub(crate) options: ServeOptions,
    pub(crate) hosts: Hosts,
    pub(crate) access: Access,
    pub(crate) slowdown: Slowdown,
    pub(crate) folds: TaskFolds,
    pub(crate) feed: Feed,
    pub(crate) followed: FollowedLogs,
    pub(crate) streams: Arc<Semaphore>,
    pub(crate) screens: ScreenPlaces,
    /// The one place of a model that is being tested.
    pub(crate) tested: Arc<Semaphore>,
}

impl AppState {
    /// The state of a server that listens on this port.
    pub(crate) fn new(options: ServeOptions, port: u16) -> AppState {
        AppState {
            options,
            hosts: Hosts(port),
            access: Access::default(),
            slowdown: Slowdown::default(),
            folds: TaskFolds::default(),
            feed: Feed::default(),
            followed: FollowedLogs::default(),
            streams: Arc::new(Semaphore::new(STREAMS)),
            screens: ScreenPlaces::default(),
            tested: Arc::new(Semaphore::new(1)),
        }
    }

    /// An address that lets one browser in and shows it this path.
    pub(crate) fn invitation(&self, path: &str) -> io::Result<String> {
        let token = self.access.invite()?;
        let to = if path == "/" { String::new() } else { format!("&to={path}") };
        Ok(self.hosts.address(&format!("/open?token={token}{to}")))
    }

    /// What the page has open, and what it sent.
    pub(crate) fn page_counts(&self) -> PageCounts {
        PageCounts {
            viewers: self.access.viewer_count(),
            streams: STREAMS.saturating_sub(self.streams.available_permits()),
            screens: self.screens.count(),
            frames: self.screens.frames(),
        }
    }

    /// The settings as they are now.
    pub(crate) fn config(&self) -> Result<Config, ApiError> {
        Ok(self.flags().config(&self.options.environment, Mode::Normal)?)
    }

    /// The flags under which the server runs.
    pub(crate) fn flags(&self) -> RunFlags {
        RunFlags { log_dir: self.options.log_dir.clone(), ..RunFlags::default() }
    }

    /// The folders in which the user has tasks.
    pub(crate) fn log_folders(&self) -> Result<Vec<PathBuf>, ApiError> {
        Ok(all_log_folders(&self.config()?))
    }

    /// The task with this key of a folder and this name.
    pub(crate) fn task(&self, key: &str, name: &str) -> Result<LoggedTask, ApiError> {
        LoggedTask::find(&self.log_folders()?, key, name)
    }
}

/// The task with this key of a folder and this name, looked for away from the threads that answer requests: its log may be long.
pub(crate) async fn found(app: &App, key: String, name: String) -> Result<LoggedTask, ApiError> {
    let app = app.clone();
    blocking(move || app.task(&key, &name)).await
}
