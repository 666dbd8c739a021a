//! A session bus without a screen, and programs of the tests' own on it.

use deskpilot_core::{Call, Outcome, Rect, Window, WindowId, WindowState};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use serde_json::Value;
use std::{path::Path, process::Stdio, time::Duration};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
};

/// The Python of the system, which has its libraries.
const PYTHON: &str = "/usr/bin/python3";

/// A bus on which everything is allowed and nothing is started: no services of the machine's.
const CONFIG: &str = r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><policy context="default"><allow send_destination="*" eavesdrop="true"/>
  <allow eavesdrop="true"/><allow own="*"/></policy>"#;

/// A bus for one test.
pub(crate) struct TestBus {
    pub(crate) env: Vec<(String, String)>,
    _daemon: Child,
    _folder: TempDir,
}

/// A program on the bus, and what it prints.
pub(crate) struct Peer {
    pub(crate) child: Child,
    pub(crate) lines: Lines<BufReader<ChildStdout>>,
}

impl TestBus {
    pub(crate) async fn start() -> TestBus {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("unix:path={}/bus", folder.path().display());
        let config = folder.path().join("bus.conf");
        std::fs::write(&config, format!("{CONFIG}<listen>{address}</listen></busconfig>")).unwrap();
        let mut command = Command::new("dbus-daemon");
        command.args(["--nofork", "--nopidfile", "--print-address", "--config-file"]).arg(config);
        let Peer { child, mut lines } = start(command);
        lines.next_line().await.unwrap().unwrap();
        let env = vec![
            ("DBUS_SESSION_BUS_ADDRESS".into(), address),
            ("PATH".into(), "/usr/bin:/bin".into()),
            ("HOME".into(), folder.path().display().to_string()),
        ];
        TestBus { env, _daemon: child, _folder: folder }
    }

    /// Starts a program of the tests' own, and waits until it is on the bus.
    pub(crate) async fn peer(&self, name: &str, kind: &str) -> Peer {
        let mut command = Command::new(PYTHON);
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/peers").join(name);
        command.arg(file).arg(kind).env_clear().envs(self.env.iter().cloned());
        let mut peer = start(command);
        assert_eq!(peer.line().await, "ready");
        peer
    }
}

impl Peer {
    /// The next line that it prints.
    pub(crate) async fn line(&mut self) -> String {
        self.lines.next_line().await.unwrap().unwrap_or_default()
    }

    /// A window of its process, which it does not show.
    pub(crate) fn window(&self) -> Window {
        Window {
            label: None,
            id: WindowId(1),
            title: "Peer".into(),
            application: "peer".into(),
            process: self.child.id(),
            rect: Rect::new(0, 0, 100, 100),
            state: WindowState::Normal,
            focused: true,
        }
    }
}

fn start(mut command: Command) -> Peer {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    Peer { child, lines }
}

pub(crate) fn call(command: &str, args: &Value) -> Call {
    Call { command: command.into(), args: args.as_object().unwrap().clone() }
}

/// What a receiver answers to a call.
pub(crate) async fn run(
    receiver: &mut dyn Receiver,
    scope: Scope<'_>,
    command: &str,
    args: Value,
) -> Result<Outcome, DesktopError> {
    let call = call(command, &args);
    let action = NativeAction { call: &call, scope, deadline: Duration::from_secs(20) };
    receiver.run(&action).await
}

/// The effect of a call, or the error, as a sentence.
pub(crate) async fn effect(
    receiver: &mut dyn Receiver,
    scope: Scope<'_>,
    command: &str,
    args: Value,
) -> String {
    let outcome = run(receiver, scope, command, args).await;
    outcome.map_or_else(|error| format!("error: {error}"), |it| it.effect.to_string())
}

/// The names of the commands at hand.
pub(crate) async fn names(receiver: &mut dyn Receiver, scope: Scope<'_>) -> Vec<String> {
    receiver.commands(scope).await.unwrap().iter().map(|it| it.name.to_string()).collect()
}
