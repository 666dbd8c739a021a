//! The person at a page counts among those who can answer the questions of a session.

use crate::app::App;
use deskpilot_runtime::control::{ControlCommand, Message, SessionClient};
use std::{collections::HashMap, path::PathBuf};
use tokio_util::task::AbortOnDropHandle;

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

/// The sessions in which people who watch all tasks count among those who can answer, as long as the value lives: a page shows them
/// every question, wherever they are in it.
#[derive(Default)]
pub(crate) struct Attendances(HashMap<PathBuf, AbortOnDropHandle<()>>);

impl Attendances {
    /// Counts them in the sessions of these folders and in no other. One that does not listen yet is asked again the next time.
    pub(crate) fn keep(&mut self, app: &App, running: &[PathBuf]) {
        self.0.retain(|folder, attending| running.contains(folder) && !attending.is_finished());
        for folder in running {
            let attending = || AbortOnDropHandle::new(tokio::spawn(attend(app.clone(), folder.clone())));
            self.0.entry(folder.clone()).or_insert_with(attending);
        }
    }
}
