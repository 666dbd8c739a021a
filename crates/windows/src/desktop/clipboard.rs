//! Reads and writes the clipboard as an input with an outcome.

use super::errors::{blocking, of_thing};
use deskpilot_core::{Effect, Evidence, Outcome};
use deskpilot_desktop::DesktopError;
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
    let effect = match there {
        Ok(ClipboardContent::Text(there)) if there.text == wanted.replace("\r\n", "\n") => {
            Effect::Confirmed(holds(&there.text))
        }
        Ok(_) => Effect::Partial("it was put there, and something else is there now".into()),
        Err(error) => Effect::unverified(format!("it was put there, and could not be read back: {error}")),
    };
    Ok(effect.into())
}

/// Reads the clipboard; the text is the outcome's output.
pub(super) async fn read() -> Result<Outcome, DesktopError> {
    let reading = blocking(|| read_clipboard(Deadline::within(PATIENCE))).await?;
    let text = match reading.map_err(failed)? {
        ClipboardContent::Empty => String::new(),
        ClipboardContent::Text(there) => there.text,
        ClipboardContent::Unreadable(why) => return Err(failed(Win32Error::Cannot(why.to_owned()))),
    };
    let effect = Effect::Confirmed(holds(&text));
    Ok(Outcome { output: Some(text), ..effect.into() })
}

/// Describes the content without revealing it.
fn holds(text: &str) -> Evidence {
    Evidence::Reported(format!("the clipboard holds {} characters of text", text.chars().count()))
}

fn failed(error: Win32Error) -> DesktopError {
    of_thing(error, "the clipboard".into())
}
