//! Pictures of a screen for one viewer: at the size they ask for, and of what changed alone.

use super::FrameQuality;
use base64::{Engine, prelude::BASE64_STANDARD};
use deskpilot_core::{PictureLimits, Rect, Size};
use deskpilot_desktop::{
    Image,
    photographer::{JpegQuality, crop, difference, encode_jpeg, encode_png, fit},
};
use serde::{Deserialize, Serialize};

/// The narrowest pictures.
const NARROWEST: u32 = 64;

/// The fewest pixels of a part that may lose some of what it shows: what a person types and points at is smaller.
const LEAST_PIXELS: u64 = 128 * 128;

/// A part of a screen that changed, in pixels of the scaled screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// Its number, from 1.
    pub number: u32,
    /// Its left edge.
    pub x: u32,
    /// Its upper edge.
    pub y: u32,
    /// Its size.
    pub size: Size,
    /// The size of the scaled screen.
    pub screen: Size,
    /// The size of the desktop.
    pub desktop: Size,
    /// It as a file.
    #[serde(flatten)]
    pub picture: FramePicture,
}

/// The file of a frame, in Base64.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FramePicture {
    /// Every pixel is as it was on the screen.
    Png(String),
    /// Some are a little different. Only a viewer who says what it has drawn gets one.
    Jpeg(String),
}

/// Makes the frames of one viewer.
#[derive(Default)]
pub(crate) struct FrameEncoder {
    last: Option<Image>,
    number: u32,
    /// Where the viewer has pixels that are a little different from those of the screen.
    lossy: Option<Rect>,
}

impl FrameEncoder {
    /// What changed since the last frame, in pictures of at most this width; `None` if nothing did.
    pub(crate) fn encode(&mut self, picture: &Image, width: u32, quality: FrameQuality) -> Option<Frame> {
        let scaled = fit(picture, limits(picture.size, width)).image.into_owned();
        let part = self.changed(&scaled)?;
        self.frame(picture.size, scaled, part, quality)
    }

    /// Where the viewer has pixels that are a little different, and what changed meanwhile, without loss; `None` where all are right.
    pub(crate) fn sharpen(&mut self, picture: &Image, width: u32) -> Option<Frame> {
        let lossy = self.lossy.take()?;
        let scaled = fit(picture, limits(picture.size, width)).image.into_owned();
        let part = self.changed(&scaled).map_or(lossy, |changed| around(lossy, changed));
        // The screen may have become smaller since.
        let part = part.intersection(scaled.rect());
        self.frame(picture.size, scaled, part, FrameQuality::Lossless)
    }

    /// Whether the viewer has pixels that are a little different.
    pub(crate) const fn is_lossy(&self) -> bool {
        self.lossy.is_some()
    }

    fn changed(&self, scaled: &Image) -> Option<Rect> {
        match &self.last {
            Some(last) => difference(last, scaled),
            None => Some(scaled.rect()),
        }
    }

