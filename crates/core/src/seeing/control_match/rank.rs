//! Which of several candidates are meant.

use std::cmp::Ordering;

/// The candidates of the least rank, in their order: one is meant, several are alike. What has no rank is no candidate.
pub fn best_ranked<T, R: Ord>(
    candidates: impl IntoIterator<Item = T>,
    rank: impl Fn(&T) -> Option<R>,
) -> Vec<T> {
    let mut least: Option<R> = None;
    let mut best = Vec::new();
    for candidate in candidates {
        let Some(own) = rank(&candidate) else { continue };
        let order = least.as_ref().map_or(Ordering::Less, |least| own.cmp(least));
        if order == Ordering::Less {
            least = Some(own);
            best.clear();
        }
        if order != Ordering::Greater {
            best.push(candidate);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_rank_decides_and_equals_keep_their_order() {
        let rank = |it: &(char, Option<u8>)| it.1;
        for (candidates, expected) in [
            (&[('a', Some(2)), ('b', Some(1)), ('c', Some(2)), ('d', Some(1))][..], "bd"),
            (&[('a', None), ('b', Some(3))], "b"),
            (&[('a', None)], ""),
            (&[], ""),
        ] {
            let best: String = best_ranked(candidates.iter().copied(), rank).iter().map(|it| it.0).collect();
            assert_eq!(best, expected, "{candidates:?}");
        }
    }
}
