//! Carries out the commands on the disk.

mod archive;
mod bin;
mod content;
mod file_text;
mod folder;
mod look;
mod os;
mod place;
mod read;
mod read_document;
mod search;
mod staged;
mod text;
mod transfer;
mod tree;
mod write;

use crate::{error::FileError, roots::Roots, work::Work};
use deskpilot_core::{Call, Effect, Evidence, Outcome};
use place::Place;
use std::path::PathBuf;

/// What every command needs in addition to its arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    pub(crate) roots: &'a Roots,
    pub(crate) work: &'a Work,
}

/// The longest text that a command returns of one file or folder, in bytes.
const MAX_OUTPUT: usize = 16 << 10;
/// The most entries of a folder, or below it, that a command looks at.
const MAX_ENTRIES: usize = 100_000;
/// How many bytes are read or written between two looks at the clock.
const PIECE: usize = 256 << 10;

/// Carries out a call, whose arguments fit the table.
pub(crate) fn carry_out(call: &Call, context: &Context<'_>) -> Result<Outcome, FileError> {
    let args = Arguments { call, context };
    match call.command.as_str() {
        "list_folder" => look::list_folder(&args.path("path")?, args.text("pattern"), context),
        "file_info" => look::file_info(&args.path("path")?),
        "read_file" => match args.paths("paths")? {
            None => read::read_file(&args.place("path")?, args.lines()?, context),
            Some(paths) => {
                args.must_be_left_out(&["path", "from", "most"], "paths names the files")?;
                read::read_files(&paths, context)
            }
        },
        "read_document" => read_document::read_document(&args.place("path")?, args.lines()?, context),
        "search_files" => {
            let wanted = search::Wanted { name: args.text("name_pattern"), text: args.text("text") };
            search::search_files(&args.path("folder")?, &wanted, context)
        }
        "create_file" => write::create_file(&args.place("path")?, args.required_text("text")?, context),
        "write_file" => write::write_file(&args.place("path")?, args.required_text("text")?, context),
        "append_file" => write::append_file(&args.place("path")?, args.required_text("text")?, context),
        "make_folder" => write::make_folder(&args.place("path")?),
        "copy_file" => transfer::copy_file(&args.place("from")?, &args.place("to")?, context),
        "move_file" => transfer::move_file(&args.place("from")?, &args.place("to")?, context),
        "remove_file" => bin::remove_file(&args.place("path")?, context),
        "restore_file" => bin::restore_file(&args.place("path")?, context),
        "make_archive" => archive::make_archive(&args.place("path")?, &args.place("archive")?, context),
        "open_archive" => archive::open_archive(&args.place("archive")?, &args.place("folder")?, context),
        other => Err(FileError::NotPossible(format!("there is no command {other}"))),
    }
}

/// The arguments of a call.
struct Arguments<'a> {
    call: &'a Call,
    context: &'a Context<'a>,
}

impl<'a> Arguments<'a> {
    fn text(&self, name: &str) -> Option<&'a str> {
        self.call.args.get(name)?.as_str().filter(|it| !it.is_empty())
    }

    fn required_text(&self, name: &'static str) -> Result<&'a str, FileError> {
        let text = self.call.args.get(name).and_then(|it| it.as_str());
        text.ok_or_else(|| FileError::Argument { name, must: "a string".into() })
    }

    fn count(&self, name: &'static str) -> Result<Option<u64>, FileError> {
        let count = |it: &serde_json::Value| it.as_u64().or_else(|| whole(it.as_f64()?)).filter(|it| *it > 0);
        match self.call.args.get(name) {
            None => Ok(None),
            Some(value) => match count(value) {
                Some(count) => Ok(Some(count)),
                None => Err(FileError::Argument { name, must: "a whole number from 1".into() }),
            },
        }
    }

    fn lines(&self) -> Result<read::Lines, FileError> {
        Ok(read::Lines { from: self.count("from")?.unwrap_or(1), most: self.count("most")? })
    }

    /// The paths of a list; `None` if it is left out.
    fn paths(&self, name: &'static str) -> Result<Option<Vec<PathBuf>>, FileError> {
        let Some(items) = self.call.args.get(name).and_then(|it| it.as_array()) else { return Ok(None) };
        let texts = items.iter().filter_map(|it| it.as_str());
        texts.map(|it| self.context.roots.resolve(name, it)).collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// Fails if one of these arguments is there.
    fn must_be_left_out(&self, names: &[&'static str], because: &str) -> Result<(), FileError> {
        match names.iter().find(|it| self.call.args.contains_key(**it)) {
            Some(&name) => Err(FileError::Argument { name, must: format!("left out where {because}") }),
            None => Ok(()),
        }
    }

    fn path(&self, name: &'static str) -> Result<PathBuf, FileError> {
        self.context.roots.resolve(name, self.required_text(name)?)
    }

    fn place(&self, name: &'static str) -> Result<Place, FileError> {
        Place::of(&self.path(name)?)
    }
}

/// A number without a fraction that every integer below 2^53 is exact in.
fn whole(number: f64) -> Option<u64> {
    let is_whole = number.fract() == 0.0 && (0.0..9_007_199_254_740_992.0).contains(&number);
    is_whole.then_some(number as u64)
}

/// An outcome that was read back, as this sentence says.
fn confirmed(state: String) -> Outcome {
    Effect::Confirmed(Evidence::Reported(state)).into()
}

/// An outcome with the text that a command read.
fn read_out(state: String, output: String) -> Outcome {
    Outcome { output: Some(output), ..confirmed(state) }
}
