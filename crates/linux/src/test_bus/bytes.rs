//! Bytes of D-Bus messages, read and written by hand after the specification and without the code under test.

use std::collections::HashMap;

/// The body of a call, and the read position.
pub(crate) struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Input<'_> {
    pub(crate) fn new(bytes: &[u8]) -> Input<'_> {
        Input { bytes, at: 0 }
    }

    pub(crate) fn is_at(&self, end: usize) -> bool {
        self.at >= end
    }

    pub(crate) fn pad(&mut self, to: usize) {
        self.at = self.at.next_multiple_of(to);
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        self.at += length;
        self.bytes[self.at - length..self.at].to_vec()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    pub(crate) fn word(&mut self) -> u32 {
        self.pad(4);
        u32::from_le_bytes(self.take(4).try_into().unwrap())
    }

    pub(crate) fn text(&mut self) -> String {
        let text = self.bytes();
        self.at += 1;
        String::from_utf8(text).unwrap()
    }

    pub(crate) fn signature(&mut self) -> String {
        let length = usize::from(self.byte());
        let text = self.take(length);
        self.at += 1;
        String::from_utf8(text).unwrap()
    }

    /// An array of bytes, or a string without its zero.
    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        let length = self.word() as usize;
        self.take(length)
    }

    /// The end of an array whose items begin at multiples of eight.
    pub(crate) fn end_of_array(&mut self) -> usize {
        let length = self.word() as usize;
        self.pad(8);
        self.at + length
    }

    pub(crate) fn table(&mut self) -> HashMap<String, String> {
        let end = self.end_of_array();
        let mut table = HashMap::new();
        while !self.is_at(end) {
            self.pad(8);
            table.insert(self.text(), self.text());
        }
        table
    }
}

/// Bytes of a message.
#[derive(Default)]
pub(crate) struct Output(pub(crate) Vec<u8>);

impl Output {
    pub(crate) fn pad(mut self, to: usize) -> Output {
        self.0.resize(self.0.len().next_multiple_of(to), 0);
        self
    }

    fn raw(mut self, bytes: &[u8]) -> Output {
        self.0.extend(bytes);
        self
    }

    pub(crate) fn word(self, word: usize) -> Output {
        self.pad(4).raw(&u32::try_from(word).unwrap().to_le_bytes())
    }

    pub(crate) fn text(self, text: &str) -> Output {
        self.word(text.len()).raw(text.as_bytes()).raw(&[0])
    }

    pub(crate) fn signature(self, text: &str) -> Output {
        self.raw(&[u8::try_from(text.len()).unwrap()]).raw(text.as_bytes()).raw(&[0])
    }

    pub(crate) fn bytes(self, bytes: &[u8]) -> Output {
        self.word(bytes.len()).raw(bytes)
    }

    pub(crate) fn texts(self, texts: &[String]) -> Output {
        let items = texts.iter().fold(Output::default(), |items, text| items.text(text));
        self.bytes(&items.0)
    }
}

/// A message of this kind: its header fields that are texts, the serial it replies to, and its body with its types.
pub(crate) fn message(
    kind: u8,
    texts: &[(u8, &str, &str)],
    reply_to: Option<u32>,
    (types, body): (&str, Output),
) -> Vec<u8> {
    let mut fields = Output::default();
    for (code, kind, text) in texts {
        fields = fields.pad(8).raw(&[*code]).signature(kind).text(text);
    }
    if let Some(serial) = reply_to {
        fields = fields.pad(8).raw(&[5]).signature("u").word(serial as usize);
    }
    fields = fields.pad(8).raw(&[8]).signature("g").signature(types);
    let start = Output(vec![b'l', kind, 0, 1]).word(body.0.len()).word(1).bytes(&fields.0);
    start.pad(8).raw(&body.0).0
}
