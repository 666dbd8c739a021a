//! Reports every key, button and turn of the wheel on an X server, for a demonstration.
//!
//! Raw events arrive whichever window has the keyboard and whichever client has grabbed the pointer. The watch only listens: it grabs nothing.

use crate::address::DisplayAddress;
use crate::error::XError;
use crate::event_socket::event_socket;
use crate::keymap::Keymap;
use crate::raw_devices::connect_to_devices;
use deskpilot_core::{Button, Modifier, Point};
use deskpilot_desktop::{DeviceInput, InputWatch, TimedInput, WheelNotch};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::Interest;
use tokio::net::UnixStream;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xinput::{ConnectionExt as _, Device, EventMask, XIEventMask};
use x11rb::protocol::xproto::{ConnectionExt as _, Window as XWindow};
use x11rb::rust_connection::RustConnection;

/// How long setting up may take.
const DEADLINE: Duration = Duration::from_secs(5);

/// Starts to report input, within 5 s.
///
/// # Errors
/// The X server does not answer, or does not report raw device input.
pub async fn watch_input(address: &DisplayAddress) -> Result<InputWatch, XError> {
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
    Ok(InputWatch::of(inputs, tokio::spawn(listener.listen(socket, sender))))
}

/// The watch's own connection to the X server, and the keys as they are now.
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
        let (connection, root) = connect_to_devices(address)?;
        let raw = XIEventMask::RAW_BUTTON_PRESS
            | XIEventMask::RAW_BUTTON_RELEASE
            | XIEventMask::RAW_KEY_PRESS
            | XIEventMask::RAW_KEY_RELEASE;
        // Of master devices alone: with `ALL` the server would report each input for the device and again for
        // its master.
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
            // X11 has no wheel events: each notch is a press and a release of a button from 4 to 7, of which
            // the press counts.
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
        // The server sends this to every client, without a subscription.
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
        // 4 to 7 are the wheel, so the first button at the side of a mouse is 8.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::XServer;
    use x11rb::protocol::xproto::{
        BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT,
    };
    use x11rb::protocol::xtest::ConnectionExt as _;

    const SOON: Duration = Duration::from_secs(10);

    /// Another program, which sends input.
    struct Hand(RustConnection, XWindow);

    impl Hand {
        fn fake(&self, kind: u8, detail: u8, x: i16, y: i16) {
            self.0.xtest_fake_input(kind, detail, 0, self.1, x, y, 0).unwrap().check().unwrap();
        }

        fn press(&self, button: u8) {
            self.fake(BUTTON_PRESS_EVENT, button, 0, 0);
            self.fake(BUTTON_RELEASE_EVENT, button, 0, 0);
        }

        fn stroke(&self, symbol: u32) {
            let key = self.key(symbol);
            self.fake(KEY_PRESS_EVENT, key, 0, 0);
            self.fake(KEY_RELEASE_EVENT, key, 0, 0);
        }

        fn key(&self, symbol: u32) -> u8 {
            let first = self.0.setup().min_keycode;
            let reply = self.0.get_keyboard_mapping(first, u8::MAX - first + 1).unwrap().reply().unwrap();
            let per_key = usize::from(reply.keysyms_per_keycode);
            let at = reply.keysyms.chunks(per_key).position(|it| it.first() == Some(&symbol)).unwrap();
            first + u8::try_from(at).unwrap()
        }
    }

    async fn next_input(recorder: &mut InputWatch) -> String {
        let input = timeout(SOON, recorder.next()).await.unwrap().unwrap().input;
        match input {
            DeviceInput::Key(chord) => chord.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_another_program_presses_is_reported_with_its_place() {
        let server = XServer::start();
        let (connection, screen) = server.address().connect().unwrap();
        let root = connection.setup().roots[screen].root;
        let hand = Hand(connection, root);
        let mut recorder = watch_input(server.address()).await.unwrap();
        hand.fake(MOTION_NOTIFY_EVENT, 0, 30, 40);
        hand.press(1);
        let place = "Point { x: 30, y: 40 }";
        assert_eq!(next_input(&mut recorder).await, format!("Press(Left, {place})"));
        assert_eq!(next_input(&mut recorder).await, format!("Release(Left, {place})"));
        hand.press(5);
        assert_eq!(next_input(&mut recorder).await, format!("Wheel(Down, {place})"));
        let release = next_input(&mut recorder);
        hand.stroke(0x61);
        assert_eq!(release.await, "a", "a notch has no release");
        let shift = hand.key(0xffe1);
        hand.fake(KEY_PRESS_EVENT, shift, 0, 0);
        hand.stroke(0x61);
        hand.fake(KEY_RELEASE_EVENT, shift, 0, 0);
        hand.stroke(0xff0d);
        assert_eq!(next_input(&mut recorder).await, "A");
        assert_eq!(next_input(&mut recorder).await, "Enter");
        // Programs that send text bind characters to spare keys.
        let key = hand.key(0x62);
        hand.0.change_keyboard_mapping(1, key, 1, &[0x0100_4e16]).unwrap().check().unwrap();
        hand.fake(KEY_PRESS_EVENT, key, 0, 0);
        hand.fake(KEY_RELEASE_EVENT, key, 0, 0);
        assert_eq!(next_input(&mut recorder).await, "世");
        assert_eq!(recorder.take_ready(), None);
    }
}
