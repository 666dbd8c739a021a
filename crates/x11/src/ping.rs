//! Asks programs whether they have handled all input that was sent to them: the ping by which window managers find
//! programs that hang.

use crate::address::DisplayAddress;
use crate::display::Display;
use crate::error::XError;
use crate::event_socket::event_socket;
use crate::server::Server;
use deskpilot_desktop::DesktopError;
use std::io;
use std::time::Duration;
use tokio::io::Interest;
use tokio::net::UnixStream;
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, timeout, timeout_at};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask, MapState,
    Window as XWindow,
};
use x11rb::rust_connection::RustConnection;

/// How long setting up the listener may take.
const DEADLINE: Duration = Duration::from_secs(5);
/// How often to check that a window that does not answer still exists.
const CHECKING: Duration = Duration::from_millis(50);
/// The number of the first ping of the first connection. Window managers number theirs from 1 or by the server's time.
const FIRST: u32 = 0x8000_0000;
/// How many pings have numbers of their own: all connections see all answers.
const OWN: u32 = 1 << 20;
/// The bits of an identifier that number what a connection makes; those above them number the connection.
const BITS_OF_RESOURCE: u32 = 21;
/// The most protocols that a window names.
const MOST_PROTOCOLS: u32 = 64;

/// Whether a program has handled the input that was sent to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PingAnswer {
    /// It has handled everything that was sent before the ping.
    Handled,
    /// It has not answered in time.
    Busy,
    /// Its window is gone, or answers no pings.
    Unsupported,
}

/// Sends pings and receives the answers.
///
/// A program reads its events in order, so that it answers after it has handled all keys and clicks sent before. The
/// answers arrive over a separate connection.
pub struct PingWatch {
    display: Display,
    /// The number of the last ping.
    sent: u32,
    answered: watch::Receiver<u32>,
    listening: JoinHandle<()>,
}

impl PingWatch {
    /// Starts to listen for answers; takes at most 5 s.
    pub async fn start(display: &Display) -> Result<PingWatch, XError> {
        let address = display.address();
        let of_thread = display.address();
        let beginning = spawn_blocking(move || Listener::begin(&of_thread));
        let listener = match timeout(DEADLINE, beginning).await {
            Ok(Ok(listener)) => listener?,
            Ok(Err(error)) => return Err(address.unreachable(error.to_string())),
            Err(_) => {
                return Err(address.unreachable(format!("no answer within {} s", DEADLINE.as_secs())));
            }
        };
        let first = listener.first_number();
        let (sender, answered) = watch::channel(first);
        let socket =
            event_socket(&listener.connection).map_err(|error| address.unreachable(error.to_string()))?;
        let listening = tokio::spawn(listener.listen(socket, sender));
        Ok(PingWatch { display: display.clone(), sent: first, answered, listening })
    }

    /// Waits until the program of this window has handled everything sent to it so far, at most until the deadline.
    pub async fn until_handled(
        &mut self,
        window: XWindow,
        deadline: Instant,
    ) -> Result<PingAnswer, DesktopError> {
        self.sent = self.sent.wrapping_add(1);
        let number = self.sent;
        let asked = self.display.run(move |server| server.ping(window, number)).await?;
        if !asked.unwrap_or(false) {
            return Ok(PingAnswer::Unsupported);
        }
        loop {
            let until = deadline.min(Instant::now() + CHECKING);
            // The very number: a late answer to an earlier ping says nothing about the input since.
            let answering = timeout_at(until, self.answered.wait_for(|answered| *answered == number));
            match answering.await.map(|answered| answered.map(drop)) {
                Ok(Ok(())) => return Ok(PingAnswer::Handled),
                Ok(Err(_)) => return Ok(PingAnswer::Unsupported),
                Err(_) if Instant::now() >= deadline => return Ok(PingAnswer::Busy),
                Err(_) if !self.is_shown(window).await? => return Ok(PingAnswer::Unsupported),
                Err(_) => {}
            }
        }
    }

    async fn is_shown(&self, window: XWindow) -> Result<bool, DesktopError> {
        let asked = self.display.run(move |server| server.is_viewable(window)).await?;
        Ok(asked.unwrap_or(false))
    }
}

