//! One tool server as its receiver, and what a test asks of it.

use deskpilot_core::{Call, CommandSpec, Outcome, PathStyle, Rect, Window, WindowId, WindowState};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use deskpilot_tool_servers::{ServerEnvironment, parse_tool_servers, receivers};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    env,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::time::sleep;

/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Stage {
    pub(crate) receiver: Box<dyn Receiver>,
    pub(crate) window: Window,
    pub(crate) folder: TempDir,
    /// Every trouble so far.
    pub(crate) troubles: Vec<String>,
}

impl Stage {
    /// The server of this entry, with these variables in addition to `PATH` and `HOME`.
    pub(crate) fn of(entry: &str, variables: &[(&str, &str)]) -> Stage {
        let servers = parse_tool_servers(&format!("[servers.tea]\n{entry}\n"), PathStyle::Posix).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let given = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let mut variables: BTreeMap<String, String> = given.collect();
        variables.insert("PATH".into(), env::var("PATH").unwrap());
        variables.insert("HOME".into(), folder.path().display().to_string());
        let around = ServerEnvironment { variables, folder: folder.path().to_owned() };
        let receiver = receivers(servers, &around).remove(0);
        Stage { receiver, window: window("gedit"), folder, troubles: Vec::new() }
    }

    /// The commands as they are now.
    pub(crate) async fn commands(&mut self) -> Vec<Arc<CommandSpec>> {
        let commands = self.receiver.commands(Scope::Window(&self.window)).await.unwrap();
        self.troubles.extend(self.receiver.take_gaps(Scope::Window(&self.window)).troubles);
        commands
    }

    /// Asks for the commands until this holds for their names; panics if it never does.
    pub(crate) async fn until(
        &mut self,
        holds: impl Fn(&[&str], &[String]) -> bool,
    ) -> Vec<Arc<CommandSpec>> {
        let began = Instant::now();
        loop {
            let commands = self.commands().await;
            let names: Vec<&str> = commands.iter().map(|it| it.name.as_ref()).collect();
            if holds(&names, &self.troubles) {
                return commands;
            }
            assert!(began.elapsed() < PATIENCE, "{names:?} {:?}", self.troubles);
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until it has commands.
    pub(crate) async fn ready(mut self) -> Stage {
        self.until(|names, _| !names.is_empty()).await;
        self
    }

    pub(crate) async fn run_in(
        &mut self,
        command: &str,
        args: Value,
        deadline: Duration,
    ) -> Result<Outcome, DesktopError> {
        let call = Call { command: command.into(), args: args.as_object().unwrap().clone() };
        let specs = self.commands().await;
        if let Some(spec) = specs.iter().find(|it| it.name == command) {
            assert_eq!(spec.argument_error(&call.args), None, "{call}");
        }
        let action = NativeAction { call: &call, scope: Scope::Window(&self.window), deadline };
        self.receiver.run(&action).await
    }

    /// The effect of a call and its output.
    pub(crate) async fn run(&mut self, command: &str, args: Value) -> (String, String) {
        let outcome = self.run_in(command, args, PATIENCE).await.unwrap();
        (outcome.effect.to_string(), outcome.output.unwrap_or_default())
    }

    pub(crate) fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }
}

pub(crate) fn window(application: &str) -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: "Window".into(),
        application: application.into(),
        process: None,
        rect: Rect::new(0, 0, 100, 100),
        state: WindowState::Normal,
        focused: true,
    }
}

/// Waits until this holds.
pub(crate) async fn until(what: &str, holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// Whether a process runs.
pub(crate) fn runs(process: &str) -> bool {
    let status = std::fs::read_to_string(Path::new("/proc").join(process.trim()).join("status"));
    status.is_ok_and(|it| !it.contains("State:\tZ"))
}
