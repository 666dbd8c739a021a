//! The pictures of a report, each once, however many tasks and steps show it.

use super::page::data_text;
use crate::logged_task::LoggedTask;
use base64::{prelude::BASE64_STANDARD, write::EncoderWriter};
use deskpilot_core::{BlobRef, Entry, Event, Note};
use deskpilot_log::Blobs;
use std::{
    collections::BTreeMap,
    io::{self, Write},
};

/// The pictures that tasks show, by their hashes, with the numbers of these tasks.
#[derive(Debug, Default)]
pub(super) struct NamedPictures(BTreeMap<String, (BlobRef, Vec<usize>)>);

/// What was written of them.
#[derive(Debug, Default)]
pub(super) struct WrittenPictures {
    pub(super) count: usize,
    pub(super) bytes: u64,
    /// Those that no log has, or that are damaged, as `TASK/HASH`.
    pub(super) missing: Vec<String>,
}

impl NamedPictures {
    /// Adds those that this entry of the task with this number shows.
    pub(super) fn add(&mut self, task: usize, entry: &Entry) {
        for blob in shown(&entry.event) {
            let (_, tasks) = self.0.entry(blob.hash.clone()).or_insert_with(|| (blob.clone(), Vec::new()));
            if tasks.last() != Some(&task) {
                tasks.push(task);
            }
        }
    }

    /// Writes the members of an object: the pictures by their hashes. One that a task lacks is taken from another that names it.
    pub(super) fn write(&self, tasks: &[LoggedTask], out: &mut impl Write) -> io::Result<WrittenPictures> {
        let mut written = WrittenPictures::default();
        for (hash, (blob, named_by)) in &self.0 {
            let named_by: Vec<&LoggedTask> = named_by.iter().filter_map(|it| tasks.get(*it)).collect();
            let Some(picture) = named_by.iter().find_map(|it| Blobs::of(&it.folder()).read(blob).ok()) else {
                written.missing.extend(named_by.iter().map(|it| format!("{}/{hash}", it.name)));
                continue;
            };
            let separator = if written.count == 0 { "" } else { "," };
            write!(out, "{separator}{}:\"", data_text(hash))?;
            write_base64(&picture, out)?;
            write!(out, "\"")?;
            written.count += 1;
            written.bytes += picture.len() as u64;
        }
        Ok(written)
    }
}

fn write_base64(bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
    let mut base64 = EncoderWriter::new(out, &BASE64_STANDARD);
    base64.write_all(bytes)?;
    base64.finish()?;
    Ok(())
}

/// The pictures on which the viewer draws what was aimed at; those with numbers on them are not needed.
fn shown(event: &Event) -> Vec<&BlobRef> {
    match event {
        Event::Observed { view } => view.pictures().clean.iter().collect(),
        Event::Pictured { view, desktop, .. } => {
            let of_window = view.as_ref().and_then(|it| it.pictures.clean.as_ref());
            desktop.clean.iter().chain(of_window).collect()
        }
        Event::Noted { note: Note::Screenshot { picture, .. } } => vec![picture],
        _ => Vec::new(),
    }
}
