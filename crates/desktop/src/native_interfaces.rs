//! The native interfaces that a platform brings.

use crate::{BrowserProfile, CommandTable, Receiver};
use std::path::PathBuf;

/// Native interfaces of programs on one platform: their receivers, and the tables of their commands.
pub trait NativeInterfaces: Send + Sync {
    /// The receivers of interfaces that only this platform has, for a desktop whose programs have this environment. Nothing is
    /// connected or started before it is needed.
    fn receivers(&self, _environment: &[(String, String)]) -> Vec<Box<dyn Receiver>> {
        Vec::new()
    }

    /// The tables of the commands that only this platform has and that are known before they run.
    fn command_tables(&self) -> Vec<CommandTable> {
        Vec::new()
    }

    /// The browsers that may be installed here and whose pages take native commands.
    fn browsers(&self) -> &'static [BrowserProfile] {
        &[]
    }

    /// The Python for which LibreOffice's own interface is installed; `None` where there is none.
    fn office_python(&self) -> Option<PathBuf>;
}
