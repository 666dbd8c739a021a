//! Compares the desktop with what the model saw before each action of a list. The first difference that affects the next
//! action ends the list.

use crate::{
    Halt,
    action_batch::{ActionBatch, Obstacle, touches_the_window},
    deferred_target,
    promised_files::PromisedFiles,
    proof,
    turn::Turn,
    unproven::{Judged, unproven_operation},
    world::World,
};
use deskpilot_core::{
    Action, ActiveAgent, Aim, Divergence, Effect, Gesture, Stage, Verb, Window, fold::Ledger,
    windows_of_application,
};
use deskpilot_desktop::Readiness;
use tokio::time::Instant;

/// A list of actions and the desktop to compare it with.
pub(crate) struct DivergenceCheck<'c, 's> {
    pub(crate) world: &'c mut World,
    pub(crate) ledger: &'c Ledger,
    pub(crate) files: &'c PromisedFiles,
    pub(crate) turn: &'c mut Turn,
    pub(crate) batch: &'c mut ActionBatch<'s>,
}

/// Where a list of actions works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In the window that the model saw.
    Observed,
    /// In another one of its application, to which the list went.
    Other,
}

/// Whether an action goes to whatever has the keyboard.
const fn goes_to_keyboard(action: &Action) -> bool {
    matches!(action.verb, Verb::Gesture(Gesture::Keys(_) | Gesture::Text { .. }))
}

impl DivergenceCheck<'_, '_> {
    /// The action with its present control and window, or why the agent must look before doing it.
    pub(crate) async fn prepare(&mut self, next: &Action) -> Result<Action, Obstacle> {
        if matches!(next.verb, Verb::Gesture(_))
            && let Some(missed) = self.missed_click().await?
        {
            return Err(missed.into());
        }
        match (&next.aim, self.batch.left_for(next).cloned()) {
            // Without a control or a point, an action follows the list to its window.
            (Aim::Window, Some(window)) => {
                self.prepare_here(&Action { window, ..next.clone() }, Place::Other).await
            }
            (Aim::Control(expected), Some(window))
                if !expected.is_deferred() && matches!(next.verb, Verb::Gesture(_)) =>
            {
                Err(Divergence::LeftWindow(window.title).into())
            }
            (Aim::Point(_), Some(window)) => Err(Divergence::LeftWindow(window.title).into()),
            _ => self.prepare_here(next, Place::Observed).await,
        }
    }

    /// The same for an action whose window is the one that the list works in.
    async fn prepare_here(&mut self, next: &Action, place: Place) -> Result<Action, Obstacle> {
        match &next.aim {
            Aim::Control(expected) if expected.is_deferred() => {
                let started = Instant::now();
                let found = deferred_target::wait_for_target(self.world, self.batch, next, expected).await;
                self.turn.took(Stage::GetControlInfo, started);
                found
            }
            Aim::Window if !self.batch.is_fresh() && goes_to_keyboard(next) => {
                self.prepare_keys(next, place).await
            }
            _ if next.verb == Verb::Native && !self.batch.is_fresh() => self.prepare_native(next).await,
            _ if matches!(next.verb, Verb::Wait(_)) => Ok(self.batch.with_known_text(next)),
            // A plan decides at once, so the window is still as it was seen.
            _ if self.batch.is_fresh() && self.turn.look.readiness != Readiness::Drawn => Ok(next.clone()),
            _ if touches_the_window(next) => self.unless_diverged(next, place).await,
            _ => Ok(next.clone()),
        }
    }

    /// Redirects a native command to the window of the application that the list brought up, such as that of a document it opened.
    /// One that does not have the command, such as a dialog, ends the list.
    async fn prepare_native(&mut self, next: &Action) -> Result<Action, Obstacle> {
        let Some(front) = self.batch.came_up(next, self.world).await? else { return Ok(next.clone()) };
        let known = self.world.commands(&front).await?.commands;
        match known.iter().any(|it| it.name == next.call.command) {
            true => Ok(Action { window: front, ..next.clone() }),
            false => Err(Divergence::Window(front.title).into()),
        }
    }

    /// Checks that a subtask may end without another look. It may not when a note or a file is missing, when the effect of an action
    /// is unverified and no promised file shows it, or when a window or dialog opened and waits for an answer.
    pub(crate) async fn check_end(&mut self) -> Result<(), Obstacle> {
        let missing = proof::missing_at_end(&self.turn.who, self.ledger, self.files, self.world).await?;
        if let Some(divergence) = missing.into_iter().next() {
            return Err(divergence.into());
        }
        if let Some(divergence) = self.unverified_action()
            && !self.is_shown_by_files().await?
        {
            return Err(divergence.into());
        }
        if self.batch.windows_before.is_none() {
            return Ok(());
        }
        let started = Instant::now();
        let divergence = self.left_open().await?;
        self.turn.took(Stage::GetControlInfo, started);
        divergence.map_or(Ok(()), |it| Err(it.into()))
    }

