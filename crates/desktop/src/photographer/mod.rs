//! Pictures for models and people: labels on controls, outlines, pairs. Knows nothing of where a picture came from.

mod colours;
mod develop;
mod digits;
mod files;
mod ink;
mod scale;
mod tags;

pub use develop::develop;
pub use files::{BadPicture, decode_png, encode_png, size_of_png};
pub use scale::{Scale, Scaled, fit};

use crate::Image;
use crate::labels::MANY_CELLS;
use deskpilot_core::{Control, Label, Point, Rect, Role, Size, State};
use digits::Digits;
use ink::Ink;

/// How thick the outline of a selected control is, in pixels.
const OUTLINE: u32 = 3;
const RED: [u8; 3] = [0xff, 0, 0];
/// What is beside the smaller one of two pictures.
const BESIDE: [u8; 3] = [0, 0, 0];

/// The picture with a box around every labelled control and its number on a tag, in the colour of its role.
///
/// Tags stay inside the picture, off one another where there is room, and rather on empty ground than on text. The cells of
/// a sheet are not painted but for those in use.
pub fn annotate(picture: &Image, controls: &[Control]) -> Image {
    let digits = Digits::new();
    let marks = marks(picture, controls, &digits);
    let boxes: Vec<(Rect, Size)> = marks.iter().map(|mark| (mark.rect, mark.tag)).collect();
    let tags = tags::place(&boxes, picture.rect(), &Ink::of(picture));
    let mut image = picture.clone();
    for mark in &marks {
        image.frame(mark.rect, 1, colours::dark(mark.colour));
    }
    for (mark, tag) in marks.iter().zip(tags) {
        image.fill(tag, mark.colour);
        image.frame(tag, 1, colours::dark(mark.colour));
        digits.draw(&mut image, mark.label, tag, colours::contrast(mark.colour));
    }
    image
}

/// A picture that was made of another one by [`fit`], annotated at the size it has now: numbers stay as large as ever.
pub fn annotate_fitted(fitted: &Image, picture: &Image, controls: &[Control]) -> Image {
    let scale = Scale { from: picture.rect(), to: fitted.size };
    let image = Image { origin: Point::default(), ..fitted.clone() };
    let there =
        |control: &Control| Control { rect: scale.rect_from_desktop(control.rect), ..control.clone() };
    annotate(&image, &controls.iter().map(there).collect::<Vec<_>>())
}

/// The picture with a red outline around a place.
pub fn outline(picture: &Image, place: Rect) -> Image {
    let mut image = picture.clone();
    let outside = 2 * OUTLINE;
    let Rect { x, y, width, height } = place;
    let (x, y) = (x.saturating_sub_unsigned(OUTLINE), y.saturating_sub_unsigned(OUTLINE));
    let around = Rect::new(x, y, width.saturating_add(outside), height.saturating_add(outside));
    // Around the control, so that it stays readable, but never off the picture.
    image.frame(around.intersection(picture.rect()), OUTLINE, RED);
    image
}

/// Two pictures side by side, with the place of the left one.
pub fn concat(left: &Image, right: &Image) -> Image {
    let height = left.size.height.max(right.size.height);
    let size = Size { width: left.size.width + right.size.width, height };
    let mut rgb = Vec::with_capacity(3 * size.width as usize * height as usize);
    for y in 0..height as usize {
        for picture in [left, right] {
            let row = 3 * picture.size.width as usize;
            match picture.rgb.get(y * row..(y + 1) * row) {
                Some(pixels) => rgb.extend_from_slice(pixels),
                None => rgb.extend(BESIDE.iter().cycle().take(row)),
            }
        }
    }
    Image { size, origin: left.origin, rgb }
}

/// The part of the picture that lies in a place, such as a control's; without pixels when nothing does.
pub fn crop(picture: &Image, place: Rect) -> Image {
    let place = place.intersection(picture.rect());
    let inside = place.relative_to(picture.origin);
    let (row, start) = (3 * picture.size.width as usize, 3 * inside.x.unsigned_abs() as usize);
    let mut rgb = Vec::with_capacity(3 * place.width as usize * place.height as usize);
    for y in (inside.y.unsigned_abs() as usize..).take(place.height as usize) {
        rgb.extend_from_slice(&picture.rgb[y * row + start..][..3 * place.width as usize]);
    }
    Image { size: place.size(), origin: place.origin(), rgb }
}

/// A control to be marked.
struct Mark {
    label: Label,
    /// The part of the control that is in the picture.
    rect: Rect,
    /// How large its tag must be.
    tag: Size,
    colour: [u8; 3],
}

/// The labelled controls, the largest first, so that the boxes of small ones are painted over those of large ones. Of the
/// cells of a sheet only those that are in use: the numbers of all would hide what is in them.
fn marks(picture: &Image, controls: &[Control], digits: &Digits) -> Vec<Mark> {
    let cells = controls.iter().filter(|it| it.role == Role::Cell && it.label.is_some()).count();
    let is_in_use = |it: &Control| it.states.has(State::Focused) || it.states.has(State::Selected);
    let mark = |control: &Control| {
        if cells > MANY_CELLS && control.role == Role::Cell && !is_in_use(control) {
            return None;
        }
        let label = control.label?;
        let rect = control.rect.intersection(picture.rect());
        let colour = colours::of(control.role);
        (!rect.is_empty()).then(|| Mark { label, rect, tag: digits.tag(label), colour })
    };
    let mut marks: Vec<Mark> = controls.iter().filter_map(mark).collect();
    marks.sort_by_key(|mark| std::cmp::Reverse(mark.rect.area()));
    marks
}

#[cfg(test)]
mod tests;
