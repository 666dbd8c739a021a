//! Pictures for models and people: labels on controls, outlines, pairs. Works on any picture.

mod background;
mod canvas;
mod colours;
mod difference;
mod digits;
mod edge_pixels;
mod image;
mod jpeg_file;
mod pixels;
mod png_file;
mod scale;
mod tags;

pub use background::encode_in_background;
pub use canvas::Rgb;
pub use difference::difference;
pub use image::{Image, Pixels};
pub use jpeg_file::{JpegError, JpegQuality, encode_jpeg};
pub use pixels::{ByteOrder, put_rows};
pub use png_file::{PngError, decode_png, encode_png, size_of_png};
pub use scale::{ImageScale, ScaledImage, enlarge, fit};

use deskpilot_core::{Control, Label, MANY_CELLS, Point, Rect, Role, Size, State};
use digits::Digits;
use edge_pixels::EdgePixels;

/// How thick the outline of a selected control is, in pixels.
const OUTLINE: u32 = 3;
const RED: [u8; 3] = [0xff, 0, 0];
/// The colour below the smaller of two pictures.
const PADDING: [u8; 3] = [0, 0, 0];

/// The picture with a box around every labelled control and a tag with its number, in the colour of its role.
///
/// Tags stay inside the picture, avoid one another if there is room, and prefer empty background to text. Of the cells of a
/// spreadsheet it paints only the focused and selected ones.
pub fn annotate(picture: &Image, controls: &[Control]) -> Image {
    let digits = Digits::new();
    let marks = marks(picture, controls, &digits);
    let boxes: Vec<(Rect, Size)> = marks.iter().map(|mark| (mark.rect, mark.tag)).collect();
    let tags = tags::place(&boxes, picture.rect(), &EdgePixels::of(picture));
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

/// Annotates a picture that [`fit`] made smaller. Numbers keep their full size.
pub fn annotate_fitted(fitted: &Image, picture: &Image, controls: &[Control]) -> Image {
    let scale = ImageScale { from: picture.rect(), to: fitted.size };
    let image = Image { origin: Point::default(), ..fitted.clone() };
    let there =
        |control: &Control| Control { rect: scale.rect_from_desktop(control.rect), ..control.clone() };
    annotate(&image, &controls.iter().map(there).collect::<Vec<_>>())
}

/// The picture with a red outline around a rectangle.
pub fn outline(picture: &Image, place: Rect) -> Image {
    let mut image = picture.clone();
    let outside = 2 * OUTLINE;
    let Rect { x, y, width, height } = place;
    let (x, y) = (x.saturating_sub_unsigned(OUTLINE), y.saturating_sub_unsigned(OUTLINE));
    let around = Rect::new(x, y, width.saturating_add(outside), height.saturating_add(outside));
    // Outside the control, so that it stays readable, but inside the picture.
    image.frame(around.intersection(picture.rect()), OUTLINE, RED);
    image
}

/// Two pictures side by side, with the origin of the left one.
pub fn concat(left: &Image, right: &Image) -> Image {
    let height = left.size.height.max(right.size.height);
    let size = Size { width: left.size.width + right.size.width, height };
    let mut rgb = Vec::with_capacity(3 * size.width as usize * height as usize);
    for y in 0..height as usize {
        for picture in [left, right] {
            let row = 3 * picture.size.width as usize;
            match picture.rgb.get(y * row..(y + 1) * row) {
                Some(pixels) => rgb.extend_from_slice(pixels),
                None => rgb.extend(PADDING.iter().cycle().take(row)),
            }
        }
    }
    Image { size, origin: left.origin, rgb: rgb.into() }
}

/// The part of the picture in a rectangle, such as a control's; without pixels if they do not overlap.
pub fn crop(picture: &Image, place: Rect) -> Image {
    let place = place.intersection(picture.rect());
    let inside = place.relative_to(picture.origin);
    let (row, start) = (3 * picture.size.width as usize, 3 * inside.x.unsigned_abs() as usize);
    let mut rgb = Vec::with_capacity(3 * place.width as usize * place.height as usize);
    for y in (inside.y.unsigned_abs() as usize..).take(place.height as usize) {
        rgb.extend_from_slice(&picture.rgb[y * row + start..][..3 * place.width as usize]);
    }
    Image { size: place.size(), origin: place.origin(), rgb: rgb.into() }
}

/// A control to mark.
struct Mark {
    label: Label,
    /// The part of the control in the picture.
    rect: Rect,
    /// The size of its tag.
    tag: Size,
    colour: [u8; 3],
}

/// The labelled controls, largest first, so that small boxes are painted over large ones. Of the cells of a spreadsheet only
/// those in use, because all numbers together would hide the content.
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