    /// Whether the files that the subtask promised make up for its actions of which nothing was seen.
    async fn is_shown_by_files(&self) -> Result<bool, Halt> {
        let ActiveAgent::App(it) = &self.turn.who else { return Ok(false) };
        let reached = proof::reached(&it.subtask, self.ledger, self.files, self.world).await?;
        let Some(reached) = reached.filter(|it| it.files.is_some()) else { return Ok(false) };
        let operations = self.ledger.evaluation.of_subtask();
        Ok(unproven_operation(operations, &Judged::Goal(reached)).is_none())
    }

    /// Redirects keys to the focused window of the application, if the last action was done there, or a closed dialog returned
    /// the focus to it and it was there before the list or the list has worked in it.
    async fn prepare_keys(&mut self, next: &Action, place: Place) -> Result<Action, Obstacle> {
        let batch = &mut *self.batch;
        let all = batch.snapshot.windows(self.world).await?;
        let is_gone = all.iter().all(|it| it.id != next.window.id);
        let before = batch.windows_before.as_deref().unwrap_or_default();
        let done = &batch.done;
        let is_used = |it: &Window| done.iter().any(|action| action.window.id == it.id);
        let is_left = |it: &Window| is_gone && (before.iter().any(|was| was.id == it.id) || is_used(it));
        let last = batch.done.last().map(|it| it.window.id).filter(|id| *id != next.window.id);
        let own = windows_of_application(all, &next.window);
        match own.into_iter().find(|it| it.focused && (Some(it.id) == last || is_left(it))) {
            Some(window) => Ok(Action { window: window.clone(), ..next.clone() }),
            None => self.unless_diverged(next, place).await,
        }
    }

    /// Why no gesture must follow the last action of the list: nobody saw its click arrive, and it reached another control.
    async fn missed_click(&mut self) -> Result<Option<Divergence>, Halt> {
        match self.batch.effects.last() {
            Some(Effect::Unverified(_)) => self.batch.missed_click(self.world).await,
            _ => Ok(None),
        }
    }

    /// The action, unless the desktop diverges from what the model saw. If it cannot be compared, the action is tried: the
    /// platform finds its control again or refuses.
    async fn unless_diverged(&mut self, next: &Action, place: Place) -> Result<Action, Obstacle> {
        let started = Instant::now();
        let divergence = self.divergence(next, place).await?;
        self.turn.took(Stage::GetControlInfo, started);
        match (divergence, place) {
            (Some(divergence), _) => Err(divergence.into()),
            (None, Place::Observed) => self.batch.followed(next).map_err(Obstacle::from),
            (None, Place::Other) => Ok(next.clone()),
        }
    }

    async fn divergence(&mut self, next: &Action, place: Place) -> Result<Option<Divergence>, Halt> {
        if !self.batch.is_fresh()
            && let Some(opened) = self.batch.unexpected_window(self.world, ActionBatch::went_to).await?
        {
            return Ok(Some(opened));
        }
        // The model saw nothing of another window that this one could be compared with.
        if place == Place::Other {
            return Ok(None);
        }
        let diverged = self.batch.compare(self.world, |expected| expected.divergence(next)).await?;
        match diverged.or_else(|| self.batch.other_target(next)) {
            None => self.batch.other_page_element(next, self.world).await,
            diverged => Ok(diverged),
        }
    }

    /// The window or dialog that opened and has not been answered.
    async fn left_open(&mut self) -> Result<Option<Divergence>, Halt> {
        if let Some(opened) = self.batch.unexpected_window(self.world, ActionBatch::has_used).await? {
            return Ok(Some(opened));
        }
        let compared = self.batch.compare(self.world, |expected| expected.opened()).await?;
        // A window that is gone waits for no answer.
        Ok(compared.filter(|it| !matches!(it, Divergence::WindowGone(_))))
    }

    /// The last action with an unverified effect, unless a later confirmed gesture covers it.
    fn unverified_action(&self) -> Option<Divergence> {
        let done = self.batch.done.iter().zip(&self.batch.effects);
        let mut unsure = None;
        for (action, effect) in done.filter(|(it, _)| touches_the_window(it)) {
            unsure = match effect {
                Effect::Unverified(_) if action.only_moves() => unsure,
                Effect::Unverified(why) => Some(Divergence::Unsure(format!("{action}: {why}"))),
                Effect::Confirmed(_) if matches!(action.verb, Verb::Gesture(_)) => None,
                _ => unsure,
            };
        }
        unsure
    }
}
