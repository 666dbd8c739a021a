//! A document in its window, and the receiver that gives LibreOffice commands for it.

use super::document::PYTHON;
use anyhow::{Context, Result, ensure};
use deskpilot_core::{Call, Effect, Launch, Outcome, Window};
use deskpilot_desktop::{
    ApplicationLifeCycle, Desktop, DesktopReader, LaunchExtra, NativeAction, Receiver, Scope, WindowList,
};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, Seat};
use deskpilot_office::{OfficeKind, OfficeReceiver};
use serde_json::Value;
use std::{
    path::Path,
    time::{Duration, Instant},
};
use tokio::time::{sleep, timeout};

/// How long a command may take.
const MOST: Duration = Duration::from_secs(60);
/// How often to look for a window.
const PAUSE: Duration = Duration::from_millis(50);
/// The argument with which LibreOffice listens at a pipe, before the name of the pipe.
const LISTENING: &str = "--accept=pipe,name=";

/// The window whose title has this name. One that takes long to load shows its program's logo before.
async fn titled(desktop: &mut LinuxDesktop, name: &str) -> Result<Window> {
    loop {
        let shown = desktop.windows().await?.into_iter().find(|it| it.title.contains(name));
        match shown {
            Some(window) => return Ok(window),
            None => sleep(PAUSE).await,
        }
    }
}

/// The receivers for the documents on this desktop.
pub(super) fn receivers(seat: &Seat) -> Vec<OfficeReceiver> {
    let variables = seat.environment().iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
    OfficeReceiver::all(Path::new(PYTHON), &variables.collect::<Vec<_>>())
}

/// A document in its window.
pub(super) struct OpenDocument {
    receiver: OfficeReceiver,
    window: Window,
    pipe: String,
    _desktop: LinuxDesktop,
}

impl OpenDocument {
    /// Opens a file of this kind on a private desktop.
    pub(super) async fn open(
        private: &PrivateDesktop,
        kind: OfficeKind,
        file: &Path,
    ) -> Result<OpenDocument> {
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await?;
        let receivers = receivers(private.seat());
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let file = Some(file.to_string_lossy().into_owned());
        let launch = Launch { application: kind.application_name().to_owned(), file, ..Launch::default() };
        let application = desktop.resolve_application(&launch).await?;
        let extras = receivers.first().map(|it| it.launch_extras(&application, &launch));
        let extras = extras.transpose()?.unwrap_or_default();
        let mut args = extras.iter().filter_map(LaunchExtra::argument);
        let pipe = args.find_map(|it| it.strip_prefix(LISTENING)?.split(';').next());
        let pipe = pipe.context("LibreOffice was started without a pipe")?.to_owned();
        desktop.launch(&launch, &extras).await?;
        let window = timeout(MOST, titled(&mut desktop, &name)).await;
        let window = window.with_context(|| format!("no window shows {name}"))??;
        let receiver = receivers.into_iter().find(|it| it.serves(Scope::Window(&window)));
        let receiver = receiver.with_context(|| format!("{:?} has no receiver", window.title))?;
        Ok(OpenDocument { receiver, window, pipe, _desktop: desktop })
    }

    /// The name of the pipe at which LibreOffice listens.
    pub(super) fn pipe(&self) -> &str {
        &self.pipe
    }

    /// Runs a command that must succeed: its milliseconds and its outcome.
    pub(super) async fn run(&mut self, command: &str, args: &Value) -> Result<(f64, Outcome)> {
        let args = args.as_object().cloned().unwrap_or_default();
        let call = Call { command: command.to_owned(), args };
        let action = NativeAction { call: &call, scope: Scope::Window(&self.window), deadline: MOST };
        let began = Instant::now();
        let outcome = self.receiver.run(&action).await?;
        let millis = began.elapsed().as_secs_f64() * 1000.0;
        ensure!(matches!(outcome.effect, Effect::Confirmed(_)), "{call}: {}", outcome.effect);
        Ok((millis, outcome))
    }
}
