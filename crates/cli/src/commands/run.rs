//! `run`, `resume`, `replay`: a session from its first or its next step to its end.

use super::print;
use crate::{
    args::{Common, ReplayArgs, ResumeArgs, RunArgs},
    config::{Answers, Config, Evaluation},
    console::{Progress, closing},
    exit::{Exit, UsageError},
    models,
    answers,
    person::Person,
    settings,
    signals::{self, stop_token},
    terminal::Terminal,
    wiring::{self, Company, Place, Stage, time_of_day},
};
use anyhow::{Result, bail};
use deskpilot_agent::{Ending, Judge, Models, Options, Reins, Session};
use deskpilot_core::{Entry, Event, Projection, RoundState, Verdict, fold::Ledger};
use deskpilot_log::{Blobs, FileLog, folder, recorded};
use deskpilot_model::{Check, Recorded, Replay};
use std::{path::PathBuf, sync::Arc};

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
    let models = Models { host: model.clone(), app: model.clone(), judge: model };
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
        let place = Place::of(&log)?;
        let reins = signals::reins(stop.clone())?;
        let staging = wiring::stage(&self.config, (log, &[]), &place, self.company(&place, &reins), &stop);
        let Some(Stage { ports, closing, .. }) = staging.await? else { return Ok(Exit::Stopped) };
        let mut session = Session::open(ports, self.options(&place)?, reins, &self.task)?;
        let mut ending = Ending::Stopped;
        for request in requests {
            ending = session.round(&request).await?;
            if !matches!(ending, Ending::Ended(Verdict::Finished(_))) {
                break;
            }
        }
        self.judge(&mut session, &ending).await?;
        let exit = self.finish(session, &ending, place.folder).await;
        closing.close().await;
        exit
    }

    async fn go_on(self, log: FileLog, entries: Vec<Entry>, request: Option<String>) -> Result<Exit> {
        let stop = stop_token()?;
        let place = Place::of(&log)?;
        let reins = signals::reins(stop.clone())?;
        let company = self.company(&place, &reins);
        let staging = wiring::stage(&self.config, (log, &entries), &place, company, &stop);
        let Some(Stage { ports, closing, .. }) = staging.await? else { return Ok(Exit::Stopped) };
        let mut session = Session::resume(ports, self.options(&place)?, reins, &entries)?;
        let ending = match request {
            Some(request) => session.round(&request).await?,
            None => session.go_on().await?,
        };
        self.judge(&mut session, &ending).await?;
        let exit = self.finish(session, &ending, place.folder).await;
        closing.close().await;
        exit
    }

    fn company(&self, place: &Place, reins: &Reins) -> Company {
        let person = Person {
            terminal: Terminal::new(self.config.patience.person),
            folder: place.folder.clone(),
            policy: self.config.policy.file.clone(),
            answers: (self.config.answers, answers::place(&settings::environment())),
            reins: reins.clone(),
        };
        Company {
            models: self.models.clone(),
            user: Box::new(person),
            watchers: vec![self.progress.watcher()],
        }
    }

    /// The options of the settings, with what the user answered before.
    fn options(&self, place: &Place) -> Result<Options> {
        let kept = match self.config.answers {
            Answers::Forget => None,
            Answers::Ask | Answers::Remember => answers::place(&settings::environment()),
        };
        let remembered = kept.map_or_else(|| Ok(Vec::new()), |file| answers::read(&file))?;
        Ok(Options { remembered, ..wiring::options(&self.config, &place.home) })
    }

    /// Has the session judged, where that is wanted and it has ended.
    async fn judge(&self, session: &mut Session, ending: &Ending) -> Result<()> {
        if self.config.evaluation == Evaluation::On && matches!(ending, Ending::Ended(_)) {
            session.judge(Vec::new(), Judge::Model).await?;
        }
        Ok(())
    }

    /// Closes the session, and says what came of it.
    async fn finish(&self, mut session: Session, ending: &Ending, folder: PathBuf) -> Result<Exit> {
        if let Ending::Ended(_) = ending {
            session.close().await?;
        }
        if self.progress == Progress::Lines {
            let folder = folder.canonicalize().unwrap_or(folder);
            let head = session.head();
            print(&closing(&self.task, &folder, ending, session.ledger(), head.as_deref()));
        }
        Ok(match ending {
            Ending::Ended(Verdict::Finished(_)) => Exit::Finished,
            Ending::Ended(Verdict::Failed(_) | Verdict::Errored(_)) => Exit::Failed,
            Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => Exit::NeedsPerson,
            Ending::Stopped => Exit::Stopped,
        })
    }
}
