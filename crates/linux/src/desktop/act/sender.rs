//! Sends one gesture to its target.

use super::input_method::InputMethod;
use super::last_click::LastClick;
use super::ruled_control::{CheckedControl, RuledControls};
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::reading::reader::Reader;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::Interface;
use deskpilot_core::{Button, Control, Gesture, Role};
use deskpilot_desktop::DesktopError;

/// What sends one gesture, with what it has to compare at that moment.
pub(super) struct Sender<'a> {
    pub(super) reader: &'a mut Reader,
    pub(super) clicked: &'a mut LastClick,
    pub(super) input_method: &'a mut InputMethod,
    /// What the policy ruled on, where the input names no control.
    pub(super) ruled: &'a RuledControls,
    /// The controls that had the focus before the action: a part of a document, and what is around it.
    pub(super) focused: &'a [Control],
    pub(super) notes: SendNotes,
}

/// What was noticed while a gesture was sent.
#[derive(Debug, Default)]
pub(super) struct SendNotes {
    /// The last check of the control that is pressed.
    pub(super) checked: Option<CheckedControl>,
    /// Why the pointer may have hit something other than the target.
    pub(super) doubt: Option<String>,
    /// The control that did not get the keyboard, so that nothing was typed, and why.
    pub(super) unfocused: Option<String>,
    /// How far a list was turned to look for an item, in notches: that changes nothing in it.
    pub(super) turned: u64,
}

/// How an action that changed nothing is done once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Retry {
    /// Types a text that accessibility did not set.
    Type,
    /// Clicks with the pointer.
    Click,
}

impl Sender<'_> {
    /// Sends a gesture for the first time.
    pub(super) async fn send(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        gesture: &Gesture,
    ) -> Result<(), DesktopError> {
        match gesture {
            Gesture::Click { button, count, held } => {
                match invocable(target, *button, *count, held.is_empty()) {
                    Some(found) => self.invoke(group, target, found).await,
                    None => self.click(group, target, *button, *count, held).await,
                }
            }
            Gesture::Drag { to, button, held, millis } => {
                self.drag(group, target, *to, *button, held, *millis).await
            }
            Gesture::Scroll(by) => self.scroll(group, target, *by).await,
            Gesture::Hover => self.hover(group, target).await,
            Gesture::Keys(chords) => self.press_keys(group, target, chords).await.map(drop),
            Gesture::Text { text, mode } => self.put_text(group, target, text, *mode).await,
            Gesture::Select(item) => self.select(group, target, item).await,
            Gesture::SelectText(text) => self.select_text(group, target, text).await,
            Gesture::Check(_) => self.toggle(group, target).await,
            Gesture::Expand(on) => self.expand(group, target, *on).await,
            Gesture::SetNumber(number) => self.set_number(group, target, *number).await,
            Gesture::Focus => self.move_focus(group, target).await.map(drop),
            Gesture::Close => self.ask_to_close(group).await,
            // The clipboard belongs to no window, and a program is ended without looking at its windows.
            Gesture::WriteClipboard(_) | Gesture::ReadClipboard | Gesture::EndApplication => Ok(()),
        }
    }

    /// Sends a gesture once more that changed nothing.
    pub(super) async fn send_again(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        gesture: &Gesture,
        retry: Retry,
    ) -> Result<(), DesktopError> {
        match (retry, gesture) {
            (Retry::Type, Gesture::Text { text, mode }) => self.type_text(group, target, text, *mode).await,
            _ => self.click(group, target, Button::Left, 1, &[]).await,
        }
    }
}

/// The control, where its action does the same as the click.
fn invocable(target: &Target, button: Button, count: u8, is_plain: bool) -> Option<&FoundControl> {
    // Not a menu item: GTK 3 runs its code inside the call, and the application answers no calls while the dialog that
    // opens is there. The open menu can be clicked with the pointer.
    use Role::{Button as PushButton, CheckBox, ComboBox, Hyperlink, Menu, RadioButton, ToggleButton};
    let found = target.control()?;
    let kind = found.element.facts.kind();
    let is_invocable =
        matches!(kind, PushButton | CheckBox | ComboBox | Hyperlink | Menu | RadioButton | ToggleButton);
    let offers = found.element.facts.offers(Interface::Action);
    (button == Button::Left && count == 1 && is_plain && is_invocable && offers).then_some(found)
}
