//! Counts the parts of a tree that a read left out, and says why.

use crate::protocol::error::CallError;
use deskpilot_core::Truncation;
use deskpilot_desktop::Budget;

/// How many elements may be visited for each control that may be returned.
pub(crate) const NODES_PER_CONTROL: usize = 8;

/// Counts of what a read left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Omissions {
    /// Elements that vanished during the read.
    pub(crate) gone: usize,
    /// Items that the application has not created yet, because nobody scrolled to them.
    pub(crate) not_created: usize,
    /// Elements not visited, because there were too many. Those below them are not counted.
    pub(crate) unvisited: usize,
    /// Controls beyond the limit.
    pub(crate) over: usize,
}

impl Omissions {
    /// Counts an element that could not be read; returns the error of what ends the whole read.
    pub(crate) fn note(&mut self, error: CallError) -> Result<(), CallError> {
        match error {
            CallError::Gone => self.gone += 1,
            error if error.is_of_value() => self.gone += 1,
            error => return Err(error),
        }
        Ok(())
    }

    /// Whether elements that exist may be missing, because the application replaced them during the read.
    pub fn may_lack_nodes(self) -> bool {
        self.gone > 0
    }

    /// How many items the application has not created yet, because nobody scrolled to them.
    pub fn not_created(self) -> usize {
        self.not_created
    }

    /// What a read with this budget left out, for the user; `None` when nothing was.
    pub fn truncation(self, budget: Budget) -> Option<Truncation> {
        let many = (self.unvisited > 0)
            .then(|| format!("more than {} nodes", budget.controls.saturating_mul(NODES_PER_CONTROL)));
        let over = (self.over > 0).then(|| format!("more than {} controls", budget.controls));
        let unread = (self.unvisited == 0).then(|| u64::try_from(self.over).unwrap_or(u64::MAX));
        Some(Truncation { reason: many.or(over)?, unread })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_reported_with_its_number_where_that_is_known() {
        let truncated =
            |omissions: Omissions| omissions.truncation(Budget::LOOK).map(|it| (it.reason, it.unread));
        assert_eq!(truncated(Omissions { gone: 1, not_created: 2, ..Omissions::default() }), None);
        let over = truncated(Omissions { over: 1, ..Omissions::default() });
        assert_eq!(over, Some(("more than 2000 controls".to_owned(), Some(1))));
        let many = truncated(Omissions { unvisited: 9, over: 1, ..Omissions::default() });
        assert_eq!(many, Some(("more than 16000 nodes".to_owned(), None)));
    }

    #[test]
    fn one_element_may_vanish_and_the_application_may_not() {
        let mut omissions = Omissions::default();
        for error in [CallError::Gone, CallError::Unsupported, CallError::Failed(1)] {
            assert_eq!(omissions.note(error), Ok(()));
        }
        assert_eq!(omissions.gone, 3);
        assert!(omissions.may_lack_nodes());
        for error in [CallError::ApplicationGone, CallError::Late, CallError::Busy] {
            assert_eq!(omissions.note(error.clone()), Err(error));
        }
    }
}
