//! A picture of a screen as all its viewers share it: scaled once for each width, and each part of it made a file once.

use super::FrameQuality;
use base64::{Engine, prelude::BASE64_STANDARD};
use deskpilot_core::{PictureLimits, Rect, Size};
use deskpilot_desktop::{
    Image,
    photographer::{JpegQuality, crop, encode_jpeg, encode_png, fit},
};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The narrowest pictures.
const NARROWEST: u32 = 64;

/// The fewest pixels of a part that may lose some of what it shows: what a person types and points at is smaller.
const LEAST_PIXELS: u64 = 128 * 128;

/// The file of a frame, in Base64.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FramePicture {
    /// Every pixel is as it was on the screen.
    Png(String),
    /// Some are a little different. Only a viewer who says what it has drawn gets one.
    Jpeg(String),
}

/// A picture of a screen, with what its viewers have made of it.
pub(crate) struct SharedPicture {
    picture: Image,
    scaled: OnceMap<u32, Arc<Image>>,
    files: OnceMap<(u32, Rect, FrameQuality), Option<FramePicture>>,
}

impl SharedPicture {
    /// A picture that nobody has looked at.
    pub(crate) fn new(picture: Image) -> SharedPicture {
        SharedPicture { picture, scaled: OnceMap::default(), files: OnceMap::default() }
    }

    /// The size of the screen.
    pub(crate) const fn size(&self) -> Size {
        self.picture.size
    }

    /// The picture at this width at most.
    pub(crate) fn scaled(&self, width: u32) -> Arc<Image> {
        let width = shown_width(self.picture.size, width);
        let limits = limits(self.picture.size, width);
        self.scaled.value(width, || Arc::new(fit(&self.picture, limits).image.into_owned()))
    }

    /// The file of a part of the picture at this width; `None` where the part has no pixels.
    pub(crate) fn file(&self, width: u32, part: Rect, quality: FrameQuality) -> Option<FramePicture> {
        let width = shown_width(self.picture.size, width);
        self.files.value((width, part, quality), || file(&crop(&self.scaled(width), part), quality))
    }
}

/// Values that are each made once: a caller that asks for one that is being made waits for it.
struct OnceMap<K, V>(Mutex<Vec<(K, Arc<OnceLock<V>>)>>);

impl<K, V> Default for OnceMap<K, V> {
    fn default() -> OnceMap<K, V> {
        OnceMap(Mutex::default())
    }
}

impl<K: PartialEq, V: Clone> OnceMap<K, V> {
    fn value(&self, key: K, make: impl FnOnce() -> V) -> V {
        // The map is not locked meanwhile: only those who want the same value wait for it.
        self.cell(key).get_or_init(make).clone()
    }

    fn cell(&self, key: K) -> Arc<OnceLock<V>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, cell)) = known.iter().find(|(it, _)| *it == key) {
            return cell.clone();
        }
        let cell = Arc::default();
        known.push((key, Arc::clone(&cell)));
        cell
    }
}

/// The file of a part: PNG, unless JPEG is so much smaller that this viewer is better off with it.
fn file(part: &Image, quality: FrameQuality) -> Option<FramePicture> {
    let png = encode_png(part).ok()?;
    let jpeg = match quality {
        _ if part.rect().area() < LEAST_PIXELS => None,
        FrameQuality::Lossless => None,
        // Interfaces are small as PNG: what is three times as large as its JPEG is a photograph or a film.
        FrameQuality::Fine => smaller(part, JpegQuality::Fine, png.len() / 3),
        FrameQuality::Medium => smaller(part, JpegQuality::Medium, png.len() / 2),
        FrameQuality::Coarse => smaller(part, JpegQuality::Coarse, png.len()),
    };
    Some(match jpeg {
        Some(jpeg) => FramePicture::Jpeg(BASE64_STANDARD.encode(jpeg)),
        None => FramePicture::Png(BASE64_STANDARD.encode(png)),
    })
}

/// The part as JPEG, if that takes at most this many bytes.
fn smaller(part: &Image, quality: JpegQuality, most: usize) -> Option<Vec<u8>> {
    encode_jpeg(part, quality).ok().filter(|it| it.len() <= most)
}

/// How wide a picture of this size is shown to somebody who asks for this width.
fn shown_width(size: Size, width: u32) -> u32 {
    width.clamp(NARROWEST, size.width.max(NARROWEST))
}

/// The limits of a picture of this size that is to be this wide at most.
fn limits(size: Size, width: u32) -> PictureLimits {
    let height = u64::from(width) * u64::from(size.height) / u64::from(size.width.max(1));
    let longest_side = width.max(u32::try_from(height).unwrap_or(u32::MAX));
    PictureLimits { longest_side, ..PictureLimits::NONE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Point;
    use std::thread::scope;

    #[test]
    fn viewers_who_look_alike_share_the_scaled_picture_and_its_files() {
        let size = Size { width: 200, height: 100 };
        let shared = SharedPicture::new(Image::filled(size, Point::default(), [1, 2, 3]));
        let part = Rect::new(10, 10, 20, 20);
        let look = |width, quality| (shared.scaled(width), shared.file(width, part, quality).unwrap());
        let (first, file) = look(100, FrameQuality::Lossless);
        let (second, same) = look(100, FrameQuality::Lossless);
        assert!(Arc::ptr_eq(&first, &second) && file == same);
        // Wider than the screen is as wide as it, and narrower than the narrowest is that.
        for (width, quality, scaled, files) in [
            (100, FrameQuality::Lossless, 1, 1),
            (100, FrameQuality::Fine, 1, 2),
            (4000, FrameQuality::Fine, 2, 3),
            (200, FrameQuality::Fine, 2, 3),
            (0, FrameQuality::Fine, 3, 4),
            (64, FrameQuality::Fine, 3, 4),
        ] {
            look(width, quality);
            let made = (shared.scaled.0.lock().unwrap().len(), shared.files.0.lock().unwrap().len());
            assert_eq!(made, (scaled, files), "{width} {quality:?}");
        }
    }

    #[test]
    fn a_value_is_made_once_however_many_ask_for_it_at_once() {
        let (values, made) = (OnceMap::default(), Mutex::new(Vec::new()));
        let ask = |key: usize| {
            values.value(key, || {
                let mut made = made.lock().unwrap();
                made.push(key);
                made.len()
            })
        };
        scope(|threads| {
            for at in 0..16 {
                threads.spawn(move || ask(at % 2));
            }
        });
        let mut made = made.lock().unwrap().clone();
        made.sort_unstable();
        assert_eq!(made, [0, 1]);
    }
}
