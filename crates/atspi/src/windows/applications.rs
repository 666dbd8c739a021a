//! Maps processes to their applications on the accessibility bus, and knows the quirks of each toolkit.

use crate::mirrors::mirrors_of_applications::EventCoverage;
use crate::nodes::facts::VisibilityRule;
use crate::protocol::bus::{Bus, CallVolume, Caller};
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::windows::accessible_window::{ButtonAction, ReadStrategy};
use futures::future::join_all;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long the cached answer for a process holds before asking the registry again.
const REGISTRY_CACHE: Duration = Duration::from_secs(5);
/// How old that answer must be to be worth asking again where a window of the process is not among what it led to.
const WORTH_ASKING: Duration = Duration::from_millis(500);
const REGISTRY: &str = "org.a11y.atspi.Registry";

/// What a reader must know about a toolkit to read its trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toolkit {
    /// Reports desktop coordinates and the `SHOWING` state.
    Usual,
    /// As `Usual`, and sends an event for every change: GTK 2 and 3.
    Gtk,
    /// Reports window coordinates, and the `SHOWING` state of windows only.
    Gtk4,
    /// Reports desktop coordinates, the `SHOWING` state, and the whole of a document.
    Chromium,
    /// LibreOffice: reports some coordinates as if there were no menu bar.
    Vcl,
}

impl Toolkit {
    fn detect(application: &str, name: &str) -> Toolkit {
        match name.to_lowercase() {
            _ if application == "soffice" => Toolkit::Vcl,
            name if name.starts_with("chromium") => Toolkit::Chromium,
            name if name.starts_with("gtk 4") => Toolkit::Gtk4,
            name if name.starts_with("gtk 3") || name.starts_with("gail") => Toolkit::Gtk,
            _ => Toolkit::Usual,
        }
    }

    /// Whether a peer-to-peer connection to it is faster than the bus.
    fn serves_peer_to_peer(self) -> bool {
        // GTK 4 and Qt 5 offer none, and Chromium was measured to answer sooner over the bus.
        matches!(self, Toolkit::Gtk | Toolkit::Vcl)
    }

    /// The fastest way to read its nodes.
    pub fn read_strategy(self) -> ReadStrategy {
        match self {
            Toolkit::Chromium | Toolkit::Vcl => ReadStrategy::NodeByNode,
            Toolkit::Gtk4 => ReadStrategy::WokenCache,
            Toolkit::Usual | Toolkit::Gtk => ReadStrategy::WholeCache,
        }
    }

    /// Whether a node never becomes one of another kind, and no other ever gets its path.
    fn has_lasting_nodes(self) -> bool {
        self == Toolkit::Vcl
    }

    /// Whether it sends an event for every change.
    pub(crate) fn event_coverage(self) -> EventCoverage {
        // GTK 4 leaves out new children, Chromium sent nothing, LibreOffice recreates cells, Qt forgets some
        // (decision 8).
        if self == Toolkit::Gtk { EventCoverage::Complete } else { EventCoverage::Partial }
    }

    /// Whether it may show the effect of an action only later, with no sign before.
    fn lags(self) -> bool {
        // LibreOffice brings its tool bars up to date by a timer, and sends nothing until then (decision 58).
        self == Toolkit::Vcl
    }

    /// Whether it draws, or sends an event, for every change of what is shown in a window in front: a reading holds until then.
    fn announces_changes(self) -> bool {
        matches!(self, Toolkit::Vcl | Toolkit::Gtk4)
    }

    /// When a button of it acts that is pressed by its accessibility action.
    pub fn button_action(self) -> ButtonAction {
        match self {
            // It shows the press of a key first, and takes the action for one.
            Toolkit::Gtk4 => ButtonAction::Delayed,
            Toolkit::Usual | Toolkit::Gtk | Toolkit::Chromium | Toolkit::Vcl => ButtonAction::Prompt,
        }
    }

    /// How to tell whether one of its nodes is shown.
    pub fn visibility_rule(self) -> VisibilityRule {
        match self {
            Toolkit::Usual | Toolkit::Gtk | Toolkit::Chromium | Toolkit::Vcl => VisibilityRule::ByState,
            Toolkit::Gtk4 => VisibilityRule::ByPlace,
        }
    }
}

/// The applications on the bus. Caches what never changes about one: its process and its toolkit.
#[derive(Debug, Default)]
pub struct Applications {
    processes: HashMap<Arc<str>, u32>,
    toolkits: HashMap<Arc<str>, Toolkit>,
    /// When the registry was last asked.
    asked: Option<Instant>,
}

