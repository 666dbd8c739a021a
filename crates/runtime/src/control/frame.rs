//! Pictures of a screen for one viewer: at the size they ask for, and of what changed alone.

use base64::{Engine, prelude::BASE64_STANDARD};
use deskpilot_core::{PictureLimits, Size};
use deskpilot_desktop::{
    Image,
    photographer::{crop, difference, encode_png, fit},
};
use serde::{Deserialize, Serialize};

/// The narrowest pictures.
const NARROWEST: u32 = 64;

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
    /// It as PNG, in Base64.
    pub png: String,
}

/// Makes the frames of one viewer.
#[derive(Default)]
pub(crate) struct FrameEncoder {
    last: Option<Image>,
    number: u32,
}

impl FrameEncoder {
    /// What changed since the last frame, in pictures of at most this width; `None` if nothing did.
    pub(crate) fn encode(&mut self, picture: &Image, width: u32) -> Option<Frame> {
        let scaled = fit(picture, limits(picture.size, width)).image.into_owned();
        let part = match &self.last {
            Some(last) => difference(last, &scaled)?,
            None => scaled.rect(),
        };
        let png = encode_png(&crop(&scaled, part)).ok()?;
        let inside = part.relative_to(scaled.origin);
        self.number = self.number.wrapping_add(1);
        let frame = Frame {
            number: self.number,
            x: inside.x.unsigned_abs(),
            y: inside.y.unsigned_abs(),
            size: part.size(),
            screen: scaled.size,
            desktop: picture.size,
            png: BASE64_STANDARD.encode(png),
        };
        self.last = Some(scaled);
        Some(frame)
    }
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

    fn part(frame: &Frame) -> Image {
        decode_png(&BASE64_STANDARD.decode(&frame.png).unwrap()).unwrap()
    }

    #[test]
    fn the_first_frame_is_whole_the_next_have_what_changed_and_the_same_again_is_none() {
        let mut encoder = FrameEncoder::default();
        let mut picture = Image::filled(SIZE, Point::default(), [10, 20, 30]);
        let first = encoder.encode(&picture, 4000).unwrap();
        assert_eq!((first.number, first.x, first.y, first.size, first.screen), (1, 0, 0, SIZE, SIZE));
        assert_eq!(part(&first).rgb, picture.rgb);
        assert_eq!(encoder.encode(&picture, 4000), None);
        picture.rgb[3 * (7 * 200 + 5)] = 99;
        let next = encoder.encode(&picture, 4000).unwrap();
        let one = Size { width: 1, height: 1 };
        assert_eq!((next.number, next.x, next.y, next.size), (2, 5, 7, one));
        assert_eq!(part(&next).rgb, [99, 20, 30]);
    }

    #[test]
    fn frames_are_as_wide_as_the_viewer_asks_and_keep_their_shape() {
        let picture = Image::filled(SIZE, Point::default(), [10, 20, 30]);
        for (width, expected) in [(100, (100, 50)), (4000, (200, 100)), (0, (64, 32))] {
            let frame = FrameEncoder::default().encode(&picture, width).unwrap();
            assert_eq!((frame.screen.width, frame.screen.height), expected, "{width}");
            assert_eq!(frame.desktop, SIZE);
        }
    }
}
