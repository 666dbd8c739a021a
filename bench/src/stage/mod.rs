//! An application, freshly started on a private desktop of its own.

mod processes;
mod rest;
mod windows;

use anyhow::{Context, Result, bail};
use deskpilot_core::Window;
use deskpilot_desktop::Desktop;
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions, ProcessHandle, Seat};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What stands in a command line or a setting for the home of the desktop.
pub(crate) const HOME: &str = "{home}";

/// An application to start.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    /// Its command line, with [`HOME`] where the home of the desktop belongs.
    pub(crate) argv: Vec<String>,
    /// Files in the home that are there before it starts, and what is in them.
    pub(crate) settings: Vec<(&'static str, String)>,
    /// A part of the title of its window.
    pub(crate) title: &'static str,
    /// When it is ready to be measured.
    pub(crate) ready: Ready,
}

/// When an application is ready to be measured. Nothing of it is read before, so that every reader comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ready {
    /// Its window is there and it has come to rest.
    AtRest,
    /// A page in it has children besides: browsers tell of it late.
    WithPage,
}

/// An application, freshly started on a private desktop of its own.
pub(crate) struct Stage {
    private: PrivateDesktop,
    running: ProcessHandle,
    title: &'static str,
}

impl Stage {
    /// Starts an application and waits until it is ready.
    pub(crate) async fn open(play: &Play) -> Result<Stage> {
        let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
        let home = home_of(&private)?;
        for (path, text) in &play.settings {
            write(&home.join(path), &at_home(text, &home))?;
        }
        let argv = play.argv.iter().map(|word| at_home(word, &home).into()).collect();
        let program = play.argv.first().map_or("", String::as_str);
        let started = private.seat().start(argv, None).await;
        let running = started.with_context(|| format!("{program} does not start"))?;
        let stage = Stage { private, running, title: play.title };
        match stage.until(play.ready).await {
            Ok(()) => Ok(stage),
            Err(error) => {
                let said = stage.running.output().tail();
                stage.close().await;
                Err(error.context(format!("{program} is not ready; it says {said:?}")))
            }
        }
    }

    async fn until(&self, ready: Ready) -> Result<()> {
        windows::until_titled(self.seat(), self.title, &self.running).await?;
        self.rest().await?;
        if ready == Ready::WithPage {
            rest::until_page(self.seat(), &self.processes()).await?;
            self.rest().await?;
        }
        Ok(())
    }

    /// Waits until the application has nothing to do.
    pub(crate) async fn rest(&self) -> Result<()> {
        rest::until_idle(|| self.cpu()).await
    }

    /// The place at its desktop.
    pub(crate) fn seat(&self) -> &Seat {
        self.private.seat()
    }

    /// A connection of ours to its desktop, and its window.
    pub(crate) async fn desktop(&self) -> Result<(LinuxDesktop, Window)> {
        let mut desktop = LinuxDesktop::connect(self.seat().clone()).await?;
        let windows = desktop.windows().await?;
        match windows.into_iter().find(|window| window.title.contains(self.title)) {
            Some(window) => Ok((desktop, window)),
            None => bail!("its window {:?} is gone", self.title),
        }
    }

    /// Its processes, the first one first.
    pub(crate) fn processes(&self) -> Vec<u32> {
        processes::family(self.running.pid())
    }

    /// The processor time it has used so far.
    pub(crate) fn cpu(&self) -> Duration {
        processes::cpu(&self.processes())
    }

    /// Ends it and its desktop.
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

/// Writes a file, and the folders it is in.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}