impl Applications {
    /// The bus names of the applications of this process. Calls only the registry and the bus, never an application.
    pub async fn of_process(&mut self, caller: Caller<'_>, process: u32) -> Result<Vec<Arc<str>>, CallError> {
        let known = self.of(process);
        // A process without an application is looked for each time: it may still be starting.
        if !known.is_empty() && self.asked.is_some_and(|asked| asked.elapsed() < REGISTRY_CACHE) {
            return Ok(known);
        }
        self.asked = Some(Instant::now());
        let registry = NodeRef::root_of(REGISTRY);
        let present: Vec<_> = caller.children(&registry).await?.into_iter().map(|node| node.bus).collect();
        self.processes.retain(|bus, _| present.contains(bus));
        self.toolkits.retain(|bus, _| present.contains(bus));
        caller.close_connections_except(&present);
        let unknown: Vec<_> = present.iter().filter(|bus| !self.processes.contains_key(*bus)).collect();
        // Not `try_join_all`: an application that has left the bus meanwhile is no error of the others.
        let answers = join_all(unknown.iter().map(|bus| process_of(caller, bus))).await;
        for (bus, answer) in unknown.into_iter().zip(answers) {
            if let Ok(process) = answer {
                self.processes.insert(bus.clone(), process);
            }
        }
        Ok(self.of(process))
    }

    /// Has the registry asked again the next time, unless it was asked a moment ago: a program may bring up the windows of a second
    /// toolkit, which is another application on the bus. Returns whether it is asked.
    pub fn ask_again(&mut self) -> bool {
        let is_old = self.asked.is_some_and(|asked| asked.elapsed() >= WORTH_ASKING);
        if is_old {
            self.asked = None;
        }
        is_old
    }

    fn of(&self, process: u32) -> Vec<Arc<str>> {
        let ours = self.processes.iter().filter(|(_, of)| **of == process);
        let mut ours: Vec<_> = ours.map(|(bus, _)| Arc::clone(bus)).collect();
        ours.sort();
        ours
    }

    /// Whether an application sends an event for every change; `Partial` while its toolkit is unknown.
    pub fn event_coverage(&self, bus: &str) -> EventCoverage {
        self.toolkits.get(bus).map_or(EventCoverage::Partial, |toolkit| toolkit.event_coverage())
    }

    /// Whether an application may show the effect of an action only later; `false` while its toolkit is unknown.
    pub fn lags(&self, bus: &str) -> bool {
        self.toolkits.get(bus).is_some_and(|toolkit| toolkit.lags())
    }

    /// Whether an application draws, or sends an event, for every change of what is shown in a window in front; `false` while its
    /// toolkit is unknown.
    pub fn announces_changes(&self, bus: &str) -> bool {
        self.toolkits.get(bus).is_some_and(|toolkit| toolkit.announces_changes())
    }

    /// The toolkit of an application. Asks once, then opens a peer-to-peer connection where that is faster.
    pub async fn toolkit(&mut self, caller: Caller<'_>, bus: &Arc<str>) -> Result<Toolkit, CallError> {
        if let Some(toolkit) = self.toolkits.get(bus) {
            return Ok(*toolkit);
        }
        let root = NodeRef::root_of(bus);
        let toolkit = match futures::try_join!(caller.name(&root), caller.toolkit(&root)) {
            Ok((application, toolkit)) => Toolkit::detect(&application, &toolkit),
            Err(CallError::Unknown(_)) => Toolkit::Usual,
            Err(error) => return Err(error),
        };
        if toolkit.serves_peer_to_peer() {
            caller.connect_peer_to_peer(bus, CallVolume::Controls).await;
        }
        if toolkit.has_lasting_nodes() {
            caller.node_kinds().keep(bus);
        }
        self.toolkits.insert(bus.clone(), toolkit);
        Ok(toolkit)
    }
}

async fn process_of(caller: Caller<'_>, bus: &str) -> Result<u32, CallError> {
    let daemon = NodeRef::new(Bus::DAEMON, "/org/freedesktop/DBus");
    caller.call(&daemon, Bus::DAEMON, "GetConnectionUnixProcessID", &bus).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registry_is_asked_again_when_its_answer_is_not_fresh() {
        let mut applications = Applications::default();
        assert!(!applications.ask_again(), "it is asked anyway");
        applications.asked = Some(Instant::now());
        assert!(!applications.ask_again(), "it was asked just now");
        applications.asked = Instant::now().checked_sub(WORTH_ASKING);
        assert!(applications.ask_again() && applications.asked.is_none());
    }

    #[test]
    fn what_a_toolkit_draws_or_reports_and_how_soon_its_buttons_act_is_known_of_each() {
        for (toolkit, announces, button) in [
            (Toolkit::Usual, false, ButtonAction::Prompt),
            (Toolkit::Gtk, false, ButtonAction::Prompt),
            (Toolkit::Gtk4, true, ButtonAction::Delayed),
            (Toolkit::Chromium, false, ButtonAction::Prompt),
            (Toolkit::Vcl, true, ButtonAction::Prompt),
        ] {
            assert_eq!(
                (toolkit.announces_changes(), toolkit.button_action()),
                (announces, button),
                "{toolkit:?}"
            );
        }
    }

    #[test]
    fn toolkits_are_told_apart_by_name_and_version() {
        for (application, name, toolkit) in [
            ("gnome-calculator", "GTK 4.8.3", Toolkit::Gtk4),
            ("galculator", "gtk 3.24.38", Toolkit::Gtk),
            ("soffice", "gtk 3.24.38", Toolkit::Vcl),
            ("Chromium", "Chromium 156.0.8078.73", Toolkit::Chromium),
            ("kcalc", "Qt 5.15.8", Toolkit::Usual),
        ] {
            assert_eq!(Toolkit::detect(application, name), toolkit, "{application}, {name}");
        }
    }
}
