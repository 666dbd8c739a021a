//! Looks at a window: its controls, all windows, and optionally the caret.

use super::find_again::FoundControl;
use super::reader::{CachePolicy, Reader, WindowReading};
use crate::desktop::windows::open_windows::belongs;
use deskpilot_atspi::{Element, Interface};
use deskpilot_core::{State, WindowId};
use deskpilot_desktop::verdict::{
    Caret, ListedWindow, ReadCoverage, Surface, TextFormat, WindowOwner, WindowSnapshot, late_bars,
};
use deskpilot_desktop::{Budget, DesktopError};
use deskpilot_x11::Client;
use std::collections::HashMap;
use std::time::Duration;

/// The budget of a look that is to prove something. On a busy machine an office suite takes longer for its hundreds of cells
/// than a look for the model may, and what was not read proves nothing.
const PROOF: Budget = Budget { deadline: Duration::from_secs(5), ..Budget::LOOK };

/// Looks at a window after an action, and reads everything again: a proof needs fresh data. A closed one has no controls.
pub(in crate::desktop) async fn after_action(
    reader: &mut Reader,
    own: WindowId,
) -> Result<WindowSnapshot, DesktopError> {
    read(reader, own, CachePolicy::ReadAll).await
}

/// Looks at a window before an action. A reading of a moment ago will do if nothing has happened since.
pub(in crate::desktop) async fn before_action(
    reader: &mut Reader,
    own: WindowId,
) -> Result<WindowSnapshot, DesktopError> {
    read(reader, own, CachePolicy::UseUnchanged).await
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
            // While a dialog is open, every action waits for the tool bars, so that none is late (decision 58).
            if reader.lags(&group) && !group.has_dialog() {
                let elements = snapshot.elements.iter();
                seen.bars = late_bars(elements.map(|it| (it.level, it.facts.kind(), it.node.id())));
            }
            let is_half = leave_out_closed(reader, &mut seen).await? || group.unreadable_dialog().is_some();
            // With no window on the bus nothing was read, which must not look as if all controls had gone
            // (decision 45).
            seen.coverage = match snapshot.omissions {
                _ if group.members.is_empty() => ReadCoverage::Unread,
                omissions if omissions.is_window_gone() || is_half => ReadCoverage::Incomplete,
                omissions if omissions.may_lack_nodes() => ReadCoverage::Late,
                _ => ReadCoverage::Complete,
            };
        }
        Err(DesktopError::WindowGone(_)) => {
            seen.windows = all_listed(reader, own).await?;
            // It was gone when it was looked at; the list of a moment before or after must not bring it back.
            seen.windows.remove(&own.0);
            seen.is_complete = true;
        }
        Err(error) if error.is_of_whole_desktop() => return Err(error),
        Err(_) => seen.windows = all_listed(reader, own).await?,
    }
    Ok(seen)
}

/// Lists these windows relative to one of them; without one, all count as own.
pub(in crate::desktop) fn listed(clients: &[Client], own: Option<&Client>) -> HashMap<u64, ListedWindow> {
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

/// The caret of a text; `None` where it has none, or hides its content.
pub(in crate::desktop) async fn caret_of(reader: &Reader, found: &FoundControl) -> Option<Caret> {
    if found.element.states().has(State::Protected) || !found.element.facts.offers(Interface::Text) {
        return None;
    }
    let caller = reader.caller();
    let at = caller.caret(&found.element.node).await.ok()?;
    let selected = caller.selected_text(&found.element.node).await.ok();
    Some(Caret { at, selected: selected.filter(|(from, to)| from < to).unwrap_or((at, at)) })
}

/// How the text looks that is selected, or the character at the caret.
pub(in crate::desktop) async fn format_at(
    reader: &Reader,
    found: &FoundControl,
    caret: Caret,
) -> Option<TextFormat> {
    let (from, to) = caret.selected;
    reader.caller().text_format(&found.element.node, from, to).await.ok()
}

/// The text that is selected; `None` where nothing is, or it cannot be read.
pub(in crate::desktop) async fn selected_text(
    reader: &Reader,
    found: &FoundControl,
    caret: Caret,
) -> Option<String> {
    let (from, to) = caret.selected;
    if from >= to {
        return None;
    }
    reader.caller().selection(&found.element.node).await.ok().flatten()
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
        let launch = Launch { application: "galculator".into(), file: None, ..Launch::default() };
        let window = desktop.launch(&launch, &[]).await.unwrap();
        let reader = &mut desktop.executor.reader;
        let before = after_action(reader, window.id).await.unwrap();
        assert_eq!((before.coverage, before.is_complete), (ReadCoverage::Complete, true));
        let process = Pid::from_raw(window.process.unwrap().cast_signed()).unwrap();
        kill_process(process, Signal::STOP).unwrap();
        let after = after_action(reader, window.id).await.unwrap();
        assert_eq!((after.coverage, after.is_complete), (ReadCoverage::Unread, false));
        assert!(after.windows.contains_key(&window.id.0), "{:?}", after.windows);
        kill_process(process, Signal::CONT).unwrap();
    }
}
