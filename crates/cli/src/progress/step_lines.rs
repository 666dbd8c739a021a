//! One line for each step: what it does while it runs, and what it did when it has ended.

use super::{
    phrases,
    screen::{Mark, Screen},
};
use crate::console::plain;
use deskpilot_core::{AgentName, Entry, Event, Ruling, SubtaskOutcome, Timestamp};
use std::borrow::Cow;

/// The lines of the steps.
pub(super) struct StepLines {
    screen: Screen,
    step: Option<RunningStep>,
}

/// The step that runs.
struct RunningStep {
    agent: String,
    began: Timestamp,
    mark: Mark,
    /// What it did so far, a phrase each.
    did: Vec<String>,
}

impl StepLines {
    pub(super) const fn new(screen: Screen) -> StepLines {
        StepLines { screen, step: None }
    }

    pub(super) fn show(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { request, .. } => self.screen.heading(&plain(request)),
            Event::StepStarted { agent, .. } => self.begin(agent, entry.at),
            Event::StepEnded { .. } | Event::RoundEnded { .. } => self.end(entry.at),
            Event::Observed { .. } => self.live("thinks"),
            Event::Acting { operation, .. } => self.add(&operation.description(), Mark::Done),
            Event::Acted { outcome, .. } if !outcome.effect.is_success() => {
                self.add_to_last(&outcome.effect.to_string());
            }
            Event::Ruled { ruling: Ruling::Refuse(reason), operation, .. } => {
                self.add(&format!("{}: not allowed: {reason}", operation.description()), Mark::Attention);
            }
            Event::Ruled { ruling: Ruling::Confirm(_), .. } => self.add("asks for your approval", Mark::Done),
            Event::SubtaskEnded { outcome, comment, .. } => {
                let mark =
                    if matches!(outcome, SubtaskOutcome::Finished) { Mark::Done } else { Mark::Failed };
                let how = outcome.reason().map_or_else(|| comment.clone(), Cow::into_owned);
                self.add(if how.is_empty() { "done" } else { &how }, mark);
            }
            event => match phrases::of(event) {
                Some((phrase, mark)) if self.step.is_some() => self.add(&phrase, mark),
                Some((phrase, _)) => self.screen.print(&format!("{}\n", plain(&phrase))),
                None => {}
            },
        }
    }

    fn begin(&mut self, agent: &AgentName, at: Timestamp) {
        let agent = plain(agent.application().unwrap_or_else(|| phrases::role(agent)));
        self.screen.begin();
        self.step = Some(RunningStep { agent, began: at, mark: Mark::Done, did: Vec::new() });
        self.live("looks");
    }

    fn end(&mut self, at: Timestamp) {
        let Some(step) = self.step.take() else { return };
        let what = if step.did.is_empty() { "looked".to_owned() } else { step.did.join("; ") };
        let seconds = at.since(step.began) as f64 / 1000.0;
        self.screen.step(step.mark, &step.agent, &what, &format!("{seconds:.1} s"));
    }

    /// Shows what the step does next.
    fn add(&mut self, phrase: &str, mark: Mark) {
        let Some(step) = &mut self.step else { return };
        if phrase.is_empty() {
            return;
        }
        let phrase = plain(phrase);
        step.did.push(phrase.clone());
        step.mark = worse(step.mark, mark);
        self.live(&phrase);
    }

    /// Says of the last thing that the step did how it ended.
    fn add_to_last(&mut self, how: &str) {
        let Some(step) = &mut self.step else { return };
        if let Some(last) = step.did.last_mut() {
            last.push_str(&format!(" ({})", plain(how)));
        }
        step.mark = worse(step.mark, Mark::Attention);
    }

    fn live(&self, what: &str) {
        if let Some(step) = &self.step {
            self.screen.live(&format!("{}  {what}", step.agent));
        }
    }
}

const fn worse(one: Mark, other: Mark) -> Mark {
    match (one, other) {
        (Mark::Failed, _) | (_, Mark::Failed) => Mark::Failed,
        (Mark::Attention, _) | (_, Mark::Attention) => Mark::Attention,
        (Mark::Done, Mark::Done) => Mark::Done,
    }
}
