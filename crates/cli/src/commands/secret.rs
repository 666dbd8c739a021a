//! `secret`: stores and removes named secrets in the desktop's keyring, and lists all names.

use super::{hidden_line::read_hidden, print};
use crate::{
    args::{CommonArgs, SecretArgs, SecretCommand},
    exit::Exit,
    settings,
};
use anyhow::{Context, Result, bail};
use deskpilot_core::is_secret_name;
use deskpilot_desktop::{RevealedSecret, SecretScope};
use deskpilot_runtime::{Environment, SecretNames, UsageError, Vault, keyring_entry, keys};

/// `deskpilot secret`
pub(crate) async fn secret(environment: &Environment, args: SecretArgs) -> Result<Exit> {
    match args.command {
        SecretCommand::Set { name } => set(environment, &name).await,
        SecretCommand::Remove { name } => {
            SecretNames::of(environment).remove(&name)?;
            let removed = keys::remove_entry(&keyring_entry(&name), environment).await;
            removed.with_context(|| format!("the keyring has no secret {name}"))?;
            print(&format!("removed: {name}"));
            Ok(Exit::Finished)
        }
        SecretCommand::List => list(environment),
    }
}

async fn set(environment: &Environment, name: &str) -> Result<Exit> {
    if !is_secret_name(name) {
        let rule = "use up to 64 letters, digits, '_', '.' and '-'";
        bail!(UsageError(format!("{name:?} is not a valid name for a secret: {rule}")));
    }
    let secret = read_hidden(name).await?;
    if secret.reveal().is_empty() {
        bail!("the secret is empty: type it, or pipe it in as in `deskpilot secret set {name} < FILE`");
    }
    let RevealedSecret { secret, .. } = RevealedSecret::new(name, secret, SecretScope::default())?;
    let stored = keys::store_entry(&keyring_entry(name), &secret, environment).await;
    stored.with_context(|| {
        let variable = format!("DESKPILOT_SECRET_{}", name.to_uppercase());
        format!("the keyring cannot be used here; use the file of secrets.file, or the variable {variable}")
    })?;
    SecretNames::of(environment).add(name)?;
    print(&format!("stored: {name}"));
    Ok(Exit::Finished)
}

fn list(environment: &Environment) -> Result<Exit> {
    let vault = Vault::of(&settings::config(environment, &CommonArgs::default())?)?;
    match vault.list().as_slice() {
        [] => print("there are no secrets; add one with `deskpilot secret set NAME`"),
        lines => print(&lines.join("\n")),
    }
    Ok(Exit::Finished)
}
