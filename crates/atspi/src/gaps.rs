//! Counts the parts of a tree that a read left out, and says why.

use crate::error::NoAnswer;
use deskpilot_core::Truncation;
use deskpilot_desktop::Budget;

/// How many nodes may be visited for each control that may be returned.
pub(super) const NODES_PER_CONTROL: usize = 8;

/// Counts of what a read left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// Nodes that did not reply in time.
    pub(super) late: u64,
    /// Nodes whose application was gone.
    pub(super) gone: u64,
    /// Nodes that the application no longer knew, or that do not support the call.
    pub(super) unknown: u64,
    /// Whether the window itself closed during the read.
    pub(super) is_torn: bool,
    /// Whether nothing at all was read in time.
    pub(super) is_blind: bool,
    /// Nodes not visited, because there were too many.
    pub(super) unvisited: usize,
    /// Controls beyond the limit.
    pub(super) over: usize,
}

impl Gaps {
    /// Counts a failed call; returns the error of a lost bus, which fails the whole read.
    pub(super) fn note(&mut self, error: NoAnswer) -> Result<(), NoAnswer> {
        match error {
            NoAnswer::Late => self.late += 1,
            NoAnswer::Gone => self.gone += 1,
            NoAnswer::Unknown(_) => self.unknown += 1,
            error @ NoAnswer::Lost(_) => return Err(error),
        }
        Ok(())
    }

    /// Whether the window itself closed during the read: missing nodes may be missing for no other reason.
    pub fn is_torn(self) -> bool {
        self.is_torn
    }

    /// Whether something did not reply in time and may still exist.
    pub fn is_late(self) -> bool {
        self.late > 0 || self.is_blind
    }

    /// Whether nothing was left out.
    pub(super) fn is_none(self) -> bool {
        Gaps { unknown: 0, ..self } == Gaps::default()
    }

    /// What a read with this budget left out, for the user; `None` when nothing was.
    pub fn truncation(self, budget: Budget) -> Option<Truncation> {
        let late = self.is_late().then(|| format!("deadline of {} ms", budget.deadline.as_millis()));
        let many = (self.unvisited > 0)
            .then(|| format!("more than {} nodes", budget.controls.saturating_mul(NODES_PER_CONTROL)));
        let over = (self.over > 0).then(|| format!("more than {} controls", budget.controls));
        let torn = self.is_torn.then(|| "the window went while it was read".to_owned());
        let known = !self.is_blind && !self.is_torn && self.unvisited == 0;
        let unread = known.then(|| self.late + u64::try_from(self.over).unwrap_or(u64::MAX));
        Some(Truncation { reason: torn.or(late).or(many).or(over)?, unread })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_told_with_its_number_where_that_is_known() {
        let told = |gaps: Gaps| gaps.truncation(Budget::LOOK).map(|it| (it.reason, it.unread));
        let told_as = |reason: &str, unread| Some((reason.to_owned(), unread));
        assert_eq!(told(Gaps::default()), None);
        assert_eq!(
            told(Gaps { late: 3, over: 2, ..Gaps::default() }),
            told_as("deadline of 1500 ms", Some(5))
        );
        assert_eq!(told(Gaps { is_blind: true, ..Gaps::default() }), told_as("deadline of 1500 ms", None));
        assert_eq!(
            told(Gaps { unvisited: 9, over: 1, ..Gaps::default() }),
            told_as("more than 16000 nodes", None)
        );
        assert_eq!(
            told(Gaps { is_torn: true, ..Gaps::default() }),
            told_as("the window went while it was read", None)
        );
        assert_eq!(told(Gaps { unknown: 1, ..Gaps::default() }), None);
        assert_eq!(told(Gaps { over: 1, ..Gaps::default() }), told_as("more than 2000 controls", Some(1)));
    }
}
