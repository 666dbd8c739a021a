//! Exports for people and other programs: `response.log`, `request.log`, `evaluation.log`, `output.md`,
//! screenshots.
//!
//! They are folded from the log: completely when a log is opened, then entry by entry. Both ways give the same
//! bytes.

mod action_text;
mod append_file;
mod evaluation;
mod markdown;
mod overview;
mod pictures;
mod report;
mod report_file;
mod request;
mod response;
mod status;
mod trees;

pub use trees::UiTrees;

use crate::{Blobs, LogError};
use append_file::AppendFile;
use deskpilot_core::{
    AppView, Entry, Event, Pictures, Projection, ScreenshotMoment, Verdict, View,
    fold::{StepRecord, StepRecords},
};
use overview::Overview;
use report_file::ReportFile;
use std::path::{Path, PathBuf};

/// The exports of one log.
#[derive(Debug)]
pub struct Exports {
    folder: PathBuf,
    trees: UiTrees,
    blobs: Blobs,
    steps: StepRecords,
    round: (u32, String),
    responses: AppendFile,
    requests: AppendFile,
    evaluations: AppendFile,
    overview: Overview,
    report: ReportFile,
}

impl Exports {
    /// Regenerates the exports of the log in this folder from its entries.
    pub fn open(folder: &Path, entries: &[Entry], trees: UiTrees) -> Result<Exports, LogError> {
        let mut exports = Exports {
            folder: folder.into(),
            trees,
            blobs: Blobs::of(folder),
            steps: StepRecords::default(),
            round: (0, String::new()),
            responses: AppendFile::new(folder, "response.log"),
            requests: AppendFile::new(folder, "request.log"),
            evaluations: AppendFile::new(folder, "evaluation.log"),
            overview: Overview::default(),
            report: ReportFile::new(folder),
        };
        pictures::clear(folder)?;
        trees::clear(folder)?;
        for entry in entries {
            exports.fold(entry)?;
        }
        exports.commit()?;
        Ok(exports)
    }

    /// Applies the next entry. An error does not affect the log: the next call writes the missing lines, and
    /// the next opening the missing pictures.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), LogError> {
        self.fold(entry)?;
        self.commit()
    }

    fn fold(&mut self, entry: &Entry) -> Result<(), LogError> {
        self.steps.apply(entry);
        self.overview.apply(entry);
        for step in std::mem::take(&mut self.steps.closed) {
            self.settle(&step);
        }
        self.report.settle(&report::heading(entry).unwrap_or_default());
        match &entry.event {
            Event::RoundStarted { round, request } => self.round = (*round, request.clone()),
            Event::Prompted { prompt, attempt } => {
                let line = request::line(self.steps.open.as_ref(), *attempt, prompt, &self.blobs);
                self.requests.settle(&line);
            }
            Event::Judged { .. } => self.evaluations.settle(&evaluation::line(&self.round, &entry.event)),
            Event::Pictured { moment, view, desktop } => {
                return self.place_final(*moment, view.as_deref(), desktop);
            }
            Event::RoundEnded { verdict } if self.steps.open.is_none() => self.report_verdict(verdict),
            Event::Observed { view } => {
                self.place_tree(view)?;
                return self.place_pictures();
            }
            Event::Acting { .. } => return self.place_pictures(),
            _ => {}
        }
        Ok(())
    }

    fn settle(&mut self, step: &StepRecord) {
        self.responses.settle(&response::line(step));
        self.report.settle(&report::section(step));
    }

    fn report_verdict(&mut self, verdict: &Verdict) {
        self.report.settle(&report::verdict_line(verdict));
    }

    fn place_pictures(&self) -> Result<(), LogError> {
        self.steps.open.as_ref().map_or(Ok(()), |step| pictures::place(&self.folder, step))
    }

    fn place_tree(&self, view: &View) -> Result<(), LogError> {
        match (self.trees, view, &self.steps.open) {
            (UiTrees::Written, View::App(view), Some(step)) => trees::place(&self.folder, step, view),
            _ => Ok(()),
        }
    }

    fn place_final(
        &self,
        moment: ScreenshotMoment,
        view: Option<&AppView>,
        desktop: &Pictures,
    ) -> Result<(), LogError> {
        let round = self.round.0;
        pictures::place_final(&self.folder, round, moment, view, desktop)?;
        match (self.trees, view) {
            (UiTrees::Written, Some(view)) => trees::place_final(&self.folder, round, moment, view),
            _ => Ok(()),
        }
    }

    /// A step that waits for the user gets its line now; the line is rewritten when the step continues.
    fn commit(&mut self) -> Result<(), LogError> {
        let shown = self.steps.open.as_ref().filter(|step| step.settled);
        self.responses.commit(&shown.map_or(String::new(), response::line))?;
        self.report.commit(self.overview.text(), &shown.map_or(String::new(), report::section))?;
        self.requests.commit("")?;
        self.evaluations.commit("")
    }
}
