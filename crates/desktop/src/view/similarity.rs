//! The similarity of a request and the names of controls.

use super::words::content_words;

/// Compares a request with texts. An embedding model could be another implementation.
pub trait TextSimilarity: Send + Sync {
    /// The similarity of each text to the request, 0 for nothing in common, 1 for equal; the texts are never empty.
    fn of(&self, request: &str, texts: &[&str]) -> Vec<f32>;
}

/// Similarity of spelling, without a model and after cutting off the usual English endings. `Printing` is similar to `print`
/// and `Prefrences` to `preferences`; it knows no meanings, so `throw away` is not similar to `Discard`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpellingSimilarity;

/// The endings to cut off, longest first, if enough of the word remains.
const ENDINGS: &[&str] = &["ations", "ation", "ings", "ing", "ies", "ers", "ed", "er", "es", "ly", "s"];
/// The fewest characters of a word that must remain without its ending.
const STEM: usize = 3;

impl TextSimilarity for SpellingSimilarity {
    fn of(&self, request: &str, texts: &[&str]) -> Vec<f32> {
        let asked: Vec<Vec<[char; 3]>> =
            content_words(request).iter().map(|word| grams(stem(word))).collect();
        texts.iter().map(|text| covered(text, &asked)).collect()
    }
}

/// The mean similarity of the text's words to the requested words that match them best.
fn covered(text: &str, asked: &[Vec<[char; 3]>]) -> f32 {
    let words = content_words(text);
    let best = |word: &String| {
        let word = grams(stem(word));
        asked.iter().map(|other| dice(&word, other)).fold(0.0, f32::max)
    };
    if words.is_empty() { 0.0 } else { words.iter().map(best).sum::<f32>() / words.len() as f32 }
}

fn stem(word: &str) -> &str {
    let cut = |ending: &&&str| word.strip_suffix(**ending).is_some_and(|stem| stem.chars().count() >= STEM);
    ENDINGS.iter().find(cut).and_then(|ending| word.strip_suffix(ending)).unwrap_or(word)
}

/// The trigrams of the word with a blank on either side.
fn grams(word: &str) -> Vec<[char; 3]> {
    let around: Vec<char> = [' '].into_iter().chain(word.chars()).chain([' ']).collect();
    around.windows(3).map(|three| [three[0], three[1], three[2]]).collect()
}

/// The Sørensen–Dice coefficient of two lists of trigrams.
fn dice(one: &[[char; 3]], other: &[[char; 3]]) -> f32 {
    let mut left: Vec<_> = other.to_vec();
    let mut shared = 0_usize;
    for gram in one {
        if let Some(at) = left.iter().position(|it| it == gram) {
            left.swap_remove(at);
            shared += 1;
        }
    }
    let all = one.len() + other.len();
    if all == 0 { 0.0 } else { 2.0 * shared as f32 / all as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_is_what_is_spelled_alike() {
        for (request, text, from, to) in [
            ("print it", "Print", 1.0, 1.0),
            ("print it", "Printing", 1.0, 1.0),
            ("open the preferences", "Prefrences", 0.6, 0.99),
            ("save", "Quit", 0.0, 0.1),
            ("throw away", "Discard", 0.0, 0.3),
            ("save", "…", 0.0, 0.0),
            ("", "Save", 0.0, 0.0),
        ] {
            let alike = SpellingSimilarity.of(request, &[text])[0];
            assert!((from..=to).contains(&alike), "{request} and {text}: {alike}");
        }
    }
}
