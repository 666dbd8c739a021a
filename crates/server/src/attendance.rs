//! The person at a page counts among those who can answer the questions of a session.

use crate::app::App;
use deskpilot_runtime::control::{ControlCommand, Message, SessionClient};
use std::path::PathBuf;

/// Counts the person among those who can answer the session of this folder, until it is over or the future is dropped.
pub(crate) async fn attend(app: App, folder: PathBuf) {
    let Ok(mut client) = SessionClient::join(app.options.environment.platform(), &folder).await else {
        return;
    };
    if client.send(ControlCommand::Attend).await.is_err() {
        return;
    }
    while let Ok(Some(message)) = client.next().await {
        if message == Message::Over {
            return;
        }
    }
}
