//! How alike a request and names are in meaning, or as near to it as can be told.

use super::words::telling;

/// Tells how alike a request is to each of several texts. A model of meanings is one more of these.
pub trait Likeness: Send + Sync {
    /// One number for every text, 0 for nothing in common and 1 for the same; the texts are never empty.
    fn of(&self, request: &str, texts: &[&str]) -> Vec<f32>;
}

/// Likeness without a model: words count as alike when they are spelled alike after their usual English endings are cut
/// off. It sees that `Printing` is near `print` and `Prefrences` near `preferences`; it knows no meaning, so that `throw
/// away` is nothing to `Discard`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spelling;

/// Endings that are cut off, the longest first, where enough of the word is left.
const ENDINGS: &[&str] = &["ations", "ation", "ings", "ing", "ies", "ers", "ed", "er", "es", "ly", "s"];
const STEM: usize = 3;

impl Likeness for Spelling {
    fn of(&self, request: &str, texts: &[&str]) -> Vec<f32> {
        let asked: Vec<Vec<[char; 3]>> = telling(request).iter().map(|word| grams(stem(word))).collect();
        texts.iter().map(|text| covered(text, &asked)).collect()
    }
}

/// How alike the text's words are to those that fit them best, on the average.
fn covered(text: &str, asked: &[Vec<[char; 3]>]) -> f32 {
    let words = telling(text);
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

/// Every three neighbours of the word and the blanks around it.
fn grams(word: &str) -> Vec<[char; 3]> {
    let around: Vec<char> = [' '].into_iter().chain(word.chars()).chain([' ']).collect();
    around.windows(3).map(|three| [three[0], three[1], three[2]]).collect()
}

/// Twice what both have, of what they have together.
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
            let alike = Spelling.of(request, &[text])[0];
            assert!((from..=to).contains(&alike), "{request} and {text}: {alike}");
        }
    }
}
