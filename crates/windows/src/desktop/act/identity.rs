//! Checks, as an input is sent, that a control is still what the policy ruled on.

use super::executor::Executor;
use crate::desktop::errors::{blocking, of_call, of_thing};
use crate::desktop::reading::element::{Element, Origin};
use deskpilot_core::Role;
use deskpilot_desktop::DesktopError;
use deskpilot_uia::{CallError, Facts};
use deskpilot_win32::{Deadline, Toplevel, Win32Error, read_window};
use std::time::Duration;
use tokio::time::Instant;

/// How long a control may take to say what it is. One that is slower was seen a moment ago.
const PATIENCE: Duration = Duration::from_millis(500);

impl Executor {
    /// Fails where a control has another role or name now than when it was read, or is gone.
    pub(super) async fn check_same(&self, element: &Element, window: &Toplevel) -> Result<(), DesktopError> {
        let what = element.description();
        let (was, is) = match &element.origin {
            Origin::Uia { node, facts } => {
                match self.reader.uia.until(Instant::now() + PATIENCE).facts(node).await {
                    Ok(now) => (identity_of(facts), identity_of(&now)),
                    Err(CallError::Late | CallError::Busy | CallError::Unsupported) => return Ok(()),
                    Err(error) => return Err(of_call(error, what, window, 0)),
                }
            }
            Origin::Object(object) => {
                let (hwnd, path) = (object.hwnd, object.path.clone());
                let now = match blocking(move || read_window(hwnd, Deadline::within(PATIENCE))).await? {
                    Ok(now) => now.into_iter().find(|it| it.hwnd == hwnd && it.path == path),
                    Err(Win32Error::TooSlow { .. } | Win32Error::Hung) => return Ok(()),
                    Err(error) => return Err(of_thing(error, what)),
                };
                let Some(now) = now else { return Err(DesktopError::ControlGone(what)) };
                // A combo box may be called as its choice is, which the action before may have changed.
                let name_of =
                    |name: &str| if now.role == Role::ComboBox { String::new() } else { name.to_owned() };
                ((object.role, name_of(&object.name)), (now.role, name_of(&now.name)))
            }
            // Its list is asked for it when it is chosen.
            Origin::Item { .. } => return Ok(()),
        };
        match was == is {
            true => Ok(()),
            false => {
                Err(DesktopError::ControlChanged { expected: what, found: format!("{:?} {:?}", is.0, is.1) })
            }
        }
    }
}

fn identity_of(facts: &Facts) -> (Role, String) {
    (facts.kind(), facts.name.clone())
}
