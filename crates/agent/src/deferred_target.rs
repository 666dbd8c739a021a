//! Controls that a list of actions names before they are there: the item of a menu, the field of a dialog.

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

/// How long a control may take to come up: what was done before it has settled already.
const PATIENCE: Duration = Duration::from_secs(3);
/// How many controls are told of that could have been meant.
const TOLD: usize = 4;
/// How long it is waited between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// Waits until the control comes up. Returns the action with it, in the window it came up in.
pub(crate) async fn come_up(
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
        // A window that has nothing of the kind is another one than was expected.
        let opened = batch.opened(world, ActionBatch::has_used).await?;
        let patience = if opened.is_some() { PATIENCE / 3 } else { PATIENCE };
        if started.elapsed() >= patience {
            return Err(missing.into());
        }
        world.sleep(PAUSE).await?;
        batch.now.clear();
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
    let window = followed(world, batch).await?;
    batch.now.read(&window, world).await?;
    let controls = batch.now.controls(window.id).unwrap_or_default();
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

/// The window that was seen, or the one of its application that came up since.
async fn followed(world: &mut World, batch: &mut ActionBatch<'_>) -> Result<Window, Halt> {
    let given = &batch.sight.view.window;
    let all = batch.now.windows(world).await?;
    Ok(window_to_follow(all, given).unwrap_or(given).clone())
}

/// What could have been meant: what is of the same kind, or else what can be used at all.
fn alike(expected: &Control, controls: &[Control]) -> Vec<String> {
    let usable = || controls.iter().filter(|it| it.role.is_interactive() && it.states.has(State::Enabled));
    let mut of_kind = usable().filter(|it| it.role == expected.role).peekable();
    match of_kind.peek() {
        Some(_) => of_kind.take(TOLD).map(|it| it.id().to_string()).collect(),
        None => usable().take(TOLD).map(|it| it.id().to_string()).collect(),
    }
}
