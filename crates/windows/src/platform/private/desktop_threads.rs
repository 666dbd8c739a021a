//! The threads of a private desktop: what runs on them sees and touches that desktop alone.

use deskpilot_desktop::DesktopError;
use deskpilot_win32::PrivateDesktop;
use std::{future::Future, io, pin::Pin, sync::Arc, thread, time::Duration};
use tokio::{
    runtime::{Builder, Runtime},
    sync::Mutex,
    task::JoinHandle,
};

/// How many threads wait for what goes on; calls that block have threads of their own.
const WORKERS: usize = 2;
/// How long calls that are on their way may take when the desktop closes.
const ENDING: Duration = Duration::from_secs(2);

/// Threads on a private desktop.
pub(super) struct DesktopThreads {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    desktop: Arc<PrivateDesktop>,
}

impl DesktopThreads {
    pub(super) fn start(desktop: Arc<PrivateDesktop>) -> io::Result<DesktopThreads> {
        let entered = Arc::clone(&desktop);
        let runtime = Builder::new_multi_thread()
            .worker_threads(WORKERS)
            .enable_all()
            .thread_name("private desktop")
            .on_thread_start(move || stay_on(&entered))
            .build()?;
        Ok(DesktopThreads { runtime: Some(runtime), desktop })
    }

    /// The desktop.
    pub(super) fn desktop(&self) -> &Arc<PrivateDesktop> {
        &self.desktop
    }

    /// Runs something there. It ends where nobody waits for it any more.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, DesktopError>> + Send + 'static,
    ) -> Result<T, DesktopError> {
        let closed = || DesktopError::Unusable("the private desktop is closed".into());
        let runtime = self.runtime.as_ref().ok_or_else(closed)?;
        let mut task = Watched(runtime.spawn(work));
        (&mut task.0).await.unwrap_or_else(|_| Err(closed()))
    }

    /// Makes a call there that blocks, and waits for it; `None` where it fails.
    pub(super) fn call<T: Send>(&self, call: impl FnOnce() -> T + Send) -> Option<T> {
        // A thread of its own: the caller's stays on the desktop that it is on.
        thread::scope(|scope| {
            let called = scope.spawn(|| self.desktop.enter().ok().map(|()| call()));
            called.join().ok().flatten()
        })
    }

    /// Ends the threads, which blocks.
    pub(super) fn end(mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(ENDING);
        }
    }
}

impl Drop for DesktopThreads {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // The last one that has it may be at a wait, where nothing may block.
            runtime.shutdown_background();
        }
    }
}

/// Puts a thread on the desktop. One that does not get there does nothing at all: it would do it on the user's own desktop.
fn stay_on(desktop: &PrivateDesktop) {
    while desktop.enter().is_err() {
        // A parked thread may wake up without a reason, so this is a loop.
        thread::park();
    }
}

/// Work that ends with who waits for it.
struct Watched<T>(JoinHandle<T>);

impl<T> Drop for Watched<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What is done with something on the desktop.
pub(super) type OnDesktop<'d, T> = Pin<Box<dyn Future<Output = Result<T, DesktopError>> + Send + 'd>>;

/// Something that is used on the threads of a private desktop alone.
pub(super) struct Confined<D> {
    threads: Arc<DesktopThreads>,
    inner: Arc<Mutex<D>>,
}

impl<D: Send + 'static> Confined<D> {
    pub(super) fn new(threads: Arc<DesktopThreads>, inner: D) -> Confined<D> {
        Confined { threads, inner: Arc::new(Mutex::new(inner)) }
    }

    /// Uses it there.
    pub(super) async fn with<T: Send + 'static>(
        &self,
        call: impl for<'d> FnOnce(&'d mut D) -> OnDesktop<'d, T> + Send + 'static,
    ) -> Result<T, DesktopError> {
        let inner = Arc::clone(&self.inner);
        let work = async move {
            let mut inner = inner.lock_owned().await;
            let used: &mut D = &mut inner;
            call(used).await
        };
        self.threads.run(work).await
    }
}
