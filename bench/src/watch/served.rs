//! `deskpilot serve` as users have it, and the sessions that it shows.

use super::http::Client;
use crate::product_command::product_command;
use anyhow::{Context, Result};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStdout},
    time::timeout,
};

/// The name of the benchmark, which builds the program.
const BENCHMARK: &str = "watch";

/// How long the server may take until it has printed its address.
const DEADLINE: Duration = Duration::from_secs(20);

/// A user's home with logs.
pub(super) struct Home(TempDir);

/// A running server, and a browser that it let in.
pub(super) struct Served {
    /// The browser.
    pub(super) client: Client,
    server: Child,
    /// Its output, which is kept open: it prints the next address.
    lines: Lines<BufReader<ChildStdout>>,
}

impl Home {
    /// A new home.
    pub(super) fn new() -> Result<Home> {
        let home = Home(tempfile::tempdir()?);
        fs::create_dir(home.logs())?;
        Ok(home)
    }

    /// Its folder.
    pub(super) fn folder(&self) -> &Path {
        self.0.path()
    }

    /// The folder of logs.
    pub(super) fn logs(&self) -> PathBuf {
        self.0.path().join("logs")
    }

    /// Starts a server of this user.
    pub(super) async fn serve(&self) -> Result<Served> {
        let mut command = product_command(self.folder(), BENCHMARK)?;
        command.arg("serve").arg("--log-dir").arg(self.logs());
        command.stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut server = command.spawn().context("deskpilot serve does not start")?;
        let output = server.stdout.take().context("it has no output")?;
        let mut lines = BufReader::new(output).lines();
        let address =
            timeout(DEADLINE, printed_address(&mut lines)).await.context("no address is printed")??;
        Ok(Served { client: Client::let_in(&address).await?, server, lines })
    }

    /// A session of this user that follows a request with the built-in model, on a private desktop.
    pub(super) fn session(&self, task: &str, request: &str) -> Result<Child> {
        let mut command = product_command(self.folder(), BENCHMARK)?;
        command.args(["run", "--model", "steps", "--policy", "unrestricted", "--desktop", "private"]);
        command.args(["--task", task, "--log-dir"]).arg(self.logs()).args(["--", request]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        command.spawn().context("deskpilot run does not start")
    }
}

impl Served {
    /// Its process.
    pub(super) fn process(&self) -> Result<u32> {
        self.server.id().context("the server has ended")
    }

    /// The address for one more browser, which was printed when the last one was let in.
    pub(super) async fn next_address(&mut self) -> Result<String> {
        timeout(DEADLINE, printed_address(&mut self.lines)).await.context("no address is printed")?
    }
}

/// The first address that the server prints.
async fn printed_address(lines: &mut Lines<BufReader<ChildStdout>>) -> Result<String> {
    while let Some(line) = lines.next_line().await? {
        let mut words = line.split_whitespace();
        if let Some(address) = words.find(|it| it.starts_with("http://")) {
            return Ok(address.to_owned());
        }
    }
    anyhow::bail!("the server ended before it printed an address")
}
