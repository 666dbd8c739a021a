//! Brings a window to the front, and gives a control the keyboard.

use super::executor::{Executor, SendError};
use super::phases::AimedInput;
use super::send::is_within;
use crate::desktop::errors::{blocking, of_window};
use crate::desktop::reading::element::{Element, Origin, on_desktop};
use crate::desktop::reading::window_group::WindowGroup;
use deskpilot_core::{Button, Point, WindowState};
use deskpilot_desktop::DesktopError;
use deskpilot_uia::{Facts, PatternAction};
use deskpilot_win32::{
    Deadline, Hwnd, activate, focused_control, foreground, frame, give_keyboard, toplevel, toplevel_at,
};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a window may take to come to the front.
const RAISING: Duration = Duration::from_millis(1500);
/// How long a control may take to get the keyboard.
const FOCUSING: Duration = Duration::from_millis(600);
/// How long to wait between two checks.
const PAUSE: Duration = Duration::from_millis(100);

impl Executor {
    /// Brings a window to the front, unless it, a dialog or a menu of it is there.
    pub(super) async fn bring_to_front(&self, group: &WindowGroup) -> Result<(), DesktopError> {
        let (own, main) = (group.handles(), group.main.hwnd);
        let is_minimised = group.main.state == WindowState::Minimized;
        if !is_minimised && foreground().is_some_and(|it| own.contains(&it)) {
            return Ok(());
        }
        let window = front_of(group);
        let end = Instant::now() + RAISING;
        loop {
            let done = blocking(move || (activate(window), foreground(), toplevel(main))).await?;
            match done {
                (_, Some(front), Ok(now)) if own.contains(&front) && now.state != WindowState::Minimized => {
                    return Ok(());
                }
                (Err(error), _, _) if Instant::now() >= end => return Err(of_window(error, &group.main)),
                (Ok(()), front, _) if Instant::now() >= end => {
                    let title = front.and_then(|it| toplevel(it).ok()).map(|it| it.title);
                    let by = title.map_or_else(|| "no window".to_owned(), |it| format!("{it:?}"));
                    return Err(DesktopError::Obscured { what: format!("{:?}", group.main.title), by });
                }
                _ => sleep(PAUSE).await,
            }
        }
    }

    /// Whether UI Automation says within a while that a control, or a part of it, has the keyboard. Where it does not say, what was
    /// typed is read back.
    async fn is_reported_focused(&self, element: &Element) -> bool {
        let (place, end) = (element.control.rect, Instant::now() + FOCUSING);
        loop {
            let Ok(focused) = self.reader.uia.until(end).focused().await else { return true };
            let is_within = |it: Facts| {
                let rect = on_desktop(it.rect, frame());
                rect.intersection(place) == rect
            };
            if focused.is_some_and(is_within) || Instant::now() >= end {
                return Instant::now() < end;
            }
            sleep(PAUSE).await;
        }
    }

    /// Raises a window until it, or what belongs to it, is at this point, or does not come there in time.
    pub(super) async fn raise(&self, group: &WindowGroup, point: Point) -> Result<(), DesktopError> {
        self.bring_to_front(group).await?;
        let (own, window) = (group.handles(), front_of(group));
        let end = Instant::now() + RAISING;
        while !toplevel_at(point).is_some_and(|it| own.contains(&it)) && Instant::now() < end {
            // Where it fails, what is at the point says what covers it.
            let _ = blocking(move || activate(window)).await?;
            sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Gives a control the keyboard: without the pointer where it takes it so, else by a click.
    pub(super) async fn focus(&mut self, aimed: &AimedInput, element: &Element) -> Result<(), SendError> {
        self.bring_to_front(&aimed.reading.group).await?;
        match (&element.origin, element.own_window()) {
            (Origin::Uia { node, .. }, _) => {
                let _ = self.act(aimed, node, &element.description(), PatternAction::Focus).await?;
                if self.is_reported_focused(element).await {
                    return Ok(());
                }
                self.click(aimed, Some(element), Button::Left, 1, &[]).await?;
                return match self.is_reported_focused(element).await {
                    true => Ok(()),
                    false => Err(SendError::Unfocused(element.description())),
                };
            }
            (Origin::Object(_), Some(hwnd)) => {
                if has_keyboard(hwnd) {
                    return Ok(());
                }
                // A control that does not take it so may take it by a click.
                let given = blocking(move || give_keyboard(hwnd, Deadline::within(FOCUSING))).await?;
                if given.is_ok() && has_keyboard(hwnd) {
                    return Ok(());
                }
            }
            (Origin::Object(_) | Origin::Item { .. }, _) => {}
        }
        self.click(aimed, Some(element), Button::Left, 1, &[]).await?;
        let Some(hwnd) = element.drawn_in() else { return Ok(()) };
        let end = Instant::now() + FOCUSING;
        while !has_keyboard(hwnd) {
            if Instant::now() >= end {
                return Err(SendError::Unfocused(element.description()));
            }
            sleep(PAUSE).await;
        }
        Ok(())
    }
}

/// The window of a group that takes the keyboard: the dialog that waits for an answer, if there is one.
fn front_of(group: &WindowGroup) -> Hwnd {
    group.blocker_of(group.main.hwnd).unwrap_or(&group.main).hwnd
}

/// Whether a control, or a part of it such as the field of a combo box, has the keyboard.
fn has_keyboard(control: Hwnd) -> bool {
    focused_control().is_some_and(|it| is_within(it, control))
}
