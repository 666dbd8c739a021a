//! Objects that were recorded: a list of calls, each with what it returned. Anything else that is called fails the test.

use crate::{
    commands::{
        host::Host,
        machine::{FileStamp, Machine},
    },
    dispatch::{
        cell_error::CellError,
        error::CallError,
        object::Object,
        value::{Access, Args, Dispatch, Value},
    },
    running::carried_out,
};
use deskpilot_core::Call;
use std::{cell::RefCell, collections::VecDeque, fmt, rc::Rc};

/// A recording, of which the first lines were used already.
pub(crate) struct Recording(RefCell<VecDeque<(String, String)>>);

/// One of its objects.
struct Recorded {
    name: String,
    recording: Rc<Recording>,
}

impl Recording {
    /// Lines such as `get @book.Sheets("A") -> @sheet`. A line that begins with `#` is a comment.
    pub(crate) fn of(text: &str) -> Rc<Recording> {
        let lines = text.lines().map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('#'));
        let split = |line: &str| match line.split_once(" -> ") {
            Some((call, reply)) => (call.to_owned(), reply.to_owned()),
            None => (line.to_owned(), "empty".to_owned()),
        };
        Rc::new(Recording(RefCell::new(lines.map(split).collect())))
    }

    /// The object of this name.
    pub(crate) fn object(self: &Rc<Recording>, name: &str) -> Object {
        Object::new(Rc::new(Recorded { name: name.to_owned(), recording: Rc::clone(self) }))
    }

    /// The program that the next line gives.
    fn program(self: &Rc<Recording>, call: &str) -> Result<Object, CallError> {
        let reply = self.reply(call);
        match (reply.strip_prefix("! "), reply.strip_prefix('@')) {
            (Some(failure), _) => Err(failed(failure, call)),
            (None, Some(name)) => Ok(self.object(name)),
            (None, None) => panic!("the recording gives no program: {reply}"),
        }
    }

    /// The reply of the next line, which must be this call.
    fn reply(&self, call: &str) -> String {
        let next = self.0.borrow_mut().pop_front();
        let (expected, reply) =
            next.unwrap_or_else(|| panic!("after the last line of the recording: {call}"));
        assert_eq!(call, expected, "the call is another than the next of the recording");
        reply
    }

    /// Fails if lines are left.
    pub(crate) fn assert_used(&self) {
        let left: Vec<String> = self.0.borrow().iter().map(|(call, _)| call.clone()).collect();
        assert!(left.is_empty(), "these calls did not come: {left:#?}");
    }
}

impl fmt::Debug for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.name)
    }
}

impl Dispatch for Recorded {
    fn invoke(&self, access: Access, member: &str, args: Args) -> Result<Value, CallError> {
        let call = match access {
            Access::Get if args == Args::default() => format!("get {self:?}.{member}"),
            Access::Get => format!("get {self:?}.{member}{args}"),
            Access::Put => {
                let (value, others) = args.positional.split_last().unwrap();
                let others = Args { positional: others.to_vec(), named: Vec::new() };
                let others = if others == Args::default() { String::new() } else { others.to_string() };
                format!("put {self:?}.{member}{others} = {value}")
            }
            Access::Call => format!("call {self:?}.{member}{args}"),
        };
        let reply = self.recording.reply(&call);
        match reply.strip_prefix("! ") {
            Some(failure) => Err(failed(failure, member)),
            None => Ok(Reader { text: &reply, recording: &self.recording }.whole()),
        }
    }
}

impl Machine for Rc<Recording> {
    fn stamp(&self, path: &str) -> Option<FileStamp> {
        let reply = self.reply(&format!("file {path:?}"));
        let (bytes, time) = reply.split_once(" bytes at ")?;
        Some(FileStamp { bytes: bytes.parse().unwrap(), time: time.parse().unwrap() })
    }

    fn running(&self, host: Host) -> Result<Object, CallError> {
        self.program(&format!("running {}", host.class()))
    }

    fn started(&self, host: Host) -> Result<Object, CallError> {
        self.program(&format!("started {}", host.class()))
    }
}

fn failed(failure: &str, member: &str) -> CallError {
    match failure.split_once(' ') {
        None if failure == "busy" => CallError::Busy,
        None if failure == "absent" => CallError::NotInstalled(member.to_owned()),
        None if failure == "asleep" => CallError::NotRunning,
        None if failure == "gone" => CallError::Gone,
        None if failure == "aborted" => CallError::Aborted,
        None if failure == "unknown" => CallError::NoSuchMember(member.to_owned()),
        Some(("exception", text)) => CallError::Exception { code: 0x800a_03ec, text: text.to_owned() },
        _ => panic!("the recording knows no failure {failure}"),
    }
}

