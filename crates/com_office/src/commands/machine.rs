//! What commands use of the machine beside the document of their window.

use super::host::Host;
use crate::dispatch::{error::CallError, object::Object};

/// How large a file is, and when it was last written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileStamp {
    pub(crate) bytes: u64,
    /// In nanoseconds, from any beginning.
    pub(crate) time: u128,
}

/// The files of the machine, and the other programs of Office.
pub(crate) trait Machine {
    /// The facts about a file; `None` where there is none.
    fn stamp(&self, path: &str) -> Option<FileStamp>;

    /// The program of this kind that runs for the user.
    ///
    /// # Errors
    /// None runs that can be reached, or it is not installed.
    fn running(&self, host: Host) -> Result<Object, CallError>;

    /// Another copy of the program, which nobody sees, and which ends once it is told to.
    ///
    /// # Errors
    /// It is not installed, or does not start.
    fn started(&self, host: Host) -> Result<Object, CallError>;
}
