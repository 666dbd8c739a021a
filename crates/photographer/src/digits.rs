//! Draws the numbers of labels.

use crate::Image;
use crate::canvas::Rgb;
use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use deskpilot_core::{Label, Point, Rect, Size};

/// DejaVu Sans Bold, its digits only; see the licence and the note next to it.
const FONT: &[u8] = include_bytes!("../fonts/DejaVuSans-Bold-digits.ttf");
/// The height of the font in pixels; a digit is about two thirds of it.
const SCALE: f32 = 15.0;
/// The height of a digit in pixels.
const DIGIT: f32 = 9.4;
/// The margin around the digits of a tag, in pixels.
const MARGIN: u32 = 3;

/// The rasterised digits of labels.
pub(super) struct Digits {
    masks: [GlyphMask; 10],
    /// The distance to the next digit; all are equally wide.
    advance: f32,
}

/// One digit: the share of each pixel that it covers, 0 to 1.
#[derive(Default)]
struct GlyphMask {
    /// Its top left corner relative to its position on the baseline.
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
        Digits { masks: std::array::from_fn(|digit| mask(&font, glyph(digit as u8))), advance }
    }

    /// The size of the tag of a label.
    pub(super) fn tag(&self, label: Label) -> Size {
        let width = self.advance * label.to_string().len() as f32;
        Size { width: width.ceil() as u32 + 2 * MARGIN, height: DIGIT.ceil() as u32 + 2 * MARGIN - 2 }
    }

    /// Draws a label's number into its tag.
    pub(super) fn draw(&self, image: &mut Image, label: Label, tag: Rect, colour: Rgb) {
        let mut x = tag.x as f32 + MARGIN as f32;
        let baseline = tag.bottom() - MARGIN as i32 + 1;
        for digit in label.to_string().bytes() {
            let at = Point { x: x.round() as i32, y: baseline };
            self.masks[usize::from(digit - b'0') % 10].draw(image, at, colour);
            x += self.advance;
        }
    }
}

impl GlyphMask {
    fn draw(&self, image: &mut Image, at: Point, colour: Rgb) {
        for (index, weight) in self.coverage.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            let (across, down) = (index as u32 % self.width, index as u32 / self.width);
            let x = (at.x + self.corner.x).saturating_add_unsigned(across);
            let y = (at.y + self.corner.y).saturating_add_unsigned(down);
            image.blend(Point { x, y }, colour, *weight);
        }
    }
}

fn mask(font: &FontRef<'_>, glyph: Glyph) -> GlyphMask {
    let Some(outline) = font.outline_glyph(glyph) else { return GlyphMask::default() };
    let bounds = outline.px_bounds();
    let (width, height) = (bounds.width() as u32, bounds.height() as u32);
    let mut coverage = vec![0.0; (width * height) as usize];
    outline.draw(|across, down, weight| coverage[(down * width + across) as usize] = weight);
    GlyphMask { corner: Point { x: bounds.min.x as i32, y: bounds.min.y as i32 }, width, coverage }
}
