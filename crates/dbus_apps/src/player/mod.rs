//! Media players (`org.mpris.MediaPlayer2`), each controlled in the windows of its process.

mod command;
mod remote;
mod table;

pub use table::PLAYER_COMMANDS;

use crate::bus::{CountedSignal, SessionBus};
use async_trait::async_trait;
use command::PlayerCommand;
use deskpilot_core::{CommandSpec, Outcome, Window};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use remote::{PROPERTIES, Remote};
use std::sync::Arc;

/// The beginning of the bus names of players.
const PREFIX: &str = "org.mpris.MediaPlayer2.";

/// Tells the media player of a window what to play.
#[derive(Debug)]
pub struct PlayerReceiver {
    bus: SessionBus,
}

impl PlayerReceiver {
    /// The receiver for a desktop whose programs have this environment.
    pub fn new(env: &[(String, String)]) -> PlayerReceiver {
        PlayerReceiver {
            bus: SessionBus::of(env, CountedSignal { interface: PROPERTIES, member: "PropertiesChanged" }),
        }
    }

    /// The player of a window's process, the first by name if it has several; `None` if the process is no player.
    async fn player(&mut self, window: &Window) -> Result<Option<Remote>, DesktopError> {
        let Some(process) = window.process else { return Ok(None) };
        let failed = |error: crate::bus::BusError| error.of("the session bus");
        let link = self.bus.link().await.map_err(failed)?;
        let names = link.names_of(process, |it| it.starts_with(PREFIX)).await.map_err(failed)?;
        let Some(name) = names.into_iter().next() else { return Ok(None) };
        self.bus.watch(&link, &name).await.map_err(failed)?;
        Ok(Some(Remote { link, name }))
    }
}

#[async_trait]
impl Receiver for PlayerReceiver {
    fn name(&self) -> &'static str {
        "PLAYER"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(window) if window.process.is_some())
    }

    fn table(&self) -> &'static [CommandSpec] {
        PLAYER_COMMANDS
    }

    /// All of the table in the windows of a player, and none elsewhere.
    async fn commands(&mut self, scope: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        match scope {
            Scope::Window(window) if self.player(window).await?.is_some() => {
                Ok(self.table().iter().cloned().map(Arc::new).collect())
            }
            Scope::Window(_) | Scope::Desktop => Ok(Vec::new()),
        }
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let unknown = || DesktopError::NoSuchCommand(action.call.command.clone());
        let command = PlayerCommand::of(action.call).ok_or_else(unknown)?;
        let Scope::Window(window) = action.scope else { return Err(unknown()) };
        let gone = || DesktopError::NotPossible {
            what: "the player".into(),
            why: "it has left the session bus; look whether it is still open".into(),
        };
        let player = self.player(window).await?.ok_or_else(gone)?;
        command.carry_out(player, action.deadline).await
    }
}
