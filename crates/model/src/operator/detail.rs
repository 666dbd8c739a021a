//! A part of the screen as a picture of its own, as large as the model sees it best.

use super::port::ScreenPart;
use deskpilot_core::{PictureLimits, Point, Rect, Size};
use deskpilot_photographer::{Image, crop, decode_png, encode_in_background, enlarge, fit};
use std::sync::Arc;

/// How many pixels a side become of one at most.
const MAX_ENLARGEMENT: u32 = 4;

/// A part of the picture in this PNG file, as a PNG file; `None` if there is no picture in it.
pub(super) async fn detail(png: Arc<[u8]>, part: ScreenPart, limits: PictureLimits) -> Option<Arc<[u8]>> {
    let file = encode_in_background(move || {
        // A picture without pixels cannot be encoded, so nothing is shown.
        let picture =
            decode_png(&png).unwrap_or_else(|_| Image::filled(Size::default(), Point::default(), [0; 3]));
        enlarged(&crop(&picture, rect(part, picture.size)), limits)
    });
    file.await.map(Arc::from)
}

/// The pixels in a part of a picture of this size, at least one.
fn rect(part: ScreenPart, size: Size) -> Rect {
    let edge = |at: f64, side: u32| (at * f64::from(side)).round() as u32;
    let (left, top) = (edge(part.left, size.width), edge(part.top, size.height));
    let (right, bottom) = (edge(part.right, size.width), edge(part.bottom, size.height));
    let x = left.min(size.width.saturating_sub(1));
    let y = top.min(size.height.saturating_sub(1));
    let (width, height) = (right.saturating_sub(x).max(1), bottom.saturating_sub(y).max(1));
    Rect::new(x.cast_signed(), y.cast_signed(), width, height)
}

/// The picture within the limits: smaller, or as many times larger as they allow.
fn enlarged(picture: &Image, limits: PictureLimits) -> Image {
    let fitted = fit(picture, limits).image;
    let Size { width, height } = fitted.size;
    let times =
        |factor: u32| Size { width: width.saturating_mul(factor), height: height.saturating_mul(factor) };
    let factor = (2..=MAX_ENLARGEMENT).rev().find(|it| limits.fit(times(*it))).unwrap_or(1);
    enlarge(&fitted, factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_photographer::encode_png;

    /// A picture of 40 x 20 pixels, grey on the left and dark on the right.
    fn halves() -> Arc<[u8]> {
        let mut picture = Image::filled(Size { width: 40, height: 20 }, Point::default(), [0x77; 3]);
        picture.fill(Rect::new(20, 0, 20, 20), [1, 2, 3]);
        encode_png(&picture).unwrap().into()
    }

    #[tokio::test]
    async fn a_part_is_shown_in_all_its_pixels_and_enlarged_as_far_as_the_limits_go() {
        let limits = |longest_side| PictureLimits { longest_side, ..PictureLimits::NONE };
        let right = ScreenPart { left: 0.5, top: 0.25, right: 1.0, bottom: 0.75 };
        for (part, longest_side, expected) in [
            (right, 1000, (80, 40)),
            (right, 79, (60, 30)),
            (right, 20, (20, 10)),
            (right, 10, (10, 5)),
            (ScreenPart { left: 0.999, top: 0.0, right: 1.0, bottom: 0.001 }, 1000, (4, 4)),
        ] {
            let file = detail(halves(), part, limits(longest_side)).await.unwrap();
            let shown = decode_png(&file).unwrap();
            assert_eq!((shown.size.width, shown.size.height), expected, "{part:?} within {longest_side}");
            assert!(shown.rgb.as_chunks::<3>().0.iter().all(|it| *it == [1, 2, 3]), "{part:?}");
        }
    }

    #[tokio::test]
    async fn what_is_no_picture_has_no_detail() {
        let all = ScreenPart { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
        assert!(detail(b"not a picture"[..].into(), all, PictureLimits::NONE).await.is_none());
    }
}
