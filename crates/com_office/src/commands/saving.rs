//! What saving has in common: a file counts as written once it is there and another than before.

use super::{
    answer::{Answer, Answered, Failure, bad, refused},
    call_args::CallArgs,
    files::{FileStamp, Files, ending},
};

/// The number of a format of a program, by the word of the table.
pub(crate) type Formats = [(&'static str, i64)];

/// The format of a call: the one that it names, or that of the name's ending.
pub(crate) fn format_of(args: CallArgs<'_>, path: &str, formats: &Formats) -> Result<(&'static str, i64), Failure> {
    let wanted = args.text("format").map_or_else(|| ending(path), str::to_owned);
    let known = formats.iter().find(|(word, _)| *word == wanted);
    known.copied().map_or_else(
        || {
            let words: Vec<&str> = formats.iter().map(|(word, _)| *word).collect();
            bad("format", format!("one of {}, which this program writes", words.join(", ")))
        },
        Ok,
    )
}

/// The answer about a file that a program wrote, if it is another than before.
pub(crate) fn written_since(files: &dyn Files, path: &str, before: Option<FileStamp>) -> Answered {
    match files.stamp(path) {
        Some(now) if Some(now) != before => Answer::done(format!("{path} was written, {} bytes", now.bytes)),
        _ => refused(format!("{path} was not written")),
    }
}
