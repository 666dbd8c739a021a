//! Whether all letters of a text in UTF-16 are of one script: other data has letters of many.

use std::ops::RangeInclusive;

/// How many letters show a script. Data that are no text have so many of the same by chance once in a thousand, or less.
const FEWEST_LETTERS: usize = 12;

/// The letters of each script. Those of Chinese, Japanese and Korean are used together.
const SCRIPTS: &[&[RangeInclusive<char>]] = &[
    &['\u{370}'..='\u{3ff}', '\u{1f00}'..='\u{1fff}'],
    &['\u{400}'..='\u{52f}'],
    &['\u{530}'..='\u{58f}'],
    &['\u{590}'..='\u{5ff}'],
    &['\u{600}'..='\u{6ff}', '\u{750}'..='\u{77f}'],
    &['\u{900}'..='\u{97f}'],
    &['\u{e00}'..='\u{e7f}'],
    &['\u{10a0}'..='\u{10ff}'],
    &['\u{3000}'..='\u{9fff}', '\u{ac00}'..='\u{d7a3}', '\u{ff00}'..='\u{ffef}'],
];

/// Characters of texts in any script: the Latin ones, punctuation, currencies, arrows, other signs and pictures.
const OF_ANY_SCRIPT: &[RangeInclusive<char>] = &[
    '\t'..='\n',
    '\r'..='\r',
    ' '..='~',
    '\u{a0}'..='\u{24f}',
    '\u{2000}'..='\u{27bf}',
    '\u{1f300}'..='\u{1faff}',
];

/// Whether these units are a text whose letters are of one script.
pub(super) fn is_of_one_script(units: impl Iterator<Item = u16>) -> bool {
    let (mut script, mut letters) = (None, 0);
    for it in char::decode_utf16(units) {
        let Ok(it) = it else { return false };
        if is_in(OF_ANY_SCRIPT, it) {
            continue;
        }
        let own = SCRIPTS.iter().position(|ranges| is_in(ranges, it));
        if own.is_none() || script.is_some_and(|script| Some(script) != own) {
            return false;
        }
        (script, letters) = (own, letters + 1);
    }
    letters >= FEWEST_LETTERS
}

fn is_in(ranges: &[RangeInclusive<char>], it: char) -> bool {
    ranges.iter().any(|range| range.contains(&it))
}
