//! `key`: stores and removes a provider's key in the desktop's keyring.

use super::print;
use crate::{
    args::{KeyArgs, KeyCommand},
    exit::Exit,
};
use anyhow::{Context, Result};
use deskpilot_runtime::keys;
use std::io::BufRead;

/// `deskpilot key`
pub(crate) fn key(args: &KeyArgs) -> Result<Exit> {
    match &args.command {
        KeyCommand::Set { variable } => {
            let mut key = String::new();
            // Not an argument, because every user of the machine can see arguments.
            std::io::stdin().lock().read_line(&mut key).context("standard input cannot be read")?;
            keys::store(variable, key.trim())?;
            print(&format!("stored: {variable}"));
        }
        KeyCommand::Remove { variable } => {
            keys::remove(variable)?;
            print(&format!("removed: {variable}"));
        }
    }
    Ok(Exit::Finished)
}
