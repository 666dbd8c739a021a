//! The settings of applications and of the desktop (GSettings), read and written by the program `gsettings`.

mod command;
mod program;
mod table;
mod value;

pub use table::SETTINGS_COMMANDS;

use async_trait::async_trait;
use deskpilot_core::{CommandSpec, Outcome};
use deskpilot_desktop::{CommandGaps, DesktopError, NativeAction, Receiver, Scope};
use program::GSettings;
use std::sync::Arc;

/// Reads and changes settings, for every window and for the desktop.
#[derive(Debug)]
pub struct SettingsReceiver {
    /// `None` where there is nothing to read.
    program: Option<GSettings>,
    /// Why settings cannot be read, not yet reported.
    trouble: Option<String>,
}

impl SettingsReceiver {
    /// The receiver for a desktop whose programs have this environment.
    pub fn new(env: &[(String, String)]) -> SettingsReceiver {
        // Each application then keeps its settings in its own memory, where only its window can change them.
        if env.iter().rev().find(|(name, _)| name == "GSETTINGS_BACKEND").is_some_and(|it| it.1 == "memory") {
            return SettingsReceiver { program: None, trouble: None };
        }
        let program = GSettings::of(env);
        let missing = "there is no program gsettings: install it to read and change settings";
        let trouble = program.is_none().then(|| missing.into());
        SettingsReceiver { program, trouble }
    }
}

#[async_trait]
impl Receiver for SettingsReceiver {
    fn name(&self) -> &'static str {
        "SETTINGS"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        self.program.is_some() || self.trouble.is_some()
    }

    fn table(&self) -> &'static [CommandSpec] {
        SETTINGS_COMMANDS
    }

    /// None where the program is not installed.
    async fn commands(&mut self, _: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        let table = if self.program.is_some() { self.table() } else { &[] };
        Ok(table.iter().cloned().map(Arc::new).collect())
    }

    fn take_gaps(&mut self, _: Scope<'_>) -> CommandGaps {
        CommandGaps { troubles: self.trouble.take().into_iter().collect(), limit: None }
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let unknown = || DesktopError::NoSuchCommand(action.call.command.clone());
        let program = self.program.as_ref().ok_or_else(unknown)?;
        command::carry_out(program, action.call, action.deadline).await.ok_or_else(unknown)
    }
}
