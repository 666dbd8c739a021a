//! Reports the parts of a task's prompts in tokens, beside the provider's own counts.

mod account;
#[cfg(test)]
mod tests;
mod text;

use account::{Account, PromptPart, parts_of};
use deskpilot_core::{BlobRef, Entry, Event, Prompt, Size};
use deskpilot_log::Blobs;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A task's prompts, step by step.
#[derive(Debug, Default)]
pub(crate) struct Report {
    steps: Vec<StepUsage>,
    /// The round under way.
    round: u32,
    /// The sizes of the last prompt's pictures, until the reply names the model that counts them.
    shown: Vec<Option<Size>>,
    /// The last prompt of each agent, whose beginning a provider may have cached.
    last: BTreeMap<String, Vec<PromptPart>>,
}

/// The prompts of a step, or those between steps.
#[derive(Debug)]
struct StepUsage {
    round: u32,
    step: Option<u32>,
    agent: String,
    account: Account,
}

impl Report {
    /// The report of a log.
    pub(crate) fn of(entries: &[Entry], blobs: &Blobs) -> Report {
        let mut report = Report::default();
        entries.iter().for_each(|entry| report.add(entry, blobs));
        report.close();
        report
    }

    fn add(&mut self, entry: &Entry, blobs: &Blobs) {
        match &entry.event {
            Event::RoundStarted { round, .. } => self.round = *round,
            Event::StepStarted { step, agent } => {
                self.begin(Some(step.session), agent.as_str());
            }
            Event::Prompted { prompt, .. } => self.prompted(prompt, blobs),
            Event::Replied { model, .. } => {
                let shown = std::mem::take(&mut self.shown);
                if let Some(line) = self.steps.last_mut() {
                    line.account.add_reply(entry);
                    line.account.add_pictures(&shown, model);
                }
            }
            Event::StepEnded { .. } | Event::RoundEnded { .. } => self.close(),
            _ => {}
        }
    }

    fn begin(&mut self, step: Option<u32>, agent: &str) {
        self.close();
        let account = Account { open: true, ..Account::default() };
        self.steps.push(StepUsage { round: self.round, step, agent: agent.to_owned(), account });
    }

    /// Ends the step: later prompts belong to another one.
    fn close(&mut self) {
        let unanswered = std::mem::take(&mut self.shown);
        if let Some(line) = self.steps.last_mut() {
            line.account.add_pictures(&unanswered, "");
            line.account.open = false;
        }
    }

    fn prompted(&mut self, prompt: &BlobRef, blobs: &Blobs) {
        let read = blobs.read(prompt).ok();
        let prompt: Option<Prompt> = read.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        if !self.steps.last().is_some_and(|line| line.account.open) {
            self.begin(None, prompt.as_ref().map_or("", |it| it.agent.name()));
        }
        let unanswered = std::mem::take(&mut self.shown);
        let Some(line) = self.steps.last_mut() else { return };
        line.account.add_pictures(&unanswered, "");
        let Some(prompt) = prompt else { return line.account.add_unread_prompt() };
        let parts = parts_of(&prompt);
        let last = self.last.insert(line.agent.clone(), parts.clone()).unwrap_or_default();
        line.account.add_prompt(&parts, &last);
        self.shown = prompt.pictures.iter().map(|picture| size(&blobs.read(&picture.blob).ok()?)).collect();
    }

    /// The rounds, in order.
    fn rounds(&self) -> Vec<(u32, Account)> {
        let mut rounds: Vec<(u32, Account)> = Vec::new();
        for line in &self.steps {
            match rounds.last_mut() {
                Some((round, account)) if *round == line.round => account.add(&line.account),
                _ => rounds.push((line.round, line.account.clone())),
            }
        }
        rounds
    }

    fn total(&self) -> Account {
        let mut total = Account::default();
        self.steps.iter().for_each(|line| total.add(&line.account));
        total
    }

    /// The report for programs.
    pub(crate) fn json(&self) -> Value {
        let steps = self.steps.iter().map(|line| {
            let mut step = json!({"round": line.round, "step": line.step, "agent": line.agent});
            line.account.write_json(&mut step);
            step
        });
        let rounds = self.rounds().into_iter().map(|(round, account)| {
            let mut of_round = json!({"round": round});
            account.write_json(&mut of_round);
            of_round
        });
        let mut total = json!({});
        self.total().write_json(&mut total);
        json!({
            "estimate": account::ESTIMATE,
            "steps": steps.collect::<Vec<_>>(),
            "rounds": rounds.collect::<Vec<_>>(),
            "total": total,
        })
    }
}

/// The size of a PNG, from its header.
fn size(png: &[u8]) -> Option<Size> {
    let number = |at: usize| Some(u32::from_be_bytes(png.get(at..at + 4)?.try_into().ok()?));
    png.starts_with(b"\x89PNG").then_some(())?;
    Some(Size { width: number(16)?, height: number(20)? })
}
