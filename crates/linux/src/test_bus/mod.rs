//! A bus for tests: a socket that answers every call with bytes written by hand.

pub(crate) mod bytes;

use bytes::Input;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::task::JoinHandle;

/// A message that replies to a call.
pub(crate) const REPLY: u8 = 2;

/// The bus; takes no further client once it is dropped.
pub(crate) struct TestBus {
    pub(crate) address: String,
    serving: JoinHandle<()>,
    _folder: tempfile::TempDir,
}

impl TestBus {
    /// A bus that asks, for each client, for what answers its calls with messages.
    pub(crate) fn start<A>(answers: impl Fn() -> A + Send + 'static) -> TestBus
    where
        A: FnMut(&Call) -> Vec<u8> + Send + 'static,
    {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bus");
        let listener = UnixListener::bind(&path).unwrap();
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, answers()));
            }
        });
        TestBus { address: format!("unix:path={}", path.display()), serving, _folder: folder }
    }
}

impl Drop for TestBus {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Serves one client until it hangs up.
async fn serve(stream: UnixStream, mut answer: impl FnMut(&Call) -> Vec<u8>) {
    let (reading, mut writing) = stream.into_split();
    let mut reading = BufReader::new(reading);
    let mut line = Vec::new();
    reading.read_until(b'\n', &mut line).await.unwrap();
    writing.write_all(b"OK 00\r\n").await.unwrap();
    reading.read_until(b'\n', &mut line).await.unwrap();
    while let Some(call) = next_call(&mut reading).await {
        if writing.write_all(&answer(&call)).await.is_err() {
            return;
        }
    }
}

/// A call of a client.
pub(crate) struct Call {
    pub(crate) serial: u32,
    pub(crate) path: String,
    pub(crate) member: String,
    pub(crate) body: Vec<u8>,
}

/// The next call; `None` when the client hung up.
async fn next_call(reading: &mut (impl AsyncReadExt + Unpin)) -> Option<Call> {
    let mut start = [0; 16];
    reading.read_exact(&mut start).await.ok()?;
    let number = |at: usize| u32::from_le_bytes(start[at..at + 4].try_into().unwrap());
    let (body, fields) = (number(4) as usize, number(12) as usize);
    let mut rest = vec![0; fields.next_multiple_of(8) + body];
    reading.read_exact(&mut rest).await.ok()?;
    let mut call = Call { serial: number(8), path: String::new(), member: String::new(), body: Vec::new() };
    let mut input = Input::new(&rest);
    while !input.is_at(fields) {
        input.pad(8);
        let code = input.byte();
        let text = if input.signature() == "g" { input.signature() } else { input.text() };
        match code {
            1 => call.path = text,
            3 => call.member = text,
            _ => {}
        }
    }
    call.body = rest.split_off(fields.next_multiple_of(8));
    Some(call)
}
