//! Compares the texts of a plan with those of windows and controls.

use crate::facts::NestedControl;
use deskpilot_core::{NameRule, best_ranked, edit_similarity, folded_name};
use regex_lite::{Regex, RegexBuilder};
use std::cmp::Reverse;

/// The score of equal texts.
const MOST: u8 = 100;
/// The score of a text that holds the wanted one and hardly anything else is just below [`MOST`]; that of a long one is near
/// this.
const LEAST_CONTAINED: f64 = 50.0;
/// The largest compiled pattern, in bytes.
const LARGEST_PATTERN: usize = 1 << 20;

/// How the texts of a plan are compared with those that are shown.
#[derive(Clone, Debug)]
pub struct TextMatching {
    /// How two texts are compared.
    pub strategy: MatchStrategy,
    /// The score, from 0 to 100, below which nothing matches.
    pub least_score: u8,
}

/// How two texts are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStrategy {
    /// The shown text contains the wanted one.
    Contains,
    /// The shown text is similar to the wanted one.
    Fuzzy,
    /// The wanted text is a regular expression that matches the shown one.
    Regex,
}

impl MatchStrategy {
    /// All strategies.
    pub const ALL: &'static [MatchStrategy] =
        &[MatchStrategy::Contains, MatchStrategy::Fuzzy, MatchStrategy::Regex];

    /// Its name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            MatchStrategy::Contains => "contains",
            MatchStrategy::Fuzzy => "fuzzy",
            MatchStrategy::Regex => "regex",
        }
    }
}

impl Default for TextMatching {
    fn default() -> TextMatching {
        TextMatching { strategy: MatchStrategy::Fuzzy, least_score: 70 }
    }
}

/// A text to find, prepared for comparison with many.
pub(super) struct WantedText<'a> {
    text: &'a str,
    folded: String,
    pattern: Option<Regex>,
    matching: &'a TextMatching,
}

impl<'a> WantedText<'a> {
    /// Prepares the text; the error says why it is no regular expression.
    pub(super) fn new(text: &'a str, matching: &'a TextMatching) -> Result<WantedText<'a>, String> {
        let pattern = match matching.strategy {
            MatchStrategy::Regex => {
                let compiled =
                    RegexBuilder::new(text).case_insensitive(true).size_limit(LARGEST_PATTERN).build();
                Some(compiled.map_err(|error| format!("{text:?} is no regular expression: {error}"))?)
            }
            MatchStrategy::Contains | MatchStrategy::Fuzzy => None,
        };
        Ok(WantedText { text, folded: folded(text), pattern, matching })
    }

    /// How well the shown text matches, from 0 to 100; `None` below the least score.
    pub(super) fn score(&self, shown: &str) -> Option<u8> {
        let folded = folded(shown);
        let score = match (&self.pattern, self.matching.strategy) {
            // A pattern may name the marks that folding removes.
            (Some(pattern), _) => {
                pattern_score(pattern, &folded).max(pattern_score(pattern, significant(shown)))
            }
            (None, MatchStrategy::Contains) if folded.contains(&self.folded) => {
                ratio(self.folded.len(), folded.len())
            }
            (None, MatchStrategy::Contains) => 0,
            (None, _) => (edit_similarity(&self.folded, &folded) * f64::from(MOST)) as u8,
        };
        (score > 0 && score >= self.matching.least_score.min(MOST)).then_some(score)
    }

    /// The best of the shown controls that can be used: the highest score, then one made for use, then one of exactly this name,
    /// then the one with this label, then the first.
    pub(super) fn best<'s>(
        &self,
        controls: &[NestedControl<'s>],
        label: Option<&str>,
    ) -> Option<NestedControl<'s>> {
        let has_label = |seen: &NestedControl<'_>| {
            seen.label.is_some_and(|own| label.is_some_and(|it| own.to_string() == it))
        };
        let rank = |seen: &NestedControl<'_>| {
            let score = self.score(seen.text())?;
            let is_exact = NameRule::Exact.accepts(self.text, seen.text());
            Some((Reverse(score), !seen.role.is_interactive(), !is_exact, !has_label(seen)))
        };
        let usable = controls.iter().copied().filter(|seen| seen.has_label() && seen.is_usable());
        best_ranked(usable, rank).first().copied()
    }
}

/// The score of a match of `part` of `whole` bytes.
fn ratio(part: usize, whole: usize) -> u8 {
    if part == whole {
        return MOST;
    }
    let share = part as f64 / whole.max(1) as f64;
    (LEAST_CONTAINED + (f64::from(MOST - 1) - LEAST_CONTAINED) * share) as u8
}

fn pattern_score(pattern: &Regex, shown: &str) -> u8 {
    pattern.find(shown).map_or(0, |found| ratio(found.len(), shown.len()))
}

/// The text as a person reads it, without the folder of a document's address.
fn folded(text: &str) -> String {
    folded_name(significant(text))
}

/// The text without the shortcut that menus put behind a tab, and without the folder of a document's address.
fn significant(text: &str) -> &str {
    without_folder(text.split('\t').next().unwrap_or(text))
}

/// The text without the folder of a document's address, which differs from copy to copy.
pub fn without_folder(text: &str) -> &str {
    if text.starts_with("file://") { text.rsplit('/').next().unwrap_or(text) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_scored_by_the_strategy() {
        use MatchStrategy::{Contains, Fuzzy, Regex};
        for (strategy, wanted, shown, expected) in [
            (Fuzzy, "Bold", "bold", Some(100)),
            (Fuzzy, "Save As", "Save As...\tCtrl+Shift+S", Some(100)),
            (Fuzzy, "Bullets", "Bullet", Some(85)),
            (Fuzzy, "Bold", "Italic", None),
            (Fuzzy, "a.ods - Calc", "file:///home/of/another/a.ods - Calc", Some(100)),
            (Contains, "Save", "Save As", Some(78)),
            (Contains, "Save", "Save", Some(100)),
            (Contains, "Save", "Open", None),
            (Regex, "^(un)?ordered", "Unordered List", Some(81)),
            (Regex, "^x$", "xx", None),
            (Fuzzy, "File name", "_File\u{a0}name:", Some(100)),
            (Contains, "find & replace", "Find & Replace…", Some(100)),
            (Regex, "^find & replace$", "Find & Replace", Some(100)),
            (Regex, "^save as$", "Save As...", Some(100)),
        ] {
            let matching = TextMatching { strategy, ..TextMatching::default() };
            let score = WantedText::new(wanted, &matching).unwrap().score(shown);
            assert_eq!(score, expected, "{wanted} in {shown} by {}", strategy.name());
        }
        let matching = TextMatching { strategy: Regex, ..TextMatching::default() };
        assert!(WantedText::new("(", &matching).is_err_and(|it| it.contains("no regular expression")));
    }
}
