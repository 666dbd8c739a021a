//! Reads and writes the clipboard as an input with an outcome.

use deskpilot_core::Outcome;
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{effect_of_clipboard, outcome_of_clipboard};
use deskpilot_x11::{Clipboard, ClipboardContent, XError};
use tokio::task::spawn_blocking;

/// Puts a text on the clipboard, and reads it back.
pub(super) async fn write(clipboard: &Clipboard, text: &str) -> Result<Outcome, DesktopError> {
    let (clipboard, text) = (clipboard.clone(), text.to_owned());
    let writing = spawn_blocking(move || {
        clipboard.write(&text)?;
        // It was written by then: a failure to read it back is none of the write.
        Ok((clipboard.read(), text))
    });
    let (there, text) = writing.await.map_err(failed)?.map_err(|error: XError| failed(error))?;
    let read = match &there {
        Ok(ClipboardContent::Text(there)) => Ok(Some(there.as_str())),
        Ok(ClipboardContent::Empty | ClipboardContent::Unreadable(_)) => Ok(None),
        Err(error) => Err(error.to_string()),
    };
    Ok(effect_of_clipboard(&text, read).into())
}

/// Reads the clipboard; the text is the outcome's output.
pub(super) async fn read(clipboard: &Clipboard) -> Result<Outcome, DesktopError> {
    let clipboard = clipboard.clone();
    let reading = spawn_blocking(move || clipboard.read());
    let text = match reading.await.map_err(failed)?.map_err(failed)? {
        ClipboardContent::Empty => String::new(),
        ClipboardContent::Text(text) => text,
        ClipboardContent::Unreadable(why) => return Err(not_possible(why.to_owned())),
    };
    Ok(outcome_of_clipboard(text))
}

/// The clipboard has connections of its own, which prove nothing about the desktop.
#[expect(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
fn failed(error: impl ToString) -> DesktopError {
    not_possible(error.to_string())
}

fn not_possible(why: String) -> DesktopError {
    DesktopError::NotPossible { what: "the clipboard".into(), why }
}
