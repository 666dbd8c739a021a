//! One session of a task: on a fresh desktop, with a copy of the task's document in the home of the applications.

use crate::StageError;
use deskpilot_agent::{Deciders, Ending, Judge, OpenedWindows};
use deskpilot_core::{Entry, Launch, Mode, TaskObject, TaskPlan, Verdict};
use deskpilot_runtime::{
    Acceptance, Attendance, Config, FileError, HomeDocument, RuntimeError, SessionOutcome, SessionSpec,
    Sessions, free_log_name,
};
use std::{fs, path::PathBuf, sync::Arc};
use tokio_util::sync::CancellationToken;

/// The largest document that is read after a session, in bytes.
const LARGEST: deskpilot_system::ReadLimit = deskpilot_system::ReadLimit::mib(256);

/// The document of a task, and where its session has the copy.
#[derive(Clone, Debug)]
pub(crate) struct SessionDocument {
    /// The name of the session's log.
    pub(crate) log: String,
    /// Its file name.
    pub(crate) name: String,
    /// Its content at the beginning.
    pub(crate) bytes: Arc<[u8]>,
    /// The folder of the home.
    home: PathBuf,
}

/// A session that ended.
pub(crate) struct EndedSession {
    pub(crate) outcome: Arc<SessionOutcome>,
    pub(crate) entries: Vec<Entry>,
    /// The document at the end; `None` if it is gone.
    pub(crate) document: Option<Vec<u8>>,
    /// The other files in the home at the end that are not hidden.
    pub(crate) other_files: Vec<String>,
}

impl SessionDocument {
    /// The document for a new session, whose log is named `log`, or so with a number if that name is taken.
    ///
    /// # Errors
    /// The folder of the logs cannot be created, or has too many logs of this name.
    pub(crate) fn new(
        config: &Config,
        log: &str,
        name: &str,
        bytes: &Arc<[u8]>,
    ) -> Result<SessionDocument, RuntimeError> {
        let folder = &config.log_dir;
        let path = || folder.to_owned();
        fs::create_dir_all(folder).map_err(|source| FileError::NotCreated { path: path(), source })?;
        let real = folder.canonicalize();
        let folder = real.map_err(|source| FileError::NotFound { path: path(), source })?;
        let log = free_log_name(&folder, log)?;
        let home = folder.join(&log).join("home");
        Ok(SessionDocument { log, name: name.to_owned(), bytes: bytes.clone(), home })
    }

    /// The document as the object of a plan.
    pub(crate) fn object(&self) -> TaskObject {
        TaskObject::File(self.path().to_string_lossy().into_owned())
    }

    /// The path of the copy in the home.
    pub(crate) fn path(&self) -> PathBuf {
        self.home.join(&self.name)
    }

    /// The launch that opens the document.
    pub(crate) fn launch(&self) -> Launch {
        let file = Some(self.path().to_string_lossy().into_owned());
        Launch { application: String::new(), file, ..Launch::default() }
    }

    /// The plan of a batch that carries out the request on the document.
    pub(crate) fn plan(&self, request: &str) -> TaskPlan {
        TaskPlan { task: request.to_owned(), steps: Vec::new(), object: self.object(), close: false }
    }

    /// Runs the session: it carries out the request, then the checks run, and a model judges where they do not decide.
    ///
    /// # Errors
    /// [`StageError::Stopped`] if the user stops it, another one if the desktop or the log fails.
    pub(crate) async fn run(
        &self,
        sessions: &Sessions,
        config: &Config,
        request: &str,
        deciders: Deciders,
        goal: SessionGoal,
        stop: &CancellationToken,
    ) -> Result<EndedSession, StageError> {
        // The applications end in order with the desktop.
        let settings = Config { opened_windows: OpenedWindows::Keep, ..config.clone() };
        let mut spec = SessionSpec {
            mode: Mode::BatchNormal,
            plan: Some(self.plan(request)),
            attendance: Attendance::Unattended,
            documents: vec![HomeDocument { name: self.name.clone(), bytes: self.bytes.clone() }],
            ..SessionSpec::with(settings, &self.log, [request.to_owned()], deciders)
        };
        match goal {
            SessionGoal::Tried => {}
            SessionGoal::Instantiated => {
                (spec.mode, spec.plan, spec.documents) = (Mode::Normal, None, Vec::new());
            }
            SessionGoal::Judged(acceptance) => {
                spec.judge = Judge::Model;
                spec.acceptance = Some(acceptance);
            }
        }
        let handle = sessions.start(spec)?;
        let outcome = tokio::select! {
            outcome = handle.outcome() => outcome,
            () = stop.cancelled() => {
                handle.stop();
                handle.outcome().await
            }
        };
        let outcome = outcome?;
        match &outcome.ending {
            Ending::Stopped => return Err(StageError::Stopped),
            // No agent caused it: the desktop is gone, or a model cannot be reached.
            Ending::Ended(Verdict::Errored(why)) => {
                return Err(StageError::Errored { log: self.log.clone(), why: why.clone() });
            }
            _ => {}
        }
        let entries = deskpilot_log::read(&config.log_dir, &self.log)?;
        let document = LARGEST.read(&self.path()).ok();
        Ok(EndedSession { outcome, entries, document, other_files: self.other_files() })
    }

    fn other_files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.home).into_iter().flatten().flatten();
        let names = entries.filter(|it| it.file_type().is_ok_and(|it| it.is_file()));
        let mut names: Vec<String> = names.map(|it| it.file_name().to_string_lossy().into_owned()).collect();
        names.retain(|it| !it.starts_with('.') && *it != self.name);
        names.sort();
        names
    }
}

/// What a session is for.
pub(crate) enum SessionGoal {
    /// To carry out the request once; nobody judges it.
    Tried,
    /// To make the request concrete; its decider chooses the document and puts it into the home.
    Instantiated,
    /// To be judged by these checks within these limits, and by a model where they do not decide.
    Judged(Acceptance),
}
