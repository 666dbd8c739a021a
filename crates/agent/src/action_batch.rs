//! A list of actions from one reply, and the state of the desktop while it runs.

use crate::{
    Halt,
    observation::AppObservation,
    opened_window::opened_window,
    snapshot::Snapshot,
    world::{WindowControls, World},
};
use deskpilot_core::{
    Action, AwaitedText, Caution, Control, Divergence, Effect, Expectation, Gesture, NextStatus, Verb,
    WaitCondition, Window, WindowId, new_window, window_to_follow, windows_of_application,
};
use deskpilot_desktop::Budget;
use std::slice;

/// The actions of a decision.
pub(crate) struct ActionList<'a> {
    pub(crate) actions: &'a [Action],
    /// The places of those on which no later one depends.
    pub(crate) independent: &'a [usize],
    /// Whether the model asks for approval first.
    pub(crate) caution: &'a Caution,
    /// What follows when all succeeded.
    pub(crate) then: NextStatus,
}

/// A list of actions in progress.
pub(crate) struct ActionBatch<'s> {
    /// What the decider saw.
    pub(crate) observation: &'s AppObservation,
    /// The desktop since the last action.
    pub(crate) snapshot: Snapshot,
    /// The windows before the first action; `None` when new windows do not matter.
    pub(crate) windows_before: Option<Vec<Window>>,
    /// The finished actions, with the controls they were done to.
    pub(crate) done: Vec<Action>,
    /// The effect of each of them.
    pub(crate) effects: Vec<Effect>,
    /// The actions that were refused, and on which no other depends.
    pub(crate) undone: Vec<String>,
    /// The windows that the list went to, by switching windows, by opening a document, or by waiting for a text that came up
    /// there; the last one is where it goes on.
    went_to: Vec<Window>,
    /// Those that show a document that the list opened.
    documents: Vec<WindowId>,
}

/// Whether the agent can continue after an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The operation had its effect: later actions may rely on it.
    Succeeded,
    /// It was not done, had no effect, or waits for a yes: the agent looks again.
    LookAgain,
}

/// How a list of actions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BatchResult {
    /// All actions were done, and the decision's end holds.
    Complete,
    /// Some actions were not done, or the end must wait.
    Interrupted,
}

/// Why the next action of a list is not done.
pub(crate) enum Obstacle {
    /// A person stopped or paused the session.
    Halted(Halt),
    /// The desktop is not as the agent expected it.
    Diverged(Divergence),
    /// The control of an action that need not be done did not appear.
    LeftOut(Divergence),
}

