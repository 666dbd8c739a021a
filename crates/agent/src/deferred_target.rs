//! Controls that a list of actions names before they are there: the item of a menu, the field of a dialog.

use crate::{
    AgentError,
    processor::Processor,
    session_control::unless_taken,
    speculation::{ActionBatch, Now},
};
use deskpilot_core::{Action, Aim, CameUp, Control, Divergence, Stage, State, Window, came_up, to_follow};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a control may take to come up: what was done before it has settled already.
const PATIENCE: Duration = Duration::from_secs(3);
/// How many controls are told of that could have been meant.
const TOLD: usize = 4;
/// How long it is waited between two looks.
const PAUSE: Duration = Duration::from_millis(50);

impl Processor<'_> {
    /// The action with the control that came up, in the window it came up in.
    pub(crate) async fn come_up(
        &mut self,
        batch: &mut ActionBatch<'_>,
        next: &Action,
        expected: &Control,
    ) -> Result<Result<Action, Divergence>, AgentError> {
        let started = Instant::now();
        let found = loop {
            let found = self.came_up(batch, expected).await?;
            if !matches!(found, Err(Divergence::NotThere { .. })) {
                break found;
            }
            // A window that has nothing of the kind is another one than was expected.
            let opened = self.opened(batch, |it| batch.has_used(it)).await?;
            let patience = if opened.is_some() { PATIENCE / 3 } else { PATIENCE };
            if started.elapsed() >= patience {
                break found;
            }
            let session_control = self.session.session_control.clone();
            unless_taken(&session_control, sleep(PAUSE)).await?;
        };
        self.took(Stage::GetControlInfo, started);
        Ok(found.map(|(window, control)| Action {
            aim: Aim::Control(Box::new(control)),
            window,
            ..next.clone()
        }))
    }

    async fn came_up(
        &mut self,
        batch: &mut ActionBatch<'_>,
        expected: &Control,
    ) -> Result<Result<(Window, Control), Divergence>, AgentError> {
        let id = || expected.id().to_string();
        let all = self.windows().await?;
        let given = &batch.sight.view.window;
        let window = to_follow(&all, given).unwrap_or(given).clone();
        let controls =
            self.session.controls_now(&window).await?.map_or_else(|_| Vec::new(), |it| it.controls);
        let usable = controls.iter().filter(|it| it.states.has(State::Enabled));
        let found = match came_up(expected, usable) {
            CameUp::One(control) => Ok((window.clone(), control.clone())),
            CameUp::Nothing => Err(Divergence::NotThere {
                expected: id(),
                window: window.title.clone(),
                alike: alike(expected, &controls),
            }),
            CameUp::Several(_) => Err(Divergence::Several(id())),
        };
        batch.now = Some(Now { window: window.id, controls });
        Ok(found)
    }
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
