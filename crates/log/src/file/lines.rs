//! Reads and writes entries as lines: a write is all or nothing, a read is strict.

use super::{
    FORMAT,
    chain::with_hash,
    raw_lines::{complete_length, complete_lines, format},
};
use crate::LogError;
use deskpilot_core::{Entry, Event, Operation, Ruling, Timestamp, Verb};
use std::{
    fmt,
    fs::File,
    io::{self, Write},
    path::Path,
};

/// The target of writes: a file or, in a test, a full disk.
pub(super) trait LogSink: Write {
    /// Truncates it to this length.
    fn truncate(&mut self, length: u64) -> io::Result<()>;

    /// Returns once everything is on disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl LogSink for File {
    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// The writer at the end of a log.
#[derive(Debug)]
pub(super) struct LineWriter<S> {
    sink: S,
    length: u64,
    next: u64,
    head: String,
    end: End,
}

/// Whether a partial line follows the last complete one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Clean,
    /// A partial line that could not be removed.
    Torn,
}

impl<S: LogSink> LineWriter<S> {
    /// Continues after this many bytes and entries; `head` is the hash of the last line, empty for an empty
    /// log.
    pub(super) fn new(sink: S, length: u64, next: u64, head: String) -> LineWriter<S> {
        LineWriter { sink, length, next, head, end: End::Clean }
    }

    /// The length of the complete lines, in bytes.
    pub(super) const fn length(&self) -> u64 {
        self.length
    }

    /// The hash of the last line; empty for an empty log.
    pub(super) fn head(&self) -> &str {
        &self.head
    }

    /// Writes the next line. Removes a partially written line, so that the log stays readable. `announce` gets the
    /// line's hash before the line is written.
    pub(super) fn append(
        &mut self,
        at: Timestamp,
        event: Event,
        announce: impl FnOnce(&str),
    ) -> io::Result<Entry> {
        if self.end == End::Torn {
            self.sink.truncate(self.length)?;
            self.end = End::Clean;
        }
        let entry = Entry { seq: self.next, at, event };
        let (line, hash) = with_hash(&self.head, serde_json::to_vec(&entry)?);
        announce(&hash);
        if let Err(error) = self.write(&line, &entry.event) {
            self.end = if self.sink.truncate(self.length).is_ok() { End::Clean } else { End::Torn };
            return Err(error);
        }
        self.length += line.len() as u64;
        self.next += 1;
        self.head = hash;
        Ok(entry)
    }

    fn write(&mut self, line: &[u8], event: &Event) -> io::Result<()> {
        self.sink.write_all(line)?;
        self.sink.flush()?;
        if needs_fsync(event) { self.sink.sync() } else { Ok(()) }
    }
}

/// Whether the event must survive a power failure, because other parts rely on it from here on.
fn needs_fsync(event: &Event) -> bool {
    if let Event::Acting { operation, .. } = event {
        return !only_waits(operation);
    }
    matches!(
        event,
        Event::StepEnded { .. }
            | Event::Asked { .. }
            | Event::Ruled { ruling: Ruling::Confirm(_), .. }
            | Event::RoundEnded { .. }
            | Event::Stopped
            | Event::SessionClosed
    )
}

/// Whether the operation only waits: nobody minds if it is done again.
fn only_waits(operation: &Operation) -> bool {
    matches!(operation, Operation::Act(action) if matches!(action.verb, Verb::Wait(_)))
}

