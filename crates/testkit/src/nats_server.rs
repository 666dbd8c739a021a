//! A NATS server on loopback with a store of its own. It ends with the value, and with the process of the tests.

#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::unwrap_used,
    reason = "only tests use it, and a test that cannot go on fails"
)]

use crate::ReservedPort;
use deskpilot_system::ProcessGroup;
use std::{
    env,
    path::{Path, PathBuf},
    process::Stdio,
};
use tempfile::TempDir;
use tokio::process::Command;

/// Where `cargo xtask test` puts the server.
const FETCHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/nats/nats-server");

/// A NATS server with JetStream.
pub struct NatsServer {
    process: ProcessGroup,
    port: ReservedPort,
    store: TempDir,
    options: Vec<String>,
}

impl NatsServer {
    /// Starts a server with these further options. It may not listen yet, so opening a queue waits for it.
    pub fn start(options: &[&str]) -> NatsServer {
        let store = tempfile::tempdir().unwrap();
        let port = ReservedPort::reserve();
        let options: Vec<String> = options.iter().map(|it| (*it).to_owned()).collect();
        NatsServer { process: spawn(port.number(), store.path(), &options), port, store, options }
    }

    /// The address of a queue at it.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port.number())
    }

    /// Its port.
    pub const fn port(&self) -> u16 {
        self.port.number()
    }

    /// Kills the server at once, without any chance to write what it has in memory.
    pub async fn kill(&mut self) {
        self.process.kill();
        self.process.wait().await.unwrap();
    }

    /// Starts a killed server again, with the same store.
    pub fn restart(&mut self) {
        self.process = spawn(self.port.number(), self.store.path(), &self.options);
    }
}

fn spawn(port: u16, store: &Path, options: &[String]) -> ProcessGroup {
    let mut command = Command::new(program());
    command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"]).arg(store).args(options);
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    ProcessGroup::spawn(command).expect("the server starts")
}

fn program() -> PathBuf {
    let fetched = PathBuf::from(FETCHED);
    if fetched.is_file() {
        return fetched;
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&folders).map(|it| it.join("nats-server")).find(|it| it.is_file());
    found.unwrap_or_else(|| {
        panic!("there is no nats-server in target/nats or on the PATH: run `cargo xtask test` once, which fetches it")
    })
}
