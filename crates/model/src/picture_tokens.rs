//! How providers count pictures as tokens.

use deskpilot_core::Size;
use std::fmt;

/// How a provider counts a picture as tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureTokens {
    /// One token per this many pixels.
    Pixels(u64),
    /// After scaling to 2048 per side and 768 on the shorter side: tokens per picture, and tokens per started
    /// tile of 512 pixels.
    Tiles(u64, u64),
}

impl PictureTokens {
    /// The number of tokens of a picture of this size, given in pixels.
    pub fn of(self, size: Size) -> u64 {
        let (width, height) = (u64::from(size.width), u64::from(size.height));
        match self {
            PictureTokens::Pixels(pixels) => (width * height).div_ceil(pixels),
            PictureTokens::Tiles(picture, tile) => {
                let (width, height) = shrink(shrink((width, height), 2048, u64::max), 768, u64::min);
                picture + tile * width.div_ceil(512) * height.div_ceil(512)
            }
        }
    }
}

/// Scales the size down until this side is within the limit.
fn shrink((width, height): (u64, u64), limit: u64, side: fn(u64, u64) -> u64) -> (u64, u64) {
    let side = side(width, height);
    if side <= limit { (width, height) } else { (width * limit / side, height * limit / side) }
}

impl fmt::Display for PictureTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureTokens::Pixels(pixels) => write!(f, "one token for {pixels} pixels"),
            PictureTokens::Tiles(picture, tile) => {
                write!(f, "{picture} tokens and {tile} for each square of 512, within 2048 and 768 a side")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_counted_by_its_pixels_or_its_tiles() {
        let tiles = PictureTokens::Tiles(85, 170);
        for (how, width, height, tokens) in [
            (PictureTokens::Pixels(750), 1000, 750, 1000),
            (tiles, 1024, 1024, 765),
            (tiles, 4096, 2048, 85 + 170 * 6),
            (tiles, 512, 512, 255),
            (PictureTokens::Tiles(2833, 5667), 512, 513, 2833 + 2 * 5667),
            (tiles, 1, 1, 255),
        ] {
            assert_eq!(how.of(Size { width, height }), tokens, "{how} {width} x {height}");
        }
    }
}
