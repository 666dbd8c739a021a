//! The best picture sizes of models, and how their providers count pictures, by their names.

use crate::{PictureTokens, known_model};
use deskpilot_core::PictureLimits;

/// The strictest limits: every model can read a smaller picture.
const STRICTEST: PictureLimits = PictureLimits { longest_side: 1568, pixels: 1_150_000, multiple: 1 };

/// The best picture limits for the model of this name; `longest_side` overrides the longest side.
pub fn picture_limits(model: &str, longest_side: Option<u32>) -> PictureLimits {
    let usual = known_model(model).map_or(STRICTEST, |it| it.pictures);
    match longest_side {
        Some(longest_side) => PictureLimits { longest_side, pixels: u64::MAX, ..usual },
        None => usual,
    }
}

/// How the model of this name counts a picture; `None` if unknown.
pub fn picture_tokens(model: &str) -> Option<PictureTokens> {
    known_model(model)?.picture_tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_counted_where_it_is_known_how() {
        for (model, expected) in [
            ("anthropic/claude-sonnet-4-5", Some(PictureTokens::Pixels(750))),
            ("Claude-Opus-5-5", Some(PictureTokens::Pixels(750))),
            ("steps", None),
            ("qwen2.5vl:7b", None),
        ] {
            assert_eq!(picture_tokens(model), expected, "{model}");
        }
    }

    #[test]
    fn the_user_knows_best_then_the_name() {
        let limits = |longest_side, pixels, multiple| PictureLimits { longest_side, pixels, multiple };
        for (model, longest_side, expected) in [
            ("claude-sonnet-4-5", None, limits(1568, 1_150_000, 1)),
            ("us.anthropic.claude-opus-5-5-v1:0", None, limits(1568, 1_150_000, 1)),
            ("Qwen/Qwen2.5-VL-72B", None, limits(1568, 1_003_520, 28)),
            ("some-other", None, STRICTEST),
            ("gpt-6-luna", None, limits(2048, 1_572_864, 1)),
            ("gpt-6-luna", Some(900), limits(900, u64::MAX, 1)),
            ("qwen2.5vl:7b", Some(900), limits(900, u64::MAX, 28)),
        ] {
            assert_eq!(picture_limits(model, longest_side), expected, "{model}");
        }
    }
}
