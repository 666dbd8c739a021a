//! Private desktops that start before a session needs them.

use deskpilot_core::Size;
use deskpilot_desktop::{DesktopKind, DesktopOptions, DesktopSource, OpenDesktop, PlatformError};
use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{runtime::Handle, task::JoinHandle};

type Starting = JoinHandle<Result<Box<dyn OpenDesktop>, PlatformError>>;

/// A few private desktops of one size that have started, or are starting, once a first one was asked for. Dropping it closes them.
pub(crate) struct WarmDesktops {
    source: Arc<dyn DesktopSource>,
    size: Size,
    count: usize,
    /// Desktops start here: each session has a runtime of its own, which ends with it.
    runtime: Handle,
    starting: Mutex<VecDeque<Starting>>,
}

impl WarmDesktops {
    /// So many desktops. Must be called within a tokio runtime, on which they start.
    pub(crate) fn new(source: Arc<dyn DesktopSource>, size: Size, count: usize) -> WarmDesktops {
        let (runtime, starting) = (Handle::current(), Mutex::new(VecDeque::new()));
        WarmDesktops { source, size, count, runtime, starting }
    }

    /// A desktop of these options, and starts the next one; `None` if it has none, so that the caller starts one.
    pub(crate) async fn take(&self, options: &DesktopOptions) -> Option<Box<dyn OpenDesktop>> {
        if options.kind != DesktopKind::Private || options.size != self.size {
            return None;
        }
        let first = self.exchange()?;
        // Drop a desktop that did not start or has died since: the caller starts one itself, and gets the error then.
        let mut desktop = first.await.ok()?.ok()?;
        match desktop.move_in(options).await {
            Ok(()) => Some(desktop),
            Err(_) => {
                desktop.close().await;
                None
            }
        }
    }

    /// Takes the desktop that has waited the longest, and starts those that are missing.
    fn exchange(&self) -> Option<Starting> {
        let mut starting = self.starting();
        let first = starting.pop_front();
        while starting.len() < self.count {
            starting.push_back(self.start_one());
        }
        first
    }

    fn start_one(&self) -> Starting {
        let source = Arc::clone(&self.source);
        let options = DesktopOptions {
            kind: DesktopKind::Private,
            size: self.size,
            home: None,
            settings: None,
            working: None,
        };
        self.runtime.spawn(async move { source.open(&options).await })
    }

    fn starting(&self) -> MutexGuard<'_, VecDeque<Starting>> {
        self.starting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WarmDesktops {
    fn drop(&mut self) {
        self.starting().drain(..).for_each(|it| it.abort());
    }
}

impl fmt::Debug for WarmDesktops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WarmDesktops").field("size", &self.size).finish_non_exhaustive()
    }
}
