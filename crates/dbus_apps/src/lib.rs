//! Native commands that applications take over D-Bus, on the session bus of a desktop: the actions that GTK applications
//! export, media players, the settings of applications, the file manager, and notifications.
//!
//! Every receiver has a connection of its own to the bus that the desktop's environment names. What peers on the bus say is
//! data: names, texts and numbers of it are checked, shortened and counted before anybody sees them.

mod actions;
mod bus;
mod file_manager;
mod introspection;
mod notifications;
mod player;
mod settings;
mod text;
mod window_object;

pub use actions::{ActionsReceiver, WELL_KNOWN_ACTIONS};
pub use file_manager::{FILE_MANAGER_COMMANDS, FileManagerReceiver};
pub use notifications::{NOTIFICATION_COMMANDS, NotificationReceiver};
pub use player::{PLAYER_COMMANDS, PlayerReceiver};
pub use settings::{SETTINGS_COMMANDS, SettingsReceiver};
pub use window_object::{WindowObject, WindowObjects};

use deskpilot_desktop::Receiver;
use std::sync::Arc;

/// All receivers for a desktop whose programs have this environment, and whose windows are these objects. Nothing is connected or
/// started before it is needed.
pub fn receivers(env: &[(String, String)], windows: Arc<dyn WindowObjects>) -> Vec<Box<dyn Receiver>> {
    vec![
        Box::new(ActionsReceiver::new(env).with_windows(windows)),
        Box::new(PlayerReceiver::new(env)),
        Box::new(FileManagerReceiver::new(env)),
        Box::new(SettingsReceiver::new(env)),
        Box::new(NotificationReceiver::new(env)),
    ]
}
