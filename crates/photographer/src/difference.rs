//! Where two pictures of one place differ.

use crate::Image;
use deskpilot_core::Rect;

/// The smallest rectangle, in desktop pixels, outside of which two pictures of one size are equal; `None` if they are.
pub fn difference(before: &Image, after: &Image) -> Option<Rect> {
    if before.size != after.size {
        return Some(after.rect());
    }
    let length = 3 * after.size.width as usize;
    let rows = || before.rgb.chunks_exact(length.max(1)).zip(after.rgb.chunks_exact(length.max(1)));
    let top = rows().position(|(old, new)| old != new)?;
    let bottom = rows().rposition(|(old, new)| old != new)?;
    let (mut left, mut right) = (length, 0);
    for (old, new) in rows().skip(top).take(bottom + 1 - top) {
        let differs = |(old, new): (&u8, &u8)| old != new;
        left = old.iter().zip(new).position(differs).unwrap_or(length).min(left);
        right = old.iter().zip(new).rposition(differs).unwrap_or(0).max(right);
    }
    let (left, right) = (left / 3, right / 3);
    let (x, y) = (i32::try_from(left).ok()?, i32::try_from(top).ok()?);
    let (width, height) = (u32::try_from(right + 1 - left).ok()?, u32::try_from(bottom + 1 - top).ok()?);
    Some(Rect::new(after.origin.x + x, after.origin.y + y, width, height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Point, Size};

    #[test]
    fn the_part_that_changed_is_found_to_the_pixel() {
        let size = Size { width: 6, height: 5 };
        let before = Image::filled(size, Point { x: 10, y: 20 }, [1, 2, 3]);
        let with = |pixels: &[(usize, usize)]| {
            let mut after = before.clone();
            pixels.iter().for_each(|(x, y)| after.rgb[3 * (y * 6 + x) + 1] = 9);
            after
        };
        for (pixels, expected) in [
            (&[][..], None),
            (&[(0, 0)], Some(Rect::new(10, 20, 1, 1))),
            (&[(5, 4)], Some(Rect::new(15, 24, 1, 1))),
            (&[(4, 1), (2, 3)], Some(Rect::new(12, 21, 3, 3))),
        ] {
            assert_eq!(difference(&before, &with(pixels)), expected, "{pixels:?}");
        }
        let other = Image::filled(Size { width: 1, height: 1 }, Point { x: 0, y: 0 }, [1, 2, 3]);
        assert_eq!(difference(&before, &other), Some(other.rect()));
    }
}
