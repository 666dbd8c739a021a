//! Encodes calls and decodes incoming messages. Pure.

use super::read::{DecodeError, Reader};
use super::values::{Decode, Encode, value};
use super::write::{Writer, length};

/// The size of the fixed part of a header, in bytes.
pub(super) const FIXED: usize = 16;
/// The largest message accepted, in bytes; the largest seen, all nodes of a browser, has 3 MiB.
const LARGEST: usize = 64 << 20;

const CALL: u8 = 1;
const REPLY: u8 = 2;
const ERROR: u8 = 3;
const SIGNAL: u8 = 4;

/// The codes of header fields.
mod field {
    pub(super) const PATH: u8 = 1;
    pub(super) const INTERFACE: u8 = 2;
    pub(super) const MEMBER: u8 = 3;
    pub(super) const ERROR_NAME: u8 = 4;
    pub(super) const REPLY_SERIAL: u8 = 5;
    pub(super) const DESTINATION: u8 = 6;
    pub(super) const SENDER: u8 = 7;
    pub(super) const SIGNATURE: u8 = 8;
}

/// The destination and method of a call.
#[derive(Clone, Copy, Debug)]
pub struct Callee<'a> {
    /// A bus name; ignored on a peer-to-peer connection.
    pub destination: &'a str,
    /// The path of the object.
    pub path: &'a str,
    /// The interface that has the method.
    pub interface: &'a str,
    /// The name of the method.
    pub member: &'a str,
}

/// Appends a call to the bytes to send.
pub(super) fn write_call<B: Encode>(out: &mut Vec<u8>, serial: u32, callee: Callee<'_>, body: &B) {
    let mut content = Writer::default();
    body.encode(&mut content);
    let content = content.into_bytes();
    let mut types = String::new();
    B::write_signature(&mut types);
    let mut header = head(CALL, length(content.len()), serial);
    let fields = fields(callee, &types);
    header.word(length(fields.len()));
    let mut bytes = header.into_bytes();
    bytes.extend(fields);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    out.extend(bytes);
    out.extend(content);
}

fn head(kind: u8, content: u32, serial: u32) -> Writer {
    const VERSION: u8 = 1;
    /// No `NO_AUTO_START`: the first call to the accessibility registry starts it.
    const NO_FLAGS: u8 = 0;
    let mut header = Writer::default();
    [b'l', kind, NO_FLAGS, VERSION].into_iter().for_each(|byte| header.byte(byte));
    header.word(content);
    header.word(serial);
    header
}

/// The fields begin at a multiple of eight: their array's length is the word at offset 12.
fn fields(callee: Callee<'_>, types: &str) -> Vec<u8> {
    let mut fields = Writer::default();
    let mut add = |code: u8, kind: &str, text: &str| {
        fields.pad(8);
        fields.byte(code);
        fields.signature(kind);
        match kind {
            "g" => fields.signature(text),
            _ => fields.text(text),
        }
    };
    add(field::PATH, "o", callee.path);
    add(field::INTERFACE, "s", callee.interface);
    add(field::MEMBER, "s", callee.member);
    add(field::DESTINATION, "s", callee.destination);
    if !types.is_empty() {
        add(field::SIGNATURE, "g", types);
    }
    fields.into_bytes()
}

/// The length of the message that begins with these bytes; `None` when they are too few to tell.
pub(super) fn extent(bytes: &[u8]) -> Result<Option<usize>, DecodeError> {
    if bytes.len() < FIXED {
        return Ok(None);
    }
    let mut reader = Reader::new(bytes, big_endian(bytes[0])?);
    for _ in 0..4 {
        reader.byte()?;
    }
    let (content, _, fields) = (reader.word()? as usize, reader.word()?, reader.word()? as usize);
    let whole = FIXED.saturating_add(fields).next_multiple_of(8).saturating_add(content);
    if whole > LARGEST {
        return Err(DecodeError(format!("a message of {whole} bytes").into()));
    }
    Ok(Some(whole))
}

