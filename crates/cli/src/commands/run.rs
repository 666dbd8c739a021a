//! `run`, `resume`, `replay`: a session from its first or its next step to its end.

use super::print;
use crate::{
    args::{Common, ReplayArgs, ResumeArgs, RunArgs},
    config::Config,
    console::{Progress, closing},
    desk::Desk,
    exit::{Exit, UsageError},
    grounding,
    journal::Journal,
    models,
    person::Person,
    settings,
    signals::stop_token,
};
use anyhow::{Context, Result, bail};
use deskpilot_agent::{Ending, Models, Options, Ports, Session};
use deskpilot_core::{Clock, Entry, Event, Projection, RoundState, Stamp, Verdict, fold::Ledger};
use deskpilot_desktop::{Budget, Puppeteer, ShellReceiver};
use deskpilot_knowledge::{HelpDocuments, KnowledgeSource};
use deskpilot_log::{Blobs, FileLog, folder, recorded};
use deskpilot_model::{Check, Recorded, Replay};
use std::{
    fs::Permissions,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// How long a program run by the HostAgent may take.
const PROGRAM_DEADLINE: Duration = Duration::from_secs(60);

/// `deskpilot run`
pub(crate) async fn run(args: RunArgs) -> Result<Exit> {
    if args.request.trim().is_empty() {
        bail!(UsageError("the request is empty: say what you want done".into()));
    }
    let config = settings::config(&args.common)?;
    let models = models::build(&config)?;
    let task = args.task.unwrap_or_else(time_of_day);
    let log = FileLog::create(&config.log_dir, &task)?;
    let run = Run { config, models, task, progress: Progress::of(args.json) };
    Box::pin(run.begin(log, vec![args.request])).await
}

/// `deskpilot resume`
pub(crate) async fn resume(args: ResumeArgs) -> Result<Exit> {
    let config = settings::config(&args.common)?;
    let models = models::build(&config)?;
    let (log, entries) = FileLog::open(&config.log_dir, &args.task)?;
    let ended = match Ledger::of(&entries).round.state {
        RoundState::Ended(verdict) => Some(verdict),
        _ => None,
    };
    if let (Some(verdict), None) = (&ended, &args.request) {
        bail!(UsageError(format!(
            "the task {:?} has ended ({verdict}); give it a further request with --request",
            args.task
        )));
    }
    if ended.is_none() && args.request.is_some() {
        bail!(UsageError(format!(
            "the task {:?} has a request in hand; resume it without --request first",
            args.task
        )));
    }
    let run = Run { config, models, task: args.task, progress: Progress::of(args.json) };
    Box::pin(run.go_on(log, entries, args.request)).await
}

/// `deskpilot replay`
pub(crate) async fn replay(args: ReplayArgs) -> Result<Exit> {
    let common = Common { model: None, ..args.common };
    let config = settings::config(&common)?;
    let entries = deskpilot_log::read(&config.log_dir, &args.recorded)?;
    let requests: Vec<String> = entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::RoundStarted { request, .. } => Some(request.clone()),
            _ => None,
        })
        .collect();
    let blobs = Blobs::of(&folder(&config.log_dir, &args.recorded)?);
    let replies = recorded(&entries, &blobs)?;
    let replies =
        replies.into_iter().map(|(prompt, reply, usage)| Recorded { prompt, reply, usage }).collect();
    let model = Arc::new(Replay::new(replies, Check::Gist));
    let models = Models { host: model.clone(), app: model };
    let task = args.task.unwrap_or_else(|| format!("{}-replay-{}", args.recorded, time_of_day()));
    let log = FileLog::create(&config.log_dir, &task)?;
    let run = Run { config, models, task, progress: Progress::of(args.json) };
    Box::pin(run.begin(log, requests)).await
}

/// One process's part of a task.
struct Run {
    config: Config,
    models: Models,
    task: String,
    progress: Progress,
}

impl Run {
    async fn begin(self, log: FileLog, requests: Vec<String>) -> Result<Exit> {
        let stop = stop_token()?;
        let folder = keep_private(log.folder())?;
        let journal = Journal::new(log, &[], self.config.ui_trees)?;
        let Some(desk) = unless(&stop, self.desk(&folder)).await? else { return Ok(Exit::Stopped) };
        let (ports, closing) = self.ports(journal, desk)?;
        let mut session = Session::open(ports, self.options(), stop, &self.task)?;
        let mut ending = Ending::Stopped;
        for request in requests {
            ending = session.round(&request).await?;
            if !matches!(ending, Ending::Ended(Verdict::Finished(_))) {
                break;
            }
        }
        let exit = self.finish(session, &ending, folder);
        closing.close().await;
        exit
    }

