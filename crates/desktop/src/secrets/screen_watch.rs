//! Pictures of a whole desktop for a person who watches it, made only where it shows something else than before.

use super::{RedactedDesktop, Redactor};
use crate::{Area, Desktop, DesktopError, Image};
use deskpilot_core::Policy;

/// Watches what a desktop shows. Its pictures hide what those of the session hide: windows that the policy closes, protected fields,
/// and the secrets that the session typed.
pub struct ScreenWatch {
    desktop: RedactedDesktop,
    /// What it showed at the last look, with everything on it. It never leaves this value.
    last: Option<Image>,
}

impl ScreenWatch {
    /// A watch over a connection of its own, which hides the secrets that this redactor knows.
    pub fn new(desktop: Box<dyn Desktop>, policy: Policy, redactor: &Redactor) -> ScreenWatch {
        ScreenWatch { desktop: RedactedDesktop::new(desktop, policy).watching(redactor), last: None }
    }

    /// A picture of the desktop; `None` if nothing on it changed since the last call, which costs no more than a comparison.
    /// After one in which all is hidden there is always another, because what did not reply in time may do so now.
    ///
    /// # Errors
    /// The desktop is gone or does not answer.
    pub async fn change(&mut self) -> Result<Option<Image>, DesktopError> {
        let now = self.desktop.capture_raw(&Area::Desktop).await?;
        if self.last.as_ref() == Some(&now) {
            return Ok(None);
        }
        // What must be hidden is looked for now. To take the picture again would cost as much as a look.
        let shown = self.desktop.redacted_desktop(now.clone()).await?.into_image();
        self.last = Some(now).filter(|_| !is_hidden(&shown));
        Ok(Some(shown))
    }
}

/// Whether nothing is to be seen in the picture.
fn is_hidden(picture: &Image) -> bool {
    // What is obscured has one colour. Other pictures have a second one among their first pixels.
    let pixels = picture.rgb.as_chunks::<3>().0;
    pixels.iter().all(|it| Some(it) == pixels.first())
}