impl<'s> ActionBatch<'s> {
    /// A list that was decided on this observation.
    pub(crate) fn new(observation: &'s AppObservation, budget: Budget) -> ActionBatch<'s> {
        let snapshot = Snapshot::empty(budget);
        ActionBatch {
            observation,
            snapshot,
            windows_before: None,
            done: Vec::new(),
            effects: Vec::new(),
            undone: Vec::new(),
            went_to: Vec::new(),
            documents: Vec::new(),
        }
    }

    /// Whether no action was done yet.
    pub(crate) fn is_fresh(&self) -> bool {
        self.done.is_empty()
    }

    /// Whether an action was done in the window, or opened its document.
    pub(crate) fn has_used(&self, window: &Window) -> bool {
        self.done.iter().any(|it| it.window.id == window.id) || self.documents.contains(&window.id)
    }

    /// The window that the list went on in, if that is another one than the action's.
    pub(crate) fn left_for(&self, next: &Action) -> Option<&Window> {
        self.went_to.last().filter(|it| it.id != next.window.id)
    }

    /// The window that the list went on in, if that is of another application than the one that was seen.
    pub(crate) fn went_elsewhere(&self) -> Option<&Window> {
        let is_own = |it: &Window| {
            !windows_of_application(slice::from_ref(it), &self.observation.view.window).is_empty()
        };
        self.went_to.last().filter(|it| !is_own(it))
    }

    /// Whether the list went on in this window, or was there before it went to another one.
    pub(crate) fn went_to(&self, window: &Window) -> bool {
        self.went_to.iter().any(|it| it.id == window.id)
    }

    /// The window of the application that came up since the list began and has the keyboard, if that is another one than the
    /// action's.
    pub(crate) async fn came_up(&mut self, next: &Action, world: &mut World) -> Result<Option<Window>, Halt> {
        // A list that says where it goes on is not led elsewhere.
        if self.done.last().is_some_and(|it| matches!(it.verb, Verb::Switch(_))) {
            return Ok(None);
        }
        let now = self.snapshot.windows(world).await?;
        let front = windows_of_application(now, &next.window).into_iter().find(|it| it.focused);
        let before = self.windows_before.as_deref().unwrap_or_default();
        let had_keyboard = |front: &Window| before.iter().any(|it| it.id == front.id && it.focused);
        Ok(front.filter(|it| it.id != next.window.id && !had_keyboard(it)).cloned())
    }

    /// Whether an action of the list brought the control up. A control that was not read before may have been there.
    pub(crate) fn has_opened(&self, window: &Window, control: &Control) -> bool {
        let view = &self.observation.view;
        let is_in_new_window =
            self.windows_before.as_ref().is_some_and(|before| before.iter().all(|it| it.id != window.id));
        let is_added = || {
            window.id == view.window.id
                && view.truncated.is_none()
                && view.controls.iter().all(|it| it.node() != control.node())
        };
        !self.is_fresh() && (is_in_new_window || is_added())
    }

    /// Adds a finished action, clears the snapshot, which it made stale, and finds the window in which the list goes on.
    ///
    /// A list that waited for a text goes on where the application has the focus, if the window that was seen is gone: the
    /// wait expected that change.
    pub(crate) async fn push(
        &mut self,
        action: Action,
        effect: Effect,
        world: &mut World,
    ) -> Result<(), Halt> {
        self.snapshot.clear();
        match &action.verb {
            Verb::Switch(window) => self.went_to.push(Window::clone(window)),
            // What is not seen to show the document, such as a dialog before it, is expected by nothing that follows.
            Verb::Open(launch) if matches!(effect, Effect::Confirmed(_)) => {
                let now = self.snapshot.windows(world).await?;
                let before = self.windows_before.as_deref().unwrap_or_default();
                let opened = opened_window(before, now, launch, &effect).cloned();
                self.documents.extend(opened.iter().map(|it| it.id));
                self.went_to.extend(opened);
            }
            Verb::Wait(WaitCondition { shows: Some(_), .. }) => {
                let given = &self.observation.view.window;
                let now = self.snapshot.windows(world).await?;
                if now.iter().all(|it| it.id != given.id) {
                    self.went_to.extend(window_to_follow(now, given).cloned());
                }
            }
            _ => {}
        }
        self.done.push(action);
        self.effects.push(effect);
        Ok(())
    }

    /// The present controls of a window, read if they are not known yet; `None` when they cannot be read.
    pub(crate) async fn controls_of(
        &mut self,
        window: &Window,
        world: &mut World,
    ) -> Result<Option<&[Control]>, Halt> {
        let view = &self.observation.view;
        // Nothing was done since the look, so what it read still holds.
        if self.is_fresh() && window.id == view.window.id {
            return Ok(Some(&view.controls));
        }
        self.snapshot.read(window, world).await?;
        Ok(self.snapshot.controls(window.id))
    }

    /// The window that opened since the list began and is not expected.
    pub(crate) async fn unexpected_window(
        &mut self,
        world: &mut World,
        is_expected: impl Fn(&Self, &Window) -> bool,
    ) -> Result<Option<Divergence>, Halt> {
        if self.windows_before.is_none() {
            return Ok(None);
        }
        let mut now = self.snapshot.windows(world).await?.to_vec();
        now.retain(|it| !is_expected(self, it));
        let before = self.windows_before.as_deref().unwrap_or_default();
        let opened = new_window(before, &now, &self.observation.view.window);
        Ok(opened.map(|it| Divergence::Window(it.title.clone())))
    }

    /// Compares the observed window with its present state. `None` when they match, and when either reading is truncated or
    /// missing.
    pub(crate) async fn compare(
        &mut self,
        world: &mut World,
        what: impl FnOnce(Expectation<'_>) -> Option<Divergence>,
    ) -> Result<Option<Divergence>, Halt> {
        let view = &self.observation.view;
        let closed = self.closed_windows(world).await?;
        self.snapshot.read(&view.window, world).await?;
        let now = match self.snapshot.window_controls(view.window.id) {
            Some(WindowControls::Gone) => return Ok(Some(Divergence::WindowGone(view.window.title.clone()))),
            Some(WindowControls::Read(now)) if now.truncated.is_none() && view.truncated.is_none() => now,
            Some(WindowControls::Read(_) | WindowControls::Unreadable) | None => return Ok(None),
        };
        let seen = self.seen();
        Ok(what(Expectation { seen: &seen, now: &now.controls, done: &self.done, closed: &closed }))
    }

    /// The windows of the application that closed since the list began.
    async fn closed_windows(&mut self, world: &mut World) -> Result<Vec<Window>, Halt> {
        let Some(before) = self.windows_before.as_deref().filter(|_| !self.done.is_empty()) else {
            return Ok(Vec::new());
        };
        let now = self.snapshot.windows(world).await?;
        let own = windows_of_application(before, &self.observation.view.window);
        Ok(own.into_iter().filter(|was| now.iter().all(|it| it.id != was.id)).cloned().collect())
    }

    /// Why an action that names no control must not run: another control than the observed one would take it. Compares with the
    /// last reading of the window, also where one of the two is truncated.
    pub(crate) fn other_target(&self, next: &Action) -> Option<Divergence> {
        let now = self.snapshot.controls(self.observation.view.window.id)?;
        Expectation { seen: &self.seen(), now, done: &self.done, closed: &[] }.other_target(next)
    }

    /// The action, with its points where the controls that were seen there are now, or why it must not run. Compares with the
    /// last reading of the window.
    pub(crate) fn followed(&self, next: &Action) -> Result<Action, Divergence> {
        match self.snapshot.controls(self.observation.view.window.id) {
            Some(now) => {
                Expectation { seen: &self.seen(), now, done: &self.done, closed: &[] }.followed(next)
            }
            None => Ok(next.clone()),
        }
    }

    /// The action; a wait for a text gets the passages with it that do not count.
    pub(crate) fn with_known_text(&self, next: &Action) -> Action {
        let Verb::Wait(WaitCondition { shows: Some(text), millis, .. }) = &next.verb else {
            return next.clone();
        };
        let known = AwaitedText::known_in(text, &self.observation.view.controls, &self.done);
        let verb = Verb::Wait(WaitCondition { shows: Some(text.clone()), known, millis: *millis });
        Action { verb, ..next.clone() }
    }

    /// Why no gesture must follow the last action, whose click nobody saw arrive.
    pub(crate) async fn missed_click(&mut self, world: &mut World) -> Result<Option<Divergence>, Halt> {
        let is_click = |it: &&Action| matches!(it.verb, Verb::Gesture(Gesture::Click { .. }));
        let Some(window) = self.done.last().filter(is_click).map(|it| it.window.clone()) else {
            return Ok(None);
        };
        self.snapshot.read(&window, world).await?;
        let now = self.snapshot.controls(window.id).unwrap_or_default();
        let seen = if window.id == self.observation.view.window.id { self.seen() } else { Vec::new() };
        Ok(Expectation { seen: &seen, now, done: &self.done, closed: &[] }.missed_click())
    }

    /// The observed controls that can be compared with a reading.
    fn seen(&self) -> Vec<Control> {
        // What only a picture shows is in no reading of the window.
        self.observation.view.controls.iter().filter(|it| it.node().is_some()).cloned().collect()
    }
}

/// Whether the action depends on the window's content.
pub(crate) const fn touches_the_window(action: &Action) -> bool {
    matches!(action.verb, Verb::Gesture(_) | Verb::Read { .. })
}

/// Whether the subtask ends without a look at the effects of these actions.
pub(crate) fn ends_without_look(actions: &[Action], then: NextStatus) -> bool {
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
