//! Draws rectangles into a picture; what lies outside the picture is not drawn.

use crate::Image;
use deskpilot_core::{Point, Rect};

/// A colour: red, green and blue.
pub type Rgb = [u8; 3];

impl Image {
    /// Fills a rectangle, given in desktop pixels.
    pub fn fill(&mut self, rect: Rect, colour: Rgb) {
        let area = rect.intersection(self.rect()).relative_to(self.origin);
        let (start, length) = (3 * area.x.unsigned_abs() as usize, 3 * area.width as usize);
        let row = 3 * self.size.width as usize;
        for y in area.y.unsigned_abs() as usize..area.y.unsigned_abs() as usize + area.height as usize {
            for pixel in self.rgb[y * row + start..][..length].as_chunks_mut().0 {
                *pixel = colour;
            }
        }
    }

    /// Draws the inner edge of a rectangle, given in desktop pixels.
    pub fn frame(&mut self, rect: Rect, thickness: u32, colour: Rgb) {
        let Rect { x, y, width, height } = rect;
        let (across, down) = (thickness.min(width), thickness.min(height));
        self.fill(Rect::new(x, y, width, down), colour);
        self.fill(Rect::new(x, rect.bottom().saturating_sub_unsigned(down), width, down), colour);
        self.fill(Rect::new(x, y, across, height), colour);
        self.fill(Rect::new(rect.right().saturating_sub_unsigned(across), y, across, height), colour);
    }

    /// Mixes a colour into the pixel at this point, given in desktop pixels, with a weight of 0 to 1.
    pub(crate) fn blend(&mut self, at: Point, colour: Rgb, weight: f32) {
        if !self.rect().contains(at) {
            return;
        }
        let (x, y) = (at.x.abs_diff(self.origin.x) as usize, at.y.abs_diff(self.origin.y) as usize);
        let start = 3 * (y * self.size.width as usize + x);
        for (part, new) in self.rgb[start..start + 3].iter_mut().zip(colour) {
            let mixed = f32::from(*part) + (f32::from(new) - f32::from(*part)) * weight.clamp(0.0, 1.0);
            *part = mixed.round() as u8;
        }
    }
}
