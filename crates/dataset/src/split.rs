//! The split of a dataset, by template: tasks on the same document are never on both sides.

use serde::Serialize;
use std::fmt;
use thiserror::Error;

/// A part of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// What models are trained on.
    Train,
    /// What they are tested on.
    Test,
}

impl Split {
    /// All splits.
    pub const ALL: &'static [Split] = &[Split::Train, Split::Test];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Split::Train => "train",
            Split::Test => "test",
        }
    }

    /// The split of all tasks on this template. Depends on nothing else, so that a template stays where it is while a dataset
    /// grows.
    pub fn of(template: &str, held_out: HeldOutFraction) -> Split {
        let hash = blake3::hash(template.as_bytes());
        let start = hash.as_bytes().iter().take(8).fold(0u64, |sum, byte| sum << 8 | u64::from(*byte));
        // The upper 53 bits are exact as a float.
        let place = (start >> 11) as f64 / (1u64 << 53) as f64;
        if place < held_out.0 { Split::Test } else { Split::Train }
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// About which part of the templates is held out for tests, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOutFraction(f64);

/// A number that is no fraction.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{0} templates in one cannot be held out: write a number from 0 to 1, such as 0.2")]
pub struct BadFraction(pub f64);

impl HeldOutFraction {
    /// This part of the templates.
    ///
    /// # Errors
    /// The number is not from 0 to 1.
    pub fn new(part: f64) -> Result<HeldOutFraction, BadFraction> {
        if (0.0..=1.0).contains(&part) { Ok(HeldOutFraction(part)) } else { Err(BadFraction(part)) }
    }

    /// The number.
    pub const fn part(self) -> f64 {
        self.0
    }
}

impl Default for HeldOutFraction {
    /// A fifth.
    fn default() -> HeldOutFraction {
        HeldOutFraction(0.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_the_wanted_part_is_held_out_and_always_the_same() {
        let held_out = |part: f64| {
            let part = HeldOutFraction::new(part).unwrap();
            (0..1000).filter(|it| Split::of(&format!("writer/{it}.odt"), part) == Split::Test).count()
        };
        assert_eq!((held_out(0.0), held_out(1.0)), (0, 1000));
        assert!((170..230).contains(&held_out(0.2)), "{}", held_out(0.2));
        // A dataset that was exported before must be split the same way by every later version.
        let of = |template| Split::of(template, HeldOutFraction::default());
        assert_eq!(of("writer/packing-lines.odt"), Split::Train);
    }

    #[test]
    fn what_is_no_fraction_is_refused() {
        for part in [-0.1, 1.1, f64::NAN] {
            let error = HeldOutFraction::new(part).unwrap_err().to_string();
            assert!(error.ends_with("write a number from 0 to 1, such as 0.2"), "{error}");
        }
    }
}
