//! How good a ranking of pages is, and whether one is better than another. Pure.

use std::collections::BTreeMap;

/// How often the questions are resampled to see how much a difference owes to which questions were asked.
const DRAWS: usize = 10_000;

/// What a page is worth for a question: 2 if it answers it, 1 if it helps.
pub(super) type Grades = BTreeMap<String, u32>;

/// The share of the answering pages that are among the first so many: 0 to 1.
pub(super) fn recall(ranking: &[String], grades: &Grades, first: usize) -> f64 {
    let answers = grades.values().filter(|it| **it == 2).count();
    let found = ranking.iter().take(first).filter(|it| grades.get(*it) == Some(&2)).count();
    found as f64 / answers.max(1) as f64
}

/// The normalised discounted cumulative gain of the first so many pages, after Järvelin and Kekäläinen 2002, with gains of
/// 3 and 1: 1 if no other order is better, 0 if no page is worth anything.
pub(super) fn ndcg(ranking: &[String], grades: &Grades, first: usize) -> f64 {
    let gain = |grade: u32| f64::from(2_u32.pow(grade) - 1);
    let discounted = |gains: &mut dyn Iterator<Item = f64>| -> f64 {
        (2..).zip(gains.take(first)).map(|(place, gain)| gain / f64::from(place).log2()).sum()
    };
    let found = discounted(&mut ranking.iter().map(|it| grades.get(it).map_or(0.0, |it| gain(*it))));
    let mut best: Vec<u32> = grades.values().copied().collect();
    best.sort_unstable_by(|one, other| other.cmp(one));
    found / discounted(&mut best.into_iter().map(gain)).max(f64::MIN_POSITIVE)
}

/// The mean; 0 of nothing.
pub(super) fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len().max(1) as f64
}

/// The range in which 95 % of the mean differences are when questions are drawn again with replacement: the paired bootstrap.
pub(super) fn interval(differences: &[f64]) -> (f64, f64) {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut drawn = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        differences[(state >> 33) as usize % differences.len()]
    };
    if differences.is_empty() {
        return (0.0, 0.0);
    }
    let mean_of_draw = |_| (0..differences.len()).map(|_| drawn()).sum::<f64>() / differences.len() as f64;
    let mut means: Vec<f64> = (0..DRAWS).map(mean_of_draw).collect();
    means.sort_by(f64::total_cmp);
    (means[DRAWS / 40], means[DRAWS - 1 - DRAWS / 40])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(pages: &str) -> Vec<String> {
        pages.chars().map(String::from).collect()
    }

    fn grades() -> Grades {
        [("a", 2), ("b", 2), ("c", 1)].map(|(page, grade)| (page.to_owned(), grade)).into()
    }

    #[test]
    fn recall_counts_answers_among_the_first() {
        for (pages, expected) in
            [("ab", 1.0), ("xaxxb", 1.0), ("xaxxxb", 0.5), ("ccccc", 0.0), ("xxxxxa", 0.0), ("", 0.0)]
        {
            assert_eq!(recall(&ranking(pages), &grades(), 5), expected, "{pages}");
        }
    }

    #[test]
    fn ndcg_is_that_of_the_definition() {
        let best = 3.0 + 3.0 / 3_f64.log2() + 1.0 / 4_f64.log2();
        for (pages, gain) in [
            ("abc", best),
            ("bac", best),
            ("a", 3.0),
            ("xc", 1.0 / 3_f64.log2()),
            ("xxxxxxxxxa", 3.0 / 11_f64.log2()),
            ("xxxxxxxxxxa", 0.0),
            ("", 0.0),
        ] {
            let found = ndcg(&ranking(pages), &grades(), 10);
            assert!((found - gain / best).abs() < 1e-12, "{pages}: {found}");
        }
    }

    #[test]
    fn an_interval_is_around_the_mean_and_narrower_with_more_questions() {
        let some: Vec<f64> = (0..40).map(|it| f64::from(it % 4)).collect();
        let more = some.repeat(16);
        let ((low, high), (narrow_low, narrow_high)) = (interval(&some), interval(&more));
        assert!(1.0 < low && low < 1.5 && 1.5 < high && high < 2.0, "{low} {high}");
        assert!((narrow_high - narrow_low) * 3.0 < high - low, "{narrow_low} {narrow_high}");
        assert_eq!(interval(&[]), (0.0, 0.0));
        assert_eq!(mean(&[1.0, 2.0]), 1.5);
    }
}
