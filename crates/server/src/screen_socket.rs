//! The WebSocket between a page and the screen of a session: frames to the page, and what its person does back.

use crate::{access::Viewer, app::App};
use base64::{Engine, prelude::BASE64_STANDARD};
use deskpilot_core::Size;
use deskpilot_desktop::{ButtonAt, RemoteInput};
use deskpilot_runtime::control::{
    ControlCommand, ControlError, ErrorCode, Frame, FramePicture, Message, SessionClient,
};
use futures::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Message as PageMessage,
        protocol::{Role, WebSocketConfig},
    },
};

/// The longest message of a page, in bytes: a text that is pasted.
const LONGEST: usize = 64 << 10;

/// The formats of frames, as their heads name them.
const PNG: u8 = 1;
const JPEG: u8 = 2;

/// What a page asks for.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PageRequest {
    Command(ScreenCommand),
    Input(RemoteInput),
}

/// What a page wants besides input.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum ScreenCommand {
    Look { width: u32, per_second: u32 },
    Drawn { frame: u32 },
    Take {},
    Give {},
    Copy {},
}

/// The connection ends.
struct Ended;

/// One page that looks at one session.
pub(crate) struct ScreenSocket<S> {
    app: App,
    page: WebSocketStream<S>,
    client: SessionClient,
    /// The name under which its person takes over.
    by: String,
    /// The size of the desktop that was last sent.
    desktop: Option<Size>,
    /// The buttons that its person holds.
    held: Vec<ButtonAt>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> ScreenSocket<S> {
    /// Takes an upgraded connection, and the session that it looks at.
    pub(crate) async fn new(app: App, stream: S, client: SessionClient, viewer: Viewer) -> ScreenSocket<S> {
        // By default the library keeps messages of up to 64 MiB.
        let limits = WebSocketConfig::default().max_message_size(Some(LONGEST)).max_frame_size(Some(LONGEST));
        let page = WebSocketStream::from_raw_socket(stream, Role::Server, Some(limits)).await;
        ScreenSocket { app, page, client, by: viewer.to_string(), desktop: None, held: Vec::new() }
    }

    /// Passes frames and input on until the page or the session is gone. The take-over stays: it belongs to the session.
    pub(crate) async fn run(mut self) {
        while self.step().await.is_ok() {}
        for button in std::mem::take(&mut self.held) {
            let input = RemoteInput::Release(button);
            let release = ControlCommand::Input { by: self.by.clone(), input };
            // It is dropped where somebody else has taken over, who had it released.
            let _ = self.client.send(release).await;
        }
        let _ = self.page.close(None).await;
    }

    async fn step(&mut self) -> Result<(), Ended> {
        tokio::select! {
            message = self.client.next() => match message {
                Ok(Some(message)) => self.tell(message).await,
                Ok(None) | Err(_) => self.say(&json!({"over": {}})).await.and(Err(Ended)),
            },
            message = self.page.next() => match message {
                Some(Ok(PageMessage::Text(text))) => self.obey(text.as_str()).await,
                Some(Ok(PageMessage::Binary(_) | PageMessage::Close(_)) | Err(_)) | None => Err(Ended),
                // The library answers pings by itself.
                Some(Ok(_)) => Ok(()),
            },
        }
    }

    /// Tells the page what the session says.
    async fn tell(&mut self, message: Message) -> Result<(), Ended> {
        match message {
            Message::Frame(frame) => self.show(&frame).await,
            Message::Holder(by) => {
                let holder = by.map(|by| json!({"mine": by == self.by, "by": by}));
                self.say(&json!({"holder": holder})).await
            }
            Message::Copied(text) => self.say(&json!({"clipboard": text})).await,
            Message::Over => self.say(&json!({"over": {}})).await.and(Err(Ended)),
            Message::Result { .. } | Message::Entry(_) | Message::Question(_) => Ok(()),
        }
    }

    async fn show(&mut self, frame: &Frame) -> Result<(), Ended> {
        if self.desktop != Some(frame.desktop) {
            self.desktop = Some(frame.desktop);
            self.say(&json!({"screen": frame.desktop})).await?;
        }
        let bytes = frame_bytes(frame).ok_or(Ended)?;
        self.page.send(PageMessage::binary(bytes)).await.map_err(|_| Ended)?;
        self.app.screens.count_frame();
        Ok(())
    }

    /// Does what the page says. It reports what the session refuses, and goes on.
    async fn obey(&mut self, text: &str) -> Result<(), Ended> {
        let Ok(request) = serde_json::from_str::<PageRequest>(text) else {
            return self.say(&json!({"dropped": {"why": "wrong"}})).await;
        };
        let by = self.by.clone();
        let command = match request {
            PageRequest::Command(ScreenCommand::Look { width, per_second }) => {
                ControlCommand::Screen { width, per_second }
            }
            PageRequest::Command(ScreenCommand::Drawn { frame }) => return self.note_drawn(frame).await,
            PageRequest::Command(ScreenCommand::Take {}) => ControlCommand::TakeOver { by },
            PageRequest::Command(ScreenCommand::Give {}) => ControlCommand::HandBack,
            PageRequest::Command(ScreenCommand::Copy {}) => ControlCommand::Copy { by },
            PageRequest::Input(input) => {
                note_held(&mut self.held, &input);
                ControlCommand::Input { by, input }
            }
        };
        match self.client.send(command).await {
            Ok(_) => Ok(()),
            Err(ControlError::Refused(refused)) => {
                self.say(&json!({"dropped": {"why": why(refused.code)}})).await
            }
            Err(_) => Err(Ended),
        }
    }

    /// Tells the session what the page has drawn. One of an earlier version refuses it, and sends every frame.
    async fn note_drawn(&mut self, frame: u32) -> Result<(), Ended> {
        match self.client.send(ControlCommand::Drawn { frame }).await {
            Ok(_) | Err(ControlError::Refused(_)) => Ok(()),
            Err(_) => Err(Ended),
        }
    }

    async fn say(&mut self, value: &Value) -> Result<(), Ended> {
        self.page.send(PageMessage::text(value.to_string())).await.map_err(|_| Ended)
    }
}

/// Knows which buttons are held after an input, so that none stays so when the page vanishes.
fn note_held(held: &mut Vec<ButtonAt>, input: &RemoteInput) {
    match input {
        RemoteInput::Press(button) => {
            held.retain(|it| it.button != button.button);
            held.push(*button);
        }
        RemoteInput::Release(button) => held.retain(|it| it.button != button.button),
        RemoteInput::Move(_)
        | RemoteInput::Hold(_)
        | RemoteInput::Wheel(_)
        | RemoteInput::Keys(_)
        | RemoteInput::Text(_)
        | RemoteInput::Paste(_) => {}
    }
}

/// Why an input was dropped, in one word.
const fn why(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::NotPaused => "not_paused",
        ErrorCode::NotHeld => "not_held",
        ErrorCode::NotPrivate => "not_private",
        ErrorCode::Busy => "busy",
        ErrorCode::Late
        | ErrorCode::NotOpen
        | ErrorCode::Unfit
        | ErrorCode::NoRequests
        | ErrorCode::Unknown => "wrong",
    }
}

