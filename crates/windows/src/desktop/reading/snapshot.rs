//! What the judge compares: a window at one moment, with all windows and the caret.

use super::element::Element;
use super::reader::{Reader, Reading};
use super::window_group::WindowGroup;
use crate::desktop::backend::Backend;
use deskpilot_core::{NodeId, WindowId};
use deskpilot_desktop::verdict::{ListedWindow, ReadCoverage, Surface, WindowOwner, WindowSnapshot};
use deskpilot_desktop::{Budget, DesktopError};
use deskpilot_win32::{Toplevel, windows};
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;

/// The budget of a look that is to prove something.
pub(in crate::desktop) const PROOF: Budget = Budget { deadline: Duration::from_secs(3), ..Budget::LOOK };

/// The snapshot of a reading; with the caret of this control.
pub(in crate::desktop) async fn of_reading(
    reader: &Reader,
    reading: &Reading,
    caret_of: Option<&Element>,
) -> WindowSnapshot {
    let group = &reading.group;
    let own: WindowId = group.main.hwnd.into();
    let transient = reading.elements.iter().filter(|it| it.surface != Surface::Window);
    let transient = transient.filter_map(|it| Some((it.control.node()?.clone(), it.surface)));
    let selected = match caret_of {
        Some(element) => reader.selected_text(element).await,
        None => None,
    };
    WindowSnapshot {
        own: own.0,
        windows: listed(group),
        popups: group.popups.iter().map(|it| it.hwnd.0.cast_unsigned() as u32).collect(),
        controls: reading.controls(),
        transient: transient.collect::<HashMap<NodeId, Surface>>(),
        is_complete: reading.truncated.is_none(),
        coverage: reading.coverage,
        caret: selected.as_ref().and_then(|it| it.caret),
        selected_text: selected.and_then(|it| it.text),
        self_changing: reader.self_changes.of(own, Instant::now().into_std()),
        ..WindowSnapshot::default()
    }
}

/// The snapshot of a window that was read by this backend before and cannot be read now, or only by another one, whose controls
/// cannot be compared: they count as unknown.
pub(in crate::desktop) async fn after(
    reader: &Reader,
    reading: Result<&Reading, &DesktopError>,
    before: (&WindowSnapshot, Backend, &WindowGroup),
    caret_of: Option<&Element>,
) -> Result<WindowSnapshot, DesktopError> {
    let (was, backend, group) = before;
    match reading {
        Ok(reading) if reading.backend == backend => Ok(of_reading(reader, reading, caret_of).await),
        Ok(reading) => Ok(unread(was, listed(&reading.group))),
        Err(error) => {
            let all = crate::desktop::errors::blocking(windows).await?;
            let all = all.map_err(|error| DesktopError::Unusable(error.to_string()))?;
            let mut windows = listed_beside(&all, group);
            if matches!(error, DesktopError::WindowGone(_)) {
                windows.remove(&was.own);
                let complete =
                    WindowSnapshot { own: was.own, windows, is_complete: true, ..WindowSnapshot::default() };
                return Ok(WindowSnapshot { coverage: ReadCoverage::Unread, ..complete });
            }
            Ok(unread(was, windows))
        }
    }
}

/// A snapshot of which only the windows are known.
fn unread(was: &WindowSnapshot, windows: HashMap<u64, ListedWindow>) -> WindowSnapshot {
    WindowSnapshot {
        own: was.own,
        windows,
        popups: was.popups.clone(),
        coverage: ReadCoverage::Unread,
        ..WindowSnapshot::default()
    }
}

/// All windows, relative to the one acted in.
fn listed(group: &WindowGroup) -> HashMap<u64, ListedWindow> {
    listed_beside(&group.all, group)
}

fn listed_beside(all: &[Toplevel], group: &WindowGroup) -> HashMap<u64, ListedWindow> {
    let one = |it: &Toplevel| {
        let whose = if group.is_own(it) { WindowOwner::Own } else { WindowOwner::Other };
        (WindowId::from(it.hwnd).0, ListedWindow { title: it.title.clone(), whose })
    };
    all.iter().map(one).collect()
}
