//! How a way of acting ended.

use super::phases::Sent;
use crate::desktop::errors::of_thing;
use crate::desktop::reading::element::Element;
use deskpilot_desktop::DesktopError;
use deskpilot_win32::{Delivery, Win32Error};
use std::time::Duration;

/// How long a program may take to handle a message before it counts as still at it: a button that opens a dialog is handled only
/// when that is answered.
pub(super) const HANDLING: Duration = Duration::from_millis(100);

/// How one way ended.
pub(super) enum WayEnd {
    /// The gesture was sent.
    Sent(Sent),
    /// The control does not offer this way after all, and nothing was done.
    NotOffered(String),
}

/// How a way ended whose call did so.
pub(super) fn end_of_call(
    done: Result<Delivery, Win32Error>,
    element: &Element,
) -> Result<WayEnd, DesktopError> {
    match done {
        Ok(delivery) => Ok(WayEnd::Sent(sent(delivery))),
        // Nobody knows whether the program comes to it; the looks that follow show it.
        Err(Win32Error::TooSlow { .. }) => Ok(WayEnd::Sent(Sent::OnItsWay)),
        Err(error @ (Win32Error::System { .. } | Win32Error::Cannot(_))) => {
            Ok(WayEnd::NotOffered(error.to_string()))
        }
        Err(error) => Err(of_thing(error, element.description())),
    }
}

pub(super) fn sent(delivery: Delivery) -> Sent {
    match delivery {
        Delivery::Handled => Sent::Handled,
        Delivery::Pending => Sent::OnItsWay,
    }
}
