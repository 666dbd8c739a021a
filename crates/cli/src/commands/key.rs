//! `key`: a provider's key in the user's keyring.

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
    match args.what {
        KeyCommand::Set { variable } => {
            let mut key = String::new();
            // Not an argument: those are seen by everybody on the machine.
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