impl Drop for PingWatch {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Server {
    /// Sends a ping with this number; `false` where the window answers none.
    fn ping(&self, window: XWindow, number: u32) -> Result<bool, XError> {
        let (protocols, ping) = (self.atoms.WM_PROTOCOLS, self.atoms._NET_WM_PING);
        let named =
            self.connection.get_property(false, window, protocols, AtomEnum::ATOM, 0, MOST_PROTOCOLS)?;
        if !named.reply()?.value32().is_some_and(|mut named| named.any(|it| it == ping)) {
            return Ok(false);
        }
        // EWMH has a timestamp in the second place. Programs return the message as it came but for its
        // window, so our number may be there.
        let event = ClientMessageEvent::new(32, window, protocols, [ping, number, window, 0, 0]);
        self.connection.send_event(false, window, EventMask::NO_EVENT, event)?.check()?;
        Ok(true)
    }

    fn is_viewable(&self, window: XWindow) -> Result<bool, XError> {
        let attributes = self.connection.get_window_attributes(window)?.reply()?;
        Ok(attributes.map_state == MapState::VIEWABLE)
    }
}

/// The connection that receives the answers, which programs send to the root window.
struct Listener {
    connection: RustConnection,
    protocols: Atom,
    ping: Atom,
}

impl Listener {
    fn begin(address: &DisplayAddress) -> Result<Listener, XError> {
        let (connection, screen) = address.connect()?;
        let screen = connection.setup().roots.get(screen);
        let root = screen.ok_or_else(|| XError::Cannot("it has no screen".into()))?.root;
        let (protocols, ping) = (
            connection.intern_atom(false, b"WM_PROTOCOLS")?,
            connection.intern_atom(false, b"_NET_WM_PING")?,
        );
        let (protocols, ping) = (protocols.reply()?.atom, ping.reply()?.atom);
        // Some toolkits send the answer to those that listen to the root window itself.
        let heard = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::STRUCTURE_NOTIFY;
        let answers = ChangeWindowAttributesAux::new().event_mask(heard);
        connection.change_window_attributes(root, &answers)?.check()?;
        Ok(Listener { connection, protocols, ping })
    }

    /// The number of the first ping, from which on numbers are of this connection.
    fn first_number(&self) -> u32 {
        let connection = self.connection.setup().resource_id_base >> BITS_OF_RESOURCE;
        FIRST.wrapping_add(connection.wrapping_mul(OWN))
    }

    async fn listen(self, socket: UnixStream, answered: watch::Sender<u32>) {
        // Events read before the first wait are already in the queue and would not wake the task.
        let mut reading = self.read_events(&answered);
        while reading.is_ok() && socket.readable().await.is_ok() {
            let _ = socket.try_io(Interest::READABLE, || {
                reading = self.read_events(&answered);
                // Everything is read: the next wait is for new data.
                Err::<(), _>(io::ErrorKind::WouldBlock.into())
            });
        }
    }

    fn read_events(&self, answered: &watch::Sender<u32>) -> Result<(), XError> {
        while let Some(event) = self.connection.poll_for_event()? {
            if let Event::ClientMessage(message) = event
                && message.type_ == self.protocols
                && message.format == 32
            {
                let [kind, number, ..] = message.data.as_data32();
                if kind == self.ping {
                    answered.send_replace(number);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Canvas, XServer};
    use deskpilot_core::Rect;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_program_that_answers_has_handled_what_was_sent_and_one_that_does_not_is_busy_or_gone() {
        let server = XServer::start();
        let display = Display::connect(server.address()).await.unwrap();
        let mut pings = PingWatch::start(&display).await.unwrap();
        let canvas = Canvas::open(server.address(), Rect::new(100, 80, 400, 300));
        let soon = || Instant::now() + Duration::from_millis(120);
        let silent = pings.until_handled(canvas.window, soon()).await.unwrap();
        assert_eq!(silent, PingAnswer::Unsupported, "it names no ping");
        canvas.accept_pings();
        assert_eq!(pings.until_handled(canvas.window, soon()).await.unwrap(), PingAnswer::Busy);
        let late = Instant::now() + DEADLINE;
        let (answer, ()) = tokio::join!(pings.until_handled(canvas.window, late), canvas.answer_pings(2));
        assert_eq!(answer.unwrap(), PingAnswer::Handled);
        let menu = canvas.window;
        canvas.close(menu);
        assert_eq!(pings.until_handled(menu, late).await.unwrap(), PingAnswer::Unsupported);
    }
}
