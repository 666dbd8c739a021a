//! The settings of applications and of the desktop (GSettings), read and written by the program `gsettings`.

mod command;
mod program;
mod table;
mod value;

pub use table::SETTINGS_COMMANDS;

use async_trait::async_trait;
use deskpilot_core::{CommandSpec, Outcome};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use program::GSettings;
use std::sync::Arc;

/// Reads and changes settings, for every window and for the desktop.
#[derive(Debug)]
pub struct SettingsReceiver {
    /// `None` where the program is not installed.
    program: Option<GSettings>,
    /// Whether somebody was told that it is not installed.
    is_told: bool,
}

impl SettingsReceiver {
    /// The receiver for a desktop whose programs have this environment.
    pub fn new(env: &[(String, String)]) -> SettingsReceiver {
        SettingsReceiver { program: GSettings::of(env), is_told: false }
    }
}

#[async_trait]
impl Receiver for SettingsReceiver {
    fn name(&self) -> &'static str {
        "SETTINGS"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        true
    }

    fn table(&self) -> &'static [CommandSpec] {
        SETTINGS_COMMANDS
    }

    /// None where the program is not installed.
    async fn commands(&mut self, _: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        let table = if self.program.is_some() { self.table() } else { &[] };
        Ok(table.iter().cloned().map(Arc::new).collect())
    }

    fn take_troubles(&mut self) -> Vec<String> {
        if self.program.is_some() || std::mem::replace(&mut self.is_told, true) {
            return Vec::new();
        }
        vec!["there is no program gsettings: install it to read and change settings".into()]
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let unknown = || DesktopError::NoSuchCommand(action.call.command.clone());
        let program = self.program.as_ref().ok_or_else(unknown)?;
        command::carry_out(program, action.call, action.deadline).await.ok_or_else(unknown)
    }
}
