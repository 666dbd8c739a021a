//! Counts the parts of a tree that a read left out, and says why.

use crate::protocol::error::CallError;
use deskpilot_core::Truncation;
use deskpilot_desktop::Budget;

/// How many nodes may be visited for each control that may be returned.
pub(crate) const NODES_PER_CONTROL: usize = 8;

/// Counts of what a read left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Omissions {
    /// Nodes that did not reply in time.
    pub(crate) late: u64,
    /// Nodes whose application was gone.
    pub(crate) gone: u64,
    /// Nodes that the application no longer knew, or that do not support the call.
    pub(crate) unknown: u64,
    /// Whether the window itself closed during the read.
    pub(crate) is_window_gone: bool,
    /// Whether nothing at all was read in time.
    pub(crate) is_nothing_read: bool,
    /// Nodes not visited, because there were too many.
    pub(crate) unvisited: usize,
    /// Controls beyond the limit.
    pub(crate) over: usize,
}

impl Omissions {
    /// Counts a failed call; returns the error of a lost bus, which fails the whole read.
    pub(crate) fn note(&mut self, error: CallError) -> Result<(), CallError> {
        match error {
            CallError::Late => self.late += 1,
            CallError::Gone => self.gone += 1,
            CallError::Unknown(_) => self.unknown += 1,
            error @ CallError::Lost(_) => return Err(error),
        }
        Ok(())
    }

    /// Whether the window itself closed during the read: missing nodes may be missing for no other reason.
    pub fn is_window_gone(self) -> bool {
        self.is_window_gone
    }

    /// Whether something did not reply in time and may still exist.
    pub fn is_late(self) -> bool {
        self.late > 0 || self.is_nothing_read
    }

    /// Whether nodes that exist may be missing: they replied too late, or the application replaced them during the read.
    pub fn may_lack_nodes(self) -> bool {
        self.is_late() || self.gone + self.unknown > 0
    }

    /// Whether nothing was left out.
    pub(crate) fn is_none(self) -> bool {
        // A node that does not support a call never will; with it counted, no tree would ever be whole.
        Omissions { unknown: 0, ..self } == Omissions::default()
    }

    /// What a read with this budget left out, for the user; `None` when nothing was.
    pub fn truncation(self, budget: Budget) -> Option<Truncation> {
        let late = self.is_late().then(|| format!("deadline of {} ms", budget.deadline.as_millis()));
        let many = (self.unvisited > 0)
            .then(|| format!("more than {} nodes", budget.controls.saturating_mul(NODES_PER_CONTROL)));
        let over = (self.over > 0).then(|| format!("more than {} controls", budget.controls));
        let torn = self.is_window_gone.then(|| "the window closed while it was read".to_owned());
        let known = !self.is_nothing_read && !self.is_window_gone && self.unvisited == 0;
        let unread = known.then(|| self.late + u64::try_from(self.over).unwrap_or(u64::MAX));
        Some(Truncation { reason: torn.or(late).or(many).or(over)?, unread })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_reported_with_its_number_where_that_is_known() {
        let truncated =
            |omissions: Omissions| omissions.truncation(Budget::LOOK).map(|it| (it.reason, it.unread));
        let expected = |reason: &str, unread| Some((reason.to_owned(), unread));
        assert_eq!(truncated(Omissions::default()), None);
        assert_eq!(
            truncated(Omissions { late: 3, over: 2, ..Omissions::default() }),
            expected("deadline of 1500 ms", Some(5))
        );
        assert_eq!(
            truncated(Omissions { is_nothing_read: true, ..Omissions::default() }),
            expected("deadline of 1500 ms", None)
        );
        assert_eq!(
            truncated(Omissions { unvisited: 9, over: 1, ..Omissions::default() }),
            expected("more than 16000 nodes", None)
        );
        assert_eq!(
            truncated(Omissions { is_window_gone: true, ..Omissions::default() }),
            expected("the window closed while it was read", None)
        );
        assert_eq!(truncated(Omissions { unknown: 1, ..Omissions::default() }), None);
        assert_eq!(
            truncated(Omissions { over: 1, ..Omissions::default() }),
            expected("more than 2000 controls", Some(1))
        );
    }
}
