//! The agents of the attack: a HostAgent that goes from window to window, and an AppAgent that does what was drawn.

use crate::attack::Attack;
use async_trait::async_trait;
use deskpilot_core::{
    AppDecision, Assignment, Caution, HostDecision, HostRemarks, NextStatus, Remarks, Remedy, Subtask, Window,
};
use deskpilot_deciders::{
    AppResponse, AppScene, Decider, DeciderError, DesktopNeed, HostResponse, HostScene, Needs, Recorder,
    WindowNeed,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Decides for both agents.
#[derive(Clone)]
pub(crate) struct Attacker(Arc<Mutex<Attack>>);

impl Attacker {
    pub(crate) fn of(attack: Attack) -> Attacker {
        Attacker(Arc::new(Mutex::new(attack)))
    }

    /// The attack so far.
    pub(crate) fn attack(&self) -> MutexGuard<'_, Attack> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the AppAgent does next; ends its subtask when it is another window's turn.
    fn decide(&self, scene: &AppScene<'_>) -> Result<AppDecision, DeciderError> {
        let mut attack = self.attack();
        attack
            .collect()
            .map_err(|error| DeciderError::Failed { message: error.to_string(), remedy: Remedy::GiveUp })?;
        if attack.left() == 0 || attack.moves_on() {
            return Ok(AppDecision::Finish);
        }
        Ok(match attack.draw(scene) {
            Some(action) => AppDecision::Act {
                actions: vec![action],
                caution: Caution::Usual,
                then: NextStatus::Continue,
                independent: Vec::new(),
            },
            None => AppDecision::Finish,
        })
    }
}

#[async_trait]
impl Decider for Attacker {
    fn name(&self) -> &str {
        "adversary"
    }

    fn needs(&self) -> Needs {
        Needs { desktop: DesktopNeed::Windows, window: WindowNeed::Controls, ..Needs::DEFAULT }
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostResponse, DeciderError> {
        let index = scene.context.round.next_subtask();
        let mut attack = self.attack();
        let windows = attack.arrive(&scene.view.windows);
        let decision = match windows.get(index as usize % windows.len().max(1)) {
            Some(window) if attack.left() > 0 => assign(window, index, scene),
            _ => HostDecision::Finish,
        };
        Ok(HostResponse { decision, remarks: HostRemarks::default() })
    }

    async fn app(&self, scene: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppResponse, DeciderError> {
        Ok(AppResponse { decision: self.decide(scene)?, remarks: Remarks::default() })
    }
}

/// The decision that this window is next.
pub(crate) fn assign(window: &Window, index: u32, scene: &HostScene<'_>) -> HostDecision {
    let subtask = Subtask {
        id: format!("subtask{}", index + 1),
        index,
        text: format!("attack {index}"),
        application: window.application.clone(),
        ..Subtask::default()
    };
    let agent = (scene.agent_for)(window);
    HostDecision::Assign(Box::new(Assignment { subtask, window: window.clone(), agent }))
}
