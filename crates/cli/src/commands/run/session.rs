//! Runs one session at the terminal, which shows its progress and asks its questions.

use super::denied::Denied;
use crate::{
    commands::{learned::index_now, print},
    console::{ActedFor, TaskResult, result_line},
    exit::Exit,
    person::{Person, SessionConsole},
    progress::{ProgressFormat, Screen},
    signals,
    terminal::{Terminal, say},
};
use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_core::{Assessment, Entry, Projection, Verdict, fold::SessionFiles};
use deskpilot_learning::{DecidedBy, Trajectories};
use deskpilot_runtime::{
    Attendance, Config, LEARNED, Notifier, OpenedLog, Respondents, SaveExperience, SessionSpec, Sessions,
    learn, learn_experience, made_files,
};
use deskpilot_system::canonical_path;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio_util::sync::CancellationToken;

/// The sessions of this process, whose warnings appear on this screen.
pub(crate) fn sessions(screen: Screen) -> Sessions {
    Sessions::new(notifier(screen, ProgressFormat::Silent))
}

/// A session and the terminal it runs at.
pub(crate) struct TerminalRun {
    pub(crate) spec: SessionSpec,
    pub(crate) progress: ProgressFormat,
    pub(crate) terminal: Terminal,
}

impl TerminalRun {
    /// Carries out the session, or continues it after these entries, and prints the result.
    pub(crate) async fn run(self, opened: OpenedLog, stop: &CancellationToken) -> Result<Ending> {
        let respondents = Respondents::default();
        let presence = Terminal::is_present().then(|| respondents.attend());
        let (config, when_idle, task) =
            (self.spec.config.clone(), self.spec.when_idle, self.spec.task.clone());
        let (from, folder) = (opened.entries.len() as u64, opened.log.folder().to_owned());
        let spec = SessionSpec { attendance: Attendance::Attended(respondents), ..self.spec };
        let screen = Screen::of_process();
        let handle = Sessions::new(notifier(screen.clone(), self.progress)).resume(spec, opened)?;
        let out = config.out.folder().filter(|_| self.progress.shows_steps()).map(shown);
        let _signals = signals::control_session(&handle, stop)?;
        let person = person(&config, self.terminal, folder.clone());
        let console = SessionConsole {
            handle: handle.clone(),
            person,
            printer: self.progress.printer(screen).saving_to(out),
            presence,
            when_idle,
        };
        Box::pin(console.follow(from)).await?;
        let outcome = handle.outcome().await?;
        if self.progress.shows_result_alone() {
            print(&result_line(&outcome.ending));
        } else if self.progress.is_for_person() {
            let folder = canonical_path(&folder).unwrap_or(folder);
            let entries = deskpilot_log::read(&config.log_dir, &task)?;
            let known = SessionFiles::of(&entries);
            let files = made_files(&entries, &known, &folder, &config)?;
            let unsaved = known.unsaved.as_deref();
            let denied = Denied::of(&entries).text(config.desktop);
            let denied = denied.as_deref();
            // 64 digits mean something only to who keeps them.
            let head = outcome.head.as_deref().filter(|_| self.progress.shows_details());
            let result = TaskResult {
                task: &task,
                folder: &folder,
                outcome: &outcome,
                files: &files,
                unsaved,
                head,
                denied,
                acted_for: ActedFor::of(&entries),
            };
            print(&result.text());
        }
        if exit(&outcome.ending) == Exit::Finished {
            Box::pin(offer_to_learn(&config, &task)).await?;
        }
        Ok(outcome.ending.clone())
    }
}

/// Prints the notices of sessions, at the level of detail that the person set.
fn notifier(screen: Screen, progress: ProgressFormat) -> Notifier {
    let print = screen.notifier();
    Arc::new(move |line| {
        if is_shown(line, progress) {
            print(line);
        }
    })
}

/// Whether the person gets this line: what was learned only with details.
fn is_shown(line: &str, progress: ProgressFormat) -> bool {
    progress.shows_details() || !line.starts_with(LEARNED)
}

/// Asks whether what the session did was right, where the settings say so: then it is kept. Nobody at the terminal means no.
async fn offer_to_learn(config: &Config, task: &str) -> Result<()> {
    let is_possible = matches!(config.save_experience, SaveExperience::Ask | SaveExperience::Always);
    if !is_possible || !Terminal::is_present() {
        return Ok(());
    }
    let entries = deskpilot_log::read(&config.log_dir, task)?;
    if config.save_experience == SaveExperience::Always && !is_unjudged(&entries) {
        return Ok(());
    }
    let mut terminal = Terminal::new(config.timeouts.person);
    let answer = terminal.ask("Was this done right? Then it is kept for tasks like this one [y/N] ").await;
    if !answer.is_ok_and(|it| matches!(it.to_lowercase().as_str(), "y" | "yes")) {
        return Ok(());
    }
    let skills = learn(&config.environment, &entries)?.skills.len();
    let records = learn_experience(&config.environment, &entries)?.records.len();
    index_now(config).await;
    say(&format!(
        "kept: {skills} skills and {records} records; `deskpilot skills list` and `deskpilot experience list` show them\n"
    ));
    Ok(())
}

/// Whether language models decided, and neither checks nor an evaluation judged the result.
fn is_unjudged(entries: &[Entry]) -> bool {
    let done = Trajectories::of(entries);
    done.decided_by == DecidedBy::Models && matches!(done.judgement, None | Some(Assessment::Unsure))
}

/// The folder by its real path where it is there, as applications name it.
fn shown(folder: &Path) -> String {
    canonical_path(folder).unwrap_or_else(|_| folder.to_owned()).display().to_string()
}

fn person(config: &Config, terminal: Terminal, folder: PathBuf) -> Person {
    Person {
        terminal,
        folder,
        policy: config.policy.file.clone(),
        answers: (config.answers, deskpilot_runtime::answers::path(&config.environment)),
    }
}

/// The exit code of a session.
pub(crate) const fn exit(ending: &Ending) -> Exit {
    match ending {
        Ending::Ended(Verdict::Finished(_)) => Exit::Finished,
        Ending::Ended(Verdict::Failed(_) | Verdict::Errored(_)) => Exit::Failed,
        Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => Exit::NeedsPerson,
        Ending::Stopped => Exit::Stopped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_settings::ProgressDetail;

    #[test]
    fn what_was_learned_is_told_to_those_who_want_details() {
        let learned = format!("{LEARNED}save-it succeeded 2 times");
        for (progress, shown) in [
            (ProgressFormat::Person(ProgressDetail::Steps), false),
            (ProgressFormat::Person(ProgressDetail::Nothing), false),
            (ProgressFormat::Json, false),
            (ProgressFormat::Person(ProgressDetail::Details), true),
            (ProgressFormat::Person(ProgressDetail::Everything), true),
        ] {
            assert_eq!(is_shown(&learned, progress), shown, "{progress:?}");
            assert!(is_shown("warning: nothing was learned", progress));
        }
    }
}
