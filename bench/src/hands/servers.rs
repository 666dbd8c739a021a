//! The two servers, and how each is started on a private desktop.

use super::client::ToolClient;
use crate::{product_command::product_command, root};
use anyhow::{Context, Result, ensure};
use deskpilot_linux::Seat;
use serde::{Deserialize, Serialize};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;
use tokio::process::Command;

/// The folder into which `cargo xtask bench hands` installs the other server, in the folder of the workspace.
const INSTALLED: &str = "target/cua-driver/lib";
/// Its program, in the folder of a Python's library.
const PROGRAM: &str = "site-packages/cua_driver/bin/cua-driver";
/// The version that is measured.
const VERSION: &str = "cua-driver 0.37.0";
/// Its own switches: nothing is reported and nothing is asked of a network; on a private desktop it need not ask a person either,
/// as Deskpilot does not under its policy here.
const SWITCHES: [(&str, &str); 6] = [
    ("DO_NOT_TRACK", "1"),
    ("CUA_DRIVER_RS_TELEMETRY_ENABLED", "false"),
    ("CUA_TELEMETRY_ENABLED", "false"),
    ("CUA_DRIVER_RS_UPDATE_CHECK", "false"),
    ("CUA_DRIVER_PERMISSION_MODE", "unrestricted"),
    ("CUA_DRIVER_DANGEROUSLY_BYPASS_APPROVALS", "1"),
];

/// One of the servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Server {
    /// `deskpilot mcp`.
    Deskpilot,
    /// cua-driver.
    CuaDriver,
}

/// A value for each server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Both<T> {
    /// That of Deskpilot.
    pub(super) ours: T,
    /// That of cua-driver.
    pub(super) theirs: T,
}

/// The servers that are measured.
pub(super) struct Contest {
    /// The program of the other server; `None` where Deskpilot is measured alone.
    peer: Option<PathBuf>,
    /// The logs of Deskpilot's sessions.
    logs: TempDir,
}

impl Server {
    /// Both, the one of this repository first.
    pub(super) const ALL: [Server; 2] = [Server::Deskpilot, Server::CuaDriver];

    /// Its name in tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Server::Deskpilot => "Deskpilot",
            Server::CuaDriver => "cua-driver",
        }
    }
}

impl<T> Both<T> {
    /// The value of a server.
    pub(super) const fn of(&self, server: Server) -> &T {
        match server {
            Server::Deskpilot => &self.ours,
            Server::CuaDriver => &self.theirs,
        }
    }

    /// The same, to change it.
    pub(super) const fn of_mut(&mut self, server: Server) -> &mut T {
        match server {
            Server::Deskpilot => &mut self.ours,
            Server::CuaDriver => &mut self.theirs,
        }
    }
}

impl Contest {
    /// The servers that can be started here, and why the other one is not among them.
    pub(super) async fn prepare() -> Result<(Contest, Option<String>)> {
        let logs = tempfile::tempdir()?;
        match peer().await {
            Ok(program) => Ok((Contest { peer: Some(program), logs }, None)),
            Err(error) => Ok((Contest { peer: None, logs }, Some(format!("{error:#}")))),
        }
    }

    /// The servers, in the order of this turn: they take turns at being first.
    pub(super) fn order(&self, turn: usize) -> Vec<Server> {
        let mut servers = Server::ALL;
        let first = turn % servers.len();
        servers.rotate_left(first);
        servers.into_iter().filter(|it| *it == Server::Deskpilot || self.peer.is_some()).collect()
    }

    /// Starts a server for a private desktop, which it takes for the one that a user sits at.
    pub(super) async fn start(&self, server: Server, seat: &Seat) -> Result<ToolClient> {
        let mut command = match (server, &self.peer) {
            (Server::Deskpilot, _) => deskpilot_command(seat, self.logs.path())?,
            (Server::CuaDriver, Some(program)) => {
                switch_reports_off(program, seat).await?;
                peer_command(program, seat, &["mcp", "--no-overlay"])?
            }
            (Server::CuaDriver, None) => anyhow::bail!("cua-driver is not installed"),
        };
        ToolClient::start(&mut command).await.with_context(|| format!("{} does not serve", server.name()))
    }
}

/// Deskpilot under a policy that asks nobody, on the desktop of this seat. Input of the other server is no person's.
fn deskpilot_command(seat: &Seat, logs: &Path) -> Result<Command> {
    let mut command = product_command(&home(seat)?, "hands")?;
    command.envs(seat.environment().iter()).env("DESKPILOT_PERSON_NOTICED", "off");
    command.args(["mcp", "--desktop", "current", "--policy", "unrestricted", "--log-dir"]).arg(logs);
    Ok(command)
}

/// The other server's program with these words, on the desktop of this seat.
fn peer_command(program: &Path, seat: &Seat, words: &[&str]) -> Result<Command> {
    let mut command = Command::new(program);
    command.current_dir(home(seat)?).env_clear().envs(seat.environment().iter()).envs(SWITCHES).args(words);
    Ok(command)
}

/// Switches its reports off in the home of this desktop too, where it keeps the setting.
async fn switch_reports_off(program: &Path, seat: &Seat) -> Result<()> {
    let output = peer_command(program, seat, &["telemetry", "disable"])?.output().await?;
    ensure!(output.status.success(), "the reports of cua-driver cannot be switched off");
    Ok(())
}

/// The program of the other server, if it is the version that is measured.
async fn peer() -> Result<PathBuf> {
    let folder = root().join(INSTALLED);
    let pythons = fs::read_dir(&folder).context("cua-driver is not installed")?;
    let mut programs = pythons.flatten().map(|it| it.path().join(PROGRAM));
    let program = programs.find(|it| it.is_file()).context("cua-driver has no program for this machine")?;
    let output = Command::new(&program).env_clear().envs(SWITCHES).arg("--version").output().await;
    let output = output.context("cua-driver does not start")?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    ensure!(version == VERSION, "it is not {VERSION}, but {version:?}");
    Ok(program)
}

/// The home of the applications of a desktop.
pub(super) fn home(seat: &Seat) -> Result<PathBuf> {
    seat.environment().value("HOME").map(PathBuf::from).context("the desktop has no home")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_take_turns_and_deskpilot_is_measured_alone_without_the_other() {
        let contest = |peer| Contest { peer, logs: tempfile::tempdir().unwrap() };
        let both = contest(Some(PathBuf::from("/p")));
        assert_eq!(both.order(0), Server::ALL);
        assert_eq!(both.order(1), [Server::CuaDriver, Server::Deskpilot]);
        assert_eq!(both.order(2), both.order(0));
        assert_eq!(contest(None).order(1), [Server::Deskpilot]);
    }

    #[test]
    fn each_server_has_a_value_of_its_own() {
        let mut both = Both { ours: 1, theirs: 2 };
        *both.of_mut(Server::CuaDriver) += 5;
        assert_eq!((*both.of(Server::Deskpilot), *both.of(Server::CuaDriver)), (1, 7));
    }
}
