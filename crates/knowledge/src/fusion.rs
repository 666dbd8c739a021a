//! Merges several rankings into one, within a size budget. Pure.
//!
//! Scores of different sources cannot be compared, their ranks can: reciprocal rank fusion after Cormack, Clarke and
//! Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009.

use crate::{Kind, LONGEST_PASSAGE};
use deskpilot_core::Passage;

/// How little the top ranks outweigh the next ones; the paper's value.
const K: f64 = 60.0;

/// The passages of all rankings, best first, with comparable scores. A passage that appears in several rankings
/// scores higher.
pub(crate) fn fuse(rankings: &[Vec<Passage>]) -> Vec<Passage> {
    let mut all: Vec<Passage> = Vec::new();
    for ranking in rankings {
        for (rank, passage) in ranking.iter().enumerate() {
            let score = 1.0 / (K + rank as f64 + 1.0);
            match all.iter_mut().find(|it| it.title == passage.title && it.text == passage.text) {
                Some(known) => known.score += score,
                None => all.push(Passage { score, ..passage.clone() }),
            }
        }
    }
    // The sort is stable: among equal scores, the earlier source comes first.
    all.sort_by(|one, other| other.score.total_cmp(&one.score));
    all
}

/// The best passages that fit the budget, in bytes of titles and texts. Skips a passage that is too long for
/// the rest and tries the next.
pub(crate) fn within_budget(passages: Vec<Passage>, budget: usize) -> Vec<Passage> {
    let mut left = budget;
    let mut fits = |it: &Passage| {
        let size = it.title.len() + it.text.len();
        let fits = size <= left;
        left -= if fits { size } else { 0 };
        fits
    };
    passages.into_iter().map(shorten).filter(|it| fits(it)).collect()
}

/// The passages without the records of experience that do not fit this budget, best first.
pub(crate) fn with_few_records(passages: Vec<Passage>, budget: usize) -> Vec<Passage> {
    let mut left = budget;
    let mut fits = |it: &Passage| {
        if !Kind::of_row(&it.source).is_record() {
            return true;
        }
        let size = size_in_prompt(it);
        let fits = size <= left;
        left -= if fits { size } else { 0 };
        fits
    };
    passages.into_iter().filter(|it| fits(it)).collect()
}

/// What the names of the parts of a passage take in a prompt, in bytes.
const AROUND: usize = 48;

/// How long a passage is in a prompt, where its quotation marks are escaped.
fn size_in_prompt(passage: &Passage) -> usize {
    let Passage { source, title, place, text, .. } = passage;
    [source, title, place, text].iter().map(|it| it.escape_default().count()).sum::<usize>() + AROUND
}

/// Enforces the passage limit, which sources may ignore.
fn shorten(mut passage: Passage) -> Passage {
    passage.text.truncate(passage.text.floor_char_boundary(LONGEST_PASSAGE));
    passage
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(source: &str, text: &str, score: f64) -> Passage {
        Passage {
            source: source.into(),
            title: String::new(),
            place: String::new(),
            text: text.into(),
            score,
        }
    }

    fn texts(passages: &[Passage]) -> Vec<&str> {
        passages.iter().map(|it| it.text.as_str()).collect()
    }

    #[test]
    fn ranks_count_instead_of_scores_and_agreement_wins() {
        let one = vec![passage("one", "a", 900.0), passage("one", "b", 800.0), passage("one", "c", 700.0)];
        let other = vec![passage("other", "x", 0.2), passage("other", "c", 0.1)];
        let fused = fuse(&[one, other]);
        assert_eq!(texts(&fused), ["c", "a", "x", "b"]);
        assert!((fused[0].score - (1.0 / 63.0 + 1.0 / 62.0)).abs() < 1e-12);
    }

    #[test]
    fn records_have_a_budget_of_their_own_and_a_shorter_one_takes_the_place_of_a_longer() {
        let record = |source: &str, length: usize| passage(source, &"x".repeat(length), 0.0);
        let all = vec![
            record("experience", 500),
            record("help", 1500),
            record("warning", 500),
            record("experience", 200),
        ];
        let kept = with_few_records(all, 900);
        let lengths: Vec<usize> = kept.iter().map(|it| it.text.len()).collect();
        assert_eq!(lengths, [500, 1500, 200]);
        let escaped = record("experience", 0);
        assert!(size_in_prompt(&Passage { text: "\"".repeat(100), ..escaped }) > 200);
    }

    #[test]
    fn one_budget_holds_for_all_and_a_passage_that_does_not_fit_is_skipped() {
        let all = ["aaaa", "bbbbbbbb", "cc", "d"].map(|text| passage("s", text, 0.0)).to_vec();
        for (budget, expected) in
            [(0, &[][..]), (4, &["aaaa"]), (7, &["aaaa", "cc", "d"]), (100, &["aaaa", "bbbbbbbb", "cc", "d"])]
        {
            assert_eq!(texts(&within_budget(all.clone(), budget)), expected, "{budget}");
        }
        let long = within_budget(vec![passage("s", &"ü".repeat(3000), 0.0)], 9000);
        assert_eq!(long[0].text.len(), LONGEST_PASSAGE);
    }
}
