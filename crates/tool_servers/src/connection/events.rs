//! Server-sent events, as streamable HTTP sends messages. Pure.

/// Splits a stream into events, of which only the data is kept.
#[derive(Debug, Default)]
pub(super) struct EventReader {
    line: Vec<u8>,
    data: Option<String>,
    /// The last byte was a carriage return: a line feed right after it ends no other line.
    after_return: bool,
}

impl EventReader {
    /// The data of the events that these bytes complete.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut events = Vec::new();
        for byte in bytes {
            match byte {
                b'\n' if self.after_return => {}
                b'\n' | b'\r' => events.extend(self.end_line()),
                other => self.line.push(*other),
            }
            self.after_return = *byte == b'\r';
        }
        events
    }

    /// The bytes of the unfinished event.
    pub(super) fn pending(&self) -> usize {
        self.line.len() + self.data.as_ref().map_or(0, String::len)
    }

    fn end_line(&mut self) -> Option<String> {
        if self.line.is_empty() {
            return self.data.take();
        }
        let line = String::from_utf8_lossy(&self.line);
        if let Some(data) = line.strip_prefix("data:") {
            let data = data.strip_prefix(' ').unwrap_or(data);
            match &mut self.data {
                Some(before) => {
                    before.push('\n');
                    before.push_str(data);
                }
                None => self.data = Some(data.to_owned()),
            }
        }
        self.line.clear();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_arrive_whole_however_they_are_cut() {
        let text = ": hello\r\nevent: message\r\nid: 1\r\ndata: {\"a\":\r\ndata:1}\r\n\r\ndata: two\n\n\nretry: 9\r\rdata: x\r\r";
        for size in [1, 2, 3, 7, 1000] {
            let mut reader = EventReader::default();
            let events: Vec<String> = text.as_bytes().chunks(size).flat_map(|it| reader.push(it)).collect();
            assert_eq!(events, ["{\"a\":\n1}", "two", "x"], "{size}");
            assert_eq!(reader.pending(), 0);
        }
        let mut reader = EventReader::default();
        assert!(reader.push(b"data: unfinished\ndata: ").is_empty());
        assert_eq!(reader.pending(), "unfinished".len() + "data: ".len());
    }
}