/// A frame as the page gets it: a head of 20 bytes, and the picture. `None` for one that no session sends.
fn frame_bytes(frame: &Frame) -> Option<Vec<u8>> {
    let is_whole = u8::from(frame.size == frame.screen);
    let mut bytes = frame.number.to_be_bytes().to_vec();
    for number in
        [frame.x, frame.y, frame.size.width, frame.size.height, frame.screen.width, frame.screen.height]
    {
        bytes.extend(u16::try_from(number).ok()?.to_be_bytes());
    }
    let (format, file) = match &frame.picture {
        FramePicture::Png(file) => (PNG, file),
        FramePicture::Jpeg(file) => (JPEG, file),
    };
    bytes.extend([format, is_whole, 0, 0]);
    bytes.extend(BASE64_STANDARD.decode(file).ok()?);
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_a_head_that_says_where_it_goes() {
        let size = |width, height| Size { width, height };
        let frame = Frame {
            number: 258,
            x: 1,
            y: 2,
            size: size(3, 4),
            screen: size(640, 400),
            desktop: size(1280, 800),
            picture: FramePicture::Png(BASE64_STANDARD.encode("png")),
        };
        let head = [0, 0, 1, 2, 0, 1, 0, 2, 0, 3, 0, 4, 2, 128, 1, 144, 1, 0, 0, 0];
        assert_eq!(frame_bytes(&frame).unwrap(), [&head[..], b"png"].concat());
        let jpeg = Frame { picture: FramePicture::Jpeg(BASE64_STANDARD.encode("jpeg")), ..frame };
        let bytes = frame_bytes(&jpeg).unwrap();
        assert_eq!((bytes[16], &bytes[20..]), (2, &b"jpeg"[..]));
        assert_eq!(frame_bytes(&Frame { x: 70_000, ..frame }), None);
    }

    #[test]
    fn a_button_is_held_once_however_often_it_is_pressed() {
        let mut held = Vec::new();
        for (said, expected) in [
            (r#"{"press":{"button":"left","x":1,"y":2}}"#, 1),
            (r#"{"press":{"button":"left","x":3,"y":4}}"#, 1),
            (r#"{"press":{"button":"right","x":1,"y":2}}"#, 2),
            (r#"{"move":{"x":1,"y":2}}"#, 2),
            (r#"{"release":{"button":"left","x":1,"y":2}}"#, 1),
        ] {
            note_held(&mut held, &serde_json::from_str(said).unwrap());
            assert_eq!(held.len(), expected, "{said}");
        }
    }

    #[test]
    fn a_page_says_one_thing_at_a_time() {
        for (text, is_known) in [
            (r#"{"look":{"width":960,"per_second":10}}"#, true),
            (r#"{"take":{}}"#, true),
            (r#"{"drawn":{"frame":7}}"#, true),
            (r#"{"hold":["control","shift"]}"#, true),
            (r#"{"hold":["hyper"]}"#, false),
            (r#"{"move":{"x":1,"y":2}}"#, true),
            (r#"{"press":{"button":"left","x":1,"y":2}}"#, true),
            (r#"{"wheel":{"x":1,"y":2,"right":0,"up":-3}}"#, true),
            (r#"{"text":"Größe 漢字"}"#, true),
            (r#"{"keys":"Ctrl+C"}"#, true),
            (r#"{"take":{},"give":{}}"#, false),
            (r#"{"press":{"button":"fourth","x":1,"y":2}}"#, false),
            (r#"{"look":{"width":-1,"per_second":10}}"#, false),
            ("[]", false),
            ("", false),
        ] {
            assert_eq!(serde_json::from_str::<PageRequest>(text).is_ok(), is_known, "{text}");
        }
    }
}
