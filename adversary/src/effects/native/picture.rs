//! Whether a part of a picture shows anything. Pure.

use super::checks::PicturePart;
use crate::effects::fulfilment::Fulfilment;
use deskpilot_desktop::Image;

/// The share of a part at each of its sides that may be of what is around it.
const RIM: f64 = 0.04;
/// The fewest pixels of a part that say anything.
const FEWEST: usize = 40;

/// The picture of a slide, and the size of the slide in centimetres.
pub(super) struct SlidePicture {
    pub(super) image: Image,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Whether somebody sees something in a part of a slide.
pub(super) fn shown(picture: &SlidePicture, part: &PicturePart) -> Fulfilment {
    let across = f64::from(picture.image.size.width) / picture.width;
    let down = f64::from(picture.image.size.height) / picture.height;
    let (wide, high) = (part.width * RIM, part.height * RIM);
    let columns = pixels(part.left + wide, part.left + part.width - wide, across, picture.image.size.width);
    let rows = pixels(part.top + high, part.top + part.height - high, down, picture.image.size.height);
    is_of_several_colours(&picture.image, columns, rows)
}

/// Whether somebody sees something in a whole picture.
pub(super) fn shows_anything(image: &Image) -> Fulfilment {
    is_of_several_colours(image, 0..image.size.width as usize, 0..image.size.height as usize)
}

fn is_of_several_colours(
    image: &Image,
    columns: std::ops::Range<usize>,
    mut rows: std::ops::Range<usize>,
) -> Fulfilment {
    if columns.len() * rows.len() < FEWEST {
        return Fulfilment::Unknown;
    }
    let line = 3 * image.size.width as usize;
    let of = |row: usize| &image.rgb[row * line + 3 * columns.start..row * line + 3 * columns.end];
    let first = &of(rows.start)[..3];
    let is_plain = rows.all(|row| of(row).chunks(3).all(|it| it == first));
    if is_plain {
        Fulfilment::Missed(format!("a picture shows nothing there but the colour {first:?}"))
    } else {
        Fulfilment::Met
    }
}

/// The pixels from one length to another that are in the picture.
fn pixels(begin: f64, end: f64, scale: f64, most: u32) -> std::ops::Range<usize> {
    // Negative numbers and those that are too large end at the bounds.
    let pixel = |length: f64| ((length * scale).round() as usize).min(most as usize);
    pixel(begin)..pixel(end).max(pixel(begin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Point, Size};

    #[test]
    fn a_table_that_shows_nothing_is_found() {
        let size = Size { width: 280, height: 160 };
        let plain = Image::filled(size, Point { x: 0, y: 0 }, [255, 255, 255]);
        let mut drawn = plain.clone();
        for pixel in 0..30 {
            let at = 3 * (60 * 280 + 50 + pixel);
            drawn.rgb[at..at + 3].copy_from_slice(&[0, 0, 0]);
        }
        let picture = |image: &Image| SlidePicture { image: image.clone(), width: 28.0, height: 16.0 };
        let part = |left: f64, top: f64| PicturePart { slide: 1, left, top, width: 10.0, height: 4.0 };
        assert_eq!(shown(&picture(&drawn), &part(4.0, 4.0)), Fulfilment::Met);
        assert!(matches!(shown(&picture(&plain), &part(4.0, 4.0)), Fulfilment::Missed(_)));
        // The line is next to this part, and another one is beyond the slide.
        assert!(matches!(shown(&picture(&drawn), &part(4.0, 8.0)), Fulfilment::Missed(_)));
        assert_eq!(shown(&picture(&drawn), &part(302.0, 4.0)), Fulfilment::Unknown);
        assert_eq!(shows_anything(&drawn), Fulfilment::Met);
        assert!(matches!(shows_anything(&plain), Fulfilment::Missed(_)));
    }
}
