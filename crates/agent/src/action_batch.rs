//! Several actions from one reply, and how far they came.

use crate::{
    Halt,
    sight::AppSight,
    snapshot::Snapshot,
    world::{Reading, World},
};
use deskpilot_core::{Action, Control, Divergence, Expectation, NextStatus, Verb, Window, new_window};
use deskpilot_desktop::Budget;

/// A list of actions that is being carried out.
pub(crate) struct ActionBatch<'s> {
    /// What the list was decided upon.
    pub(crate) sight: &'s AppSight,
    /// The desktop since the last action.
    pub(crate) now: Snapshot,
    /// The windows there were before the first action, where it matters which open.
    pub(crate) before: Option<Vec<Window>>,
    /// What was done, with the controls it was done to.
    pub(crate) done: Vec<Action>,
}

/// Whether an operation was done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It was, and nothing speaks against building upon it.
    Succeeded,
    /// It was not, or nothing came of it, or it waits for a yes: the agent looks again.
    LookAgain,
}

/// How far a list of actions came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carried {
    /// All were done, and nothing speaks against what is to follow.
    Whole,
    /// Some were not, or the end has to wait.
    Broken,
}

/// Why the next action of a list is not done.
pub(crate) enum Obstacle {
    /// A person stopped the session or took the desktop over.
    Halted(Halt),
    /// The desktop is not as the agent expected it.
    Diverged(Divergence),
}

impl<'s> ActionBatch<'s> {
    /// A list that was decided upon this sight.
    pub(crate) fn upon(sight: &'s AppSight, budget: Budget) -> ActionBatch<'s> {
        ActionBatch { sight, now: Snapshot::empty(budget), before: None, done: Vec::new() }
    }

    /// Whether no action was done yet.
    pub(crate) fn is_fresh(&self) -> bool {
        self.done.is_empty()
    }

    /// Whether an action was done in the window.
    pub(crate) fn has_used(&self, window: &Window) -> bool {
        self.done.iter().any(|it| it.window.id == window.id)
    }

    /// Notes that the action was done: what was read before it counts no more.
    pub(crate) fn push(&mut self, action: Action) {
        self.done.push(action);
        self.now.clear();
    }

    /// The controls of a window as they are now, read where they are not known; `None` where they cannot be told.
    pub(crate) async fn controls_of(
        &mut self,
        window: &Window,
        world: &mut World,
    ) -> Result<Option<&[Control]>, Halt> {
        let view = &self.sight.view;
        if self.is_fresh() && window.id == view.window.id {
            return Ok(Some(&view.controls));
        }
        self.now.read(window, world).await?;
        Ok(self.now.controls(window.id))
    }

    /// The window that opened since the list was begun and is not an expected one.
    pub(crate) async fn opened(
        &mut self,
        world: &mut World,
        is_expected: impl Fn(&Self, &Window) -> bool,
    ) -> Result<Option<Divergence>, Halt> {
        if self.before.is_none() {
            return Ok(None);
        }
        let mut now = self.now.windows(world).await?.to_vec();
        now.retain(|it| !is_expected(self, it));
        let before = self.before.as_deref().unwrap_or_default();
        let opened = new_window(before, &now, &self.sight.view.window);
        Ok(opened.map(|it| Divergence::Window(it.title.clone())))
    }

    /// What comes of comparing the window that was seen with what it is now. Nothing where that cannot be compared, because
    /// one of the two readings is not whole.
    pub(crate) async fn compared(
        &mut self,
        world: &mut World,
        what: impl FnOnce(Expectation<'_>) -> Option<Divergence>,
    ) -> Result<Option<Divergence>, Halt> {
        let view = &self.sight.view;
        self.now.read(&view.window, world).await?;
        let now = match self.now.reading(view.window.id) {
            Some(Reading::Gone) => return Ok(Some(Divergence::WindowGone(view.window.title.clone()))),
            Some(Reading::Read(now)) if now.truncated.is_none() && view.truncated.is_none() => now,
            Some(Reading::Read(_) | Reading::Unreadable) | None => return Ok(None),
        };
        let seen: Vec<Control> = view.controls.iter().filter(|it| it.node().is_some()).cloned().collect();
        Ok(what(Expectation { seen: &seen, now: &now.controls, done: &self.done }))
    }
}

/// Whether the action depends on what the window shows.
pub(crate) const fn touches_the_window(action: &Action) -> bool {
    matches!(action.verb, Verb::Gesture(_) | Verb::Read { .. })
}

/// Whether the subtask ends without a look at what these did.
pub(crate) fn ends_unseen(actions: &[Action], then: NextStatus) -> bool {
    then == NextStatus::Finish && actions.iter().any(|it| matches!(it.verb, Verb::Gesture(_)))
}

impl From<Halt> for Obstacle {
    fn from(halt: Halt) -> Obstacle {
        Obstacle::Halted(halt)
    }
}

impl From<Divergence> for Obstacle {
    fn from(divergence: Divergence) -> Obstacle {
        Obstacle::Diverged(divergence)
    }
}
