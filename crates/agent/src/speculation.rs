//! Several actions from one reply: before each the window is compared with what the model saw, and the first divergence
//! ends the list.

use crate::{
    AgentError,
    processor::{Processor, Progress, only_moves},
    session_control::unless_taken,
    sight::AppSight,
};
use deskpilot_core::{
    Action, Aim, Caution, Control, Divergence, Effect, Event, Expectation, Gesture, Operation, Ruling, Stage,
    Then, Verb, Window, WindowId, new_window, own_windows,
};
use deskpilot_desktop::{Care, DesktopError};
use tokio::time::Instant;

/// How far a list of actions came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carried {
    /// All were done, and nothing speaks against what is to follow.
    Whole,
    /// Some were not, or the end has to wait.
    Broken,
}

/// A list that is being carried out.
pub(crate) struct ActionBatch<'s> {
    /// What the list was decided upon.
    pub(crate) sight: &'s AppSight,
    /// The windows there were before it, where it matters which open.
    windows: Option<Vec<Window>>,
    /// What was done, with the controls it was done to.
    done: Vec<Action>,
    /// What was read last, as long as nothing was done since.
    pub(crate) now: Option<Now>,
}

/// The controls of a window as they are now.
pub(crate) struct Now {
    pub(crate) window: WindowId,
    pub(crate) controls: Vec<Control>,
}

impl Processor<'_> {
    /// Does the actions one after the other, as long as the world is as it was when they were decided upon.
    pub(crate) async fn act(
        &mut self,
        actions: &[Action],
        caution: &Caution,
        then: Then,
        sight: &AppSight,
    ) -> Result<Carried, AgentError> {
        // Only what is done later, or an end that is not looked at, can miss a window that opens.
        let is_watched = actions.len() > 1 || ends_unseen(actions, then);
        let windows = if is_watched { Some(self.windows().await?) } else { None };
        let mut batch = ActionBatch { sight, windows, done: Vec::new(), now: None };
        for (at, action) in actions.iter().enumerate() {
            let action = match self.ready(&mut batch, action).await? {
                Ok(action) => self.resolve_window(action).await?,
                Err(divergence) => return self.hold(&actions[at..], divergence),
            };
            let operation = Operation::Act(Box::new(action.clone()));
            let judged = self.rule(&batch, &action, caution).await?;
            let ruling = self.ruled(&operation, judged, Some(&batch)).await?;
            if self.attempt(operation, ruling.clone(), Some(sight)).await? == Progress::LookAgain {
                let divergence = self.why_not(&action, ruling);
                return match &actions[at + 1..] {
                    [] => Ok(Carried::Broken),
                    left => self.hold(left, divergence),
                };
            }
            batch.done.push(action);
            batch.now = None;
        }
        match then {
            Then::Finish => match self.against_the_end(&mut batch).await? {
                Some(divergence) => self.hold(&[], divergence),
                None => Ok(Carried::Whole),
            },
            Then::Continue | Then::Fail => Ok(Carried::Whole),
        }
    }

    /// The action with its control as it is now, or what speaks against doing it unseen.
    async fn ready(
        &mut self,
        batch: &mut ActionBatch<'_>,
        next: &Action,
    ) -> Result<Result<Action, Divergence>, AgentError> {
        match &next.aim {
            Aim::Control(expected) if expected.is_deferred() => self.come_up(batch, next, expected).await,
            Aim::Window if !batch.done.is_empty() && matches!(next.verb, Verb::Gesture(Gesture::Keys(_))) => {
                self.keys(batch, next).await
            }
            // A plan's step is decided upon at once: what was seen is what is there.
            _ if batch.is_fresh() && self.care() == Care::Text => Ok(Ok(next.clone())),
            _ if touches_the_window(next) => {
                Ok(self.divergence(batch, next).await?.map_or_else(|| Ok(next.clone()), Err))
            }
            _ => Ok(Ok(next.clone())),
        }
    }

    /// Keys follow what the list did into the window it was done in, or back to the one that a closed dialog leaves, as long
    /// as that has the keyboard.
    async fn keys(
        &mut self,
        batch: &mut ActionBatch<'_>,
        next: &Action,
    ) -> Result<Result<Action, Divergence>, AgentError> {
        let all = self.windows().await?;
        let is_gone = all.iter().all(|it| it.id != next.window.id);
        let own = own_windows(&all, &next.window);
        let is_left = |it: &Window| is_gone && batch.windows.iter().flatten().any(|was| was.id == it.id);
        let last = batch.done.last().map(|it| it.window.id).filter(|id| *id != next.window.id);
        let follow = own.into_iter().find(|it| it.focused && (Some(it.id) == last || is_left(it)));
        match follow {
            Some(window) => Ok(Ok(Action { window: window.clone(), ..next.clone() })),
            None => Ok(self.divergence(batch, next).await?.map_or_else(|| Ok(next.clone()), Err)),
        }
    }

    /// What speaks against doing the next action unseen. What cannot be compared is left to the action itself, which
    /// finds its control again or refuses.
    async fn divergence(
        &mut self,
        batch: &mut ActionBatch<'_>,
        next: &Action,
    ) -> Result<Option<Divergence>, AgentError> {
        let started = Instant::now();
        if !batch.done.is_empty()
            && let Some(divergence) = self.opened(batch, |_| false).await?
        {
            return Ok(Some(divergence));
        }
        let divergence = match self.read(batch).await? {
            Ok(()) => batch.compared(|expected| expected.divergence(next)),
            Err(gone) => Some(gone),
        };
        self.took(Stage::GetControlInfo, started);
        Ok(divergence)
    }

    /// What speaks against the end of a subtask that nobody looks at: a note that is not there, something that cannot be told,
    /// or that waits for an answer.
    async fn against_the_end(
        &mut self,
        batch: &mut ActionBatch<'_>,
    ) -> Result<Option<Divergence>, AgentError> {
        let known = self.missing().map(Divergence::Missing).or_else(|| self.unsure(batch));
        if known.is_some() || batch.windows.is_none() {
            return Ok(known);
        }
        let started = Instant::now();
        let mut divergence = self.opened(batch, |it| batch.has_used(it)).await?;
        // A window that is gone has nothing left to say.
        if divergence.is_none() && self.read(batch).await?.is_ok() {
            divergence = batch.compared(|expected| expected.opened());
        }
        self.took(Stage::GetControlInfo, started);
        Ok(divergence)
    }

    /// Of which action it could not be seen what it did, and nothing that was confirmed after it shows it.
    fn unsure(&self, batch: &ActionBatch<'_>) -> Option<Divergence> {
        let last = self.session.ledger.memory.of_agent(&self.agent).last;
        let outcomes = last.iter().map(|it| &it.outcome.effect);
        let mut unsure = None;
        for (action, effect) in batch.done.iter().zip(outcomes).filter(|(it, _)| touches_the_window(it)) {
            unsure = match effect {
                Effect::Unverified(_) if only_moves(action) => unsure,
                Effect::Unverified(why) => Some(Divergence::Unsure(format!("{action}: {why}"))),
                Effect::Confirmed(_) if matches!(action.verb, Verb::Gesture(_)) => None,
                _ => unsure,
            };
        }
        unsure
    }

    /// The window that opened and is not an expected one.
    pub(crate) async fn opened(
        &mut self,
        batch: &ActionBatch<'_>,
        is_expected: impl Fn(&Window) -> bool,
    ) -> Result<Option<Divergence>, AgentError> {
        let Some(before) = &batch.windows else { return Ok(None) };
        let mut now = self.windows().await?;
        now.retain(|it| !is_expected(it));
        let opened = new_window(before, &now, &batch.sight.view.window);
        Ok(opened.map(|it| Divergence::Window(it.title.clone())))
    }

    /// Reads the window anew, to be compared; nothing is kept where it cannot be told or not all of it is.
    async fn read(&mut self, batch: &mut ActionBatch<'_>) -> Result<Result<(), Divergence>, AgentError> {
        let view = &batch.sight.view;
        batch.now = None;
        match self.session.controls_now(&view.window).await? {
            Ok(seen) if seen.truncated.is_none() && view.truncated.is_none() => {
                batch.now = Some(Now { window: view.window.id, controls: seen.controls });
            }
            Err(DesktopError::WindowGone(_)) => {
                return Ok(Err(Divergence::WindowGone(view.window.title.clone())));
            }
            Ok(_) | Err(_) => {}
        }
        Ok(Ok(()))
    }

    /// The windows there are; none where they cannot be told, which no list of actions needs to know.
    pub(crate) async fn windows(&mut self) -> Result<Vec<Window>, AgentError> {
        let session_control = self.session.session_control.clone();
        let listed = unless_taken(&session_control, self.session.ports.puppeteer.desktop.windows()).await?;
        Ok(listed.unwrap_or_default())
    }

    fn hold(&mut self, left: &[Action], divergence: Divergence) -> Result<Carried, AgentError> {
        let operations = left.iter().map(|action| Operation::Act(Box::new(action.clone()))).collect();
        self.session.record(Event::Held { operations, divergence })?;
        Ok(Carried::Broken)
    }

    fn why_not(&self, action: &Action, ruling: Ruling) -> Divergence {
        match ruling {
            Ruling::Confirm(_) => Divergence::NeedsYes(action.to_string()),
            Ruling::Refuse(why) => Divergence::NotAllowed(why),
            Ruling::Allow => {
                let last = self.session.ledger.memory.of_agent(&self.agent).last.last().cloned();
                Divergence::NotDone(last.map_or_else(String::new, |it| it.outcome.effect.to_string()))
            }
        }
    }
}

