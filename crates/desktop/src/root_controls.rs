//! The controls of the root window, gathered from one window after the other.

use crate::{Budget, ControlSnapshot, Freshness};
use deskpilot_core::{Control, Rect, State, Truncation, WindowId};
use std::time::Duration;

/// What was read so far of all windows.
#[derive(Debug)]
pub struct RootControls {
    snapshot: ControlSnapshot,
}

impl RootControls {
    /// Nothing yet of the desktop with this root window.
    pub fn of(root: WindowId) -> RootControls {
        let (controls, levels, windows) = (Vec::new(), Vec::new(), vec![root]);
        let snapshot =
            ControlSnapshot { controls, levels, truncated: None, windows, freshness: Freshness::Read };
        RootControls { snapshot }
    }

    /// What is left of the budget for the window of this title, in the time that is left; `None` where it is used up, which is noted.
    pub fn left_for(&mut self, title: &str, budget: Budget, time: Duration) -> Option<Budget> {
        let controls = budget.controls.saturating_sub(self.snapshot.controls.len());
        if time.is_zero() || controls == 0 {
            self.lacks(format!("{title:?} was not read: the time or the number of controls is used up"));
            return None;
        }
        Some(Budget { deadline: time, controls })
    }

    /// Adds a control of which this part is visible; leaves out one that is covered.
    pub fn add(&mut self, control: Control, level: u16, visible: Rect) {
        if visible.is_empty() {
            return;
        }
        // A screenshot may have to hide any part of a password field, so its whole rectangle is kept.
        let rect = if control.states.has(State::Protected) { control.rect } else { visible };
        self.snapshot.controls.push(Control { rect, ..control });
        self.snapshot.levels.push(level);
    }

    /// Adds windows that were read.
    pub fn add_windows(&mut self, windows: impl IntoIterator<Item = WindowId>, freshness: Freshness) {
        self.snapshot.windows.extend(windows);
        if freshness == Freshness::Cached {
            self.snapshot.freshness = Freshness::Cached;
        }
    }

    /// Notes why something was left out. The first reason stays.
    pub fn lacks(&mut self, reason: String) {
        self.truncate(Truncation { reason, unread: None });
    }

    /// The same for what a read of one window left out.
    pub fn truncate(&mut self, truncation: Truncation) {
        self.snapshot.truncated.get_or_insert(truncation);
    }

    /// All of it.
    pub fn into_snapshot(self) -> ControlSnapshot {
        self.snapshot
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Role;

    #[test]
    fn visible_parts_are_kept_and_password_fields_as_a_whole() {
        let mut all = RootControls::of(WindowId(1));
        let (whole, part) = (Rect::new(0, 0, 20, 10), Rect::new(0, 0, 5, 10));
        let button = Control { rect: whole, ..Control::deferred(Role::Button, "Save") };
        let hidden = Control { rect: whole, ..Control::deferred(Role::Edit, "Password") };
        let hidden = Control { states: hidden.states.with(State::Protected), ..hidden };
        all.add(button.clone(), 2, part);
        all.add(button, 2, Rect::default());
        all.add(hidden, 3, part);
        all.add_windows([WindowId(7)], Freshness::Read);
        let seen = all.into_snapshot();
        assert_eq!(seen.controls.iter().map(|it| it.rect).collect::<Vec<_>>(), [part, whole]);
        assert_eq!((seen.levels, seen.windows), (vec![2, 3], vec![WindowId(1), WindowId(7)]));
        assert_eq!((seen.truncated, seen.freshness), (None, Freshness::Read));
    }

    #[test]
    fn a_budget_that_is_used_up_is_the_reason_that_stays() {
        let mut all = RootControls::of(WindowId(1));
        let budget = Budget { deadline: Duration::from_secs(9), controls: 1 };
        let second = Duration::from_secs(1);
        assert_eq!(all.left_for("a", budget, second), Some(Budget { deadline: second, controls: 1 }));
        assert_eq!(all.left_for("b", budget, Duration::ZERO), None);
        all.add(Control::deferred(Role::Button, "Save"), 0, Rect::new(0, 0, 1, 1));
        assert_eq!(all.left_for("c", budget, second), None);
        all.add_windows([], Freshness::Cached);
        let seen = all.into_snapshot();
        let reason = seen.truncated.unwrap().reason;
        assert_eq!(reason, "\"b\" was not read: the time or the number of controls is used up");
        assert_eq!(seen.freshness, Freshness::Cached);
    }
}
