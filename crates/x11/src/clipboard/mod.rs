//! Reads and writes the clipboard. A thread serves our own text as long as the desktop is connected; reads use a
//! connection of their own.

mod owner;
mod reader;
#[cfg(test)]
mod tests;

use super::error::XError;
use crate::address::DisplayAddress;
use owner::Owner;
pub use reader::ClipboardContent;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the clipboard owner may take for each part of its content.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a whole read may take.
const READING: Duration = Duration::from_secs(20);
/// The longest text to read, in bytes.
const MOST_BYTES: usize = 4 * 1024 * 1024;

x11rb::atom_manager! {
    /// The atoms of the clipboard and its targets.
    ClipboardAtoms: ClipboardAtomsCookie {
        CLIPBOARD,
        TARGETS,
        INCR,
        UTF8_STRING,
        UTF8_TEXT: b"text/plain;charset=utf-8",
        // Password managers offer this target together with the text, so that others leave the text alone.
        SECRET: b"x-kde-passwordManagerHint",
        // The property of our own window into which the owner writes what it converts.
        ANSWER: b"DESKPILOT_CLIPBOARD",
    }
}

/// The clipboard of a desktop. Its calls block: run each on a blocking thread. Cheap to clone.
#[derive(Clone)]
pub struct Clipboard {
    address: DisplayAddress,
    owner: Arc<Mutex<Option<Owner>>>,
}

impl Clipboard {
    /// The clipboard of the desktop at this address. Connects on first use.
    pub fn of(address: &DisplayAddress) -> Clipboard {
        Clipboard { address: address.clone(), owner: Arc::default() }
    }

    /// Puts a text on the clipboard. It stays until another application copies something or the desktop is closed.
    pub fn write(&self, text: &str) -> Result<(), XError> {
        let mut owner = self.owner.lock().unwrap_or_else(PoisonError::into_inner);
        match owner.as_ref() {
            Some(owner) => owner.offer(text),
            None => {
                let started = Owner::start(&self.address)?;
                started.offer(text)?;
                *owner = Some(started);
                Ok(())
            }
        }
    }

    /// The content of the clipboard, within 20 s.
    pub fn read(&self) -> Result<ClipboardContent, XError> {
        reader::read(&self.address, Instant::now() + READING)
    }
}
