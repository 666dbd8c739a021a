//! The last pictures of a subtask or of a round.

use super::StepContext;
use crate::{AgentError, step_screenshots, world::WorldError};
use deskpilot_core::{AppView, Event, Pictures, ScreenshotMoment, Window};
use deskpilot_desktop::{Budget, LookOptions};

/// Takes the last pictures of a subtask or of the round; leaves out a window that is gone.
pub(crate) async fn take_last_pictures(
    moment: ScreenshotMoment,
    budget: Budget,
    context: &mut StepContext<'_>,
) -> Result<(), AgentError> {
    let view = match context.journal.ledger().steps.window.clone() {
        Some(window) => last_view(&window, budget, context).await?,
        None => None,
    };
    let desktop = last_desktop(context).await?;
    context.journal.record(Event::Pictured { moment, view: view.map(Box::new), desktop })
}

async fn last_view(
    window: &Window,
    budget: Budget,
    context: &mut StepContext<'_>,
) -> Result<Option<AppView>, AgentError> {
    let StepContext { world, journal, .. } = context;
    let options = LookOptions { budget, ..LookOptions::USUAL };
    let looking = async {
        let all = world.list_windows().await?;
        let window = world.as_listed(window, &all).await?;
        world.look_at_window(window, &all, options).await
    };
    let look = match looking.await {
        Ok(look) => look,
        // A window that closed with its task is no failure of the task.
        Err(WorldError::Desktop(_)) => return Ok(None),
        Err(WorldError::Halted(halt)) => return Err(halt.into()),
    };
    let pictures = world.wait_for(step_screenshots::store(look.clean, journal.log.as_mut())).await??;
    let (controls, levels, truncated) = (look.controls, look.levels, look.truncated);
    Ok(Some(AppView {
        window: look.window,
        controls,
        levels,
        truncated,
        beyond: look.beyond,
        others: Vec::new(),
        other_sheets: Vec::new(),
        native_limit: None,
        pictures,
    }))
}

async fn last_desktop(context: &mut StepContext<'_>) -> Result<Pictures, AgentError> {
    let StepContext { world, journal, .. } = context;
    let clean = match world.screenshot().await {
        Ok(clean) => clean,
        Err(WorldError::Desktop(_)) => return Ok(Pictures::default()),
        Err(WorldError::Halted(halt)) => return Err(halt.into()),
    };
    world.wait_for(step_screenshots::store(clean, journal.log.as_mut())).await?
}
