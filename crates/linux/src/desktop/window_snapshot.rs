//! One look at a window: its controls, all windows, and optionally a picture and the caret.

use super::find_again::FoundControl;
use super::late_bars::bars;
use super::opened_files::SavedFile;
use super::reader::{CachePolicy, Reader, WindowReading};
use super::restless::RestlessControls;
use super::windows::belongs;
use deskpilot_atspi::{Element, Interface, Surface, TextFormat};
use deskpilot_core::{Control, NodeId, State, WindowId};
use deskpilot_desktop::{Budget, DesktopError, Image};
use deskpilot_x11::Client;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// The budget of a look that is to prove something. On a busy machine an office suite takes longer for its hundreds of cells
/// than a look for the model may, and what was not read proves nothing.
const PROOF: Budget = Budget { deadline: Duration::from_secs(5), ..Budget::LOOK };

/// What was seen at one moment.
#[derive(Clone, Debug, Default)]
pub(super) struct WindowSnapshot {
    /// The window acted in.
    pub(super) own: u64,
    /// All windows.
    pub(super) windows: HashMap<u64, ListedWindow>,
    /// The open menus and other popups of the window acted in.
    pub(super) popups: Vec<u32>,
    /// The controls of the window.
    pub(super) controls: Vec<Control>,
    /// Which of them belong to notifications and tool tips.
    pub(super) transient: HashMap<NodeId, Surface>,
    /// Which of them are in tool bars and the like, where those show an action late.
    pub(super) bars: HashSet<NodeId>,
    /// Whether those may still show the action before.
    pub(super) is_behind: bool,
    /// Whether all of them were read.
    pub(super) is_complete: bool,
    /// What it means that a control is missing.
    pub(super) coverage: ReadCoverage,
    /// A picture of the window, where it was requested.
    pub(super) picture: Option<Image>,
    /// The caret of the focused text, for keys without another target.
    pub(super) caret: Option<Caret>,
    /// The text that is selected at the caret.
    pub(super) selected_text: Option<String>,
    /// How the text at the caret looks, what is selected if anything is; only for keys that may change that.
    pub(super) format: Option<TextFormat>,
    /// What changes by itself.
    pub(super) restless: RestlessControls,
    /// The control that the action before pressed, if that was a moment ago.
    pub(super) pressed: Option<NodeId>,
    /// What became of the file that the action was to save.
    pub(super) saved_file: SavedFile,
    /// Whether the application has taken the clipboard since the action.
    pub(super) took_clipboard: bool,
}

/// What it means that a look does not show a control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ReadCoverage {
    /// It does not exist, or is beyond the limit.
    #[default]
    Complete,
    /// It may have replied too late.
    Late,
    /// The window or one of its dialogs closed or did not reply: the controls read are incomplete too.
    Incomplete,
    /// Nothing was read: the application is busy, or reports no controls at the moment.
    Unread,
}

/// A window in the list.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ListedWindow {
    pub(super) title: String,
    pub(super) whose: WindowOwner,
}

/// Whose window it is, relative to the window acted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WindowOwner {
    /// The same application's, or a dialog of the window.
    Own,
    /// Another application's.
    Other,
}

/// The caret and selection of a text, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Caret {
    /// The caret's offset.
    pub(super) at: i32,
    /// Start and end of the selection, the end exclusive; equal where nothing is selected.
    pub(super) selected: (i32, i32),
}

impl WindowSnapshot {
    /// Looks at a window after an action, and reads everything anew: a proof needs fresh data. A closed one has no controls.
    pub(super) async fn of(reader: &mut Reader, own: WindowId) -> Result<WindowSnapshot, DesktopError> {
        WindowSnapshot::read(reader, own, CachePolicy::ReadAll).await
    }

    /// Looks at a window before an action. A reading of a moment ago will do if nothing has happened since.
    pub(super) async fn before_action(
        reader: &mut Reader,
        own: WindowId,
    ) -> Result<WindowSnapshot, DesktopError> {
        let seen = WindowSnapshot::read(reader, own, CachePolicy::UseUnchanged).await?;
        Ok(WindowSnapshot { is_behind: reader.is_behind, ..seen })
    }

    async fn read(
        reader: &mut Reader,
        own: WindowId,
        cache: CachePolicy,
    ) -> Result<WindowSnapshot, DesktopError> {
        let coverage = ReadCoverage::Unread;
        let mut seen = WindowSnapshot { own: own.0, coverage, ..WindowSnapshot::default() };
        match reader.look(own, PROOF, cache).await {
            Ok(WindowReading { scene, group, snapshot, .. }) => {
                // From the same moment as the controls: a dialog's controls never appear without its window.
                seen.windows = listed(&scene.clients, Some(&scene.client));
                seen.popups = scene.popups.iter().map(|popup| popup.window).collect();
                seen.is_complete = snapshot.omissions.truncation(PROOF).is_none();
                let transient = snapshot.elements.iter().filter(|it| it.surface != Surface::Window);
                seen.transient = transient.map(|it| (it.node.id(), it.surface)).collect();
                seen.controls = snapshot.elements.iter().map(Element::control).collect();
                if reader.lags(&group) && !group.has_dialog() {
                    seen.bars = bars(&snapshot.elements);
                }
                let is_half =
                    leave_out_closed(reader, &mut seen).await? || group.unreadable_dialog().is_some();
                seen.coverage = match snapshot.omissions {
                    _ if group.members.is_empty() => ReadCoverage::Unread,
                    omissions if omissions.is_window_gone() || is_half => ReadCoverage::Incomplete,
                    omissions if omissions.may_lack_nodes() => ReadCoverage::Late,
                    _ => ReadCoverage::Complete,
                };
            }
            Err(DesktopError::WindowGone(_)) => {
                seen.windows = all_listed(reader, own).await?;
                seen.windows.remove(&own.0);
                seen.is_complete = true;
            }
            Err(error) if error.is_of_whole_desktop() => return Err(error),
            Err(_) => seen.windows = all_listed(reader, own).await?,
        }
        Ok(seen)
    }

