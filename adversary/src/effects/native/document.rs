//! A document in its window on a private desktop, the receiver of its native commands, and what copies it.

use super::{
    copier::{Copier, PYTHON},
    seeds,
};
use anyhow::{Context, Result, ensure};
use deskpilot_core::{Call, Effect, Launch, Window};
use deskpilot_desktop::{
    ApplicationLifeCycle, Desktop, DesktopReader, LaunchExtra, NativeAction, Receiver, Scope, WindowList,
};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop};
use deskpilot_office::{OfficeKind, OfficeReceiver};
use std::{fs, path::Path, time::Duration};
use tokio::time::{sleep, timeout};

/// How long a command may take.
const MOST: Duration = Duration::from_secs(40);
/// How long a document may take to open.
const OPENING: Duration = Duration::from_secs(120);
/// How often to look for its window.
const PAUSE: Duration = Duration::from_millis(50);
/// The argument with which LibreOffice listens at a pipe, before the name of the pipe.
const LISTENING: &str = "--accept=pipe,name=";
/// The name of its file without the ending.
const NAME: &str = "document";

/// A document in its window.
pub(super) struct OpenDocument {
    receiver: OfficeReceiver,
    window: Window,
    desktop: LinuxDesktop,
    pub(super) copier: Copier,
    /// The folder with the files that calls name.
    pub(super) scratch: String,
}

impl OpenDocument {
    /// Opens a document of this kind on a private desktop.
    pub(super) async fn open(private: &PrivateDesktop, kind: OfficeKind) -> Result<OpenDocument> {
        let scratch = private.directory().join("scratch");
        fs::create_dir_all(scratch.join("folder"))?;
        fs::write(scratch.join("picture.png"), seeds::picture()?)?;
        fs::write(scratch.join("letter.txt"), "a letter\n")?;
        let file = scratch.join(format!("{NAME}.{}", seeds::ending(kind)));
        fs::write(&file, seeds::document(kind))?;
        let variables = private.seat().environment().iter();
        let env: Vec<_> = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let receivers = OfficeReceiver::all(Path::new(PYTHON), &env);
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await?;
        let file = Some(file.to_string_lossy().into_owned());
        let launch = Launch { application: kind.application_name().to_owned(), file, ..Launch::default() };
        let application = desktop.resolve_application(&launch).await?;
        let extras = receivers.first().map(|it| it.launch_extras(&application, &launch));
        let extras = extras.transpose()?.unwrap_or_default();
        let mut arguments = extras.iter().filter_map(LaunchExtra::argument);
        let pipe = arguments.find_map(|it| it.strip_prefix(LISTENING)?.split(';').next());
        let copier = Copier::start(
            pipe.context("LibreOffice was started without a pipe")?,
            &env,
            private.directory().to_owned(),
        )?;
        desktop.launch(&launch, &extras).await?;
        let window =
            timeout(OPENING, titled(&mut desktop)).await.context("no window shows the document")??;
        let receiver = receivers.into_iter().find(|it| it.serves(Scope::Window(&window)));
        let receiver = receiver.with_context(|| format!("{:?} has no receiver", window.title))?;
        let scratch = scratch.to_string_lossy().into_owned();
        let mut document = OpenDocument { receiver, window, desktop, copier, scratch };
        document.receiver.wait_until_ready(&document.window).await;
        document.prepare(kind).await?;
        Ok(document)
    }

    async fn prepare(&mut self, kind: OfficeKind) -> Result<()> {
        for (command, args) in seeds::preparation(kind) {
            let args = args.as_object().cloned().unwrap_or_default();
            let call = Call { command: command.to_owned(), args };
            let effect = self.run(&call).await?;
            ensure!(matches!(effect, Effect::Confirmed(_)), "{call}: {effect}");
        }
        Ok(())
    }

    /// What a command says of itself. An error means that LibreOffice is not there any more.
    pub(super) async fn run(&mut self, call: &Call) -> Result<Effect> {
        // Saving under another name changes the title.
        let shown = self.desktop.windows().await?.into_iter().find(|it| it.id == self.window.id);
        self.window = shown.context("the window of the document is gone")?;
        let action = NativeAction { call, scope: Scope::Window(&self.window), deadline: MOST };
        Ok(self.receiver.run(&action).await?.effect)
    }

    /// Ends LibreOffice without a question about what is not saved.
    pub(super) async fn close(mut self) {
        self.receiver.close_application().await;
    }
}

/// The window whose title has the name of the file. One that takes long to load shows its program's logo before.
async fn titled(desktop: &mut LinuxDesktop) -> Result<Window> {
    loop {
        let shown = desktop.windows().await?.into_iter().find(|it| it.title.starts_with(NAME));
        match shown {
            Some(window) => return Ok(window),
            None => sleep(PAUSE).await,
        }
    }
}
