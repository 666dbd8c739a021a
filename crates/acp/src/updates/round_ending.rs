//! How a round ended, as the reason for which the turn of an editor stops.

use agent_client_protocol::v1::schema::StopReason;
use deskpilot_core::{
    Entry, Event, Projection, ReplyEnding, Verdict,
    fold::{BudgetLevel, ReachedLimit},
};

/// How the last round ended, or how far it is.
#[derive(Debug, Default)]
pub(super) struct RoundEnding {
    verdict: Option<Verdict>,
    /// The limit that ended it.
    limit: Option<ReachedLimit>,
    /// Whether the model, or its provider, withheld its last reply.
    is_withheld: bool,
}

impl RoundEnding {
    /// The reason in the words of the protocol. A request that failed has been answered: the message says why it failed.
    pub(super) fn stop_reason(&self) -> StopReason {
        match (self.limit, &self.verdict) {
            (Some(ReachedLimit::Tokens(_) | ReachedLimit::Dollars(_)), _) => StopReason::MaxTokens,
            (Some(ReachedLimit::Steps(_) | ReachedLimit::Millis(_)), _) => StopReason::MaxTurnRequests,
            (None, Some(Verdict::Failed(_) | Verdict::Errored(_))) if self.is_withheld => StopReason::Refusal,
            (None, _) => StopReason::EndTurn,
        }
    }
}

impl Projection for RoundEnding {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { .. } | Event::RoundReopened { .. } => *self = RoundEnding::default(),
            Event::BudgetUsed { used, level: BudgetLevel::Fully, .. } => self.limit = Some(*used),
            Event::Replied { ending, .. } => self.is_withheld = matches!(ending, ReplyEnding::Withheld(_)),
            Event::RoundEnded { verdict } => self.verdict = Some(verdict.clone()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Timestamp, Usage, fold::BudgetScope};

    fn started() -> Event {
        Event::RoundStarted { round: 0, request: "x".into() }
    }

    fn ended(verdict: Verdict) -> Event {
        Event::RoundEnded { verdict }
    }

    fn used(used: ReachedLimit, level: BudgetLevel) -> Event {
        Event::BudgetUsed { scope: BudgetScope::Round, used, level }
    }

    fn replied(ending: ReplyEnding) -> Event {
        Event::Replied { text: String::new(), model: "m".into(), usage: Usage::default(), ending }
    }

    #[test]
    fn a_turn_stops_for_the_reason_that_is_true() {
        let failed = || ended(Verdict::Failed("no".into()));
        let withheld = || replied(ReplyEnding::Withheld("unsafe".into()));
        let steps = |level| used(ReachedLimit::Steps(9), level);
        for (events, expected) in [
            (vec![started(), ended(Verdict::Finished("done".into()))], StopReason::EndTurn),
            (vec![started(), failed()], StopReason::EndTurn),
            (vec![started(), steps(BudgetLevel::Nearly), failed()], StopReason::EndTurn),
            (vec![started(), steps(BudgetLevel::Fully), failed()], StopReason::MaxTurnRequests),
            (
                vec![started(), used(ReachedLimit::Tokens(1), BudgetLevel::Fully), failed()],
                StopReason::MaxTokens,
            ),
            (vec![started(), used(ReachedLimit::Dollars(1.0), BudgetLevel::Fully)], StopReason::MaxTokens),
            (vec![started(), withheld(), failed()], StopReason::Refusal),
            (vec![started(), withheld(), replied(ReplyEnding::Complete), failed()], StopReason::EndTurn),
            (vec![started(), steps(BudgetLevel::Fully), failed(), started(), failed()], StopReason::EndTurn),
        ] {
            let entry = |(seq, event)| Entry { seq, at: Timestamp(0), event };
            let entries: Vec<Entry> = (0..).zip(events).map(entry).collect();
            assert_eq!(RoundEnding::of(&entries).stop_reason(), expected, "{entries:?}");
        }
    }
}
