//! Waits for controls that a list of actions names before they exist: the item of a menu, the field of a dialog.

use crate::{
    Halt,
    action_batch::{ActionBatch, Obstacle},
    world::World,
};
use deskpilot_core::{
    Action, Aim, Control, DeferredMatch, Divergence, State, Window, match_deferred, window_to_follow,
};
use std::time::Duration;
use tokio::time::Instant;

/// How long a control may take to appear. The effect of the previous action has settled already.
const PATIENCE: Duration = Duration::from_secs(3);
/// How many similar controls the divergence lists.
const MAX_ALIKE: usize = 4;
/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// Waits until the control appears. Returns the action on that control, in the window that shows it.
pub(crate) async fn wait_for_target(
    world: &mut World,
    batch: &mut ActionBatch<'_>,
    next: &Action,
    expected: &Control,
) -> Result<Action, Obstacle> {
    let started = Instant::now();
    loop {
        let missing = match find(world, batch, expected).await {
            Err(Obstacle::Diverged(missing @ Divergence::NotThere { .. })) => missing,
            found => return found.map(|(window, control)| in_window(next, window, control)),
        };
        // A new window without the control is probably not the expected one: wait less.
        let opened = batch.unexpected_window(world, ActionBatch::has_used).await?;
        let patience = if opened.is_some() { PATIENCE / 3 } else { PATIENCE };
        if started.elapsed() >= patience {
            return Err(missing.into());
        }
        world.sleep(PAUSE).await?;
        batch.snapshot.clear();
    }
}

fn in_window(next: &Action, window: Window, control: Control) -> Action {
    Action { aim: Aim::Control(Box::new(control)), window, ..next.clone() }
}

async fn find(
    world: &mut World,
    batch: &mut ActionBatch<'_>,
    expected: &Control,
) -> Result<(Window, Control), Obstacle> {
    let window = current_window(world, batch).await?;
    batch.snapshot.read(&window, world).await?;
    let controls = batch.snapshot.controls(window.id).unwrap_or_default();
    let usable = controls.iter().filter(|it| it.states.has(State::Enabled));
    match match_deferred(expected, usable) {
        DeferredMatch::One(control) => Ok((window, control.clone())),
        DeferredMatch::Nothing => Err(Obstacle::Diverged(Divergence::NotThere {
            expected: expected.id().to_string(),
            window: window.title,
            alike: alike(expected, controls),
        })),
        DeferredMatch::Several(_) => Err(Obstacle::Diverged(Divergence::Several(expected.id().to_string()))),
    }
}

/// The observed window, or the one of its application that opened since.
async fn current_window(world: &mut World, batch: &mut ActionBatch<'_>) -> Result<Window, Halt> {
    let given = &batch.observation.view.window;
    let all = batch.snapshot.windows(world).await?;
    Ok(window_to_follow(all, given).unwrap_or(given).clone())
}

/// Usable controls of the same role, or of any role when none has it.
fn alike(expected: &Control, controls: &[Control]) -> Vec<String> {
    let usable = || controls.iter().filter(|it| it.role.is_interactive() && it.states.has(State::Enabled));
    let mut of_kind = usable().filter(|it| it.role == expected.role).peekable();
    match of_kind.peek() {
        Some(_) => of_kind.take(MAX_ALIKE).map(|it| it.id().to_string()).collect(),
        None => usable().take(MAX_ALIKE).map(|it| it.id().to_string()).collect(),
    }
}
