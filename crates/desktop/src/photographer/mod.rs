//! Pictures for models and people: labels on controls, outlines, pairs. Knows nothing of where a picture came from.

mod colours;
mod digits;
mod files;
mod ink;
mod tags;

pub use files::{BadPicture, decode_png, encode_png};

use crate::Image;
use deskpilot_core::{Control, Label, Rect, Size};
use digits::Digits;
use ink::Ink;

/// How thick the outline of a selected control is, in pixels.
const OUTLINE: u32 = 3;
const RED: [u8; 3] = [0xff, 0, 0];
/// What is beside the smaller one of two pictures.
const BESIDE: [u8; 3] = [0, 0, 0];

/// The picture with a box around every labelled control and its number on a tag, in the colour of its role.
///
/// Tags stay inside the picture, off one another where there is room, and rather on empty ground than on text.
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
    let mut image = Image::filled(size, left.origin, BESIDE);
    image.paste(left, 0);
    image.paste(right, left.size.width);
    image
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

/// The labelled controls, the largest first, so that the boxes of small ones are painted over those of large ones.
fn marks(picture: &Image, controls: &[Control], digits: &Digits) -> Vec<Mark> {
    let mark = |control: &Control| {
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
