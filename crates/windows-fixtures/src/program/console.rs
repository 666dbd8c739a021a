//! A console program: it reads lines, answers each, and records them.

use super::{ProgramError, start};
use crate::record::record;
use crate::{Happened, Recorder};
use std::io::{self, BufRead, Write};

/// The line that ends it.
const END: &str = "exit";

/// Reads lines until `exit`, or until there are no more.
///
/// # Errors
/// The command line names no record, or the console cannot be used.
pub fn console() -> Result<(), ProgramError> {
    let start = start()?;
    let recorder = Recorder::open(&start.record)?;
    record(&recorder, &Happened::Opened { title: start.title.unwrap_or_else(|| "Console".into()) });
    let mut output = io::stdout();
    write!(output, "> ")?;
    output.flush()?;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let text = line.trim_end().to_owned();
        record(&recorder, &Happened::Line { text: text.clone() });
        if text == END {
            break;
        }
        write!(output, "read: {text}\n> ")?;
        output.flush()?;
    }
    record(&recorder, &Happened::Closed);
    Ok(())
}
