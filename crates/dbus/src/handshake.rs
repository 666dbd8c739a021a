//! The D-Bus handshake: authenticates with the user id, which the other side checks with the kernel.

use super::address::sockets;
use super::error::WireError;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

/// The longest line accepted from the other side, in bytes.
const LONGEST_LINE: usize = 512;

/// Connects to the first socket of an address that accepts us, ready for messages.
pub(super) async fn connect(address: &str) -> Result<UnixStream, WireError> {
    let mut why = "it names no socket of this machine".to_owned();
    for socket in sockets(address) {
        match shake_hands(UnixStream::connect(&socket).await).await {
            Ok(stream) => return Ok(stream),
            Err(error) => why = error.to_string(),
        }
    }
    Err(WireError::Lost(format!("{address}: {why}")))
}

async fn shake_hands(stream: std::io::Result<UnixStream>) -> std::io::Result<UnixStream> {
    let mut stream = stream?;
    let user = rustix::process::geteuid().as_raw().to_string();
    let user: String = user.bytes().map(|digit| format!("{digit:02x}")).collect();
    stream.write_all(format!("\0AUTH EXTERNAL {user}\r\n").as_bytes()).await?;
    let answer = line(&mut stream).await?;
    if !answer.starts_with(b"OK ") {
        let answer = String::from_utf8_lossy(&answer).into_owned();
        return Err(std::io::Error::other(format!("it refuses our user id: {}", answer.trim())));
    }
    stream.write_all(b"BEGIN\r\n").await?;
    Ok(stream)
}

async fn line(stream: &mut UnixStream) -> std::io::Result<Vec<u8>> {
    let mut line = Vec::new();
    while !line.ends_with(b"\r\n") && line.len() < LONGEST_LINE {
        line.push(stream.read_u8().await?);
    }
    Ok(line)
}
