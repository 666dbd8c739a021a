//! How large a picture each kind of model sees best.

use deskpilot_core::PictureLimits;

/// By a word in the model's name, the limits from which on its provider makes pictures smaller itself, or refuses them.
/// What is sent larger than that only costs time: the model does not see more. From the providers' manuals as remembered
/// in November 2026; `picture.longest_side` wins over them.
const LIMITS: &[(&str, PictureLimits)] = &[
    ("claude", limits(1568, 1_150_000, 1)),
    // Their pictures are made of patches of this many pixels, and coordinates count in what they were shown.
    ("qwen", limits(1568, 1_003_520, 28)),
    // First within 2048 a side, then 768 of the shorter one.
    ("gpt", limits(2048, 1_572_864, 1)),
    ("gemini", limits(3072, 9_437_184, 1)),
];
/// The strictest of them: a smaller picture is readable to all.
const OTHERS: PictureLimits = limits(1568, 1_150_000, 1);

const fn limits(longest_side: u32, pixels: u64, multiple: u32) -> PictureLimits {
    PictureLimits { longest_side, pixels, multiple }
}

/// How large a picture a model of this name sees best; with another longest side where somebody says so.
pub fn picture_limits(model: &str, longest_side: Option<u32>) -> PictureLimits {
    let model = model.to_lowercase();
    let usual = LIMITS.iter().find(|(word, _)| model.contains(word)).map_or(OTHERS, |(_, limits)| *limits);
    match longest_side {
        Some(longest_side) => PictureLimits { longest_side, pixels: u64::MAX, ..usual },
        None => usual,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_knows_best_then_the_name() {
        for (model, longest_side, expected) in [
            ("claude-sonnet-4-5", None, limits(1568, 1_150_000, 1)),
            ("Qwen/Qwen2.5-VL-72B", None, limits(1568, 1_003_520, 28)),
            ("some-other", None, OTHERS),
            ("gpt-5", Some(900), limits(900, u64::MAX, 1)),
            ("qwen2.5vl:7b", Some(900), limits(900, u64::MAX, 28)),
        ] {
            assert_eq!(picture_limits(model, longest_side), expected, "{model}");
        }
    }
}