/// Reads values as they are displayed.
struct Reader<'a> {
    text: &'a str,
    recording: &'a Rc<Recording>,
}

impl Reader<'_> {
    fn whole(mut self) -> Value {
        let value = self.value();
        assert_eq!(self.text.trim(), "", "the recording has something behind a value");
        value
    }

    fn value(&mut self) -> Value {
        self.text = self.text.trim_start();
        match self.text.chars().next() {
            Some('"') => self.quoted(),
            Some('[') => self.table(),
            Some('@') => {
                let name = self.word()[1..].to_owned();
                Value::Object(Rc::new(Recorded { name, recording: Rc::clone(self.recording) }))
            }
            _ => self.simple(),
        }
    }

    fn quoted(&mut self) -> Value {
        let mut texts = serde_json::Deserializer::from_str(self.text).into_iter::<String>();
        let text = texts.next().expect("a text is expected").expect("a text is written as in JSON");
        self.text = &self.text[texts.byte_offset()..];
        Value::Text(text)
    }

    fn table(&mut self) -> Value {
        self.take("[");
        let mut rows = Vec::new();
        while !self.text.starts_with(']') {
            self.take("[");
            let mut row = Vec::new();
            while !self.text.starts_with(']') {
                row.push(self.value());
                self.text = self.text.trim_start().trim_start_matches(',').trim_start();
            }
            self.take("]");
            rows.push(row);
            self.text = self.text.trim_start_matches(',').trim_start();
        }
        self.take("]");
        Value::Table(rows)
    }

    fn take(&mut self, begin: &str) {
        self.text =
            self.text.strip_prefix(begin).unwrap_or_else(|| panic!("no {begin} before {}", self.text));
    }

    fn word(&mut self) -> String {
        let end = self.text.find([',', ']', ' ']).unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        self.text = rest;
        word.to_owned()
    }

    fn simple(&mut self) -> Value {
        let word = self.word();
        match word.as_str() {
            "empty" => Value::Empty,
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "date" => {
                self.take(" ");
                Value::Date(self.word().parse().expect("a date is a number"))
            }
            _ if word.starts_with('#') => {
                Value::Error(CellError::of_text(&word).expect("no error of a cell"))
            }
            _ => word.parse().map(Value::Integer).unwrap_or_else(|_| {
                Value::Number(word.parse().unwrap_or_else(|_| panic!("no value: {word}")))
            }),
        }
    }
}

/// Carries out a command in the window `@window` of a program, compares its calls with the recording to the last argument, and
/// returns its outcome. The recording begins behind those for the `@document` and the program, such as `@excel`.
pub(crate) fn carry_out(host: Host, command: &str, args: &serde_json::Value, recording: &str) -> String {
    let (document, program) = match host {
        Host::Word => ("Document", "word"),
        Host::Excel => ("Parent", "excel"),
        Host::PowerPoint => ("Presentation", "powerpoint"),
        Host::Outlook => ("Session", "outlook"),
    };
    let name = if host == Host::Outlook { "" } else { "get @document.FullName -> \"x\"\n" };
    let begin = format!("get @window.{document} -> @document\n{name}get @window.Application -> @{program}\n");
    let recording = Recording::of(&(begin + recording));
    let call = Call { command: command.into(), args: args.as_object().unwrap().clone() };
    let outcome = carried_out(host, &recording.object("window"), &recording, &call);
    recording.assert_used();
    match outcome.output {
        Some(output) => format!("{}\n{output}", outcome.effect),
        None => outcome.effect.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::value::args;

    #[test]
    fn what_is_written_as_a_value_is_that_value_again() {
        let recording = Recording::of("");
        for text in [
            "empty",
            "null",
            "true",
            "-3",
            "2.5",
            "date 2.5",
            "#N/A",
            r#""a \"b\", c""#,
            r#"[[1, "x"], [empty, #REF!]]"#,
            "@cells",
        ] {
            let value = Reader { text, recording: &recording }.whole();
            assert_eq!(value.to_string(), text);
        }
    }

    #[test]
    fn calls_are_answered_in_their_order_and_changes_are_known() {
        let recording = Recording::of(
            r#"
            # The book knows its sheets.
            get @book.Sheets("A", 2) -> @sheet
            put @sheet.Name = "B" -> ! busy
            call @sheet.Delete(Force: true)
            "#,
        );
        let book = recording.object("book");
        let sheet = book.object_of("Sheets", args!["A", 2]).unwrap();
        assert_eq!(sheet.put("Name", "B"), Err(CallError::Busy));
        assert!(!book.has_changed());
        sheet.call("Delete", args![].named("Force", true)).unwrap();
        assert!(book.has_changed());
        recording.assert_used();
    }
}
