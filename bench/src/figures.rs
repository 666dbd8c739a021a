//! Figures of several measurements. Pure.

/// The figure that so many percent of all do not exceed; `None` where there is none.
pub(crate) fn percentile(figures: &[f64], percent: usize) -> Option<f64> {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let index = (sorted.len() * percent).div_ceil(100).max(1) - 1;
    sorted.get(index).copied()
}
