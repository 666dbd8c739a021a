//! Reads and writes the clipboard as an input with an outcome.

use super::errors::of_x_error;
use deskpilot_core::{Effect, Evidence, Outcome};
use deskpilot_desktop::DesktopError;
use deskpilot_x11::{Clipboard, ClipboardContent, XError};
use tokio::task::spawn_blocking;

/// Puts a text on the clipboard, and reads it back.
pub(super) async fn write(clipboard: &Clipboard, text: &str) -> Result<Outcome, DesktopError> {
    let (clipboard, text) = (clipboard.clone(), text.to_owned());
    let writing = spawn_blocking(move || {
        clipboard.write(&text)?;
        Ok((clipboard.read()?, text))
    });
    let (there, text) = writing.await.map_err(|error| lost(&error))?.map_err(of_clipboard)?;
    let effect = match there == ClipboardContent::Text(text.clone()) {
        true => Effect::Confirmed(holds(&text)),
        false => Effect::Partial("it was put there, and something else is there now".into()),
    };
    Ok(effect.into())
}

/// Reads the clipboard; the text is the outcome's output.
pub(super) async fn read(clipboard: &Clipboard) -> Result<Outcome, DesktopError> {
    let clipboard = clipboard.clone();
    let text = match spawn_blocking(move || clipboard.read())
        .await
        .map_err(|error| lost(&error))?
        .map_err(of_clipboard)?
    {
        ClipboardContent::Empty => String::new(),
        ClipboardContent::Text(text) => text,
        ClipboardContent::Unreadable(why) => return Err(not_possible(why.to_owned())),
    };
    let effect = Effect::Confirmed(holds(&text));
    Ok(Outcome { output: Some(text), ..effect.into() })
}

/// Describes the content without revealing it.
fn holds(text: &str) -> Evidence {
    Evidence::State(format!("the clipboard holds {} characters of text", text.chars().count()))
}

fn of_clipboard(error: XError) -> DesktopError {
    match error {
        XError::Cannot(why) => not_possible(why),
        error => of_x_error(error, DesktopError::Lost("the clipboard".into())),
    }
}

fn not_possible(why: String) -> DesktopError {
    DesktopError::NotPossible { what: "the clipboard".into(), why }
}

fn lost(error: &tokio::task::JoinError) -> DesktopError {
    DesktopError::Lost(error.to_string())
}
