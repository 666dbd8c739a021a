//! Detects a person at the desktop, by input from physical devices.
//!
//! The X server gives XTEST its own devices, so input that programs send, ours included, is recognised. Remote desktops
//! and on-screen keyboards that use XTEST look like programs: a person behind them is not detected.

mod devices;
mod pointer_motion;
#[cfg(test)]
mod tests;

use super::error::XError;
use crate::address::DisplayAddress;
use crate::event_socket::event_socket;
use crate::raw_devices::connect_to_devices;
use devices::Devices;
use pointer_motion::PointerMotion;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::Interest;
use tokio::net::UnixStream;
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xinput::{ConnectionExt as _, Device, EventMask, RawMotionEvent, XIEventMask};
use x11rb::rust_connection::RustConnection;

/// How long setting up a watch may take.
const DEADLINE: Duration = Duration::from_secs(5);

/// What a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Moved the pointer, further than a bumped table does.
    Pointer,
    /// Pressed a pointer button, turned the wheel, or touched the screen.
    Button,
    /// Pressed a key.
    Key,
}

/// The X server does not report raw device input, or no longer does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a person at the desktop cannot be noticed: {why}")]
pub struct PersonWatchError {
    /// The reason.
    pub why: String,
}

/// Detects a person at a desktop, until it is dropped. It has its own connection.
#[derive(Debug)]
pub struct PersonWatch {
    touches: watch::Receiver<Option<Touch>>,
    listening: JoinHandle<()>,
}

impl PersonWatch {
    /// Starts watching, within 5 s. Fails on an X server that does not report raw device input; everything else works
    /// without the watch.
    pub async fn start(address: &DisplayAddress) -> Result<PersonWatch, PersonWatchError> {
        let failed = |why: String| PersonWatchError { why };
        let address = address.clone();
        let beginning = spawn_blocking(move || Listener::begin(&address));
        match timeout(DEADLINE, beginning).await {
            Ok(Ok(Ok(listener))) => PersonWatch::of(listener).map_err(|error| failed(error.to_string())),
            Ok(Ok(Err(error))) => Err(failed(error.to_string())),
            Ok(Err(error)) => Err(failed(error.to_string())),
            Err(_) => Err(failed(format!("the X server did not answer within {} s", DEADLINE.as_secs()))),
        }
    }

    fn of(listener: Listener) -> io::Result<PersonWatch> {
        let (sender, touches) = watch::channel(None);
        let socket = event_socket(&listener.connection)?;
        let listening = tokio::spawn(listener.listen(socket, sender));
        Ok(PersonWatch { touches, listening })
    }

    /// Waits until a person does something; returns the latest. Input since the last call counts. An error means that
    /// nothing can be detected any more.
    pub async fn touched(&mut self) -> Result<Touch, PersonWatchError> {
        let gone = || PersonWatchError { why: "its connection to the X server has ended".into() };
        loop {
            self.touches.changed().await.map_err(|_| gone())?;
            if let Some(touch) = *self.touches.borrow_and_update() {
                return Ok(touch);
            }
        }
    }
}

impl Drop for PersonWatch {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// The watch's own connection to the X server.
struct Listener {
    connection: Arc<RustConnection>,
    devices: Devices,
    pointer_motion: PointerMotion,
}

/// Whether the list of devices is up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DeviceList {
    Current,
    Outdated,
}

impl Listener {
    fn begin(address: &DisplayAddress) -> Result<Listener, XError> {
        let (connection, root) = connect_to_devices(address)?;
        let raw = XIEventMask::RAW_MOTION
            | XIEventMask::RAW_BUTTON_PRESS
            | XIEventMask::RAW_KEY_PRESS
            | XIEventMask::RAW_TOUCH_BEGIN;
        let mask =
            |device: Device, mask| EventMask { deviceid: u16::from(bool::from(device)), mask: vec![mask] };
        // XInput lets clients select changes of the device list for `ALL` only; any other device is an error.
        let masks = [mask(Device::ALL_MASTER, raw), mask(Device::ALL, XIEventMask::HIERARCHY)];
        connection.xinput_xi_select_events(root, &masks)?.check()?;
        // Read after subscribing: a device plugged in meanwhile is then reported as a change of the list.
        let devices = Devices::read(&connection)?;
        Ok(Listener { connection: Arc::new(connection), devices, pointer_motion: PointerMotion::default() })
    }

    /// Reports every touch until the server is gone, or until the devices can no longer be read.
    async fn listen(mut self, socket: UnixStream, sender: watch::Sender<Option<Touch>>) {
        let mut reading = self.read_events(&sender);
        while let Ok(list) = reading {
            if list == DeviceList::Outdated {
                let Some(devices) = self.read_devices().await else { return };
                self.devices = devices;
                // Waiting for the reply may have read events into the queue.
                reading = self.read_events(&sender);
                continue;
            }
            if socket.readable().await.is_err() {
                return;
            }
            let _ = socket.try_io(Interest::READABLE, || {
                reading = self.read_events(&sender);
                // Everything is read: the next wait is for new data.
                Err::<(), _>(io::ErrorKind::WouldBlock.into())
            });
        }
    }

    async fn read_devices(&self) -> Option<Devices> {
        let connection = Arc::clone(&self.connection);
        spawn_blocking(move || Devices::read(&connection)).await.ok()?.ok()
    }

    fn read_events(&mut self, sender: &watch::Sender<Option<Touch>>) -> Result<DeviceList, XError> {
        let mut list = DeviceList::Current;
        while let Some(event) = self.connection.poll_for_event()? {
            if let Event::XinputHierarchy(_) = event {
                list = DeviceList::Outdated;
            }
            if let Some(touch) = self.touch(&event) {
                sender.send_replace(Some(touch));
            }
        }
        Ok(list)
    }

    /// What a person did; `None` for other events and for programs.
    fn touch(&mut self, event: &Event) -> Option<Touch> {
        // Events of a master device name the physical one that caused them as their source (XInput 2).
        let (source, touch) = match event {
            Event::XinputRawMotion(event) => return self.motion(event).then_some(Touch::Pointer),
            Event::XinputRawButtonPress(event) => (event.sourceid, Touch::Button),
            Event::XinputRawTouchBegin(event) => (event.sourceid, Touch::Button),
            Event::XinputRawKeyPress(event) => (event.sourceid, Touch::Key),
            _ => return None,
        };
        self.devices.is_of_person(source).then_some(touch)
    }

    /// Whether a person moved the pointer by more than a little.
    fn motion(&mut self, event: &RawMotionEvent) -> bool {
        let by = self.devices.movement(event.sourceid, &event.valuator_mask, &event.axisvalues);
        by.is_some_and(|by| self.pointer_motion.record(event.time, by))
    }
}
