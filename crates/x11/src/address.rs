//! The address of an X server, and the cookie that authorises a connection.

use crate::cookie::{self, Cookie};
use crate::error::XError;
use serde::Serialize;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use x11rb::rust_connection::{ConnectError, DefaultStream, RustConnection};

/// A display name, and the cookie of a display that we started. Serializes as the name alone. Cheap to clone.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct DisplayAddress {
    name: String,
    #[serde(skip)]
    cookie: Option<Cookie>,
}

impl DisplayAddress {
    /// The address of a display whose cookie our own environment knows.
    pub fn current(name: String) -> DisplayAddress {
        DisplayAddress { name, cookie: None }
    }

    /// The address of a display on this machine with this cookie, which our own environment does not know.
    pub fn private(name: String, cookie: Cookie) -> DisplayAddress {
        DisplayAddress { name, cookie: Some(cookie) }
    }

    /// The name, such as `:7`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Connects to the X server; also returns its screen number. Blocks until the server replies; the error is
    /// [`XError::Unreachable`].
    pub fn connect(&self) -> Result<(RustConnection, usize), XError> {
        let connected = match &self.cookie {
            Some(cookie) => self.connect_private(cookie),
            None => RustConnection::connect(Some(&self.name)),
        };
        connected.map_err(|error| self.unreachable(error.to_string()))
    }

    pub(crate) fn unreachable(&self, why: String) -> XError {
        XError::Unreachable { display: self.name.clone(), why }
    }

    /// Tries the path first, then the name that only our network namespace has: a socket's file can be replaced or removed while
    /// its server runs, and then the error is that of the path.
    fn connect_private(&self, cookie: &Cookie) -> Result<(RustConnection, usize), ConnectError> {
        let path = format!("/tmp/.X11-unix/X{}", self.name.trim_start_matches(':'));
        let by_name = || {
            let name = SocketAddr::from_abstract_name(&path)?;
            connect_with(UnixStream::connect_addr(&name)?, cookie)
        };
        let by_path = UnixStream::connect(&path).map_err(ConnectError::from);
        let connected = by_path.and_then(|stream| connect_with(stream, cookie));
        let connection = connected.or_else(|error| by_name().map_err(|_| error))?;
        // A private display has one screen, so its number is 0.
        Ok((connection, 0))
    }
}

fn connect_with(stream: UnixStream, cookie: &Cookie) -> Result<RustConnection, ConnectError> {
    // x11rb looks for cookies only in the file that our own `XAUTHORITY` names, so it gets this one by hand.
    let (stream, _) = DefaultStream::from_unix_stream(stream)?;
    let (scheme, secret) = (cookie::SCHEME.to_vec(), cookie.secret().to_vec());
    RustConnection::connect_to_stream_with_auth_info(stream, 0, scheme, secret)
}
