//! Checks in a picture whether something is drawn with exactly the bounds of a control. Pure.
//!
//! A button has lines along its bounds; an icon or a word has blank space around it. A wrong rectangle cuts through
//! what is drawn.

use deskpilot_core::{Point, Rect};
use deskpilot_desktop::Image;

/// Two pixels differ if a colour channel differs by this much.
const STEP: u8 = 16;
/// The least share of a side that must be a line, or of one colour.
const MOST_OF_A_SIDE: f64 = 0.7;
const NEARLY_ALL: f64 = 0.95;
/// How many pixels a line may lie from the reported side.
const LINES: [i32; 4] = [-2, -1, 0, 1];

/// What the picture shows along one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// A line along it.
    Line,
    /// One colour only.
    Calm,
    /// Something drawn across it.
    Cut,
    /// The edge of the picture.
    Beyond,
}

/// Whether the rectangle bounds something that is drawn as one thing.
pub(super) fn has_drawn_bounds(picture: &Image, rect: Rect) -> bool {
    if rect.width < 4 || rect.height < 4 || picture.rect().intersection(rect) != rect {
        return false;
    }
    let (last_row, last_column) = (rect.bottom() - 1, rect.right() - 1);
    let sides = [
        side(picture, |line, at| Point { x: rect.x + at, y: rect.y + line }, rect.width),
        side(picture, |line, at| Point { x: rect.x + at, y: last_row - line }, rect.width),
        side(picture, |line, at| Point { x: rect.x + line, y: rect.y + at }, rect.height),
        side(picture, |line, at| Point { x: last_column - line, y: rect.y + at }, rect.height),
    ];
    let lines = sides.iter().filter(|side| **side == Side::Line).count();
    // Two lines are the border of something; with fewer, an empty area would pass for a control without a border.
    !sides.contains(&Side::Cut) && (lines >= 2 || has_ink(picture, rect))
}

/// What lies along a side. `place(line, at)` is the point `line` pixels inside of the side and `at` pixels along it.
fn side(picture: &Image, place: impl Fn(i32, i32) -> Point, length: u32) -> Side {
    let length = i32::try_from(length).unwrap_or(i32::MAX);
    let share = |is: &dyn Fn(i32) -> bool| {
        f64::from((0..length).map(|at| u32::from(is(at))).sum::<u32>()) / f64::from(length)
    };
    let differ =
        |one: Point, other: Point| pixel(picture, one).zip(pixel(picture, other)).is_some_and(is_different);
    // Nothing lies outside of the picture that the side could be compared with.
    if pixel(picture, place(-1, 0)).is_none() {
        return Side::Beyond;
    }
    let is_line = |line: i32| share(&|at| differ(place(line, at), place(line - 1, at))) >= MOST_OF_A_SIDE;
    let is_calm = |line: i32| share(&|at| !differ(place(line, at), place(line, length / 2))) >= NEARLY_ALL;
    if LINES.into_iter().any(is_line) {
        Side::Line
    } else if is_calm(0) || is_calm(-1) {
        Side::Calm
    } else {
        Side::Cut
    }
}

/// Whether anything is drawn in the rectangle.
fn has_ink(picture: &Image, rect: Rect) -> bool {
    let background = pixel(picture, rect.origin());
    let inside = (rect.y + 1..rect.bottom() - 1)
        .flat_map(|y| (rect.x + 1..rect.right() - 1).map(move |x| Point { x, y }));
    inside.filter(|point| pixel(picture, *point).zip(background).is_some_and(is_different)).nth(3).is_some()
}

fn pixel(picture: &Image, point: Point) -> Option<[u8; 3]> {
    if !picture.rect().contains(point) {
        return None;
    }
    let (x, y) = (point.x.abs_diff(picture.origin.x), point.y.abs_diff(picture.origin.y));
    let start = 3 * (y as usize * picture.size.width as usize + x as usize);
    picture.rgb.get(start..start + 3)?.try_into().ok()
}

fn is_different((one, other): ([u8; 3], [u8; 3])) -> bool {
    one.iter().zip(other).any(|(one, other)| one.abs_diff(other) >= STEP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Size;

    /// A grey window with a bordered button at 20,20 of 40 by 20, and a word at 20,60 of 40 by 10 in blank space.
    fn picture() -> Image {
        let (size, origin) = (Size { width: 120, height: 100 }, Point { x: 500, y: 300 });
        let mut image = Image::filled(size, origin, [200; 3]);
        let mut paint = |x: usize, y: usize, grey: u8| {
            let start = 3 * (y * 120 + x);
            image.rgb[start..start + 3].fill(grey);
        };
        for x in 20..60 {
            [20, 39].into_iter().for_each(|y| paint(x, y, 90));
            (60..70).filter(|y| (x + y) % 3 == 0).for_each(|y| paint(x, y, 10));
        }
        for y in 20..40 {
            [20, 59].into_iter().for_each(|x| paint(x, y, 90));
        }
        image
    }

    #[test]
    fn a_rectangle_that_is_off_is_distinguished_from_one_that_is_right() {
        let picture = picture();
        for (what, rect, expected) in [
            ("the button", Rect::new(520, 320, 40, 20), true),
            ("the button, one pixel off", Rect::new(521, 320, 40, 20), true),
            ("the word with some space", Rect::new(515, 355, 50, 20), true),
            ("the button, 24 pixels off", Rect::new(520, 344, 40, 20), false),
            ("half of the word", Rect::new(520, 352, 40, 12), false),
            ("nothing at all", Rect::new(570, 310, 30, 20), false),
            ("beyond the picture", Rect::new(600, 380, 40, 40), false),
        ] {
            assert_eq!(has_drawn_bounds(&picture, rect), expected, "{what}");
        }
    }
}
