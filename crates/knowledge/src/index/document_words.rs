//! How well documents as a whole fit the words of a query: BM25, where a word counts for each chunk that it is in. Pure.
//!
//! A question has words that are in different chunks of the page that answers it.

use std::collections::BTreeMap;

/// How soon more chunks with a word count no more, and how much a long document must have more of them: the usual values.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.75;

/// For each document with any of the words, how well it fits: 0 to 1, which a document has that fits all words best.
///
/// `sizes` has the number of chunks of each document; `words` the owners of the chunks with each word, `None` for a word that is
/// too frequent to tell documents apart.
pub(super) fn fits(sizes: &[usize], words: &[Option<Vec<usize>>]) -> BTreeMap<usize, f64> {
    let count = sizes.len() as f64;
    let mean = (sizes.iter().sum::<usize>() as f64 / count.max(1.0)).max(1.0);
    let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
    let mut most = 0.0;
    for owners in words.iter().flatten() {
        let mut chunks: BTreeMap<usize, f64> = BTreeMap::new();
        for owner in owners {
            *chunks.entry(*owner).or_default() += 1.0;
        }
        let having = chunks.len() as f64;
        let weight = ((count - having + 0.5) / (having + 0.5)).ln().max(f64::MIN_POSITIVE);
        most += weight * (SATURATION + 1.0);
        for (document, times) in chunks {
            let length = 1.0 - LENGTH + LENGTH * sizes[document] as f64 / mean;
            let score = weight * times * (SATURATION + 1.0) / (times + SATURATION * length);
            *scores.entry(document).or_default() += score;
        }
    }
    scores.values_mut().for_each(|it| *it /= most);
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_with_more_of_the_words_fits_better() {
        let sizes = [4; 20];
        let (rare, frequent) = (vec![3], (0..8).collect::<Vec<usize>>());
        let found = fits(&sizes, &[Some(rare), Some(frequent), Some(vec![3, 5, 5]), None]);
        let order = |it: usize| found[&it];
        assert!(order(3) > order(5) && order(5) > order(0), "{found:?}");
        assert_eq!(found.len(), 8);
        assert!(found.values().all(|it| (0.0..=1.0).contains(it)), "{found:?}");
    }

    #[test]
    fn a_word_that_no_document_has_makes_all_fit_less_and_a_long_document_fits_less() {
        let sizes = [2, 2, 30, 2, 2, 2, 2, 2];
        let found = fits(&sizes, &[Some(vec![0, 2])]);
        assert!(found[&0] > found[&2], "{found:?}");
        assert!(fits(&sizes, &[Some(vec![0, 2]), Some(vec![])])[&0] < found[&0] / 2.0);
        assert!(fits(&sizes, &[None, Some(vec![])]).is_empty() && fits(&[], &[]).is_empty());
    }
}
