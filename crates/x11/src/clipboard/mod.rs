//! The clipboard: what we put on it is served from a thread of its own as long as the desktop is connected, and what
//! others put on it is read on a connection of its own.

mod owner;
mod reader;
#[cfg(test)]
mod tests;

use super::error::XError;
use crate::address::DisplayAddress;
use owner::Owner;
pub use reader::Pasted;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long whoever owns the clipboard may take for each part of what is on it.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long all parts together may take.
const READING: Duration = Duration::from_secs(20);
/// The longest text that is taken from it, in bytes.
const MOST_BYTES: usize = 4 * 1024 * 1024;

x11rb::atom_manager! {
    /// The names of the clipboard and of what can be had from it.
    Names: NamesCookie {
        CLIPBOARD,
        TARGETS,
        INCR,
        UTF8_STRING,
        UTF8_TEXT: b"text/plain;charset=utf-8",
        // Password keepers offer this beside the text, for others to leave it alone.
        SECRET: b"x-kde-passwordManagerHint",
        ANSWER: b"DESKPILOT_CLIPBOARD",
    }
}

/// The clipboard of a desktop. Its calls block, so each belongs on a thread of its own. Cheap to clone.
#[derive(Clone)]
pub struct Clipboard {
    address: DisplayAddress,
    owner: Arc<Mutex<Option<Owner>>>,
}

impl Clipboard {
    /// The clipboard of the desktop at this place. Nothing is connected until it is used.
    pub fn of(address: &DisplayAddress) -> Clipboard {
        Clipboard { address: address.clone(), owner: Arc::default() }
    }

    /// Puts a text on the clipboard. It stays until somebody else puts something there, or the desktop is left.
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

    /// What is on the clipboard.
    pub fn read(&self) -> Result<Pasted, XError> {
        reader::read(&self.address, Instant::now() + READING)
    }
}
