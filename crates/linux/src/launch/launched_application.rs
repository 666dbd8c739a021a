//! Starts an application with an optional document, and detects its failure.

use super::catalog::Catalog;
use super::desktop_entry::DesktopEntry;
use super::document::Document;
use super::exec::expand;
use super::first_run;
use super::terminal;
use crate::LinuxError;
use crate::office_lock;
use crate::private::{Leftovers, remove_stale_lock_of};
use crate::process::ProcessHandle;
use crate::seat::{Environment, Ownership, Seat};
use deskpilot_core::{Application, Launch, WhenInUse};
use deskpilot_desktop::LaunchExtra;
use deskpilot_system::reason;
use std::io;
use std::path::{Path, PathBuf};

/// A started application. It may have no window yet, or hand over to a running instance.
#[derive(Clone, Debug)]
pub struct LaunchedApplication {
    application: Application,
    window_class: String,
    is_browser: bool,
    file: Option<PathBuf>,
    in_use: Option<WhenInUse>,
    running: ProcessHandle,
}

impl LaunchedApplication {
    /// The started process. Its window may belong to another: a child, or an instance that already runs.
    pub fn pid(&self) -> u32 {
        self.running.pid()
    }

    /// The application.
    pub fn application(&self) -> &Application {
        &self.application
    }

    /// The class of its windows: as its entry declares it, or else the name of its program, which toolkits give to windows.
    pub fn window_class(&self) -> &str {
        &self.window_class
    }

    /// Whether it shows pages of the web.
    pub fn is_browser(&self) -> bool {
        self.is_browser
    }

    /// The file that it was given.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// How it opens the file, if another program has that open.
    pub fn in_use(&self) -> Option<WhenInUse> {
        self.in_use
    }

    /// The process.
    pub fn running(&self) -> &ProcessHandle {
        &self.running
    }

    /// Waits until it fails, which may be never: set a deadline.
    ///
    /// An application that exits with success has not failed: it has handed its document to a running instance, or has
    /// put itself into the background.
    pub async fn failure(&self) -> LinuxError {
        match self.running.end().await {
            Some(status) if !status.success() => {
                let (application, output) = (self.application.name.clone(), self.running.output().tail());
                match refusal(&output) {
                    Some(why) => LinuxError::CannotStart { application, why },
                    None => LinuxError::Crashed { application, how: status.to_string(), output },
                }
            }
            _ => std::future::pending().await,
        }
    }
}

/// The name of a program without its folder.
fn file_name(program: &str) -> String {
    Path::new(program).file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned())
}

impl Seat {
    /// Starts an application of the catalog here, with a document if one is given and with these extras.
    /// Does not wait for its window.
    pub async fn launch(
        &self,
        catalog: &Catalog,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<LaunchedApplication, LinuxError> {
        let entry = catalog.find(launch)?;
        let document = document(entry, launch, self.environment())?;
        let mut args: Vec<String> =
            extras.iter().filter_map(LaunchExtra::argument).map(str::to_owned).collect();
        let file = document.clone().and_then(Document::into_file);
        let in_use = in_use(entry, file.as_deref(), launch, self.environment());
        args.extend(in_use.map(|it| argument_for(it).to_owned()));
        let argv = command(entry, document.as_ref(), &args, self.environment())?;
        let program = argv.first().cloned().unwrap_or_default();
        if self.ownership() == Ownership::Private {
            let prepared = first_run::prepare(&program, self.environment());
            prepared.map_err(|error| {
                cannot(entry, format!("its settings cannot be written: {}", reason(&error)))
            })?;
        }
        // Recorded before the start: a program that is killed at once may have left something already.
        self.expect_leftovers(file.as_deref(), &args);
        let directory = entry.directory.clone().filter(|directory| directory.is_dir());
        let argv = argv.into_iter().map(Into::into).collect();
        // An application has one native interface.
        let pipes = extras.iter().find_map(LaunchExtra::pipes).cloned();
        let started = self.start_with(argv, directory, pipes).await;
        let running = started.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => cannot(entry, format!("`{program}` is not installed")),
            _ => cannot(entry, format!("`{program}`: {}", reason(&error))),
        })?;
        let application = entry.application.clone();
        let window_class = entry.window_class.clone().unwrap_or_else(|| file_name(&program));
        let is_browser = entry.categories.iter().any(|it| it == "WebBrowser");
        Ok(LaunchedApplication { application, window_class, is_browser, file, in_use, running })
    }

    /// Prepares for what an application may leave. Records the document, so that the end of this desktop removes the application's
    /// own lock file and its sockets. Without such a record, the next session that opens the document removes the lock file.
    fn expect_leftovers(&self, document: Option<&Path>, args: &[String]) {
        let leftovers = Leftovers::of_desktop(self.environment());
        let Some(leftovers) = leftovers.filter(|_| self.ownership() == Ownership::Private) else { return };
        let folder = document.and_then(Path::parent);
        let recorded = folder.map(|it| leftovers.may_be_in(it)).into_iter();
        // LibreOffice gets the name of its pipe by this argument, and a killed one leaves the pipe's socket.
        let pipes = args.iter().filter_map(|it| it.strip_prefix("--accept=pipe,name=")?.split(';').next());
        recorded.chain(pipes.map(|it| leftovers.may_be_pipe(it))).for_each(drop);
    }
}

