//! The session's side of the connections: any number of connections, none of which holds the session or another one up.

use super::{Call, Code, Greeting, LONGEST, Message, Order, PROTOCOL, Refusal, Status};
use crate::session::{AnswerError, Attendance, SessionHandle};
use deskpilot_desktop::{Connection, ControlListener};
use std::{io, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    sync::Mutex,
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_util::task::AbortOnDropHandle;

/// How many connections a session has at once.
const CONNECTIONS: usize = 32;
/// How long connections may take to hear the end of a session.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long is waited where no connection can be taken at all.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves the connections to a session until it is dropped.
pub(crate) struct Server(AbortOnDropHandle<()>);

impl Server {
    /// Serves whoever connects. Must be called within a tokio runtime.
    pub(crate) fn of(listener: Box<dyn ControlListener>, handle: SessionHandle) -> Server {
        Server(AbortOnDropHandle::new(tokio::spawn(serve(listener, handle))))
    }

    /// Lets the connections hear the end of a session that is over, and closes them.
    pub(crate) async fn close(self) {
        let _ = timeout(FAREWELL, self.0).await;
    }
}

async fn serve(listener: Box<dyn ControlListener>, handle: SessionHandle) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = handle.ends() => break,
            Some(_) = connections.join_next() => {}
            taken = listener.accept(), if connections.len() < CONNECTIONS => match taken {
                Ok(taken) => { connections.spawn(connection(taken, handle.clone())); }
                Err(_) => sleep(PAUSE).await,
            },
        }
    }
    while connections.join_next().await.is_some() {}
}

/// The writing side of one connection.
type Writer = Arc<Mutex<Box<dyn AsyncWrite + Send + Unpin>>>;
/// Its reading side.
type Reader = BufReader<Box<dyn AsyncRead + Send + Unpin>>;

/// One connection, until the other side closes it or the session is over and everything was told.
async fn connection(taken: Connection, handle: SessionHandle) {
    let Connection { reader, writer } = taken;
    let writer = Arc::new(Mutex::new(writer));
    let mut telling = JoinSet::new();
    let greeting =
        Greeting { deskpilot: PROTOCOL, task: handle.task().to_owned(), process: std::process::id() };
    if write(&writer, &greeting).await.is_err() {
        return;
    }
    let listening = listen(BufReader::new(reader), &writer, &handle, &mut telling);
    tokio::select! {
        () = handle.ends() => {}
        () = listening => return,
    }
    while telling.join_next().await.is_some() {}
    let _ = write(&writer, &Message::Over).await;
}

async fn listen(mut reader: Reader, writer: &Writer, handle: &SessionHandle, telling: &mut JoinSet<()>) {
    let mut attendance: Option<Attendance> = None;
    while let Ok(Some(line)) = line(&mut reader).await {
        let message = match serde_json::from_slice::<Call>(&line) {
            Ok(Call { id, order }) => {
                let done = perform(order, writer, handle, telling, &mut attendance);
                Message::Result { id, status: Some(status(handle)), error: done.err() }
            }
            Err(error) => {
                let says = format!("this is no line of version {PROTOCOL}: {error}");
                Message::Result { id: 0, status: None, error: Some(Refusal { code: Code::Unknown, says }) }
            }
        };
        if write(writer, &message).await.is_err() {
            return;
        }
    }
}

/// The next line; `None` at the end, an error where a line is too long.
async fn line(reader: &mut Reader) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = reader.take(LONGEST).read_until(b'\n', &mut line).await?;
    match line.last() {
        Some(b'\n') => Ok(Some(line)),
        _ if read == 0 => Ok(None),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

fn perform(
    order: Order,
    writer: &Writer,
    handle: &SessionHandle,
    telling: &mut JoinSet<()>,
    attendance: &mut Option<Attendance>,
) -> Result<(), Refusal> {
    match order {
        Order::Stop => handle.stop(),
        Order::Pause => handle.pause(),
        Order::HandBack => handle.hand_back(),
        Order::Status => {}
        Order::Answer { question, reply, by } => {
            return handle.answer(question, reply, &by).map_err(|error| refusal(&error));
        }
        Order::Follow { from } => {
            telling.spawn(follow(handle.clone(), from, writer.clone()));
        }
        Order::Attend if attendance.is_none() => {
            *attendance = Some(handle.attend());
            telling.spawn(questions(handle.clone(), writer.clone()));
        }
        Order::Attend => {}
        Order::Request { text } => {
            if !handle.request(text) {
                let says = "the session takes no further request".into();
                return Err(Refusal { code: Code::NoRequests, says });
            }
        }
    }
    Ok(())
}

fn refusal(error: &AnswerError) -> Refusal {
    let code = match error {
        AnswerError::Late { .. } => Code::Late,
        AnswerError::NotOpen(_) => Code::NotOpen,
        AnswerError::Unfit(_) => Code::Unfit,
    };
    Refusal { code, says: error.to_string() }
}

async fn follow(handle: SessionHandle, from: u64, writer: Writer) {
    let mut events = handle.events(from);
    while let Ok(Some(entry)) = events.next().await {
        if write(&writer, &Message::Entry(Box::new(entry.as_ref().clone()))).await.is_err() {
            return;
        }
    }
}

async fn questions(handle: SessionHandle, writer: Writer) {
    let mut questions = handle.questions();
    let asking = async {
        while let Some(question) = questions.next().await {
            if write(&writer, &Message::Question(Box::new(question))).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = handle.ends() => {}
        () = asking => {}
    }
}

fn status(handle: &SessionHandle) -> Status {
    Status { phase: handle.phase(), next: handle.written(), question: handle.question() }
}

async fn write(writer: &Writer, message: &impl serde::Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    writer.lock().await.write_all(&line).await
}
