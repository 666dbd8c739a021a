//! The divergence check: before each action of a list the desktop is compared with what the model saw, and the first
//! difference that speaks against going on ends the list.

use crate::{
    Halt,
    action_batch::{ActionBatch, Obstacle, touches_the_window},
    deferred_target,
    proof::missing_note,
    turn::Turn,
    world::World,
};
use deskpilot_core::{
    Action, Aim, Divergence, Effect, Gesture, Stage, Verb, Window, fold::Ledger, windows_of_application,
};
use deskpilot_desktop::Care;
use tokio::time::Instant;

/// A list of actions, held against the desktop.
pub(crate) struct DivergenceCheck<'c, 's> {
    pub(crate) world: &'c mut World,
    pub(crate) ledger: &'c Ledger,
    pub(crate) turn: &'c mut Turn,
    pub(crate) batch: &'c mut ActionBatch<'s>,
}

impl DivergenceCheck<'_, '_> {
    /// The action with its control and window as they are now, or what speaks against doing it unseen.
    pub(crate) async fn ready(&mut self, next: &Action) -> Result<Action, Obstacle> {
        match &next.aim {
            Aim::Control(expected) if expected.is_deferred() => {
                let started = Instant::now();
                let found = deferred_target::come_up(self.world, self.batch, next, expected).await;
                self.turn.took(Stage::GetControlInfo, started);
                found
            }
            Aim::Window if !self.batch.is_fresh() && matches!(next.verb, Verb::Gesture(Gesture::Keys(_))) => {
                self.keys(next).await
            }
            // A plan's step is decided upon at once: what was seen is what is there.
            _ if self.batch.is_fresh() && self.turn.viewer.care == Care::Text => Ok(next.clone()),
            _ if touches_the_window(next) => self.unless_diverged(next).await,
            _ => Ok(next.clone()),
        }
    }

    /// Whether a subtask may end that nobody looks at again. What speaks against it: a note that is missing, an action whose
    /// effect is not known, a window or a dialog that opened and waits for an answer.
    pub(crate) async fn may_end(&mut self) -> Result<(), Obstacle> {
        let missing = missing_note(&self.turn.who, self.ledger).map(Divergence::Missing);
        if let Some(divergence) = missing.or_else(|| self.unsure()) {
            return Err(divergence.into());
        }
        if self.batch.before.is_none() {
            return Ok(());
        }
        let started = Instant::now();
        let divergence = self.left_open().await?;
        self.turn.took(Stage::GetControlInfo, started);
        divergence.map_or(Ok(()), |it| Err(it.into()))
    }

    /// Keys follow what the list did into the window it was done in, or back to the one that a closed dialog leaves, as long
    /// as that has the keyboard.
    async fn keys(&mut self, next: &Action) -> Result<Action, Obstacle> {
        let batch = &mut *self.batch;
        let all = batch.now.windows(self.world).await?;
        let is_gone = all.iter().all(|it| it.id != next.window.id);
        let before = batch.before.as_deref().unwrap_or_default();
        let is_left = |it: &Window| is_gone && before.iter().any(|was| was.id == it.id);
        let last = batch.done.last().map(|it| it.window.id).filter(|id| *id != next.window.id);
        let own = windows_of_application(all, &next.window);
        match own.into_iter().find(|it| it.focused && (Some(it.id) == last || is_left(it))) {
            Some(window) => Ok(Action { window: window.clone(), ..next.clone() }),
            None => self.unless_diverged(next).await,
        }
    }

    /// The action, unless the desktop diverges from what it was decided upon. What cannot be compared is left to the action
    /// itself, which finds its control again or refuses.
    async fn unless_diverged(&mut self, next: &Action) -> Result<Action, Obstacle> {
        let started = Instant::now();
        let divergence = self.divergence(next).await?;
        self.turn.took(Stage::GetControlInfo, started);
        divergence.map_or_else(|| Ok(next.clone()), |it| Err(it.into()))
    }

    async fn divergence(&mut self, next: &Action) -> Result<Option<Divergence>, Halt> {
        if !self.batch.is_fresh()
            && let Some(opened) = self.batch.opened(self.world, |_, _| false).await?
        {
            return Ok(Some(opened));
        }
        self.batch.compared(self.world, |expected| expected.divergence(next)).await
    }

    /// What opened and has not been answered.
    async fn left_open(&mut self) -> Result<Option<Divergence>, Halt> {
        if let Some(opened) = self.batch.opened(self.world, ActionBatch::has_used).await? {
            return Ok(Some(opened));
        }
        let compared = self.batch.compared(self.world, |expected| expected.opened()).await?;
        // A window that is gone has nothing left to say.
        Ok(compared.filter(|it| !matches!(it, Divergence::WindowGone(_))))
    }

    /// Of which action it could not be seen what it did, and nothing that was confirmed after it shows it.
    fn unsure(&self) -> Option<Divergence> {
        let last = self.ledger.memory.of_agent(&self.turn.agent).last;
        let outcomes = last.iter().map(|it| &it.outcome.effect);
        let mut unsure = None;
        for (action, effect) in self.batch.done.iter().zip(outcomes).filter(|(it, _)| touches_the_window(it))
        {
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
