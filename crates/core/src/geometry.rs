//! Points, sizes and rectangles in the one coordinate frame: physical pixels of the whole desktop, origin top left.

use serde::{Deserialize, Serialize};

/// A point on the desktop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: i32,
    /// Pixels from the top edge.
    pub y: i32,
}

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Size {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

/// Limits of a picture's size, such as those of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureLimits {
    /// The maximum number of pixels of the longer side.
    pub longest_side: u32,
    /// The maximum number of pixels in all.
    pub pixels: u64,
    /// Each side is a multiple of this many pixels.
    pub multiple: u32,
}

impl PictureLimits {
    /// No limits: pictures keep their size.
    pub const NONE: PictureLimits = PictureLimits { longest_side: u32::MAX, pixels: u64::MAX, multiple: 1 };

    /// Whether a picture of this size is within the limits.
    pub const fn fit(&self, size: Size) -> bool {
        let longest = if size.width > size.height { size.width } else { size.height };
        longest <= self.longest_side && size.width as u64 * size.height as u64 <= self.pixels
    }
}

/// An axis-aligned rectangle; empty when a side is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rect {
    /// The left edge.
    pub x: i32,
    /// The top edge.
    pub y: i32,
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

impl Rect {
    /// The rectangle with this corner and these sides.
    pub const fn new(x: i32, y: i32, width: u32, height: u32) -> Rect {
        Rect { x, y, width, height }
    }

    /// The first column right of the rectangle.
    pub const fn right(self) -> i32 {
        self.x.saturating_add_unsigned(self.width)
    }

    /// The first row below the rectangle.
    pub const fn bottom(self) -> i32 {
        self.y.saturating_add_unsigned(self.height)
    }

    /// Its width and height.
    pub const fn size(self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// Whether no pixel is inside.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// The number of pixels inside.
    pub const fn area(self) -> u64 {
        self.width as u64 * self.height as u64
    }

    /// The middle, rounded down.
    pub const fn center(self) -> Point {
        Point {
            x: self.x.saturating_add_unsigned(self.width / 2),
            y: self.y.saturating_add_unsigned(self.height / 2),
        }
    }

    /// Whether the point's pixel is inside.
    pub const fn contains(self, point: Point) -> bool {
        point.x >= self.x && point.y >= self.y && point.x < self.right() && point.y < self.bottom()
    }

    /// The area that both rectangles cover; empty when they do not overlap.
    pub fn intersection(self, other: Rect) -> Rect {
        let x = self.x.max(other.x);
        let y = self.y.max(other.y);
        let width = self.right().min(other.right()).saturating_sub(x);
        let height = self.bottom().min(other.bottom()).saturating_sub(y);
        if width <= 0 || height <= 0 {
            return Rect { x, y, width: 0, height: 0 };
        }
        Rect { x, y, width: width.unsigned_abs(), height: height.unsigned_abs() }
    }

    /// Intersection over union, 0 to 1; 0 when both are empty.
    pub fn overlap(self, other: Rect) -> f64 {
        let shared = self.intersection(other).area();
        let covered = self.area() + other.area() - shared;
        if covered == 0 { 0.0 } else { shared as f64 / covered as f64 }
    }

    /// The largest part of it that `cover` leaves uncovered; empty when `cover` hides all of it.
    pub fn largest_uncovered(self, cover: Rect) -> Rect {
        let shared = self.intersection(cover);
        if shared.is_empty() {
            return self;
        }
        let between = |from: i32, to: i32| to.saturating_sub(from).max(0).unsigned_abs();
        let strips = [
            Rect { width: between(self.x, shared.x), ..self },
            Rect { x: shared.right(), width: between(shared.right(), self.right()), ..self },
            Rect { height: between(self.y, shared.y), ..self },
            Rect { y: shared.bottom(), height: between(shared.bottom(), self.bottom()), ..self },
        ];
        strips.into_iter().max_by_key(|strip| strip.area()).unwrap_or_default()
    }

    /// The same rectangle in coordinates relative to `origin`.
    pub const fn relative_to(self, origin: Point) -> Rect {
        Rect { x: self.x - origin.x, y: self.y - origin.y, ..self }
    }

    /// The same rectangle, moved right and down by `by`.
    pub const fn translated(self, by: Point) -> Rect {
        Rect { x: self.x.saturating_add(by.x), y: self.y.saturating_add(by.y), ..self }
    }

    /// The top left corner.
    pub const fn origin(self) -> Point {
        Point { x: self.x, y: self.y }
    }

    /// The point at fractions (0 to 1) of the sides; fractions outside are clamped.
    pub fn at_fraction(self, x: f64, y: f64) -> Point {
        let along = |start: i32, side: u32, fraction: f64| {
            let last = f64::from(side.saturating_sub(1));
            start.saturating_add((fraction.clamp(0.0, 1.0) * f64::from(side)).floor().min(last) as i32)
        };
        Point { x: along(self.x, self.width, x), y: along(self.y, self.height, y) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_is_intersection_over_union() {
        let left = Rect::new(0, 0, 10, 10);
        for (other, expected) in [
            (Rect::new(0, 0, 10, 10), 1.0),
            (Rect::new(5, 0, 10, 10), 50.0 / 150.0),
            (Rect::new(10, 0, 10, 10), 0.0),
            (Rect::new(-30, -30, 10, 10), 0.0),
        ] {
            assert!((left.overlap(other) - expected).abs() < 1e-9, "{other:?}");
        }
        assert_eq!(Rect::default().overlap(Rect::default()), 0.0);
    }

    #[test]
    fn the_largest_strip_of_a_covered_rectangle_stays() {
        let rect = Rect::new(0, 0, 100, 50);
        for (cover, expected) in [
            (Rect::new(200, 0, 10, 10), rect),
            (Rect::new(60, -5, 90, 90), Rect::new(0, 0, 60, 50)),
            (Rect::new(-5, 0, 45, 60), Rect::new(40, 0, 60, 50)),
            (Rect::new(0, 30, 100, 90), Rect::new(0, 0, 100, 30)),
            (Rect::new(-9, -9, 120, 19), Rect::new(0, 10, 100, 40)),
            (Rect::new(20, 10, 10, 10), Rect::new(30, 0, 70, 50)),
        ] {
            assert_eq!(rect.largest_uncovered(cover), expected, "{cover:?}");
        }
        assert!(rect.largest_uncovered(Rect::new(-1, -1, 102, 52)).is_empty());
    }

    #[test]
    fn fractions_stay_inside() {
        let window = Rect::new(100, 200, 50, 20);
        assert_eq!(window.at_fraction(0.0, 0.0), Point { x: 100, y: 200 });
        assert_eq!(window.at_fraction(0.5, 0.5), Point { x: 125, y: 210 });
        assert!(window.contains(window.at_fraction(1.0, 7.0)));
    }
}
