//! Reports every key, button and turn of the wheel on an X server, for a demonstration.
//!
//! Raw events arrive whichever window has the keyboard and whoever has grabbed the pointer. The watch only listens: it grabs nothing.

use crate::address::DisplayAddress;
use crate::error::XError;
use crate::event_socket::event_socket;
use crate::keymap::Keymap;
use deskpilot_core::{Button, Modifier, Point};
use deskpilot_desktop::{DeviceInput, TimedInput, WheelNotch};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::Interest;
use tokio::net::UnixStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::xinput::{ConnectionExt as _, Device, EventMask, X11_EXTENSION_NAME, XIEventMask};
use x11rb::protocol::xproto::{ConnectionExt as _, Window as XWindow};
use x11rb::rust_connection::RustConnection;

/// How long setting up may take.
const DEADLINE: Duration = Duration::from_secs(5);
/// The first XInput version that reports raw events despite grabs.
const VERSION: (u16, u16) = (2, 2);

/// Reports input until it is dropped. It has its own connection.
#[derive(Debug)]
pub struct InputRecorder {
    inputs: UnboundedReceiver<TimedInput>,
    listening: JoinHandle<()>,
}

impl InputRecorder {
    /// Starts to listen, within 5 s.
    ///
    /// # Errors
    /// The X server does not answer, or does not report raw device input.
    pub async fn start(address: &DisplayAddress) -> Result<InputRecorder, XError> {
        let address = address.clone();
        let beginning = spawn_blocking(move || Listener::begin(&address));
        let failed = |why: String| XError::Cannot(format!("input cannot be recorded: {why}"));
        let listener = match timeout(DEADLINE, beginning).await {
            Ok(Ok(listener)) => listener?,
            Ok(Err(error)) => return Err(failed(error.to_string())),
            Err(_) => {
                return Err(failed(format!("the X server did not answer within {} s", DEADLINE.as_secs())));
            }
        };
        let socket = event_socket(&listener.connection).map_err(|error| failed(error.to_string()))?;
        // Nothing is dropped: a person produces few inputs, and each belongs to a step.
        let (sender, inputs) = unbounded_channel();
        Ok(InputRecorder { inputs, listening: tokio::spawn(listener.listen(socket, sender)) })
    }

    /// Waits for the next input; `None` once the X server is gone.
    pub async fn next(&mut self) -> Option<TimedInput> {
        self.inputs.recv().await
    }

    /// The next input that has arrived already.
    pub fn take_ready(&mut self) -> Option<TimedInput> {
        self.inputs.try_recv().ok()
    }
}

impl Drop for InputRecorder {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// The recorder's connection to the X server, and the keys as they are now.
struct Listener {
    connection: Arc<RustConnection>,
    root: XWindow,
    keymap: Keymap,
    held: Vec<Modifier>,
}

/// An event that concerns a demonstration, without its place.
enum RawInput {
    Press(u32),
    Release(u32),
    KeyDown(u32),
    KeyUp(u32),
    NewKeymap,
}

impl Listener {
    fn begin(address: &DisplayAddress) -> Result<Listener, XError> {
        let (connection, screen) = address.connect()?;
        let old = || XError::Cannot("the X server does not report what its devices do (XInput 2.2)".into());
        if connection.extension_information(X11_EXTENSION_NAME)?.is_none() {
            return Err(old());
        }
        let version = connection.xinput_xi_query_version(VERSION.0, VERSION.1)?.reply()?;
        if (version.major_version, version.minor_version) < VERSION {
            return Err(old());
        }
        let screens = &connection.setup().roots;
        let root = screens.get(screen).ok_or_else(|| XError::Cannot("it has no screen".into()))?.root;
        let raw = XIEventMask::RAW_BUTTON_PRESS
            | XIEventMask::RAW_BUTTON_RELEASE
            | XIEventMask::RAW_KEY_PRESS
            | XIEventMask::RAW_KEY_RELEASE;
        let mask = EventMask { deviceid: u16::from(bool::from(Device::ALL_MASTER)), mask: vec![raw] };
        connection.xinput_xi_select_events(root, &[mask])?.check()?;
        let keymap = read_keymap(&connection)?;
        Ok(Listener { connection: Arc::new(connection), root, keymap, held: Vec::new() })
    }