fn big_endian(mark: u8) -> Result<bool, DecodeError> {
    match mark {
        b'l' => Ok(false),
        b'B' => Ok(true),
        _ => Err(DecodeError("it is no message".into())),
    }
}

/// The body of a reply, not yet decoded.
pub(super) struct Content {
    types: Box<str>,
    bytes: Box<[u8]>,
    big_endian: bool,
}

impl Content {
    pub(super) fn value<T: Decode>(&self) -> Result<T, DecodeError> {
        value(&self.types, &mut Reader::new(&self.bytes, self.big_endian))
    }
}

/// A signal from an application.
pub struct Signal<'a> {
    /// The bus name of the application.
    pub sender: &'a str,
    /// The path of the object that sent it.
    pub path: &'a str,
    /// The interface that has the signal.
    pub interface: &'a str,
    /// The name of the signal.
    pub member: &'a str,
    types: &'a str,
    content: &'a [u8],
    big_endian: bool,
}

impl Signal<'_> {
    /// Decodes the body.
    pub fn value<T: Decode>(&self) -> Result<T, DecodeError> {
        value(self.types, &mut Reader::new(self.content, self.big_endian))
    }
}

/// A received message. Not `Debug`: a body may hold a secret.
pub(super) enum Incoming<'a> {
    Reply {
        to: u32,
        content: Content,
    },
    Error {
        to: u32,
        name: String,
        text: String,
    },
    Signal(Signal<'a>),
    /// Ignored messages, such as calls to us.
    Other,
}

/// The header fields in use.
#[derive(Default)]
struct Fields<'a> {
    path: &'a str,
    interface: &'a str,
    member: &'a str,
    error: &'a str,
    sender: &'a str,
    types: &'a str,
    answers: u32,
}

/// Reads one whole message.
pub(super) fn read(bytes: &[u8]) -> Result<Incoming<'_>, DecodeError> {
    let big_endian = big_endian(*bytes.first().ok_or(DecodeError::truncated())?)?;
    let (fields, content) = header(bytes, big_endian)?;
    let to = fields.answers;
    Ok(match bytes.get(1).copied() {
        Some(REPLY) => {
            let (types, bytes) = (fields.types.into(), content.into());
            Incoming::Reply { to, content: Content { types, bytes, big_endian } }
        }
        Some(ERROR) => {
            let text = value(fields.types, &mut Reader::new(content, big_endian)).unwrap_or_default();
            Incoming::Error { to, name: fields.error.to_owned(), text }
        }
        Some(SIGNAL) => {
            let Fields { sender, path, interface, member, types, .. } = fields;
            Incoming::Signal(Signal { sender, path, interface, member, types, content, big_endian })
        }
        _ => Incoming::Other,
    })
}

fn header(bytes: &[u8], big_endian: bool) -> Result<(Fields<'_>, &[u8]), DecodeError> {
    let mut reader = Reader::new(bytes, big_endian);
    for _ in 0..4 {
        reader.byte()?;
    }
    let content = reader.word()? as usize;
    reader.word()?;
    let mut fields = Fields::default();
    reader.array(8, |reader| {
        reader.pad(8);
        let code = reader.byte()?;
        match (code, reader.signature()?) {
            (field::SIGNATURE, "g") => fields.types = reader.signature()?,
            (field::REPLY_SERIAL, "u") => fields.answers = reader.word()?,
            (code, "s" | "o") => {
                let text = reader.borrowed_text()?;
                match code {
                    field::PATH => fields.path = text,
                    field::INTERFACE => fields.interface = text,
                    field::MEMBER => fields.member = text,
                    field::ERROR_NAME => fields.error = text,
                    field::SENDER => fields.sender = text,
                    _ => {}
                }
            }
            (_, "u") => drop(reader.word()?),
            (code, kind) => {
                return Err(DecodeError(format!("its field {code} is of the type {kind:?}").into()));
            }
        }
        Ok(())
    })?;
    reader.pad(8);
    let end = reader.at().checked_add(content).ok_or(DecodeError::truncated())?;
    let content = bytes.get(reader.at()..end).ok_or(DecodeError::truncated())?;
    Ok((fields, content))
}
