//! Starts the windows of a block, and waits until they can be used.

use crate::toolkit::{Rest, Toolkit, WindowFiles, programs};
use anyhow::{Context, Result, bail};
use deskpilot_core::Size;
use deskpilot_desktop::{Budget, DesktopReader, WindowList};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop};
use deskpilot_testkit::loopback::{Answer, Server};
use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// The size of the desktop: windows fit, and pictures are small.
pub(crate) const SCREEN: Size = Size { width: 1280, height: 960 };
/// How long a window may take to show its controls.
const STARTING: Duration = Duration::from_secs(180);
/// The pause between two looks for it.
const PAUSE: Duration = Duration::from_millis(50);
/// The fewest controls of a window that is ready.
const CONTROLS: usize = 20;

/// The windows of a block.
pub(crate) struct Windows<'a> {
    private: &'a PrivateDesktop,
    /// The file that they append to.
    pub(crate) record: PathBuf,
    /// The home of their applications.
    pub(crate) home: PathBuf,
    server: Server,
    rest: Rest,
    /// The names of those that are open.
    open: Vec<&'static str>,
}

impl<'a> Windows<'a> {
    /// No windows yet, on this desktop.
    pub(crate) async fn on(private: &'a PrivateDesktop, rest: Rest) -> Result<Windows<'a>> {
        let record = private.directory().join("record");
        fs::write(&record, "")?;
        let home =
            PathBuf::from(private.seat().environment().value("HOME").context("the desktop has no home")?);
        let file = record.clone();
        let server = Server::start_with(move |request| {
            // A line that cannot be written is missing, and the reader says so about the rest.
            let _ = append(&file, &request.body);
            Answer::json(200, "")
        });
        Ok(Windows { private, record, home, server: server.await, rest, open: Vec::new() })
    }

    /// Starts a window unless it is open, and waits until it shows its controls.
    pub(crate) async fn open(
        &mut self,
        toolkit: Toolkit,
        name: &'static str,
        desktop: &mut LinuxDesktop,
    ) -> Result<()> {
        if self.open.contains(&name) {
            return Ok(());
        }
        self.open.push(name);
        if toolkit == Toolkit::Firefox {
            let profile = self.home.join("profile");
            fs::create_dir_all(&profile)?;
            fs::copy(programs().join("../../matrix/programs/user.js"), profile.join("user.js"))?;
        }
        let (record, home, server) = (&self.record, &self.home, &self.server.address);
        let files = WindowFiles { record, home, server, rest: self.rest };
        let starting = self.private.seat().start(toolkit.command(name, &files), None).await;
        let running = starting.with_context(|| format!("{} does not start", toolkit.word()))?;
        wait_until_ready(desktop, name)
            .await
            .with_context(|| format!("the output of {} is {:?}", toolkit.word(), running.output().tail()))
    }
}

fn append(file: &Path, line: &[u8]) -> std::io::Result<()> {
    let mut file = OpenOptions::new().append(true).open(file)?;
    file.write_all(&[line, b"\n"].concat())
}

/// Waits until the window whose title begins with this name shows its controls.
async fn wait_until_ready(desktop: &mut LinuxDesktop, name: &str) -> Result<()> {
    let end = Instant::now() + STARTING;
    loop {
        let windows = desktop.windows().await?;
        if let Some(window) = windows.iter().find(|it| it.title.starts_with(name))
            && let Ok(seen) = desktop.controls(window, Budget::LOOK).await
            && seen.controls.len() >= CONTROLS
        {
            return Ok(());
        }
        if Instant::now() > end {
            bail!("the window {name:?} does not come up: {windows:?}");
        }
        sleep(PAUSE).await;
    }
}
