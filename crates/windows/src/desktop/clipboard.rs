//! Reads and writes the clipboard as an input with an outcome.

use super::errors::{blocking, of_thing};
use deskpilot_core::Outcome;
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{effect_of_clipboard, outcome_of_clipboard};
use deskpilot_win32::{ClipboardContent, Deadline, Win32Error, read_clipboard, write_clipboard};
use std::time::Duration;

/// How long another program may keep the clipboard open.
const PATIENCE: Duration = Duration::from_secs(2);

/// Puts a text on the clipboard, and reads it back.
pub(super) async fn write(text: &str) -> Result<Outcome, DesktopError> {
    let wanted = text.to_owned();
    let writing = blocking(move || {
        write_clipboard(&wanted, Deadline::within(PATIENCE))?;
        Ok((read_clipboard(Deadline::within(PATIENCE)), wanted))
    });
    let (there, wanted) = writing.await?.map_err(failed)?;
    let read = match &there {
        Ok(ClipboardContent::Text(there)) => Ok(Some(there.text.as_str())),
        Ok(ClipboardContent::Empty | ClipboardContent::Unreadable(_)) => Ok(None),
        Err(error) => Err(error.to_string()),
    };
    Ok(effect_of_clipboard(&wanted.replace("\r\n", "\n"), read).into())
}

/// Reads the clipboard; the text is the outcome's output.
pub(super) async fn read() -> Result<Outcome, DesktopError> {
    let reading = blocking(|| read_clipboard(Deadline::within(PATIENCE))).await?;
    let text = match reading.map_err(failed)? {
        ClipboardContent::Empty => String::new(),
        ClipboardContent::Text(there) => there.text,
        ClipboardContent::Unreadable(why) => return Err(failed(Win32Error::Cannot(why.to_owned()))),
    };
    Ok(outcome_of_clipboard(text))
}

fn failed(error: Win32Error) -> DesktopError {
    of_thing(error, "the clipboard".into())
}
