//! The best picture sizes of models, and how providers count pictures as tokens.

use deskpilot_core::{PictureLimits, Size};
use std::fmt;

/// By a word in the model's name: the limits above which the provider scales pictures down or refuses them. A
/// larger picture only costs time, because the model sees no more of it. From the providers' manuals as
/// remembered in November 2026; `picture.longest_side` overrides them.
const LIMITS: &[(&str, PictureLimits)] = &[
    ("claude", limits(1568, 1_150_000, 1)),
    // Trained for small screens; on larger ones it misses its targets.
    ("computer-use", limits(1280, 1_024_000, 1)),
    // Their pictures consist of patches of this many pixels, and coordinates refer to the scaled picture.
    ("qwen", limits(1568, 1_003_520, 28)),
    // Scaled to 2048 per side first, then to 768 on the shorter side.
    ("gpt", limits(2048, 1_572_864, 1)),
    ("gemini", limits(3072, 9_437_184, 1)),
];
/// The strictest limits: every model can read a smaller picture.
const STRICTEST: PictureLimits = limits(1568, 1_150_000, 1);

const fn limits(longest_side: u32, pixels: u64, multiple: u32) -> PictureLimits {
    PictureLimits { longest_side, pixels, multiple }
}

/// The best picture limits for the model of this name; `longest_side` overrides the longest side.
pub fn picture_limits(model: &str, longest_side: Option<u32>) -> PictureLimits {
    let model = model.to_lowercase();
    let usual = LIMITS.iter().find(|(word, _)| model.contains(word)).map_or(STRICTEST, |(_, limits)| *limits);
    match longest_side {
        Some(longest_side) => PictureLimits { longest_side, pixels: u64::MAX, ..usual },
        None => usual,
    }
}

/// How a provider counts a picture as tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureTokens {
    /// One token per this many pixels.
    Pixels(u64),
    /// After scaling to 2048 per side and 768 on the shorter side: tokens per picture, and tokens per started
    /// tile of 512 pixels.
    Tiles(u64, u64),
}

/// By a word in the model's name; the first match counts. From the providers' manuals as remembered in November
/// 2026. Unknown for other models.
const TOKENS: &[(&str, PictureTokens)] = &[
    ("claude", PictureTokens::Pixels(750)),
    ("gpt-4o-mini", PictureTokens::Tiles(2833, 5667)),
    ("gpt-4o", PictureTokens::Tiles(85, 170)),
];

/// How the model of this name counts a picture; `None` if unknown.
pub fn picture_tokens(model: &str) -> Option<PictureTokens> {
    let model = model.to_lowercase();
    TOKENS.iter().find(|(word, _)| model.contains(word)).map(|(_, tokens)| *tokens)
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
    fn pictures_are_counted_where_it_is_known_how() {
        for (model, width, height, tokens) in [
            ("anthropic/claude-sonnet-4-5", 1000, 750, Some(1000)),
            ("gpt-4o-2024-08-06", 1024, 1024, Some(765)),
            ("gpt-4o-2024-08-06", 4096, 2048, Some(85 + 170 * 6)),
            ("gpt-4o", 512, 512, Some(255)),
            ("openai/gpt-4o-mini", 512, 513, Some(2833 + 2 * 5667)),
            ("GPT-4o", 1, 1, Some(255)),
            ("steps", 1024, 1024, None),
            ("qwen2.5vl:7b", 1024, 1024, None),
        ] {
            let counted = picture_tokens(model).map(|it| it.of(Size { width, height }));
            assert_eq!(counted, tokens, "{model} {width} x {height}");
        }
    }

    #[test]
    fn the_user_knows_best_then_the_name() {
        for (model, longest_side, expected) in [
            ("claude-sonnet-4-5", None, limits(1568, 1_150_000, 1)),
            ("Qwen/Qwen2.5-VL-72B", None, limits(1568, 1_003_520, 28)),
            ("some-other", None, STRICTEST),
            ("gpt-5", Some(900), limits(900, u64::MAX, 1)),
            ("qwen2.5vl:7b", Some(900), limits(900, u64::MAX, 28)),
        ] {
            assert_eq!(picture_limits(model, longest_side), expected, "{model}");
        }
    }
}
