//! Pictures of a screen for one viewer: at the size they ask for, and of what changed alone.

use super::{FramePicture, FrameQuality, SharedPicture};
use deskpilot_core::{Rect, Size};
use deskpilot_desktop::{Image, photographer::difference};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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

/// Makes the frames of one viewer.
#[derive(Default)]
pub(crate) struct FrameEncoder {
    last: Option<Arc<Image>>,
    number: u32,
    /// Where the viewer has pixels that are a little different from those of the screen.
    lossy: Option<Rect>,
}

impl FrameEncoder {
    /// What changed since the last frame, in pictures of at most this width; `None` if nothing did.
    pub(crate) fn encode(
        &mut self,
        picture: &SharedPicture,
        width: u32,
        quality: FrameQuality,
    ) -> Option<Frame> {
        let scaled = picture.scaled(width);
        let part = self.changed(&scaled)?;
        let file = picture.file(width, part, quality)?;
        Some(self.frame(picture.size(), scaled, part, file))
    }

    /// Where the viewer has pixels that are a little different, and what changed meanwhile, without loss; `None` where all are right.
    pub(crate) fn sharpen(&mut self, picture: &SharedPicture, width: u32) -> Option<Frame> {
        let lossy = self.lossy.take()?;
        let scaled = picture.scaled(width);
        let part = self.changed(&scaled).map_or(lossy, |changed| around(lossy, changed));
        // The screen may have become smaller since.
        let part = part.intersection(scaled.rect());
        let file = picture.file(width, part, FrameQuality::Lossless)?;
        Some(self.frame(picture.size(), scaled, part, file))
    }

    /// Whether the viewer has pixels that are a little different.
    pub(crate) const fn is_lossy(&self) -> bool {
        self.lossy.is_some()
    }

    fn changed(&self, scaled: &Arc<Image>) -> Option<Rect> {
        match &self.last {
            Some(last) if Arc::ptr_eq(last, scaled) => None,
            Some(last) => difference(last, scaled),
            None => Some(scaled.rect()),
        }
    }

    fn frame(&mut self, desktop: Size, scaled: Arc<Image>, part: Rect, picture: FramePicture) -> Frame {
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
        frame
    }
}

