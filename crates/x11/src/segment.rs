//! Shared memory for screenshots (MIT-SHM): the X server writes pictures there instead of sending them over the socket.

use crate::error::XError;
use rustix::fs::{MemfdFlags, ftruncate, memfd_create};
use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::shm::{ConnectionExt as _, Seg, X11_EXTENSION_NAME};
use x11rb::rust_connection::RustConnection;

/// The least size of a segment, in bytes: a full-HD window.
const LEAST: u64 = 1920 * 1080 * 4;

/// How pictures come from the X server; decided at the first capture.
#[derive(Debug, Default)]
pub(super) enum CaptureTransport {
    /// No picture was captured yet.
    #[default]
    Unknown,
    /// Through shared memory.
    Shared(Segment),
    /// Through the socket: the server is on another machine, or lacks MIT-SHM 1.2.
    Socket,
}

/// A shared memory segment that the X server can write into.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) id: Seg,
    memory: File,
    size: u64,
}

impl CaptureTransport {
    /// A segment of at least this many bytes; `None` where pictures come through the socket.
    pub(super) fn segment(
        &mut self,
        connection: &RustConnection,
        bytes: u64,
    ) -> Result<Option<&Segment>, XError> {
        let too_small = matches!(self, CaptureTransport::Shared(segment) if segment.size < bytes);
        if too_small || matches!(self, CaptureTransport::Unknown) {
            let old = std::mem::replace(self, CaptureTransport::connect(connection, bytes.max(LEAST))?);
            if let CaptureTransport::Shared(segment) = old {
                connection.shm_detach(segment.id)?;
            }
        }
        Ok(match self {
            CaptureTransport::Shared(segment) => Some(segment),
            CaptureTransport::Unknown | CaptureTransport::Socket => None,
        })
    }

    fn connect(connection: &RustConnection, bytes: u64) -> Result<CaptureTransport, XError> {
        if !is_local(connection) || connection.extension_information(X11_EXTENSION_NAME)?.is_none() {
            return Ok(CaptureTransport::Socket);
        }
        let version = connection.shm_query_version()?.reply()?;
        // The first version in which a client can hand over memory by its file descriptor.
        if (version.major_version, version.minor_version) < (1, 2) {
            return Ok(CaptureTransport::Socket);
        }
        let Ok(memory) = memory(bytes) else { return Ok(CaptureTransport::Socket) };
        let Ok(theirs) = memory.as_fd().try_clone_to_owned() else { return Ok(CaptureTransport::Socket) };
        let id = connection.generate_id()?;
        // `false`: not read-only, because the server writes the pictures.
        match connection.shm_attach_fd(id, theirs, false)?.check() {
            Ok(()) => Ok(CaptureTransport::Shared(Segment { id, memory, size: bytes })),
            Err(_) => Ok(CaptureTransport::Socket),
        }
    }
}

impl Segment {
    #[cfg(test)]
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Reads what the X server wrote, from this byte offset.
    pub(super) fn read(&self, into: &mut [u8], offset: u64) -> Result<(), XError> {
        // Read instead of mapped: to map memory takes unsafe code, which the workspace denies.
        let reading = self.memory.read_exact_at(into, offset);
        reading.map_err(|error| XError::Cannot(format!("the shared memory cannot be read: {error}")))
    }
}

fn memory(bytes: u64) -> rustix::io::Result<File> {
    let memory: OwnedFd = memfd_create("deskpilot-pictures", MemfdFlags::CLOEXEC)?;
    ftruncate(&memory, bytes)?;
    Ok(memory.into())
}

/// A file descriptor can be passed only to a process on the same machine.
fn is_local(connection: &RustConnection) -> bool {
    let socket = connection.stream().as_fd().try_clone_to_owned();
    // The standard library refuses the address of a socket that is not a Unix one.
    socket.is_ok_and(|socket| UnixStream::from(socket).local_addr().is_ok())
}