    /// Sends every input until the server or the receiver is gone.
    async fn listen(mut self, socket: UnixStream, sender: UnboundedSender<TimedInput>) {
        loop {
            // A reply that was awaited may have brought events along, so all are read before the next wait.
            let mut next = self.connection.poll_for_event();
            while let Ok(Some(event)) = next {
                if !self.handle(&event, &sender).await {
                    return;
                }
                next = self.connection.poll_for_event();
            }
            if next.is_err() || socket.readable().await.is_err() {
                return;
            }
            let mut first = Ok(None);
            let _ = socket.try_io(Interest::READABLE, || {
                first = self.connection.poll_for_event();
                // What was there is read: the next wait is for new data.
                Err::<(), _>(io::ErrorKind::WouldBlock.into())
            });
            match first {
                Ok(Some(event)) if !self.handle(&event, &sender).await => return,
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    /// Sends the input that an event reports. Returns whether there can be more.
    async fn handle(&mut self, event: &Event, sender: &UnboundedSender<TimedInput>) -> bool {
        let at = Instant::now();
        let Some(raw) = raw_input(event) else { return true };
        match self.input(raw).await {
            Ok(Some(input)) => sender.send(TimedInput { at, input }).is_ok(),
            Ok(None) => true,
            Err(_) => false,
        }
    }

    /// What was done, with the place of the pointer.
    async fn input(&mut self, raw: RawInput) -> Result<Option<DeviceInput>, XError> {
        match raw {
            RawInput::KeyDown(key) => return Ok(self.key_down(key)),
            RawInput::KeyUp(key) => {
                let up = u8::try_from(key).ok().and_then(|key| self.keymap.modifier(key));
                self.held.retain(|held| Some(*held) != up);
                return Ok(None);
            }
            RawInput::NewKeymap => {
                let connection = Arc::clone(&self.connection);
                self.keymap = in_background(move || read_keymap(&connection)).await?;
                return Ok(None);
            }
            RawInput::Press(_) | RawInput::Release(_) => {}
        }
        let (connection, root) = (Arc::clone(&self.connection), self.root);
        let point = in_background(move || {
            let at = connection.query_pointer(root)?.reply()?;
            Ok(Point { x: at.root_x.into(), y: at.root_y.into() })
        });
        let point = point.await?;
        Ok(match raw {
            RawInput::Press(button @ 4..=7) => Some(DeviceInput::Wheel(notch(button), point)),
            RawInput::Press(number) => button(number).map(|it| DeviceInput::Press(it, point)),
            RawInput::Release(number) => button(number).map(|it| DeviceInput::Release(it, point)),
            RawInput::KeyDown(_) | RawInput::KeyUp(_) | RawInput::NewKeymap => None,
        })
    }

    fn key_down(&mut self, key: u32) -> Option<DeviceInput> {
        let key = u8::try_from(key).ok()?;
        if let Some(modifier) = self.keymap.modifier(key) {
            if !self.held.contains(&modifier) {
                self.held.push(modifier);
            }
            return None;
        }
        self.keymap.chord(key, &self.held).map(DeviceInput::Key)
    }
}

fn raw_input(event: &Event) -> Option<RawInput> {
    Some(match event {
        Event::XinputRawButtonPress(event) => RawInput::Press(event.detail),
        Event::XinputRawButtonRelease(event) => RawInput::Release(event.detail),
        Event::XinputRawKeyPress(event) => RawInput::KeyDown(event.detail),
        Event::XinputRawKeyRelease(event) => RawInput::KeyUp(event.detail),
        Event::MappingNotify(_) => RawInput::NewKeymap,
        _ => return None,
    })
}

async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, XError> + Send + 'static,
) -> Result<T, XError> {
    spawn_blocking(work).await.map_err(|error| XError::Cannot(error.to_string()))?
}

fn read_keymap(connection: &RustConnection) -> Result<Keymap, XError> {
    let (first, last) = (connection.setup().min_keycode, connection.setup().max_keycode);
    let reply = connection.get_keyboard_mapping(first, last - first + 1)?.reply()?;
    Ok(Keymap::new(first, reply.keysyms_per_keycode, reply.keysyms))
}

const fn button(number: u32) -> Option<Button> {
    Some(match number {
        1 => Button::Left,
        2 => Button::Middle,
        3 => Button::Right,
        8 => Button::X,
        _ => return None,
    })
}

const fn notch(number: u32) -> WheelNotch {
    match number {
        4 => WheelNotch::Up,
        5 => WheelNotch::Down,
        6 => WheelNotch::Left,
        _ => WheelNotch::Right,
    }
}
