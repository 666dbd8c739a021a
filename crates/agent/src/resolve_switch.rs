//! Finds the window whose title a list of actions names, when its turn comes.

use crate::{
    action_batch::{ActionBatch, Obstacle},
    policy_gate::PolicyGate,
    world::World,
};
use deskpilot_core::{Action, Divergence, Verb, Window, window_to_switch_to, windows_of_applications};
use std::time::Duration;
use tokio::time::Instant;

/// How long a window may take to open. The effect of the previous action has settled already.
const PATIENCE: Duration = Duration::from_secs(3);
/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// The action with the window that it goes to, which an earlier action of the list may have opened a moment ago.
pub(crate) async fn resolve_switch(
    world: &mut World,
    gate: &PolicyGate,
    batch: &mut ActionBatch<'_>,
    action: Action,
) -> Result<Action, Obstacle> {
    let Verb::SwitchTo(title) = &action.verb else { return Ok(action) };
    let (started, seen) = (Instant::now(), batch.observation);
    let window = loop {
        let all = batch.snapshot.windows(world).await?;
        // A list that went to another application may come back.
        let own = || windows_of_applications(all, &[&action.window, &seen.view.window]).into_iter();
        let current = own().find(|it| it.id == action.window.id);
        let others: Vec<Window> = own().filter(|it| it.id != action.window.id).cloned().collect();
        if let Some(window) = window_to_switch_to(current, &others, title) {
            break window.clone();
        }
        if started.elapsed() >= PATIENCE {
            let shown = gate.without_closed_titles(own().cloned().collect());
            let windows = shown.into_iter().map(|it| format!("{:?}", it.title)).collect();
            return Err(Divergence::NoWindow { title: title.clone(), windows }.into());
        }
        world.sleep(PAUSE).await?;
        batch.snapshot.clear();
    };
    match gate.off_limits(&window) {
        Some(why) => Err(Divergence::NotCallable(why).into()),
        None => Ok(Action { verb: Verb::Switch(Box::new(window)), ..action }),
    }
}
