//! Sends a gesture by the first way that its control offers: patterns, then messages, then input.

use super::choose::set_branch_by_message;
use super::executor::{Executor, SendError};
use super::phases::{AimedInput, Sent};
use super::target::Target;
use super::way_end::{HANDLING, WayEnd, end_of_call, sent};
use super::ways::Way;
use crate::desktop::errors::{blocking, of_window};
use crate::desktop::reading::element::{Element, Origin};
use deskpilot_core::Gesture;
use deskpilot_desktop::DesktopError;
use deskpilot_win32::{
    BranchState, CheckState, Deadline, Delivery, Hwnd, Win32Error, ask_to_close, click_button, close_list,
    do_default_action, give_keyboard, open_list, set_checked, set_value,
};
use std::time::Duration;

/// How long a call may take that has no effect by itself.
const PATIENCE: Duration = Duration::from_secs(2);

impl Executor {
    /// Sends the gesture.
    pub(super) async fn send(&mut self, aimed: &AimedInput) -> Result<Sent, SendError> {
        match (&aimed.target, &aimed.gesture) {
            (_, Gesture::Close) => self.close(aimed).await.map_err(SendError::from),
            (Target::Window, Gesture::Focus) => {
                self.bring_to_front(&aimed.reading.group).await?;
                Ok(Sent::OnItsWay)
            }
            (Target::Control(element), Gesture::Select(item)) => self.choose(aimed, element, item).await,
            (Target::Control(element), Gesture::SelectText(text)) => {
                self.select_part(aimed, element, text).await.map_err(SendError::from)
            }
            (Target::Control(element), gesture) => self.send_by_ways(aimed, element, gesture).await,
            (Target::Window | Target::Place(_), _) => self.send_input(aimed, None).await,
        }
    }

    async fn send_by_ways(
        &mut self,
        aimed: &AimedInput,
        element: &Element,
        gesture: &Gesture,
    ) -> Result<Sent, SendError> {
        self.check_same(element, &aimed.reading.group.main).await?;
        let mut why = "it offers no way to do this; use the pointer or the keyboard".to_owned();
        for way in element.abilities().ways(gesture) {
            let end = match way {
                Way::Pattern(action) => self.by_pattern(aimed, element, action).await?,
                Way::PatternText => self.text_by_pattern(aimed, element, gesture).await?,
                Way::DefaultAction => by_default_action(element).await?,
                Way::Value(number) => by_value(element, number).await?,
                Way::Messages => self.by_messages(aimed, element, gesture).await?,
                Way::Input => WayEnd::Sent(self.send_input(aimed, Some(element)).await?),
            };
            match end {
                WayEnd::Sent(sent) => return Ok(sent),
                WayEnd::NotOffered(reason) => why = reason,
            }
        }
        Err(DesktopError::NotPossible { what: element.description(), why }.into())
    }

    async fn by_messages(
        &mut self,
        aimed: &AimedInput,
        element: &Element,
        gesture: &Gesture,
    ) -> Result<WayEnd, DesktopError> {
        if let (Some(tree), Gesture::Expand(on)) = (element.tree(), gesture) {
            let wanted = if *on { BranchState::Open } else { BranchState::Closed };
            return set_branch_by_message(element, tree, wanted).await;
        }
        let Some(hwnd) = element.own_window() else { return Ok(not_a_window()) };
        let done = match gesture {
            Gesture::Click { .. } => {
                self.wake_dialog(aimed, element).await?;
                blocking(move || click_button(hwnd, Deadline::within(HANDLING))).await?
            }
            Gesture::Check(on) => {
                let wanted = if *on { CheckState::Checked } else { CheckState::Unchecked };
                blocking(move || set_checked(hwnd, wanted, Deadline::within(HANDLING))).await?
            }
            Gesture::Text { text, mode } => return self.text_by_messages(element, hwnd, text, *mode).await,
            Gesture::Focus => {
                self.bring_to_front(&aimed.reading.group).await?;
                blocking(move || give_keyboard(hwnd, Deadline::within(PATIENCE)))
                    .await?
                    .map(|()| Delivery::Handled)
            }
            Gesture::Expand(on) => {
                self.bring_to_front(&aimed.reading.group).await?;
                let change = if *on { open_list } else { close_list };
                blocking(move || {
                    let deadline = Deadline::within(PATIENCE);
                    give_keyboard(hwnd, deadline)?;
                    change(hwnd, deadline)
                })
                .await?
                .map(|()| Delivery::Handled)
            }
            _ => return Ok(WayEnd::NotOffered("no message does this".into())),
        };
        end_of_call(done, element)
    }

    /// Brings a dialog to the front, which hears of its buttons only there.
    async fn wake_dialog(&self, aimed: &AimedInput, element: &Element) -> Result<(), DesktopError> {
        let group = &aimed.reading.group;
        let is_dialog = group.dialogs.iter().any(|it| it.hwnd == element.toplevel && !it.active);
        let is_inactive_dialog = is_dialog || (group.main.owner.is_some() && !group.main.active);
        if is_inactive_dialog { self.bring_to_front(group).await } else { Ok(()) }
    }

    /// Asks the window to close.
    async fn close(&self, aimed: &AimedInput) -> Result<Sent, DesktopError> {
        let main = &aimed.reading.group.main;
        let hwnd = match aimed.target.control() {
            Some(element) => element.toplevel,
            None => main.hwnd,
        };
        match blocking(move || ask_to_close(hwnd, Deadline::within(HANDLING))).await? {
            Ok(delivery) => Ok(sent(delivery)),
            // It has the message, and may come to it.
            Err(Win32Error::TooSlow { .. }) => Ok(Sent::OnItsWay),
            Err(error) => Err(of_window(error, main)),
        }
    }
}

async fn by_default_action(element: &Element) -> Result<WayEnd, DesktopError> {
    let Origin::Object(object) = &element.origin else { return Ok(not_a_window()) };
    let object = object.clone();
    let done = blocking(move || do_default_action(&object, Deadline::within(HANDLING))).await?;
    // Windows posts a message to its own controls, and returns before they have it.
    end_of_call(done.map(|_| Delivery::Pending), element)
}

async fn by_value(element: &Element, number: f64) -> Result<WayEnd, DesktopError> {
    let Origin::Object(object) = &element.origin else { return Ok(not_a_window()) };
    let (object, number) = (object.clone(), number.to_string());
    let done = blocking(move || set_value(&object, &number, Deadline::within(PATIENCE))).await?;
    end_of_call(done.map(|()| Delivery::Handled), element)
}

fn not_a_window() -> WayEnd {
    WayEnd::NotOffered("it has no window or object of its own".into())
}

/// Whether two windows are one, or one is inside of the other.
pub(super) fn is_within(inner: Hwnd, outer: Hwnd) -> bool {
    inner == outer || deskpilot_win32::descendants(outer).contains(&inner)
}