    fn frame(&mut self, desktop: Size, scaled: Image, part: Rect, quality: FrameQuality) -> Option<Frame> {
        let picture = file(&crop(&scaled, part), quality)?;
        // Of what the viewer had before, a frame of the whole screen leaves nothing.
        let before = self.lossy.filter(|_| part != scaled.rect());
        self.lossy = match &picture {
            FramePicture::Jpeg(_) => Some(before.map_or(part, |it| around(it, part))),
            FramePicture::Png(_) => before,
        };
        let inside = part.relative_to(scaled.origin);
        self.number = self.number.wrapping_add(1);
        let frame = Frame {
            number: self.number,
            x: inside.x.unsigned_abs(),
            y: inside.y.unsigned_abs(),
            size: part.size(),
            screen: scaled.size,
            desktop,
            picture,
        };
        self.last = Some(scaled);
        Some(frame)
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

/// The smallest rectangle that has both.
fn around(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::new(x, y, right.abs_diff(x), bottom.abs_diff(y))
}

/// The limits of a picture of this size that is to be this wide at most.
fn limits(size: Size, width: u32) -> PictureLimits {
    let width = width.clamp(NARROWEST, size.width.max(NARROWEST));
    let height = u64::from(width) * u64::from(size.height) / u64::from(size.width.max(1));
    let longest_side = width.max(u32::try_from(height).unwrap_or(u32::MAX));
    PictureLimits { longest_side, ..PictureLimits::NONE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Point;
    use deskpilot_desktop::photographer::decode_png;

    const SIZE: Size = Size { width: 200, height: 100 };
    const LARGE: Size = Size { width: 320, height: 200 };

    fn part(frame: &Frame) -> Image {
        let FramePicture::Png(png) = &frame.picture else { unreachable!("{frame:?}") };
        decode_png(&BASE64_STANDARD.decode(png).unwrap()).unwrap()
    }

    /// A picture that is large as PNG, like a film.
    fn film(seed: u32) -> Image {
        let mut image = Image::filled(LARGE, Point::default(), [0, 0, 0]);
        let mut grain = seed;
        for byte in &mut image.rgb {
            grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = 100 + grain.to_be_bytes()[0] / 8;
        }
        image
    }

    #[test]
    fn the_first_frame_is_whole_the_next_have_what_changed_and_the_same_again_is_none() {
        let mut encoder = FrameEncoder::default();
        let mut picture = Image::filled(SIZE, Point::default(), [10, 20, 30]);
        let first = encoder.encode(&picture, 4000, FrameQuality::Lossless).unwrap();
        assert_eq!((first.number, first.x, first.y, first.size, first.screen), (1, 0, 0, SIZE, SIZE));
        assert_eq!(part(&first).rgb, picture.rgb);
        assert_eq!(encoder.encode(&picture, 4000, FrameQuality::Lossless), None);
        picture.rgb[3 * (7 * 200 + 5)] = 99;
        let next = encoder.encode(&picture, 4000, FrameQuality::Lossless).unwrap();
        let one = Size { width: 1, height: 1 };
        assert_eq!((next.number, next.x, next.y, next.size), (2, 5, 7, one));
        assert_eq!(part(&next).rgb, [99, 20, 30]);
    }

    #[test]
    fn frames_are_as_wide_as_the_viewer_asks_and_keep_their_shape() {
        let picture = Image::filled(SIZE, Point::default(), [10, 20, 30]);
        for (width, expected) in [(100, (100, 50)), (4000, (200, 100)), (0, (64, 32))] {
            let frame = FrameEncoder::default().encode(&picture, width, FrameQuality::Lossless).unwrap();
            assert_eq!((frame.screen.width, frame.screen.height), expected, "{width}");
            assert_eq!(frame.desktop, SIZE);
        }
    }

    #[test]
    fn an_interface_stays_as_it_is_and_so_does_what_is_small_and_a_film_does_not() {
        let plain = Image::filled(LARGE, Point::default(), [10, 20, 30]);
        let letter = crop(&film(1), Rect::new(0, 0, 60, 40));
        for (picture, quality, is_lossy) in [
            (&plain, FrameQuality::Coarse, false),
            (&letter, FrameQuality::Coarse, false),
            (&film(1), FrameQuality::Coarse, true),
            (&film(1), FrameQuality::Lossless, false),
        ] {
            let mut encoder = FrameEncoder::default();
            let frame = encoder.encode(picture, 4000, quality).unwrap();
            assert_eq!(matches!(frame.picture, FramePicture::Jpeg(_)), is_lossy, "{quality:?}");
            assert_eq!(encoder.is_lossy(), is_lossy);
        }
    }

    #[test]
    fn a_screen_that_stands_still_is_sharp_again_with_what_changed_meanwhile() {
        let mut encoder = FrameEncoder::default();
        assert!(encoder.encode(&film(1), 4000, FrameQuality::Coarse).is_some() && encoder.is_lossy());
        let sharp = encoder.sharpen(&film(2), 4000).unwrap();
        assert_eq!((sharp.number, sharp.size), (2, LARGE));
        assert_eq!(part(&sharp).rgb, film(2).rgb);
        assert!(!encoder.is_lossy());
        assert_eq!(encoder.sharpen(&film(2), 4000), None);
        assert_eq!(encoder.encode(&film(2), 4000, FrameQuality::Coarse), None);
    }

    #[test]
    fn a_screen_that_became_smaller_is_sharp_again_at_its_own_size() {
        let small = crop(&film(2), Rect::new(0, 0, 200, 150));
        // The viewer has the new size before the screen stands still, or gets it then.
        for is_shown in [true, false] {
            let mut encoder = FrameEncoder::default();
            assert!(encoder.encode(&film(1), 4000, FrameQuality::Coarse).is_some());
            if is_shown {
                assert!(encoder.encode(&small, 4000, FrameQuality::Coarse).is_some());
            }
            assert!(encoder.is_lossy());
            let sharp = encoder.sharpen(&small, 4000).unwrap();
            assert_eq!((sharp.size, sharp.screen), (small.size, small.size), "{is_shown}");
            assert_eq!(part(&sharp).rgb, small.rgb);
            assert!(!encoder.is_lossy());
        }
    }

    #[test]
    fn the_line_of_a_frame_names_its_format() {
        let frame = FrameEncoder::default().encode(&film(1), 4000, FrameQuality::Lossless).unwrap();
        let png = serde_json::to_value(&frame).unwrap();
        assert!(png["png"].is_string() && png.get("picture").is_none(), "{png}");
        let jpeg = Frame { picture: FramePicture::Jpeg("/9j/".into()), ..frame };
        let line = serde_json::to_value(&jpeg).unwrap();
        assert_eq!(line["jpeg"], "/9j/");
        assert_eq!(serde_json::from_value::<Frame>(line).unwrap(), jpeg);
    }
}
