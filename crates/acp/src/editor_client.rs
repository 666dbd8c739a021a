//! The editor as one session sees it: the session sends it updates, and asks its person.

use crate::{
    error::RequestError,
    updates::{PicturedUpdate, agent_message, picture_content},
};
use agent_client_protocol::{
    Client, Error,
    v1::{
        ConnectionTo,
        schema::{
            PermissionOption, RequestPermissionOutcome, RequestPermissionRequest, SessionId,
            SessionNotification, SessionUpdate, ToolCallUpdate,
        },
    },
};
use deskpilot_core::BlobRef;
use deskpilot_log::Blobs;

/// The largest picture that is sent, in bytes.
const MAX_PICTURE_BYTES: u64 = 4 << 20;

/// The editor, for one session.
#[derive(Clone)]
pub(crate) struct EditorClient {
    connection: ConnectionTo<Client>,
    session: SessionId,
}

impl EditorClient {
    pub(crate) fn new(connection: ConnectionTo<Client>, session: SessionId) -> EditorClient {
        EditorClient { connection, session }
    }

    /// Tells the editor of an update.
    pub(crate) fn tell(&self, update: SessionUpdate) -> Result<(), RequestError> {
        let notification = SessionNotification::new(self.session.clone(), update);
        Ok(self.connection.send_notification(notification)?)
    }

    /// Tells the editor of an update with its picture, as far as the log still has it.
    pub(crate) fn tell_with_picture(&self, shown: PicturedUpdate, blobs: &Blobs) -> Result<(), RequestError> {
        let PicturedUpdate { mut update, picture } = shown;
        let picture = picture.and_then(|it| small_picture(&it, blobs));
        if let (SessionUpdate::ToolCallUpdate(call), Some(picture)) = (&mut update, picture) {
            call.fields.content.get_or_insert_default().push(picture_content(&picture));
        }
        self.tell(update)
    }

    /// Says something to the person.
    pub(crate) fn say(&self, text: &str) -> Result<(), RequestError> {
        self.tell(agent_message(text))
    }

    /// What the person chooses, as soon as they do.
    pub(crate) async fn ask(
        &self,
        call: ToolCallUpdate,
        options: Vec<PermissionOption>,
    ) -> Result<RequestPermissionOutcome, Error> {
        let request = RequestPermissionRequest::new(self.session.clone(), call, options);
        Ok(self.connection.send_request(request).block_task().await?.outcome)
    }
}

/// The bytes of a picture that is not too large to be sent.
pub(crate) fn small_picture(picture: &BlobRef, blobs: &Blobs) -> Option<Vec<u8>> {
    if picture.bytes > MAX_PICTURE_BYTES { None } else { blobs.read(picture).ok() }
}