impl ActionBatch<'_> {
    /// Whether nothing was done yet since it was looked.
    pub(crate) fn is_fresh(&self) -> bool {
        self.done.is_empty()
    }

    /// Whether something was done in the window.
    pub(crate) fn has_used(&self, window: &Window) -> bool {
        self.done.iter().any(|it| it.window.id == window.id)
    }

    /// The controls of a window as far as they are known to be as they are now.
    pub(crate) fn known(&self, window: &Window) -> Option<&[Control]> {
        let view = &self.sight.view;
        if self.is_fresh() && window.id == view.window.id {
            return Some(&view.controls);
        }
        self.now.as_ref().filter(|it| it.window == window.id).map(|it| it.controls.as_slice())
    }

    /// What comes of comparing what was seen with what was read last; nothing where that cannot be compared.
    pub(crate) fn compared<T>(&self, what: impl FnOnce(Expectation<'_>) -> Option<T>) -> Option<T> {
        let Now { controls: now, .. } = self.now.as_ref()?;
        let seen: Vec<Control> =
            self.sight.view.controls.iter().filter(|it| it.node().is_some()).cloned().collect();
        what(Expectation { seen: &seen, now, done: &self.done })
    }
}

/// Whether the action depends on what the window shows.
const fn touches_the_window(action: &Action) -> bool {
    matches!(action.verb, Verb::Gesture(_) | Verb::Read { .. })
}

/// Whether the subtask ends without a look at what these did.
fn ends_unseen(actions: &[Action], then: Then) -> bool {
    then == Then::Finish && actions.iter().any(|it| matches!(it.verb, Verb::Gesture(_)))
}
