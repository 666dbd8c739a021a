//! The controls of the root window: the visible parts of the controls of all windows.

use super::element::Element;
use super::reader::{Reader, Reading};
use super::window_group::owner_of;
use crate::desktop::errors::blocking;
use deskpilot_core::{Rect, WindowId, WindowState};
use deskpilot_desktop::{Budget, ControlSnapshot, DesktopError, Freshness, RootControls};
use deskpilot_win32::{Hwnd, Toplevel, windows};
use std::collections::HashSet;
use tokio::time::Instant;

/// The visible controls of all windows, those of the topmost first.
pub(in crate::desktop) async fn read(
    reader: &mut Reader,
    root: WindowId,
    budget: Budget,
) -> Result<ControlSnapshot, DesktopError> {
    let end = Instant::now() + budget.deadline;
    let all = blocking(windows).await?.map_err(|error| DesktopError::Unusable(error.to_string()))?;
    let shown: Vec<Toplevel> = all.into_iter().filter(|it| it.state != WindowState::Minimized).collect();
    let mut seen = RootReading::of(root, &shown);
    let mut looked = HashSet::new();
    for window in &shown {
        let owner = owner_of(&shown, window);
        // Dialogs are read with the window that they belong to; a second look would list them twice.
        if !looked.insert(owner.hwnd) {
            continue;
        }
        let time = end.saturating_duration_since(Instant::now());
        let Some(left) = seen.all.left_for(&window.title, budget, time) else { break };
        match reader.read(owner.hwnd.into(), left).await {
            Ok(reading) => seen.take_in(&reading),
            Err(error) if error.is_of_whole_desktop() => return Err(error),
            Err(DesktopError::WindowGone(_)) => {}
            Err(error) => seen.all.lacks(error.to_string()),
        }
    }
    Ok(seen.all.into_snapshot())
}

/// What was read so far of all windows.
struct RootReading<'a> {
    windows: &'a [Toplevel],
    all: RootControls,
}

impl<'a> RootReading<'a> {
    fn of(root: WindowId, windows: &'a [Toplevel]) -> RootReading<'a> {
        RootReading { windows, all: RootControls::of(root) }
    }

    fn take_in(&mut self, reading: &Reading) {
        for element in &reading.elements {
            let visible = self.visible(reading, element);
            self.all.add(element.control.clone(), element.level, visible);
        }
        self.all.add_windows(reading.group.ids(), Freshness::Read);
        if let Some(truncated) = &reading.truncated {
            self.all.lacks(truncated.reason.clone());
        }
    }

    /// The visible part of a control. Open menus lie above everything.
    fn visible(&self, reading: &Reading, element: &Element) -> Rect {
        let (group, rect) = (&reading.group, element.control.rect);
        if group.popups.iter().any(|popup| popup.rect.contains(rect.center())) {
            return rect;
        }
        // A rectangle that lies wholly within a dialog counts as the dialog's.
        let is_around = |it: &&Toplevel| it.rect.intersection(rect) == rect;
        let window = group.dialogs.iter().find(is_around).unwrap_or(&group.main);
        let own: Vec<Hwnd> = group.handles();
        let higher = self.windows.iter().take_while(|it| it.hwnd != window.hwnd);
        let others = higher.filter(|it| !own.contains(&it.hwnd));
        let uncovered = others.map(|it| it.rect).fold(rect, Rect::largest_uncovered);
        uncovered.intersection(window.rect)
    }
}
