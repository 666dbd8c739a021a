//! Rectangles together, and places as the X protocol counts them.

use deskpilot_core::Rect;

/// The smallest rectangle that both are inside of.
pub fn around(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::new(x, y, right.abs_diff(x), bottom.abs_diff(y))
}

/// A coordinate as the X protocol counts it, in 16 bits; one that is beyond becomes the last.
pub fn clamp(place: i32) -> i16 {
    i16::try_from(place).unwrap_or(if place < 0 { i16::MIN } else { i16::MAX })
}
