//! Searches a folder and all below it. Follows no link, waits for nothing, and looks into no place of keys and settings.

use super::{
    Context, MAX_ENTRIES, MAX_OUTPUT,
    file_text::{bytes_of, decode_file},
    folder::Folder,
    look::matches,
    os::FileKind,
    read_out,
    text::{Lines, counted, shown},
};
use crate::error::FileError;
use deskpilot_core::{Outcome, is_hidden_char, policy::Glob};
use std::{
    collections::VecDeque,
    ffi::OsStr,
    fs::File,
    path::{Path, PathBuf},
};

/// The most places that are shown.
const MAX_HITS: u64 = 200;
/// The most lines of one file that are shown.
const MAX_LINES: usize = 5;
/// The largest file that is searched for a text.
const MAX_SEARCHED: u64 = 8 << 20;
/// The most letters of a line that are shown.
const MAX_LINE: usize = 160;

/// What to search for; `None` matches everything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) text: Option<&'a str>,
}

/// A search in progress.
struct Search<'a> {
    context: &'a Context<'a>,
    top: &'a Path,
    name: Option<Glob>,
    text: Option<&'a str>,
    /// The folders below the top that were not searched yet.
    folders: VecDeque<PathBuf>,
    hits: u64,
    lines: Lines,
    entries: usize,
    guarded: u64,
    unread: u64,
    /// How many files were searched that are no complete text in their encoding.
    damaged: u64,
}

/// Searches for names, for a text in files, or for both.
pub(super) fn search_files(
    top: &Path,
    wanted: &Wanted<'_>,
    context: &Context<'_>,
) -> Result<Outcome, FileError> {
    if wanted.name.is_none() && wanted.text.is_none() {
        return Err(FileError::NotPossible(
            "there is nothing to search for: give name_pattern, text or both".into(),
        ));
    }
    let mut search = Search {
        context,
        top,
        name: wanted.name.map(Glob::from),
        text: wanted.text,
        folders: VecDeque::from([PathBuf::new()]),
        hits: 0,
        lines: Lines::default(),
        entries: 0,
        guarded: 0,
        unread: 0,
        damaged: 0,
    };
    Folder::open(top)?.names()?.next().transpose()?;
    while let Some(below) = search.folders.pop_front() {
        search.folder(&below)?;
        if search.is_full() {
            break;
        }
    }
    Ok(read_out(search.report(), search.lines.text))
}

impl Search<'_> {
    fn is_full(&self) -> bool {
        self.hits >= MAX_HITS || self.lines.left_out > 0 || self.entries >= MAX_ENTRIES
    }

    /// A folder that cannot be read, or is gone meanwhile, is counted and left out.
    fn folder(&mut self, below: &Path) -> Result<(), FileError> {
        let Ok(folder) = Folder::open(&self.top.join(below)) else {
            self.unread += 1;
            return Ok(());
        };
        let Ok(names) = folder.names() else {
            self.unread += 1;
            return Ok(());
        };
        for name in names.filter_map(Result::ok) {
            self.context.work.check()?;
            if self.is_full() {
                return Ok(());
            }
            self.entries += 1;
            let path = folder.path.join(&name);
            if self.context.roots.is_guarded(&path) && !self.context.roots.is_guarded(self.top) {
                self.guarded += 1;
            } else if let Ok(Some(metadata)) = folder.metadata(&name) {
                self.entry(&folder, &name, metadata.kind(), &below.join(&name))?;
            }
        }
        Ok(())
    }

    fn entry(
        &mut self,
        folder: &Folder,
        name: &OsStr,
        kind: FileKind,
        below: &Path,
    ) -> Result<(), FileError> {
        if kind == FileKind::Folder {
            self.folders.push_back(below.to_owned());
        }
        if !matches(self.name.as_ref(), name) {
            return Ok(());
        }
        let Some(text) = self.text else {
            self.hit(&format!("{}\t{}", kind.word(), shown(below.as_os_str())));
            return Ok(());
        };
        if kind != FileKind::File {
            return Ok(());
        }
        match folder.file(name) {
            Ok(file) => self.file(file, text, below),
            Err(_) => {
                self.unread += 1;
                Ok(())
            }
        }
    }

    fn hit(&mut self, line: &str) {
        self.hits += 1;
        self.lines.push(line, MAX_OUTPUT);
    }

    /// Searches the lines of a text. What is no text has none.
    fn file(&mut self, mut file: File, text: &str, below: &Path) -> Result<(), FileError> {
        let size = file.metadata().map_or(u64::MAX, |it| it.len());
        if size > MAX_SEARCHED {
            self.unread += 1;
            return Ok(());
        }
        let bytes = match bytes_of(&mut file, MAX_SEARCHED, below, self.context.work) {
            Ok(Some(bytes)) => bytes,
            Err(error @ (FileError::Late { .. } | FileError::Stopped)) => return Err(error),
            _ => {
                self.unread += 1;
                return Ok(());
            }
        };
        let Ok(decoded) = decode_file(below, &bytes) else { return Ok(()) };
        self.damaged += u64::from(decoded.damage.is_some());
        let found = (1_u64..)
            .zip(decoded.text.lines())
            .filter_map(|(number, line)| Some((number, line, line.find(text)?)));
        for (number, line, at) in found.take(MAX_LINES) {
            self.hit(&format!("{}:{number}: {}", shown(below.as_os_str()), excerpt(line, at)));
        }
        Ok(())
    }

    fn report(&self) -> String {
        let mut summary = format!("{:?} is searched: {}", self.top, counted(self.hits, "place"));
        if self.is_full() {
            summary += ", and the search ended there: search a smaller folder, or for more";
        }
        if self.guarded > 0 {
            summary += &format!(
                "; left out, as keys and settings are kept there: {}",
                counted(self.guarded, "entry")
            );
        }
        if self.unread > 0 {
            summary += &format!("; not readable or too large: {}", counted(self.unread, "entry"));
        }
        if self.damaged > 0 {
            summary += &format!(
                "; searched, but not all of it could be decoded: {}",
                counted(self.damaged, "entry")
            );
        }
        summary
    }
}

/// The part of a line around a place in it, without characters that a person does not see.
fn excerpt(line: &str, at: usize) -> String {
    let start = line.floor_char_boundary(at.saturating_sub(MAX_LINE / 4));
    let letters = line[start..].trim_end().chars().take(MAX_LINE);
    letters.map(|it| if is_hidden_char(it) { ' ' } else { it }).collect()
}
