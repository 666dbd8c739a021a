//! Reads what must not be shown: secrets, and keys of models.

use crate::terminal::say;
use anyhow::{Context, Result};
use deskpilot_core::Secret;
use deskpilot_system::HiddenInput;
use std::io::{BufRead, IsTerminal};

/// Reads a line from the terminal, which does not show it, or from standard input. It is not an argument, because every user
/// of the machine can see arguments.
pub(super) async fn read_hidden(name: &str) -> Result<Secret> {
    let hidden = match std::io::stdin().is_terminal() {
        true => Some(HiddenInput::begin().context("the terminal cannot hide what is typed")?),
        false => None,
    };
    if hidden.is_some() {
        say(&format!("{name} (not shown): "));
    }
    let reading = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).map(|_| Secret::new(line))
    });
    let read = tokio::select! {
        read = reading => read.context("standard input cannot be read")?.context("standard input cannot be read"),
        _ = tokio::signal::ctrl_c() => Err(anyhow::anyhow!("stopped: nothing was stored")),
    };
    if hidden.is_some() {
        say("\n");
    }
    read
}
