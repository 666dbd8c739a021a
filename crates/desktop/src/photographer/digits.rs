//! Draws numbers.

use crate::Image;
use crate::canvas::Rgb;
use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use deskpilot_core::{Label, Point, Rect, Size};

/// DejaVu Sans Bold, its digits only; see the licence and the note beside it.
const FONT: &[u8] = include_bytes!("../../fonts/DejaVuSans-Bold-digits.ttf");
/// The height of the font in pixels; a digit is about two thirds of it.
const SCALE: f32 = 15.0;
/// The height of a digit in pixels.
const DIGIT: f32 = 9.4;
/// The ground around the digits of a tag, in pixels.
const MARGIN: u32 = 3;

/// The font of the labels.
pub(super) struct Digits {
    font: FontRef<'static>,
}

impl Digits {
    #[expect(clippy::expect_used, reason = "the font is part of the program; every test of a label reads it")]
    pub(super) fn new() -> Digits {
        Digits { font: FontRef::try_from_slice(FONT).expect("the built-in font is whole") }
    }

    /// How large the tag of a label is.
    pub(super) fn tag(&self, label: Label) -> Size {
        let width: f32 = label.to_string().chars().map(|digit| self.advance(digit)).sum();
        Size { width: width.ceil() as u32 + 2 * MARGIN, height: DIGIT.ceil() as u32 + 2 * MARGIN - 2 }
    }

    /// Draws a label's digits into its tag.
    pub(super) fn draw(&self, image: &mut Image, label: Label, tag: Rect, colour: Rgb) {
        let mut x = tag.x as f32 + MARGIN as f32;
        let baseline = tag.bottom() as f32 - MARGIN as f32 + 1.0;
        for digit in label.to_string().chars() {
            let glyph =
                self.font.glyph_id(digit).with_scale_and_position(PxScale::from(SCALE), point(x, baseline));
            x += self.advance(digit);
            let Some(outlined) = self.font.outline_glyph(glyph) else { continue };
            let corner = outlined.px_bounds().min;
            let (left, top) = (corner.x as i32, corner.y as i32);
            outlined.draw(|across, down, coverage| {
                let at =
                    Point { x: left.saturating_add_unsigned(across), y: top.saturating_add_unsigned(down) };
                image.blend(at, colour, coverage);
            });
        }
    }

    fn advance(&self, digit: char) -> f32 {
        self.font.as_scaled(PxScale::from(SCALE)).h_advance(self.font.glyph_id(digit))
    }
}
