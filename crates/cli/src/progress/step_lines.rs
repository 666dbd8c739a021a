//! One line for each step: what it does while it runs, and what it did when it has ended.

use super::{
    phrases,
    screen::{Mark, Screen},
};
use crate::console::{plain, result_line};
use deskpilot_agent::Ending;
use deskpilot_core::{AgentName, Entry, Event, Ruling, SubtaskOutcome, Timestamp};
use std::borrow::Cow;

/// The lines of the steps.
pub(super) struct StepLines {
    screen: Screen,
    dialogue: Dialogue,
    step: Option<RunningStep>,
}

/// Where the person sees questions, what they answered, and how the task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialogue {
    /// At the terminal of the run, which prints them itself.
    AtTerminal,
    /// Among the lines of the steps: the task is read from its log.
    InLines,
}

/// The step that runs.
struct RunningStep {
    agent: String,
    began: Timestamp,
    /// When the latest entry of it was written.
    latest: Timestamp,
    mark: Mark,
    /// What it did so far, a phrase each.
    did: Vec<String>,
}

impl StepLines {
    pub(super) const fn new(screen: Screen, dialogue: Dialogue) -> StepLines {
        StepLines { screen, dialogue, step: None }
    }

    pub(super) fn show(&mut self, entry: &Entry) {
        if let Some(step) = &mut self.step {
            step.latest = entry.at;
        }
        if let (Dialogue::InLines, Some(line)) = (self.dialogue, phrases::dialogue(entry)) {
            self.screen.remark(&plain(&line));
        }
        match &entry.event {
            Event::RoundStarted { request, .. } => self.screen.heading(&plain(request)),
            Event::StepStarted { agent, .. } => self.begin(agent, entry.at),
            Event::StepEnded { .. } => self.end(entry.at),
            Event::RoundEnded { verdict } => {
                self.end(entry.at);
                self.show_ending(&Ending::Ended(verdict.clone()));
            }
            Event::Stopped => {
                self.end_of_log();
                self.show_ending(&Ending::Stopped);
            }
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
        self.step = Some(RunningStep { agent, began: at, latest: at, mark: Mark::Done, did: Vec::new() });
        self.live("looks");
    }

    /// Prints the line of a step that has not ended where the log does.
    pub(super) fn end_of_log(&mut self) {
        let Some(step) = self.step.as_mut().filter(|_| self.dialogue == Dialogue::InLines) else { return };
        step.mark = worse(step.mark, Mark::Attention);
        let latest = step.latest;
        self.end(latest);
    }

    fn show_ending(&self, ending: &Ending) {
        if self.dialogue == Dialogue::InLines {
            self.screen.heading(&result_line(ending));
        }
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
