//! Draws numbers.

use crate::Image;
use crate::canvas::Rgb;
use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use deskpilot_core::{Label, Point, Rect, Size};

/// DejaVu Sans Bold, its digits only; see the licence and the note beside it.
const FONT: &[u8] = include_bytes!("../../fonts/DejaVuSans-Bold-digits.ttf");
/// The height of the font in pixels; a digit is about two thirds of it.
const SCALE: f32 = 15.0;
/// The height of a digit in pixels.
const DIGIT: f32 = 9.4;
/// The ground around the digits of a tag, in pixels.
const MARGIN: u32 = 3;

/// The digits of the labels, ready to be stamped.
pub(super) struct Digits {
    stamps: [Stamp; 10],
    /// How far the next digit is: all are equally wide.
    advance: f32,
}

/// One digit: how much of each pixel it covers.
#[derive(Default)]
struct Stamp {
    /// Where its corner is, from the place on the line where it is written.
    corner: Point,
    width: u32,
    coverage: Vec<f32>,
}

impl Digits {
    #[expect(clippy::expect_used, reason = "the font is part of the program; every test of a label reads it")]
    pub(super) fn new() -> Digits {
        let font = FontRef::try_from_slice(FONT).expect("the built-in font is whole");
        let scale = PxScale::from(SCALE);
        let glyph = |digit: u8| -> Glyph {
            font.glyph_id((b'0' + digit).into()).with_scale_and_position(scale, point(0.0, 0.0))
        };
        let advance = font.as_scaled(scale).h_advance(font.glyph_id('0'));
        Digits { stamps: std::array::from_fn(|digit| stamp(&font, glyph(digit as u8))), advance }
    }

    /// How large the tag of a label is.
    pub(super) fn tag(&self, label: Label) -> Size {
        let width = self.advance * label.to_string().len() as f32;
        Size { width: width.ceil() as u32 + 2 * MARGIN, height: DIGIT.ceil() as u32 + 2 * MARGIN - 2 }
    }

    /// Draws a label's digits into its tag.
    pub(super) fn draw(&self, image: &mut Image, label: Label, tag: Rect, colour: Rgb) {
        let mut x = tag.x as f32 + MARGIN as f32;
        let baseline = tag.bottom() - MARGIN as i32 + 1;
        for digit in label.to_string().bytes() {
            let at = Point { x: x.round() as i32, y: baseline };
            self.stamps[usize::from(digit - b'0') % 10].press(image, at, colour);
            x += self.advance;
        }
    }
}

impl Stamp {
    fn press(&self, image: &mut Image, at: Point, colour: Rgb) {
        for (index, weight) in self.coverage.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            let (across, down) = (index as u32 % self.width, index as u32 / self.width);
            let x = (at.x + self.corner.x).saturating_add_unsigned(across);
            let y = (at.y + self.corner.y).saturating_add_unsigned(down);
            image.blend(Point { x, y }, colour, *weight);
        }
    }
}

fn stamp(font: &FontRef<'_>, glyph: Glyph) -> Stamp {
    let Some(outline) = font.outline_glyph(glyph) else { return Stamp::default() };
    let bounds = outline.px_bounds();
    let (width, height) = (bounds.width() as u32, bounds.height() as u32);
    let mut coverage = vec![0.0; (width * height) as usize];
    outline.draw(|across, down, weight| coverage[(down * width + across) as usize] = weight);
    Stamp { corner: Point { x: bounds.min.x as i32, y: bounds.min.y as i32 }, width, coverage }
}
