//! The files of this machine, and its programs.

use super::classes::{created, running};
use crate::{
    commands::{
        host::Host,
        machine::{FileStamp, Machine},
    },
    dispatch::{error::CallError, object::Object},
    patience::Patience,
};
use std::{fs, time::UNIX_EPOCH};

/// This machine, for commands of one thread.
pub(crate) struct ThisMachine<'a> {
    pub(crate) patience: &'a Patience,
}

impl Machine for ThisMachine<'_> {
    fn stamp(&self, path: &str) -> Option<FileStamp> {
        let known = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let time = known.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(FileStamp { bytes: known.len(), time: time.as_nanos() })
    }

    fn running(&self, host: Host) -> Result<Object, CallError> {
        running(host.class(), self.patience)
    }

    fn started(&self, host: Host) -> Result<Object, CallError> {
        created(host.class(), self.patience)
    }
}
