//! Resources used per subtask, round and session.

use crate::deciding::{BudgetLevel, BudgetScope, ResourceUsage};
use crate::{AgentKind, Entry, Event, HostDecision, Operation, Projection, Ruling, Timestamp};

/// What the current round and the whole session have used.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consumption {
    /// The round's consumption.
    pub round: ResourceUsage,
    /// The session's consumption.
    pub session: ResourceUsage,
    /// The steps of the AppAgent since the last subtask was assigned.
    pub subtask_steps: u32,
    /// The budgets of which the user knows that they are nearly used up.
    warned: Vec<BudgetScope>,
    /// When the current step began, or continued after a person had decided on an external agent's request.
    began: Option<Timestamp>,
    /// Whether a person is deciding in the middle of a step.
    is_thinking: bool,
}

impl Consumption {
    /// Whether the user knows that this budget is nearly used up.
    pub fn is_warned(&self, scope: BudgetScope) -> bool {
        self.warned.contains(&scope)
    }

    /// Begins the count of a subtask.
    fn begin_subtask(&mut self) {
        self.subtask_steps = 0;
        self.warned.retain(|it| *it != BudgetScope::Subtask);
    }

    /// Begins the count of a round.
    fn begin_round(&mut self) {
        self.round = ResourceUsage::default();
        self.warned.retain(|it| *it != BudgetScope::Round);
        self.begin_subtask();
    }

    fn add(&mut self, more: impl Fn(&mut ResourceUsage)) {
        more(&mut self.round);
        more(&mut self.session);
    }

    fn paused(&mut self, at: Timestamp) {
        if let Some(began) = self.began.take() {
            self.add(|it| it.millis += at.since(began));
        }
    }
}

impl Projection for Consumption {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { .. } | Event::RoundReopened { .. } => self.begin_round(),
            Event::HostDecided { decision: HostDecision::Assign(_), .. } => self.begin_subtask(),
            Event::BudgetUsed { scope, level: BudgetLevel::Nearly, .. } => self.warned.push(*scope),
            Event::StepStarted { agent, .. } => {
                self.began = Some(entry.at);
                self.add(|it| it.steps += 1);
                self.subtask_steps += u32::from(agent.kind() == AgentKind::AppAgent);
            }
            Event::Replied { usage, .. } => {
                let tokens = usage.input_tokens.saturating_add(usage.output_tokens);
                self.add(|it| it.tokens = it.tokens.saturating_add(tokens));
                self.add(|it| it.dollars += usage.cost.unwrap_or(0.0));
            }
            Event::Ruled { operation: Operation::Permit(_), ruling: Ruling::Confirm(_), .. } => {
                self.is_thinking = true;
                self.paused(entry.at);
            }
            Event::Confirmed { .. } if self.is_thinking => {
                self.is_thinking = false;
                self.began = Some(entry.at);
            }
            Event::StepEnded { .. } | Event::Paused { .. } | Event::Stopped => {
                self.is_thinking = false;
                self.paused(entry.at);
            }
            // A killed process left its step open; the time until the resume does not count.
            Event::SessionResumed { .. } => {
                self.is_thinking = false;
                self.began = None;
            }
            _ => {}
        }
    }
}
