//! Reads the text in pictures of pages, where the text reader is there.

use anyhow::Result;
use deskpilot_core::{Point, Size};
use deskpilot_desktop::{DetectedElement, Grounding, Image};
use deskpilot_documents::{Document, PagePicture, PictureLine};
use deskpilot_grounding::{OcrOptions, text_reader};
use deskpilot_knowledge::{KnowledgeError, read_document_with_pictures};
use deskpilot_runtime::{Config, weights};
use std::{
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

/// How long the picture of one page may take.
const DEADLINE: Duration = Duration::from_secs(120);

/// What reads the text in pictures of pages.
pub(super) struct PageReader {
    reader: Mutex<Box<dyn Grounding>>,
    stop: CancellationToken,
}

impl PageReader {
    /// The text reader of this machine, which a stop ends between two pages.
    ///
    /// # Errors
    /// Its weights are missing, or it is not built in; the error says what to do.
    pub(super) fn of(config: &Config, stop: CancellationToken) -> Result<PageReader> {
        let weights = weights(&config.grounding, &config.environment)?;
        let reader = text_reader(OcrOptions { weights, deadline: DEADLINE })?;
        Ok(PageReader { reader: Mutex::new(reader), stop })
    }

    /// The document in a file. It blocks, on a thread of a runtime.
    pub(super) fn document(&self, path: &Path) -> Result<Option<Document>, KnowledgeError> {
        read_document_with_pictures(path, &|picture| self.lines(picture))
    }

    fn lines(&self, picture: PagePicture) -> Result<Vec<PictureLine>, String> {
        if self.stop.is_cancelled() {
            return Err("it was stopped before all of its pages were read".into());
        }
        let PagePicture { width, height, rgb } = picture;
        let image = Image { size: Size { width, height }, origin: Point { x: 0, y: 0 }, rgb: rgb.into() };
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let found = Handle::current().block_on(reader.find(&image)).map_err(|error| error.to_string())?;
        // A page of which only a part was read counts as one without text.
        let elements = if found.truncated.is_some() { Vec::new() } else { found.elements };
        Ok(elements.into_iter().map(line).collect())
    }
}

fn line(element: DetectedElement) -> PictureLine {
    let DetectedElement { name, rect, .. } = element;
    let pixels = |it: u32| i32::try_from(it).unwrap_or(i32::MAX);
    let (width, height) = (pixels(rect.width), pixels(rect.height));
    PictureLine { text: name, left: rect.x, top: rect.y, width, height }
}
