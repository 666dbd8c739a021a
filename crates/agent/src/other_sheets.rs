//! What the other windows of a spreadsheet program hold, in brief, so that several documents can be worked on in one list.

use crate::{
    Halt,
    policy_gate::PolicyGate,
    reply::SWITCH_WINDOW,
    world::{World, WorldError},
};
use deskpilot_core::{Window, WindowId, fold::AgentMemory};
use deskpilot_desktop::{Budget, LookOptions, Readiness, WindowLook, view::used_cells};
use std::collections::HashMap;

/// The most windows to read in one step.
const MOST: usize = 8;

/// The briefs of sheets that were read, by their windows.
pub(crate) struct OtherSheets {
    budget: Budget,
    /// `None` for a window without a sheet.
    known: HashMap<WindowId, Option<String>>,
}

impl OtherSheets {
    /// Knows no sheet yet.
    pub(crate) fn new(budget: Budget) -> OtherSheets {
        OtherSheets { budget, known: HashMap::new() }
    }

    /// Forgets what an agent may have changed since: the window that it was shown and those to which its actions switched.
    pub(crate) fn forget(&mut self, shown: WindowId, memory: &AgentMemory) {
        self.known.remove(&shown);
        // A list that went to other windows may have changed any of them.
        if memory.last.iter().any(|it| it.call.command == SWITCH_WINDOW) {
            self.known.clear();
        }
    }

    /// The sheets of these other windows, a line each; none if the window that is looked at shows no sheet. Reads the windows
    /// that it does not know.
    pub(crate) async fn in_windows(
        &mut self,
        shown: &WindowLook,
        others: &[Window],
        world: &mut World,
        gate: &PolicyGate,
    ) -> Result<Vec<String>, Halt> {
        if others.is_empty() || used_in(shown).is_none() {
            return Ok(Vec::new());
        }
        let mut lines = Vec::new();
        for window in others.iter().filter(|it| gate.off_limits(it).is_none()).take(MOST) {
            let brief = match self.known.get(&window.id) {
                Some(known) => known.clone(),
                None => self.read(window, world).await?,
            };
            lines.extend(brief.map(|brief| format!("{}: {brief}", window.title)));
        }
        Ok(lines)
    }

    /// Reads a window; one that cannot be read now has no brief.
    async fn read(&mut self, window: &Window, world: &mut World) -> Result<Option<String>, Halt> {
        let options =
            LookOptions { budget: self.budget, readiness: Readiness::Reported, ..LookOptions::USUAL };
        let looking = async {
            let all = world.list_windows().await?;
            world.look_at_window(window.clone(), &all, options).await
        };
        match looking.await {
            Ok(look) => {
                let brief = used_in(&look);
                self.known.insert(window.id, brief.clone());
                Ok(brief)
            }
            Err(WorldError::Desktop(_)) => Ok(None),
            Err(WorldError::Halted(halt)) => Err(halt),
        }
    }
}

/// Which cells of a window's sheet hold something.
fn used_in(look: &WindowLook) -> Option<String> {
    used_cells(&look.controls, &look.levels, look.truncated.as_ref())
}
