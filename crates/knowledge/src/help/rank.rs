//! Ranks texts for a query by BM25 over lower-case words.

use std::collections::{BTreeMap, BTreeSet};

/// BM25's k1: how soon repetitions of a word stop counting.
const K1: f64 = 1.2;
/// BM25's b: how strongly long texts are penalised.
const B: f64 = 0.75;

/// The index of the searched texts.
#[derive(Debug)]
pub(super) struct Index {
    /// For each word, the texts that contain it, with the count.
    postings: BTreeMap<String, Vec<(usize, f64)>>,
    /// The number of words in each text.
    lengths: Vec<f64>,
    average: f64,
}

impl Index {
    /// The index of these texts.
    pub(super) fn of(texts: impl Iterator<Item = String>) -> Index {
        let mut postings: BTreeMap<String, Vec<(usize, f64)>> = BTreeMap::new();
        let mut lengths = Vec::new();
        for (number, text) in texts.enumerate() {
            let mut counts: BTreeMap<String, f64> = BTreeMap::new();
            words(&text).for_each(|word| *counts.entry(word).or_default() += 1.0);
            lengths.push(counts.values().sum());
            for (word, count) in counts {
                postings.entry(word).or_default().push((number, count));
            }
        }
        let average = lengths.iter().sum::<f64>() / (lengths.len().max(1) as f64);
        Index { postings, lengths, average }
    }

    /// The texts that contain a word of the query, as number and score, best first.
    pub(super) fn rank(&self, query: &str) -> Vec<(usize, f64)> {
        let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
        for word in words(query).collect::<BTreeSet<_>>() {
            let postings = self.postings.get(&word).map_or(&[][..], Vec::as_slice);
            let rarity = self.rarity(postings.len());
            for (number, count) in postings {
                *scores.entry(*number).or_default() += rarity * self.weight(*number, *count);
            }
        }
        let mut ranked: Vec<(usize, f64)> = scores.into_iter().collect();
        ranked.sort_by(|(a, left), (b, right)| right.total_cmp(left).then(a.cmp(b)));
        ranked
    }

    fn rarity(&self, having: usize) -> f64 {
        let (all, having) = (self.lengths.len() as f64, having as f64);
        (1.0 + (all - having + 0.5) / (having + 0.5)).ln()
    }

    fn weight(&self, number: usize, count: f64) -> f64 {
        let length = self.lengths.get(number).copied().unwrap_or(self.average) / self.average;
        count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length))
    }
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_and_short_texts_count_for_more() {
        let texts = [
            "press the button to save the document",
            "the document",
            "bulleted list: press the Bullets button, then the list is bulleted",
            "press the button and the other button and the other button to save the many pages of the long document",
        ];
        let index = Index::of(texts.iter().map(|text| (*text).to_owned()));
        for (query, expected) in [
            ("Bulleted LIST", vec![2]),
            ("save the document", vec![0, 3, 1, 2]),
            ("document", vec![1, 0, 3]),
            ("", vec![]),
            ("?!", vec![]),
            ("unheard", vec![]),
        ] {
            let numbers: Vec<usize> = index.rank(query).into_iter().map(|(number, _)| number).collect();
            assert_eq!(numbers, expected, "{query:?}");
        }
    }
}
