//! Rows of a table of goals. Pure.

/// The row of a goal that is met by at most this figure; `None` where nothing was measured.
pub(crate) fn at_most(what: &str, wanted: f64, measured: Option<f64>) -> Option<Vec<String>> {
    goal(what, "≤", wanted, measured, |it| it <= wanted)
}

/// The same for how many times as much something takes, which is shown with two digits.
pub(crate) fn at_most_times(what: &str, wanted: f64, measured: Option<f64>) -> Option<Vec<String>> {
    let mut row = at_most(what, wanted, measured)?;
    row[2] = times(measured);
    Some(row)
}

/// The row of a goal that is met by at least this figure; `None` where nothing was measured.
pub(crate) fn at_least(what: &str, wanted: f64, measured: Option<f64>) -> Option<Vec<String>> {
    goal(what, "≥", wanted, measured, |it| it >= wanted)
}

/// A row of the goals; `None` where nothing was measured.
fn goal(
    what: &str,
    sign: &str,
    wanted: f64,
    measured: Option<f64>,
    is_met: impl Fn(f64) -> bool,
) -> Option<Vec<String>> {
    let met = if is_met(measured?) { "yes" } else { "NO" };
    Some(vec![what.to_owned(), format!("{sign} {wanted}"), shown(measured), met.to_owned()])
}

/// A figure with one digit behind the point; nothing where there is none.
pub(crate) fn shown(figure: Option<f64>) -> String {
    figure.map_or_else(String::new, |it| format!("{it:.1}"))
}

/// A ratio with two digits behind the point; nothing where there is none.
pub(crate) fn times(ratio: Option<f64>) -> String {
    ratio.map_or_else(String::new, |it| format!("{it:.2}"))
}
