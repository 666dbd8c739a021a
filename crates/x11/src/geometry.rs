//! Bounding rectangles and coordinates of the X protocol.

use deskpilot_core::Rect;

/// The bounding rectangle of both.
pub fn bounding_rect(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::new(x, y, right.abs_diff(x), bottom.abs_diff(y))
}

/// A coordinate in the X protocol's 16 bits, clamped to their range.
pub fn clamp(place: i32) -> i16 {
    i16::try_from(place).unwrap_or(if place < 0 { i16::MIN } else { i16::MAX })
}
