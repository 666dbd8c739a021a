//! The socket of a connection to the X server, to wait for its events.

use std::io;
use std::os::fd::AsFd;
use tokio::net::UnixStream;
use x11rb::rust_connection::RustConnection;

/// A duplicate of the connection's socket, only to wait on: all reads go through the connection.
pub(crate) fn event_socket(connection: &RustConnection) -> io::Result<UnixStream> {
    let socket = connection.stream().as_fd().try_clone_to_owned()?;
    UnixStream::from_std(std::os::unix::net::UnixStream::from(socket))
}