/// How the application has to open its document, if another LibreOffice has it open. The lock file of a dead private desktop is
/// removed before. Without an argument for it, LibreOffice would ask in a dialog.
fn in_use(
    entry: &DesktopEntry,
    file: Option<&Path>,
    launch: &Launch,
    environment: &Environment,
) -> Option<WhenInUse> {
    let file = file?;
    remove_stale_lock_of(file);
    let is_office = entry.application.id.starts_with("libreoffice");
    (is_office && office_lock::is_in_use(file, environment)).then_some(launch.when_in_use)
}

/// The argument with which LibreOffice opens the document behind it in this way. It locks nothing then.
const fn argument_for(in_use: WhenInUse) -> &'static str {
    match in_use {
        WhenInUse::ReadOnly => "--view",
        WhenInUse::Copy => "-n",
    }
}

fn document(
    entry: &DesktopEntry,
    launch: &Launch,
    environment: &Environment,
) -> Result<Option<Document>, LinuxError> {
    let home = environment.value("HOME");
    let document = launch.file.as_deref().map(|file| Document::named(file, home)).transpose();
    let document = document.map_err(|why| cannot(entry, why))?;
    if let Some(link) = document.as_ref().and_then(Document::link) {
        let why = format!("{} is a link now; name the file that it leads to", link.display());
        return Err(cannot(entry, why));
    }
    Ok(document)
}

fn command(
    entry: &DesktopEntry,
    document: Option<&Document>,
    args: &[String],
    environment: &Environment,
) -> Result<Vec<String>, LinuxError> {
    let argv = expand(entry, document, args).map_err(|why| cannot(entry, why.to_string()))?;
    if !entry.terminal {
        return Ok(argv);
    }
    let no_terminal =
        || cannot(entry, "it needs a terminal and there is none: `apt-get install xterm`".into());
    let words = terminal::words(environment).ok_or_else(no_terminal)?;
    Ok(words.into_iter().chain(argv).collect())
}

/// Output of applications that refuse to start, and the explanation for the user.
const REFUSALS: &[(&str, &str)] = &[(
    "Running as root without --no-sandbox",
    "it does not run for root; run Deskpilot as another user, or, where the pages it shows are to be trusted, put an \
     entry of your own into /usr/local/share/applications whose Exec line has --no-sandbox",
)];

fn refusal(output: &str) -> Option<String> {
    REFUSALS.iter().find(|(word, _)| output.contains(word)).map(|(_, why)| (*why).to_owned())
}

fn cannot(entry: &DesktopEntry, why: String) -> LinuxError {
    LinuxError::CannotStart { application: entry.application.name.clone(), why }
}
