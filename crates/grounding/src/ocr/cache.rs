//! A cache of earlier OCR results.

use super::recognise::RecognisedLine;
use deskpilot_core::Rect;
use deskpilot_desktop::Image;
use std::collections::HashMap;

/// The hash of the pixels of a line.
pub(super) type PixelHash = [u8; 32];

/// The minimum number of cached lines; the maximum is twice as many.
const MIN_LINES: usize = 4096;

/// The number of cached pictures: the windows that a person switches between.
const MAX_PICTURES: usize = 3;

/// Recognised lines by the hash of their pixels, and the last pictures with their line positions.
#[derive(Default)]
pub(super) struct OcrCache {
    recent: HashMap<PixelHash, RecognisedLine>,
    older: HashMap<PixelHash, RecognisedLine>,
    pictures: Vec<(Image, Vec<Rect>)>,
}

impl OcrCache {
    /// The cached text of a line with these pixels.
    pub(super) fn line(&mut self, pixels: &PixelHash) -> Option<RecognisedLine> {
        if let Some(written) = self.recent.get(pixels) {
            return Some(written.clone());
        }
        let written = self.older.remove(pixels)?;
        self.store_line(*pixels, written.clone());
        Some(written)
    }

    /// Caches the text of a line.
    pub(super) fn store_line(&mut self, pixels: PixelHash, written: RecognisedLine) {
        if self.recent.len() >= MIN_LINES {
            self.older = std::mem::take(&mut self.recent);
        }
        self.recent.insert(pixels, written);
    }

    /// Takes the last picture of this part of the desktop, with its line positions, out of the cache.
    pub(super) fn take_picture(&mut self, place: Rect) -> Option<(Image, Vec<Rect>)> {
        let index = self.pictures.iter().position(|(picture, _)| picture.rect() == place)?;
        Some(self.pictures.remove(index))
    }

    /// Caches a picture with its line positions.
    pub(super) fn store_picture(&mut self, picture: Image, lines: Vec<Rect>) {
        self.pictures.insert(0, (picture, lines));
        self.pictures.truncate(MAX_PICTURES);
    }
}

/// The hash of a line's pixels; `line` is relative to the picture's top left corner.
pub(super) fn pixel_hash(picture: &Image, line: Rect) -> PixelHash {
    let across = picture.size.width as usize * 3;
    let mut hash = blake3::Hasher::new();
    hash.update(&line.width.to_le_bytes());
    for row in line.y..line.bottom() {
        let start = row as usize * across + line.x as usize * 3;
        hash.update(&picture.rgb[start..start + line.width as usize * 3]);
    }
    *hash.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Point, Size};

    fn written() -> RecognisedLine {
        RecognisedLine { text: "x".into(), confidence: 1.0 }
    }

    #[test]
    fn lines_are_kept_while_they_are_asked_for() {
        let mut cache = OcrCache::default();
        let key = |n: usize| *blake3::hash(&n.to_le_bytes()).as_bytes();
        for n in 0..3 * MIN_LINES {
            cache.store_line(key(n), written());
            assert!(cache.line(&key(0)).is_some(), "{n}");
        }
        assert!(cache.line(&key(1)).is_none());
        assert!(cache.recent.len() + cache.older.len() <= 2 * MIN_LINES);
    }

    #[test]
    fn the_same_pixels_elsewhere_have_the_same_hash() {
        let mut image = Image::filled(Size { width: 20, height: 9 }, Point { x: 7, y: 7 }, [1, 2, 3]);
        assert_eq!(pixel_hash(&image, Rect::new(0, 0, 6, 4)), pixel_hash(&image, Rect::new(14, 5, 6, 4)));
        assert_ne!(pixel_hash(&image, Rect::new(0, 0, 6, 4)), pixel_hash(&image, Rect::new(0, 0, 4, 6)));
        image.rgb[0] = 9;
        assert_ne!(pixel_hash(&image, Rect::new(0, 0, 6, 4)), pixel_hash(&image, Rect::new(14, 5, 6, 4)));
    }

    #[test]
    fn the_last_pictures_are_kept_by_their_place() {
        let mut cache = OcrCache::default();
        let at = |x| Image::filled(Size { width: 2, height: 2 }, Point { x, y: 0 }, [0; 3]);
        (0..4).for_each(|x| cache.store_picture(at(x), Vec::new()));
        assert!(cache.take_picture(at(0).rect()).is_none());
        assert!(cache.take_picture(at(1).rect()).is_some());
        assert!(cache.take_picture(at(1).rect()).is_none());
    }
}
