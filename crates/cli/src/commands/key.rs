//! `key`: stores and removes a provider's key in the user's keyring.

use super::{hidden_line::read_hidden, print};
use crate::{
    args::{KeyArgs, KeyCommand},
    exit::Exit,
};
use anyhow::{Result, bail};
use deskpilot_runtime::{Environment, keys};

/// `deskpilot key`
pub(crate) async fn key(environment: &Environment, args: KeyArgs) -> Result<Exit> {
    match args.command {
        KeyCommand::Set { variable } => {
            let key = read_hidden(&variable).await?;
            if key.reveal().trim().is_empty() {
                bail!("the key is empty: type it, or pipe it in as in `deskpilot key set {variable} < FILE`");
            }
            keys::store(&variable, &key, environment).await?;
            print(&format!("stored: {variable}"));
        }
        KeyCommand::Remove { variable } => {
            keys::remove(&variable, environment).await?;
            print(&format!("removed: {variable}"));
        }
    }
    Ok(Exit::Finished)
}
