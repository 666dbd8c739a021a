//! Medians, means and ratios. Pure.

/// The median by this figure, of an even number of items the lower of the two; `None` of none.
pub(super) fn median<T>(mut items: Vec<T>, figure: impl Fn(&T) -> f64) -> Option<T> {
    items.sort_by(|left, right| figure(left).total_cmp(&figure(right)));
    let middle = items.len().checked_sub(1)? / 2;
    Some(items.swap_remove(middle))
}

/// The least and the most of several figures; `None` of fewer than two.
pub(super) fn spread(figures: &[f64]) -> Option<(f64, f64)> {
    let least = figures.iter().copied().min_by(f64::total_cmp)?;
    let most = figures.iter().copied().max_by(f64::total_cmp)?;
    (figures.len() > 1).then_some((least, most))
}

/// The geometric mean of ratios; `None` of none.
pub(super) fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    if ratios.is_empty() {
        return None;
    }
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    Some((sum / ratios.len() as f64).exp())
}

/// How many times as large as the part the whole is; `None` where the part is zero.
pub(super) fn ratio(whole: f64, part: f64) -> Option<f64> {
    (part > 0.0).then(|| whole / part)
}

/// The length in characters of the longest common subsequence: how much of a typed text arrived in order.
pub(super) fn common_length(typed: &str, found: &str) -> usize {
    let typed: Vec<char> = typed.chars().collect();
    let mut row = vec![0; typed.len() + 1];
    for character in found.chars() {
        let mut diagonal = 0;
        for (index, wanted) in typed.iter().enumerate() {
            let above = row[index + 1];
            row[index + 1] = if *wanted == character { diagonal + 1 } else { above.max(row[index]) };
            diagonal = above;
        }
    }
    row[typed.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_one_that_was_measured() {
        for (items, expected) in [
            (vec![], None),
            (vec![3.0], Some(3.0)),
            (vec![9.0, 1.0, 5.0], Some(5.0)),
            (vec![4.0, 1.0, 3.0, 2.0], Some(2.0)),
        ] {
            assert_eq!(median(items.clone(), |it| *it), expected, "{items:?}");
        }
    }

    #[test]
    fn the_spread_needs_two_figures() {
        for (figures, expected) in [(&[][..], None), (&[3.0], None), (&[9.0, 1.0, 5.0], Some((1.0, 9.0)))] {
            assert_eq!(spread(figures), expected, "{figures:?}");
        }
    }

    #[test]
    fn the_geometric_mean_of_a_ratio_and_its_inverse_is_one() {
        for (ratios, expected) in [(&[2.0, 0.5][..], 1.0), (&[4.0, 9.0], 6.0), (&[7.0], 7.0)] {
            let mean = geometric_mean(ratios).unwrap();
            assert!((mean - expected).abs() < 1e-9, "{ratios:?}: {mean}");
        }
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!((ratio(6.0, 2.0), ratio(6.0, 0.0)), (Some(3.0), None));
    }

    #[test]
    fn what_arrived_is_counted_in_order() {
        for (typed, found, expected) in [
            ("grüße", "grüße", 5),
            ("grüße", "gre", 3),
            ("abc", "cba", 1),
            ("abc", "", 0),
            ("世界", "界世界", 2),
        ] {
            assert_eq!(common_length(typed, found), expected, "{typed} as {found}");
        }
    }
}
