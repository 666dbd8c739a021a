//! What saving has in common: a file counts as written once it is there and another than before.

use super::{
    answer::{Answer, Answered, Failure, bad, refused},
    call_args::CallArgs,
    files::{ending, is_same_path},
    here::Here,
    machine::{FileStamp, Machine},
};
use crate::dispatch::error::CallError;

/// The number of a format of a program, by the word of the table.
pub(crate) type Formats = [(&'static str, i64)];

/// The format of a call: the one that it names, or that of the name's ending, which must be its own.
pub(crate) fn format_of(args: CallArgs<'_>, path: &str, formats: &Formats) -> Result<i64, Failure> {
    let wanted = args.text("format").map_or_else(|| ending(path), str::to_owned);
    match formats.iter().find(|(word, _)| *word == wanted) {
        Some((word, _)) if ending(path) != *word => {
            bad("path", format!("a name that ends with .{word}: the program would add it"))
        }
        Some((_, number)) => Ok(*number),
        None => {
            let words: Vec<&str> = formats.iter().map(|(word, _)| *word).collect();
            bad("format", format!("one of {}, which this program writes", words.join(", ")))
        }
    }
}

/// The format of a new document, by the ending of its name.
pub(crate) fn format_of_new(path: &str, formats: &Formats) -> Result<i64, Failure> {
    let ending = ending(path);
    match formats.iter().find(|(word, _)| *word == ending) {
        Some((_, number)) => Ok(*number),
        None => {
            let words: Vec<&str> = formats.iter().map(|(word, _)| *word).collect();
            bad("path", format!("a name that ends with one of {}", words.join(", ")))
        }
    }
}

/// Saves the document to its file, and looks at the file.
pub(crate) fn saved(here: &Here<'_>, save: impl FnOnce() -> Result<(), CallError>) -> Answered {
    let document = &here.document;
    if document.text("Path")?.is_empty() {
        return refused("the document has no file yet: save_as gives it one");
    }
    if document.flag("Saved")? {
        return Ok(Answer::Same("the document was saved already".into()));
    }
    let path = document.text("FullName")?;
    let before = here.machine.stamp(&path);
    save()?;
    let is_saved = document.flag("Saved")?;
    // A document of a server has an address instead of a path, and no file here.
    if path.contains("://") {
        return Answer::done_if(is_saved, format!("{path} is saved, as the program says"), "it is not saved");
    }
    let written = written_since(here.machine, &path, before)?;
    match is_saved {
        true => Ok(written),
        false => Ok(Answer::Partial(format!("{path} was written, and the document is not saved"))),
    }
}

/// Saves the document under another name, and looks at the file.
pub(crate) fn saved_as(
    here: &Here<'_>,
    path: &str,
    save: impl FnOnce() -> Result<(), CallError>,
) -> Answered {
    let before = here.machine.stamp(path);
    save()?;
    let now = here.document.text("FullName")?;
    match is_same_path(&now, path) {
        true => written_since(here.machine, path, before),
        false => refused(format!("the document is {now} still")),
    }
}

/// Writes a copy of the document, and looks at the file.
pub(crate) fn exported(
    here: &Here<'_>,
    path: &str,
    export: impl FnOnce() -> Result<(), CallError>,
) -> Answered {
    let before = here.machine.stamp(path);
    export()?;
    written_since(here.machine, path, before)
}

/// The answer about a file that a program wrote, if it is another than before.
pub(crate) fn written_since(machine: &dyn Machine, path: &str, before: Option<FileStamp>) -> Answered {
    match machine.stamp(path) {
        Some(now) if Some(now) != before => Answer::done(format!("{path} was written, {} bytes", now.bytes)),
        _ => refused(format!("{path} was not written")),
    }
}

/// Makes a document with its file, which is not there yet. `make` returns the path of the document in front then.
pub(crate) fn made(
    here: &Here<'_>,
    path: &str,
    make: impl FnOnce() -> Result<String, CallError>,
) -> Answered {
    if here.machine.stamp(path).is_some() {
        return refused(format!("{path} is there already: open_document opens it"));
    }
    let front = make()?;
    let written = written_since(here.machine, path, None)?;
    match is_same_path(&front, path) {
        true => Ok(written.with_note("; it is an empty document, whose window is in front")),
        false => Ok(Answer::Partial(format!(
            "{path} was written, and its window is not in front: switch_window goes there"
        ))),
    }
}

/// Does something about which the program would ask in a dialog, without the dialog; `no_alerts` is its number for asking nothing.
pub(crate) fn without_questions(
    here: &Here<'_>,
    no_alerts: i64,
    act: impl FnOnce() -> Result<(), CallError>,
) -> Result<(), CallError> {
    let asks = here.program.integer("DisplayAlerts")?;
    here.program.put("DisplayAlerts", no_alerts)?;
    let acted = act();
    // Also after a failure: the user's own program asks again.
    here.program.put("DisplayAlerts", asks)?;
    acted
}