    async fn go_on(self, log: FileLog, entries: Vec<Entry>, request: Option<String>) -> Result<Exit> {
        let stop = stop_token()?;
        let folder = keep_private(log.folder())?;
        let journal = Journal::new(log, &entries, self.config.ui_trees)?;
        let Some(desk) = unless(&stop, self.desk(&folder)).await? else { return Ok(Exit::Stopped) };
        let (ports, closing) = self.ports(journal, desk)?;
        let mut session = Session::resume(ports, self.options(), stop, &entries)?;
        let ending = match request {
            Some(request) => session.round(&request).await?,
            None => session.go_on().await?,
        };
        let exit = self.finish(session, &ending, folder);
        closing.close().await;
        exit
    }

    /// The desktop, with a home that stays with the task: what is saved without a folder is found there.
    async fn desk(&self, folder: &Path) -> Result<Desk> {
        let home = folder.join("home");
        std::fs::create_dir_all(&home).with_context(|| format!("{} cannot be made", home.display()))?;
        let home = home.canonicalize().with_context(|| format!("{} cannot be found", home.display()))?;
        Desk::open(&self.config, Some(home)).await
    }

    /// Closes the session, and says what came of it.
    fn finish(&self, mut session: Session, ending: &Ending, folder: PathBuf) -> Result<Exit> {
        if let Ending::Ended(_) = ending {
            session.close()?;
        }
        if self.progress == Progress::Lines {
            let folder = folder.canonicalize().unwrap_or(folder);
            print(&closing(&self.task, &folder, ending, session.ledger()));
        }
        Ok(match ending {
            Ending::Ended(Verdict::Finished(_)) => Exit::Finished,
            Ending::Ended(Verdict::Failed(_)) => Exit::Failed,
            Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => Exit::NeedsPerson,
            Ending::Stopped => Exit::Stopped,
        })
    }

    fn ports(&self, journal: Journal, desk: Desk) -> Result<(Ports, crate::desk::Closing)> {
        let env =
            desk.seat.environment().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let (desktop, closing) = desk.split();
        let shell = ShellReceiver { env, deadline: PROGRAM_DEADLINE };
        let mut knowledge: Vec<Box<dyn KnowledgeSource>> = Vec::new();
        if let Some(folder) = &self.config.help_documents {
            knowledge.push(Box::new(HelpDocuments::open(folder)?));
        }
        let ports = Ports {
            log: Box::new(journal),
            puppeteer: Puppeteer { desktop, receivers: vec![Box::new(shell)] },
            grounding: grounding::build(&self.config.grounding)?,
            models: self.models.clone(),
            knowledge,
            user: Box::new(Person),
            clock: Box::new(SystemClock),
            watchers: vec![self.progress.watcher()],
        };
        Ok((ports, closing))
    }

    fn options(&self) -> Options {
        let config = &self.config;
        Options {
            max_steps: config.max_steps,
            complaints: config.complaints,
            retries: config.retries,
            policy: config.policy.clone(),
            images: config.images,
            last_picture: config.last_picture,
            look: Budget::LOOK,
            view: config.view.clone(),
            grounding: config.grounding.when,
        }
    }
}

/// The folder, open to nobody but its owner: it holds what was on the screen.
fn keep_private(folder: &Path) -> Result<PathBuf> {
    std::fs::set_permissions(folder, Permissions::from_mode(0o700))
        .with_context(|| format!("{} cannot be made private", folder.display()))?;
    Ok(folder.to_owned())
}

/// What the future gives; `None` when the user stops it first.
async fn unless<T>(
    stop: &tokio_util::sync::CancellationToken,
    future: impl Future<Output = Result<T>>,
) -> Result<Option<T>> {
    tokio::select! {
        biased;
        () = stop.cancelled() => Ok(None),
        value = future => value.map(Some),
    }
}

/// The computer's clock.
struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Stamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Stamp(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}

/// A task's name when it is given none.
fn time_of_day() -> String {
    jiff::Zoned::now().strftime("%Y-%m-%d-%H-%M-%S").to_string()
}
