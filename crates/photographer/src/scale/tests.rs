//! What scaling promises.

use super::*;
use proptest::prelude::*;

fn limits(longest_side: u32, pixels: u64, multiple: u32) -> PictureLimits {
    PictureLimits { longest_side, pixels, multiple }
}

#[test]
fn a_picture_is_made_no_larger_than_the_limits_and_never_larger_than_it_is() {
    for (width, height, limits, expected) in [
        (800, 600, limits(1568, u64::MAX, 1), (800, 600)),
        (1920, 1080, limits(1568, u64::MAX, 1), (1568, 882)),
        (1080, 1920, limits(1568, u64::MAX, 1), (882, 1568)),
        (1920, 1080, limits(1568, 1_150_000, 1), (1429, 804)),
        (1920, 1080, limits(4000, 1_003_520, 28), (1316, 728)),
        (800, 600, limits(1568, u64::MAX, 28), (784, 588)),
        (20, 2000, limits(1000, u64::MAX, 28), (10, 980)),
        (0, 0, limits(10, 10, 1), (0, 0)),
        (3000, 1, limits(100, 3000, 1), (100, 1)),
    ] {
        let scale = ImageScale::fitting(Rect::new(5, 6, width, height), limits);
        assert_eq!((scale.to.width, scale.to.height), expected, "{width}x{height} in {limits:?}");
    }
}

proptest! {
    #[test]
    fn points_come_back_and_never_leave_the_picture(
        (x, y) in (-3000..3000i32, -3000..3000i32),
        (width, height) in (1..5000u32, 1..5000u32),
        (longest_side, pixels, multiple) in (1..3000u32, 1..4_000_000u64, 1..40u32),
        (across, down) in (0.0..1.0f64, 0.0..1.0f64),
    ) {
        let scale = ImageScale::fitting(Rect::new(x, y, width, height), limits(longest_side, pixels, multiple));
        let shown = Rect::new(0, 0, scale.to.width, scale.to.height);
        let point = shown.at_fraction(across, down);
        let there = scale.to_desktop(point);
        prop_assert!(scale.from.contains(there));
        prop_assert_eq!(scale.from_desktop(there), point, "a point of the picture comes back exactly");

        let place = scale.from.at_fraction(across, down);
        let seen = scale.from_desktop(place);
        prop_assert!(shown.contains(seen));
        // One pixel of the picture shows this many of the desktop; the middle of them is no farther than half of that.
        let within = |from: u32, to: u32| from.div_ceil(to).div_ceil(2);
        let back = scale.to_desktop(seen);
        prop_assert!(back.x.abs_diff(place.x) <= within(width, scale.to.width), "{:?} {:?} {:?}", scale, place, back);
        prop_assert!(back.y.abs_diff(place.y) <= within(height, scale.to.height), "{:?} {:?} {:?}", scale, place, back);

        for outside in [Point { x: i32::MIN, y: i32::MAX }, Point { x: i32::MAX, y: i32::MIN }] {
            prop_assert!(shown.contains(scale.from_desktop(outside)) && scale.from.contains(scale.to_desktop(outside)));
        }
        let rect = scale.rect_from_desktop(Rect::new(place.x, place.y, 30, 20));
        prop_assert!(!rect.is_empty() && rect.intersection(shown) == rect);
        prop_assert!(scale.rect_from_desktop(scale.from) == shown);
    }

    #[test]
    fn one_colour_stays_one_colour(
        (width, height) in (1..90u32, 1..90u32), (to_width, to_height) in (1..90u32, 1..90u32), colour: [u8; 3]
    ) {
        let picture = Image::filled(Size { width, height }, Point { x: 3, y: 4 }, colour);
        let to = Size { width: to_width.min(width), height: to_height.min(height) };
        prop_assert_eq!(shrink(&picture, to), Image::filled(to, picture.origin, colour));
    }
}

#[test]
fn a_pixel_is_the_mean_of_what_it_covers() {
    let row = |grey: &[u8]| Image {
        size: Size { width: grey.len() as u32, height: 1 },
        origin: Point { x: 0, y: 0 },
        rgb: grey.iter().flat_map(|it| [*it; 3]).collect(),
    };
    for (from, to, expected) in [
        ([0, 100, 200, 100].as_slice(), 2, [50, 150].as_slice()),
        (&[0, 0, 255, 255, 0, 0], 3, &[0, 255, 0]),
        (&[90, 0, 60], 2, &[60, 40]),
        (&[7, 8, 9], 3, &[7, 8, 9]),
    ] {
        assert_eq!(shrink(&row(from), Size { width: to, height: 1 }).rgb, row(expected).rgb, "{from:?}");
    }
}

#[test]
fn a_small_picture_is_not_copied() {
    let picture = Image::filled(Size { width: 30, height: 20 }, Point { x: 0, y: 0 }, [1; 3]);
    assert!(matches!(fit(&picture, limits(30, 600, 1)).image, Cow::Borrowed(_)));
    assert_eq!(fit(&picture, limits(15, 600, 1)).image.size, Size { width: 15, height: 10 });
}
