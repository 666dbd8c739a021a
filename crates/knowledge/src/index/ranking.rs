//! One ranking of chunks from their words and their meaning. Pure.
//!
//! The similarity of a chunk is added to how well its document fits the words, and a little to how well the chunk itself does. The
//! weights were chosen with the questions for tuning of `cargo xtask bench knowledge`.

/// How many chunks of each ranking are candidates.
pub(super) const CANDIDATES: usize = 100;

/// The weights next to that of similarity, which is 1: of the words of the document, and of those of the chunk, which decide between
/// chunks of one document.
const OF_DOCUMENT: f64 = 0.18;
const OF_WORDS: f64 = 0.01;

/// The weight of the words of the request and on the screen, which a fitting chunk may have too. A choice, not measured.
const OF_CONTEXT: f64 = 0.02;

/// The least similarity of a chunk that has no word of the query. Texts that have nothing in common have up to 0.2.
pub(super) const LEAST_SIMILARITY: f32 = 0.25;

/// What help of another version counts, next to that of the version in use. A choice, not measured.
const OF_OTHER_VERSION: f64 = 0.9;

/// The least score, so that the last candidate still counts as found.
const LEAST_SCORE: f64 = 0.001;

/// A chunk that one of the rankings has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Candidate {
    /// Its place in the table.
    pub(super) place: usize,
    /// Its rank by words, from 1, and what its words score; 0 if it has none of them.
    pub(super) text_rank: Option<usize>,
    pub(super) words: f64,
    /// How well its document fits the words: 0 to 1.
    pub(super) document: f64,
    /// Its rank by meaning, from 1, and its similarity.
    pub(super) meaning_rank: Option<usize>,
    pub(super) similarity: Option<f64>,
    /// What words of the context in it score; 0 if it has none of them.
    pub(super) context: f64,
    /// Whether it is about a version other than the one in use, as far as known.
    pub(super) is_other_version: bool,
}

/// The candidates with their scores between 0 and 1, best first.
pub(super) fn ranked(candidates: &[Candidate]) -> Vec<(Candidate, f64)> {
    let most = |of: fn(&Candidate) -> f64| candidates.iter().map(of).fold(0.0_f64, f64::max);
    let (words, context) = (most(|it| it.words), most(|it| it.context));
    // A chunk without a vector counts as the least similar one.
    let least = candidates.iter().filter_map(|it| it.similarity).reduce(f64::min);
    let weights = OF_DOCUMENT
        + OF_WORDS
        + if least.is_some() { 1.0 } else { 0.0 }
        + if context > 0.0 { OF_CONTEXT } else { 0.0 };
    let score = |it: &Candidate| {
        let sum = it.similarity.or(least).unwrap_or_default().max(0.0)
            + OF_DOCUMENT * it.document
            + OF_WORDS * share(it.words, words)
            + OF_CONTEXT * share(it.context, context);
        let version = if it.is_other_version { OF_OTHER_VERSION } else { 1.0 };
        (sum / weights * version).max(LEAST_SCORE)
    };
    let mut ranked: Vec<(Candidate, f64)> = candidates.iter().map(|it| (it.clone(), score(it))).collect();
    ranked.sort_by(|(one, left), (other, right)| right.total_cmp(left).then(one.place.cmp(&other.place)));
    ranked
}

/// A value as a share of the highest; 0 if that is 0.
fn share(value: f64, highest: f64) -> f64 {
    if highest > 0.0 { value / highest } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(place: usize, document: f64, words: f64, similarity: Option<f64>) -> Candidate {
        Candidate { place, document, words, similarity, ..Candidate::default() }
    }

    fn order(candidates: &[Candidate]) -> Vec<usize> {
        ranked(candidates).iter().map(|(it, _)| it.place).collect()
    }

    #[test]
    fn meaning_decides_unless_a_document_fits_the_words_much_better() {
        let [words, meaning, both, unknown] = [
            candidate(0, 1.0, 10.0, Some(0.3)),
            candidate(1, 0.0, 0.0, Some(0.55)),
            candidate(2, 0.6, 5.0, Some(0.45)),
            candidate(3, 0.6, 5.0, None),
        ];
        assert_eq!(order(&[words, meaning, both, unknown]), [2, 1, 0, 3]);
    }

    #[test]
    fn words_alone_rank_too_and_scores_are_shares() {
        let found = ranked(&[
            candidate(0, 0.5, 2.0, None),
            candidate(1, 1.0, 4.0, None),
            candidate(2, 0.0, 0.0, None),
        ]);
        let scores: Vec<f64> = found.iter().map(|(_, score)| *score).collect();
        assert_eq!(scores, [1.0, 0.5, LEAST_SCORE]);
        assert_eq!(ranked(&[candidate(0, 0.0, 0.0, Some(0.595))])[0].1, 0.5);
        assert!(ranked(&[]).is_empty());
    }

    #[test]
    fn the_chunk_the_context_and_the_version_decide_between_equals() {
        let plain = candidate(0, 0.5, 3.0, None);
        let seen = Candidate { context: 1.0, ..candidate(1, 0.5, 3.0, None) };
        let old = Candidate { is_other_version: true, ..candidate(2, 0.5, 3.0, None) };
        let fitting = candidate(3, 0.5, 3.5, None);
        assert_eq!(order(&[plain, old, seen, fitting]), [1, 3, 0, 2]);
    }
}
