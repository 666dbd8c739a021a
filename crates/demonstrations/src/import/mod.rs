//! Imports archives of the Steps Recorder of Windows: a `.mht` page with pictures, mostly in a `.zip`.
//!
//! The file is untrusted. Nothing in it becomes a path; everything in it has a limit, which applies while it is read.

mod archive;
mod encoding;
mod limits;
mod mime;
mod page;
mod picture;
mod steps;
#[cfg(test)]
mod tests;

use crate::{Demonstration, DemonstrationError, Pictures, Source};
use deskpilot_system::ReadLimit;
use limits::Limits;
use mime::Page;
use std::path::Path;

/// The usual limits, for fuzzing.
#[cfg(any(test, fuzzing))]
pub(crate) const USUAL: Limits = Limits::USUAL;

/// The demonstration in a file of the Steps Recorder, with its pictures.
///
/// # Errors
/// The file cannot be read, is no such archive, or exceeds a limit: the error says which.
pub fn import(file: &Path, request: &str) -> Result<(Demonstration, Pictures), DemonstrationError> {
    let bytes = ReadLimit::bytes(Limits::USUAL.file).read(file).map_err(DemonstrationError::file(file))?;
    read(&bytes, request, Limits::USUAL)
        .map_err(|why| DemonstrationError::BadArchive { path: file.to_owned(), why })
}

/// The demonstration in these bytes.
pub(crate) fn read(bytes: &[u8], request: &str, limits: Limits) -> Result<(Demonstration, Pictures), String> {
    let unpacked;
    let page = if archive::is_zip(bytes) {
        unpacked = archive::page(bytes, limits)?;
        unpacked.as_slice()
    } else {
        bytes
    };
    let page = Page::parse(page, limits)?;
    let html = page.html()?;
    let recorded = steps::recorded_steps(&html, limits)?;
    let comments = page::comments(&html);
    let mut pictures = Pictures::new();
    let mut steps = Vec::new();
    for (at, recorded) in recorded.iter().enumerate() {
        let number = at + 1;
        let comment = comments.get(&recorded.number).cloned().unwrap_or_default();
        let mut step = recorded.step(comment);
        if let Some(file) = page.part(&recorded.screenshot) {
            let picture = picture::checked(file, limits)
                .map_err(|why| format!("the picture of step {number} {why}"))?;
            // The name in the archive is only compared, never used.
            let name = format!("{number:03}-before.{}", picture.kind.ending());
            pictures.insert(name.clone(), picture);
            step.before = Some(name);
        }
        steps.push(step);
    }
    let mut shown = Demonstration {
        request: request.to_owned(),
        when: String::new(),
        source: Source::StepsRecorder,
        applications: recorded.iter().filter_map(steps::RecordedStep::application).collect(),
        steps,
    };
    shown.collect_applications();
    Ok((shown, pictures))
}
