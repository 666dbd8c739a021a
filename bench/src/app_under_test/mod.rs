//! The application under test, newly started on a private desktop.

mod idle;
mod processes;
mod windows;

pub(crate) use processes::process_tree;

use anyhow::{Context, Result, bail};
use deskpilot_core::Window;
use deskpilot_desktop::WindowList;
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions, ProcessHandle, Seat};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The placeholder for the home of the desktop in command lines and settings.
pub(crate) const HOME: &str = "{home}";

/// How to start an application.
#[derive(Clone, Debug)]
pub(crate) struct LaunchSpec {
    /// Its command line; [`HOME`] stands for the home of the desktop.
    pub(crate) argv: Vec<String>,
    /// Files that are in the home before it starts: path and content.
    pub(crate) settings: Vec<(&'static str, String)>,
    /// A part of the title of its window.
    pub(crate) title: &'static str,
    /// When it can be measured.
    pub(crate) ready: Readiness,
}

/// When an application can be measured. Nothing reads its controls before, so that each reader is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    /// Its window is there, and it is idle.
    Idle,
    /// It also shows a page with something on it, which browsers publish late.
    PageLoaded,
}

/// The application under test.
pub(crate) struct AppUnderTest {
    private: PrivateDesktop,
    running: ProcessHandle,
    title: &'static str,
}

impl AppUnderTest {
    /// Starts an application and waits until it is ready; an error has its last output.
    pub(crate) async fn open(spec: &LaunchSpec) -> Result<AppUnderTest> {
        let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
        let home = home_of(&private)?;
        for (path, text) in &spec.settings {
            write(&home.join(path), &at_home(text, &home))?;
        }
        let argv = spec.argv.iter().map(|word| at_home(word, &home).into()).collect();
        let program = spec.argv.first().map_or("", String::as_str);
        let started = private.seat().start(argv, None).await;
        let running = started.with_context(|| format!("{program} does not start"))?;
        let app = AppUnderTest { private, running, title: spec.title };
        match app.until(spec.ready).await {
            Ok(()) => Ok(app),
            Err(error) => {
                let output = app.running.output().tail();
                app.close().await;
                Err(error.context(format!("{program} does not become ready; its last output: {output:?}")))
            }
        }
    }

    async fn until(&self, ready: Readiness) -> Result<()> {
        windows::until_titled(self.seat(), self.title, &self.running).await?;
        self.until_idle().await?;
        if ready == Readiness::PageLoaded {
            idle::until_page(self.seat(), &self.processes()).await?;
            self.until_idle().await?;
        }
        Ok(())
    }

    /// Waits until the application has nothing to do.
    pub(crate) async fn until_idle(&self) -> Result<()> {
        idle::until_idle(|| self.cpu()).await
    }

    /// The seat of its desktop.
    pub(crate) fn seat(&self) -> &Seat {
        self.private.seat()
    }

    /// A new connection to its desktop, and its window.
    pub(crate) async fn desktop(&self) -> Result<(LinuxDesktop, Window)> {
        let mut desktop = LinuxDesktop::connect(self.seat().clone()).await?;
        let windows = desktop.windows().await?;
        match windows.into_iter().find(|window| window.title.contains(self.title)) {
            Some(window) => Ok((desktop, window)),
            None => bail!("its window {:?} is gone", self.title),
        }
    }

    /// Its processes, the first one at the front.
    pub(crate) fn processes(&self) -> Vec<u32> {
        processes::process_tree(self.running.pid())
    }

    /// The processor time that its running threads have used.
    pub(crate) fn cpu(&self) -> Duration {
        processes::cpu(&self.processes())
    }

    /// Ends the application and its desktop.
    pub(crate) async fn close(self) {
        self.private.close().await;
    }
}

fn home_of(private: &PrivateDesktop) -> Result<PathBuf> {
    let home = private.seat().environment().value("HOME").map(PathBuf::from);
    home.context("the desktop has no home")
}

fn at_home(text: &str, home: &Path) -> String {
    text.replace(HOME, &home.to_string_lossy())
}

/// Writes a file, and creates its folders.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}