    /// Notes which texts the window shows, if all of them were read.
    pub(super) fn record_texts(&self, reader: &mut Reader, window: WindowId) {
        if self.coverage == ReadCoverage::Complete {
            reader.passing_texts.record(window, &self.controls);
        }
    }

    /// Which part of the window a control belongs to.
    pub(super) fn surface_of(&self, control: &Control) -> Surface {
        control.node().and_then(|node| self.transient.get(node)).copied().unwrap_or_default()
    }

    /// The node this item had when it was seen: some applications keep recreating their nodes.
    pub(super) fn node_of(&self, element: &Element) -> NodeId {
        let (node, control) = (element.node.id(), element.control());
        if self.controls.iter().any(|it| it.node() == Some(&node)) {
            return node;
        }
        let is_it = |it: &&Control| it.rect == control.rect && it.id() == control.id();
        self.controls.iter().find(is_it).and_then(|it| it.node().cloned()).unwrap_or(node)
    }
}

/// Lists these windows relative to one of them; without one, all count as own.
pub(super) fn listed(clients: &[Client], own: Option<&Client>) -> HashMap<u64, ListedWindow> {
    let whose = |it: &Client| match own {
        Some(own) if !it.is_of_application(own) && !belongs(clients, it.id, own.id) => WindowOwner::Other,
        _ => WindowOwner::Own,
    };
    let one = |it: &Client| (u64::from(it.id), ListedWindow { title: it.title.clone(), whose: whose(it) });
    clients.iter().map(one).collect()
}

/// Drops windows that closed while the controls were read; returns whether one of the application's own did.
async fn leave_out_closed(reader: &mut Reader, seen: &mut WindowSnapshot) -> Result<bool, DesktopError> {
    let now = reader.windows.clients().await?;
    let is_there = |id: u64| now.iter().any(|it| u64::from(it.id) == id);
    let own = |seen: &WindowSnapshot| seen.windows.values().filter(|it| it.whose == WindowOwner::Own).count();
    let before = own(seen);
    seen.windows.retain(|id, _| is_there(*id));
    Ok(own(seen) < before)
}

/// Lists all windows, where the window acted in could not be read.
async fn all_listed(reader: &mut Reader, own: WindowId) -> Result<HashMap<u64, ListedWindow>, DesktopError> {
    let clients = reader.windows.clients().await?;
    let is_it = |it: &&Client| u64::from(it.id) == own.0;
    let known = reader.known(own).map(|group| &group.client);
    Ok(listed(&clients, clients.iter().find(is_it).or(known)))
}

impl Caret {
    /// The caret of a text; `None` where it has none, or hides its content.
    pub(super) async fn of(reader: &Reader, found: &FoundControl) -> Option<Caret> {
        if found.element.states().has(State::Protected) || !found.element.facts.offers(Interface::Text) {
            return None;
        }
        let caller = reader.caller();
        let at = caller.caret(&found.element.node).await.ok()?;
        let selected = caller.selected_text(&found.element.node).await.ok();
        Some(Caret { at, selected: selected.filter(|(from, to)| from < to).unwrap_or((at, at)) })
    }

    /// How the text looks that is selected, or the character at the caret.
    pub(super) async fn format(self, reader: &Reader, found: &FoundControl) -> Option<TextFormat> {
        let (from, to) = self.selected;
        reader.caller().text_format(&found.element.node, from, to).await.ok()
    }

    /// The text that is selected; `None` where nothing is, or it cannot be read.
    pub(super) async fn selected_text(self, reader: &Reader, found: &FoundControl) -> Option<String> {
        let (from, to) = self.selected;
        if from >= to {
            return None;
        }
        reader.caller().selection(&found.element.node).await.ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinuxDesktop, PrivateDesktop, PrivateOptions};
    use deskpilot_core::Launch;
    use deskpilot_desktop::Desktop as _;
    use rustix::process::{Pid, Signal, kill_process};

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_window_whose_application_does_not_answer_is_unread_and_not_empty() {
        let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        let launch = Launch { application: "galculator".into(), file: None };
        let window = desktop.launch(&launch, &[]).await.unwrap();
        let reader = &mut desktop.executor.reader;
        let before = WindowSnapshot::of(reader, window.id).await.unwrap();
        assert_eq!((before.coverage, before.is_complete), (ReadCoverage::Complete, true));
        let process = Pid::from_raw(window.process.unwrap().cast_signed()).unwrap();
        kill_process(process, Signal::STOP).unwrap();
        let after = WindowSnapshot::of(reader, window.id).await.unwrap();
        assert_eq!((after.coverage, after.is_complete), (ReadCoverage::Unread, false));
        assert!(after.windows.contains_key(&window.id.0), "{:?}", after.windows);
        kill_process(process, Signal::CONT).unwrap();
    }
}
