//! Looks at folders and at what is in them.

use super::{
    Context, MAX_ENTRIES, MAX_OUTPUT,
    folder::Folder,
    os::{FileKind, Metadata},
    place::Place,
    read_out,
    text::{Lines, counted, shown, time},
};
use crate::error::{FileError, of_system};
use deskpilot_core::{Outcome, policy::Glob};
use std::{
    ffi::{OsStr, OsString},
    path::Path,
};

/// The most entries that are shown.
const MAX_SHOWN: usize = 400;

/// A pattern for names.
pub(super) fn matches(pattern: Option<&Glob>, name: &OsStr) -> bool {
    pattern.is_none_or(|it| it.matches(&name.to_string_lossy().to_lowercase()))
}

/// Lists a folder.
pub(super) fn list_folder(
    path: &Path,
    pattern: Option<&str>,
    context: &Context<'_>,
) -> Result<Outcome, FileError> {
    let folder = Folder::open(path)?;
    let pattern = pattern.map(Glob::from);
    let (mut names, mut seen): (Vec<OsString>, u64) = (Vec::new(), 0);
    for name in folder.names()? {
        context.work.check()?;
        if seen == MAX_ENTRIES as u64 {
            let more =
                format!("{path:?} has more than {MAX_ENTRIES} entries; {} of those match", names.len());
            return Ok(read_out(more, "too many to list: search_files finds names in it".into()));
        }
        seen += 1;
        let name = name?;
        if matches(pattern.as_ref(), &name) {
            names.push(name);
        }
    }
    names.sort();
    let mut lines = Lines::default();
    for name in names.iter().take(MAX_SHOWN) {
        // An entry that is gone meanwhile is not listed.
        if let Some(metadata) = folder.metadata(name)? {
            lines.push(&entry(&folder, name, &metadata), MAX_OUTPUT);
        }
    }
    let left_out = lines.left_out + names.len().saturating_sub(MAX_SHOWN) as u64;
    let what = match pattern {
        Some(pattern) => format!("{} of {seen} match {:?}", names.len(), pattern.to_string()),
        None => counted(seen, "entry"),
    };
    let more =
        if left_out > 0 { format!(", {left_out} of them left out: use a pattern") } else { String::new() };
    Ok(read_out(format!("{path:?} is listed: {what}{more}"), lines.text))
}

/// `file  1234  2026-01-31 12:00:00  notes.txt`
fn entry(folder: &Folder, name: &OsStr, metadata: &Metadata) -> String {
    let kind = metadata.kind();
    let size = if kind == FileKind::File { metadata.size().to_string() } else { "-".into() };
    let target = match kind {
        FileKind::Link => {
            folder.link_target(name).map(|it| format!(" -> {}", shown(&it))).unwrap_or_default()
        }
        _ => String::new(),
    };
    format!("{}\t{size}\t{}\t{}{target}", kind.word(), time(metadata.changed()), shown(name))
}

/// Tells what a file or a folder is.
pub(super) fn file_info(path: &Path) -> Result<Outcome, FileError> {
    let is_root = path.parent().is_none();
    let (metadata, target) = if is_root {
        (Folder::open(path)?.own_metadata()?, None)
    } else {
        let place = Place::of(path)?;
        let metadata = place.existing()?;
        let is_link = metadata.kind() == FileKind::Link;
        let target = is_link.then(|| place.folder.link_target(place.name()));
        (metadata, target.transpose().map_err(|error| of_system(path, &error))?)
    };
    let kind = metadata.kind().word();
    let mut lines = vec![
        format!("kind: {kind}"),
        format!("size: {} bytes", metadata.size()),
        format!("changed: {}", time(metadata.changed())),
        metadata.permission_line(),
    ];
    lines.extend(target.map(|it| format!("leads to: {}", shown(&it))));
    Ok(read_out(format!("{path:?} is a {kind}"), lines.join("\n")))
}
