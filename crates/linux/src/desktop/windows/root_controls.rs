//! The controls of the root window: the visible parts of the controls of all windows.

use super::open_windows::owner;
use super::window_group::WindowGroup;
use crate::desktop::reading::reader::{CachePolicy, Reader, WindowReading};
use deskpilot_core::{Rect, WindowId, WindowState};
use deskpilot_desktop::{Budget, ControlSnapshot, DesktopError, RootControls};
use deskpilot_x11::Client;
use std::collections::HashSet;
use tokio::time::{Instant, timeout_at};

/// The visible controls of all windows, those of the topmost first.
pub(in crate::desktop) async fn read(
    reader: &mut Reader,
    budget: Budget,
) -> Result<ControlSnapshot, DesktopError> {
    let end = Instant::now() + budget.deadline;
    let mut clients = reader.windows.clients().await?;
    clients.retain(|it| it.state != WindowState::Minimized);
    let mut all = RootReading::of(reader.windows.root(), &clients);
    let mut looked = HashSet::new();
    for client in &clients {
        let owner = owner(&clients, client).id;
        // Dialogs are read with the window that they belong to; a second look would list them twice.
        if !looked.insert(owner) || all.is_out_of_sight(owner) {
            continue;
        }
        let time = end.saturating_duration_since(Instant::now());
        let Some(left) = all.seen.left_for(&client.title, budget, time) else { break };
        let looking = reader.look(WindowId(owner.into()), left, CachePolicy::UseCache);
        match timeout_at(end, looking).await {
            Ok(Ok(reading)) => all.take_in(&reading, left),
            Ok(Err(error)) if error.is_of_whole_desktop() => return Err(error),
            // It closed after it was listed: the desktop lacks nothing without it.
            Ok(Err(DesktopError::WindowGone(_))) => {}
            Ok(Err(error)) => all.seen.lacks(error.to_string()),
            Err(_) => all.seen.lacks(format!("{:?} was not read in time", client.title)),
        }
    }
    Ok(all.seen.into_snapshot())
}

/// What was read so far of all windows.
struct RootReading<'a> {
    clients: &'a [Client],
    /// The menus of the windows read so far; they lie above all others.
    menus: Vec<Rect>,
    seen: RootControls,
}

impl<'a> RootReading<'a> {
    fn of(root: WindowId, clients: &'a [Client]) -> RootReading<'a> {
        RootReading { clients, menus: Vec::new(), seen: RootControls::of(root) }
    }

    /// Whether this window and its dialogs are completely covered.
    fn is_out_of_sight(&self, main: u32) -> bool {
        let group = self.clients.iter().filter(|it| owner(self.clients, it).id == main);
        group.into_iter().all(|it| self.above(it, &[]).fold(it.outer, Rect::largest_uncovered).is_empty())
    }

    /// What lies above a window, except the windows of its group.
    fn above<'b>(&'b self, client: &'b Client, group: &'b [Client]) -> impl Iterator<Item = Rect> + 'b {
        let higher = self.clients.iter().take_while(|it| it.id != client.id);
        let others = higher.filter(|it| group.iter().all(|ours| ours.id != it.id));
        others.map(|it| it.outer).chain(self.menus.iter().copied())
    }

    fn take_in(&mut self, reading: &WindowReading, budget: Budget) {
        let WindowReading { group, snapshot, freshness, .. } = reading;
        for element in &snapshot.elements {
            let visible = self.visible(group, element.rect);
            self.seen.add(element.control(), element.level, visible);
        }
        self.menus.extend(group.popups.iter().map(|popup| popup.rect));
        self.seen.add_windows(group.clients.iter().map(|it| WindowId(it.id.into())), *freshness);
        if let Some(truncation) = snapshot.omissions.truncation(budget) {
            self.seen.truncate(truncation);
        }
        if let Some(dialog) = group.unreadable_dialog() {
            self.seen.lacks(format!("{:?} is open and reports no controls", dialog.title));
        } else if group.members.is_empty() {
            self.seen.lacks(format!("{:?} reports no controls", group.client.title));
        }
    }

    /// The visible part of a rectangle in a group's window. Its menus lie above everything.
    fn visible(&self, group: &WindowGroup, rect: Rect) -> Rect {
        if group.popups.iter().any(|popup| popup.rect.contains(rect.center())) {
            return rect;
        }
        // A rectangle that lies wholly within a dialog counts as the dialog's.
        let around = |it: &&Client| it.outer.intersection(rect) == rect;
        let window = group.clients.iter().find(around).unwrap_or(&group.client);
        self.above(window, &group.clients).fold(rect, Rect::largest_uncovered)
    }
}
