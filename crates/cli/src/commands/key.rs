//! `key`: stores and removes a provider's key in the user's keyring.

use super::print;
use crate::{
    args::{KeyArgs, KeyCommand},
    exit::Exit,
    settings,
};
use anyhow::{Context, Result};
use deskpilot_core::Secret;
use deskpilot_runtime::keys;
use std::io::BufRead;

/// `deskpilot key`
pub(crate) async fn key(args: KeyArgs) -> Result<Exit> {
    let environment = settings::environment();
    match args.command {
        KeyCommand::Set { variable } => {
            let mut key = String::new();
            // Not an argument, because every user of the machine can see arguments.
            std::io::stdin().lock().read_line(&mut key).context("standard input cannot be read")?;
            keys::store(&variable, &Secret::new(key), &environment).await?;
            print(&format!("stored: {variable}"));
        }
        KeyCommand::Remove { variable } => {
            keys::remove(&variable, &environment).await?;
            print(&format!("removed: {variable}"));
        }
    }
    Ok(Exit::Finished)
}