/// The first invalid line of a log.
#[derive(Debug, PartialEq)]
pub(super) struct LineError {
    line: usize,
    message: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl LineError {
    pub(super) fn in_file(self, path: &Path) -> LogError {
        LogError::Damaged { path: path.into(), line: self.line, message: self.message }
    }
}

/// What was parsed of the bytes of a log.
#[derive(Debug, PartialEq)]
pub(super) struct ParsedLines {
    /// The entries that were wanted.
    pub(super) entries: Vec<Entry>,
    /// The number of complete lines, of the other entries too.
    pub(super) count: u64,
    /// The length of the complete lines, in bytes.
    pub(super) length: usize,
}

/// Parses all complete lines; the first has the number `first`. Returns the entries and the length of their
/// lines in bytes.
pub(super) fn parse(bytes: &[u8], first: u64) -> Result<(Vec<Entry>, usize), LineError> {
    parse_wanted(bytes, first, |_| true).map(|it| (it.entries, it.length))
}

/// Parses the complete lines that are wanted and counts the others; the first has the number `first`.
pub(super) fn parse_wanted(
    bytes: &[u8],
    first: u64,
    is_wanted: impl Fn(&[u8]) -> bool,
) -> Result<ParsedLines, LineError> {
    let (mut entries, mut next) = (Vec::new(), first);
    for line in complete_lines(bytes) {
        // The first line of a log says whether this program can read the others.
        if next == 0 || is_wanted(line) {
            let parsed = entry(line, next).map_err(|message| LineError {
                line: usize::try_from(next).unwrap_or(usize::MAX - 1) + 1,
                message,
            });
            entries.push(parsed?);
        }
        next += 1;
    }
    Ok(ParsedLines { entries, count: next - first, length: complete_length(bytes) })
}

/// All readable entries, even between damaged lines, and the first error.
pub(crate) fn salvage(bytes: &[u8]) -> (Vec<Entry>, Option<String>) {
    match parse(bytes, 0) {
        Ok((entries, _)) => (entries, None),
        Err(error) => {
            let readable = complete_lines(bytes).filter_map(|line| serde_json::from_slice(line).ok());
            (readable.collect(), Some(error.to_string()))
        }
    }
}

fn entry(line: &[u8], seq: u64) -> Result<Entry, String> {
    if seq == 0 {
        check_format(line)?;
    }
    let entry: Entry = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    if entry.seq == seq {
        Ok(entry)
    } else {
        Err(format!("entry {} stands where {seq} should be", entry.seq))
    }
}

/// Checked before parsing, because a newer format may have events that this program does not know.
fn check_format(line: &[u8]) -> Result<(), String> {
    match format(line) {
        Some(format) if format > FORMAT => {
            Err(format!("its format is {format}, and this program reads up to {FORMAT}: use a newer program"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::chain::{ChainState, verify},
        *,
    };
    use deskpilot_core::{
        Action, ActionId, Aim, Call, Gesture, Rect, WaitCondition, Window, WindowId, WindowState,
    };

    /// A disk with this many free bytes.
    struct Disk {
        bytes: Vec<u8>,
        room: usize,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let fits = bytes.len().min(self.room - self.bytes.len());
            self.bytes.extend_from_slice(&bytes[..fits]);
            if fits == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(fits) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl LogSink for Disk {
        fn truncate(&mut self, length: u64) -> io::Result<()> {
            self.bytes.truncate(length as usize);
            Ok(())
        }

        fn sync(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn round(number: u32) -> Event {
        Event::RoundStarted { round: number, request: "compute".into() }
    }

    #[test]
    fn a_full_disk_leaves_whole_lines_and_the_log_goes_on_when_there_is_room() {
        let mut lines = LineWriter::new(Disk { bytes: Vec::new(), room: 200 }, 0, 0, String::new());
        lines.append(Timestamp(1), round(0), |_| {}).unwrap();
        let error = lines.append(Timestamp(2), round(1), |_| {}).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(parse(&lines.sink.bytes, 0).unwrap().0.len(), 1);
        assert!(lines.sink.bytes.ends_with(b"\n"), "no half line is left");
        lines.sink.room = 1000;
        assert_eq!(lines.append(Timestamp(3), round(1), |_| {}).unwrap().seq, 1);
        assert_eq!(parse(&lines.sink.bytes, 0).unwrap().0.len(), 2);
        let whole = ChainState::Intact { head: lines.head().into(), entries: 2, unchained: 0, since: None };
        assert_eq!(verify(&lines.sink.bytes, None), whole, "the line that did not fit is not in the chain");
    }

    #[test]
    fn an_action_is_on_the_disk_before_it_is_done_unless_it_only_waits() {
        let window = Window {
            label: None,
            id: WindowId(1),
            title: "Letter".into(),
            application: "mousepad".into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: true,
        };
        let acting = |verb: Verb| {
            let action = Action { call: Call::default(), window: window.clone(), aim: Aim::Window, verb };
            Event::Acting { id: ActionId(1), operation: Operation::Act(Box::new(action)), selected: None }
        };
        let wait = WaitCondition { shows: None, known: Vec::new(), millis: 0 };
        for (event, expected) in [
            (acting(Verb::Gesture(Gesture::Close)), true),
            (acting(Verb::Native), true),
            (acting(Verb::Wait(wait)), false),
            (Event::SessionClosed, true),
            (round(0), false),
        ] {
            assert_eq!(needs_fsync(&event), expected, "{event:?}");
        }
    }

    #[test]
    fn lines_are_read_strictly() {
        let line = |seq: u64| format!("{{\"seq\":{seq},\"at\":1,\"event\":\"session_closed\"}}\n");
        let newer = "{\"seq\":0,\"at\":1,\"event\":\"beamed\",\"format\":5}\n".to_owned();
        for (text, expected) in [
            (String::new(), Ok((0, 0))),
            (line(0) + &line(1), Ok((2, 84))),
            (line(0) + "{\"seq\":1,", Ok((1, 42))),
            (line(0) + "\0\0\0", Ok((1, 42))),
            ("{\"seq\":0".into(), Ok((0, 0))),
            (line(0) + &line(2), Err((2, "entry 2 stands where 1 should be"))),
            (line(1), Err((1, "entry 1 stands where 0 should be"))),
            (line(0) + "\n" + &line(1), Err((2, "EOF while parsing"))),
            (line(0) + "{\"seq\":1,\n" + &line(2), Err((2, "EOF while parsing"))),
            (newer, Err((1, "its format is 5, and this program reads up to 4"))),
        ] {
            match (parse(text.as_bytes(), 0), expected) {
                (Ok((entries, whole)), Ok(expected)) => {
                    assert_eq!((entries.len(), whole), expected, "{text:?}");
                }
                (Err(error), Err((line, message))) => {
                    assert_eq!(error.line, line, "{text:?}");
                    assert!(error.message.starts_with(message), "{error:?}");
                }
                (read, expected) => panic!("{text:?}: {read:?} instead of {expected:?}"),
            }
        }
    }

    #[test]
    fn lines_that_are_not_wanted_are_counted_and_not_parsed() {
        let text = "{\"seq\":0,\"at\":1,\"event\":\"session_closed\"}\nno entry\n\
                    {\"seq\":2,\"at\":1,\"event\":\"stopped\"}\n{\"seq\":3";
        let parse_those_with = |word: &str| {
            parse_wanted(text.as_bytes(), 0, |line| String::from_utf8_lossy(line).contains(word))
        };
        let parsed = parse_those_with("stopped").unwrap();
        let numbers: Vec<u64> = parsed.entries.iter().map(|it| it.seq).collect();
        assert_eq!((numbers, parsed.count, parsed.length), (vec![0, 2], 3, text.len() - 8));
        assert_eq!(parse_those_with("no entry").unwrap_err().line, 2);
        let newer = "{\"seq\":0,\"at\":1,\"event\":\"beamed\",\"format\":5}\n";
        assert!(parse_wanted(newer.as_bytes(), 0, |_| false).is_err(), "the format is always read");
    }
}
