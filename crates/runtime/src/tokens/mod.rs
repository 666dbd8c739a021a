//! Counts the tokens of each part of a task's prompts, next to the provider's own counts. A fold of the log and of the prompts
//! that it names.

mod account;
mod report;
#[cfg(test)]
mod tests;

pub use account::{PictureTally, TokenAccount};
pub use deskpilot_desktop::view::tokens as estimated_tokens;
pub use report::{ESTIMATE, RoundTokens, StepTokens, TokenReport};

use account::{PromptPart, parts_of};
use deskpilot_core::{BlobRef, Entry, Event, Prompt, Size};
use deskpilot_log::Blobs;
use std::collections::BTreeMap;

/// The report of a log whose prompts are among these blobs.
pub fn token_report(entries: &[Entry], blobs: &Blobs) -> TokenReport {
    let mut counter = TokenCounter::default();
    entries.iter().for_each(|entry| counter.add(entry, blobs));
    counter.report()
}

/// Counts a task's prompts, step by step, as its entries arrive.
#[derive(Clone, Debug, Default)]
pub struct TokenCounter {
    steps: Vec<StepTokens>,
    /// Whether the next prompt belongs to the last of the steps.
    is_open: bool,
    /// The round under way.
    round: u32,
    /// The sizes of the last prompt's pictures, until the reply names the model that counts them.
    shown: Vec<Option<Size>>,
    /// The last prompt of each agent, whose beginning a provider may have cached.
    last: BTreeMap<String, Vec<PromptPart>>,
}

impl TokenCounter {
    /// Counts the next entry. A prompt that is not among the blobs, or is damaged, counts as missing.
    pub fn add(&mut self, entry: &Entry, blobs: &Blobs) {
        match &entry.event {
            Event::RoundStarted { round, .. } => self.round = *round,
            Event::StepStarted { step, agent } => self.begin(Some(step.session), agent.as_str()),
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

    /// The report of the entries so far. Pictures that wait for a reply are not counted in tokens.
    pub fn report(&self) -> TokenReport {
        let mut steps = self.steps.clone();
        if let Some(line) = steps.last_mut() {
            line.account.add_pictures(&self.shown, "");
        }
        TokenReport::of(steps)
    }

    fn begin(&mut self, step: Option<u32>, agent: &str) {
        self.close();
        let account = TokenAccount::default();
        self.steps.push(StepTokens { round: self.round, step, agent: agent.to_owned(), account });
        self.is_open = true;
    }

    /// Ends the step: later prompts belong to another one.
    fn close(&mut self) {
        let unanswered = std::mem::take(&mut self.shown);
        if let Some(line) = self.steps.last_mut() {
            line.account.add_pictures(&unanswered, "");
        }
        self.is_open = false;
    }

    fn prompted(&mut self, prompt: &BlobRef, blobs: &Blobs) {
        let read = blobs.read(prompt).ok();
        let prompt: Option<Prompt> = read.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        if !self.is_open {
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
}

/// The size of a PNG, from its header.
fn size(png: &[u8]) -> Option<Size> {
    let number = |at: usize| Some(u32::from_be_bytes(png.get(at..at + 4)?.try_into().ok()?));
    png.starts_with(b"\x89PNG").then_some(())?;
    Some(Size { width: number(16)?, height: number(20)? })
}