/// The smallest rectangle that has both.
fn around(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::new(x, y, right.abs_diff(x), bottom.abs_diff(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::{Engine, prelude::BASE64_STANDARD};
    use deskpilot_core::Point;
    use deskpilot_desktop::photographer::{crop, decode_png};

    const SIZE: Size = Size { width: 200, height: 100 };
    const LARGE: Size = Size { width: 320, height: 200 };

    fn shared(picture: &Image) -> SharedPicture {
        SharedPicture::new(picture.clone())
    }

    fn part(frame: &Frame) -> Image {
        let FramePicture::Png(png) = &frame.picture else { unreachable!("{frame:?}") };
        decode_png(&BASE64_STANDARD.decode(png).unwrap()).unwrap()
    }

    /// A picture that is large as PNG, like a film.
    fn film(seed: u32) -> Image {
        let mut image = Image::filled(LARGE, Point::default(), [0, 0, 0]);
        let mut grain = seed;
        for byte in image.rgb.iter_mut() {
            grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = 100 + grain.to_be_bytes()[0] / 8;
        }
        image
    }

    #[test]
    fn the_first_frame_is_whole_the_next_have_what_changed_and_the_same_again_is_none() {
        let mut encoder = FrameEncoder::default();
        let mut picture = Image::filled(SIZE, Point::default(), [10, 20, 30]);
        let first = encoder.encode(&shared(&picture), 4000, FrameQuality::Lossless).unwrap();
        assert_eq!((first.number, first.x, first.y, first.size, first.screen), (1, 0, 0, SIZE, SIZE));
        assert_eq!(part(&first).rgb, picture.rgb);
        assert_eq!(encoder.encode(&shared(&picture), 4000, FrameQuality::Lossless), None);
        picture.rgb[3 * (7 * 200 + 5)] = 99;
        let next = encoder.encode(&shared(&picture), 4000, FrameQuality::Lossless).unwrap();
        let one = Size { width: 1, height: 1 };
        assert_eq!((next.number, next.x, next.y, next.size), (2, 5, 7, one));
        assert_eq!(part(&next).rgb[..], [99, 20, 30]);
    }

    #[test]
    fn frames_are_as_wide_as_the_viewer_asks_and_keep_their_shape() {
        let picture = Image::filled(SIZE, Point::default(), [10, 20, 30]);
        for (width, expected) in [(100, (100, 50)), (4000, (200, 100)), (0, (64, 32))] {
            let frame =
                FrameEncoder::default().encode(&shared(&picture), width, FrameQuality::Lossless).unwrap();
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
            let frame = encoder.encode(&shared(picture), 4000, quality).unwrap();
            assert_eq!(matches!(frame.picture, FramePicture::Jpeg(_)), is_lossy, "{quality:?}");
            assert_eq!(encoder.is_lossy(), is_lossy);
        }
    }

    #[test]
    fn a_screen_that_stands_still_is_sharp_again_with_what_changed_meanwhile() {
        let mut encoder = FrameEncoder::default();
        assert!(
            encoder.encode(&shared(&film(1)), 4000, FrameQuality::Coarse).is_some() && encoder.is_lossy()
        );
        let sharp = encoder.sharpen(&shared(&film(2)), 4000).unwrap();
        assert_eq!((sharp.number, sharp.size), (2, LARGE));
        assert_eq!(part(&sharp).rgb, film(2).rgb);
        assert!(!encoder.is_lossy());
        assert_eq!(encoder.sharpen(&shared(&film(2)), 4000), None);
        assert_eq!(encoder.encode(&shared(&film(2)), 4000, FrameQuality::Coarse), None);
    }

    #[test]
    fn a_screen_that_became_smaller_is_sharp_again_at_its_own_size() {
        let small = crop(&film(2), Rect::new(0, 0, 200, 150));
        // The viewer has the new size before the screen stands still, or gets it then.
        for is_shown in [true, false] {
            let mut encoder = FrameEncoder::default();
            assert!(encoder.encode(&shared(&film(1)), 4000, FrameQuality::Coarse).is_some());
            if is_shown {
                assert!(encoder.encode(&shared(&small), 4000, FrameQuality::Coarse).is_some());
            }
            assert!(encoder.is_lossy());
            let sharp = encoder.sharpen(&shared(&small), 4000).unwrap();
            assert_eq!((sharp.size, sharp.screen), (small.size, small.size), "{is_shown}");
            assert_eq!(part(&sharp).rgb, small.rgb);
            assert!(!encoder.is_lossy());
        }
    }

    #[test]
    fn viewers_who_look_alike_get_the_same_frames_and_one_who_comes_later_the_whole_screen() {
        let (mut one, mut other) = (FrameEncoder::default(), FrameEncoder::default());
        let mut picture = Image::filled(SIZE, Point::default(), [10, 20, 30]);
        for grey in 0..3 {
            picture.rgb[3 * (7 * 200 + 5)] = grey;
            let shown = shared(&picture);
            let [first, second] =
                [&mut one, &mut other].map(|it| it.encode(&shown, 4000, FrameQuality::Fine).unwrap());
            assert_eq!(first, second);
            assert_eq!(one.encode(&shown, 4000, FrameQuality::Fine), None, "it has this one");
            let whole = FrameEncoder::default().encode(&shown, 4000, FrameQuality::Fine).unwrap();
            assert_eq!((whole.number, whole.size), (1, SIZE));
        }
    }

    #[test]
    fn the_line_of_a_frame_names_its_format() {
        let frame = FrameEncoder::default().encode(&shared(&film(1)), 4000, FrameQuality::Lossless).unwrap();
        let png = serde_json::to_value(&frame).unwrap();
        assert!(png["png"].is_string() && png.get("picture").is_none(), "{png}");
        let jpeg = Frame { picture: FramePicture::Jpeg("/9j/".into()), ..frame };
        let line = serde_json::to_value(&jpeg).unwrap();
        assert_eq!(line["jpeg"], "/9j/");
        assert_eq!(serde_json::from_value::<Frame>(line).unwrap(), jpeg);
    }
}
