//! What changed in a window between two observations by one agent.

use crate::{AgentName, AppView, Difference, Entry, Event, HostDecision, Projection, View, WindowId};

/// The difference between an agent's last two observations, within one subtask.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    agent: Option<AgentName>,
    last: Option<LastObservation>,
    /// The difference; `None` if there is nothing to compare: after the first observation of a subtask or of
    /// another window.
    pub difference: Option<Difference>,
}

#[derive(Clone, Debug, PartialEq)]
struct LastObservation {
    agent: AgentName,
    view: Box<AppView>,
}

impl Changes {
    /// The last observation, if it was of this window.
    pub fn seen(&self, window: WindowId) -> Option<&AppView> {
        self.last.as_ref().map(|it| it.view.as_ref()).filter(|view| view.window.id == window)
    }

    fn looked(&mut self, view: &AppView) {
        let Some(agent) = self.agent.clone() else { return };
        let same = |last: &&LastObservation| last.agent == agent && window(&last.view) == window(view);
        let last = self.last.as_ref().filter(same);
        self.difference = last.map(|last| Difference::between_views(&last.view, view));
        self.last = Some(LastObservation { agent, view: Box::new(view.clone()) });
    }
}

impl Projection for Changes {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::StepStarted { agent, .. } => self.agent = Some(agent.clone()),
            Event::HostDecided { decision: HostDecision::Assign(_), .. } => {
                self.last = None;
                self.difference = None;
            }
            Event::Observed { view: View::App(view) } => self.looked(view),
            _ => {}
        }
    }
}

const fn window(view: &AppView) -> WindowId {
    view.window.id
}
