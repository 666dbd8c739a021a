//! The titles of charts, which have the same members in every program of Office.

use crate::{
    commands::call_args::CallArgs,
    dispatch::{error::CallError, object::Object, value::args},
};

/// The axes with the names and with the values (`XlAxisType`).
const NAMES: i64 = 1;
const VALUES: i64 = 2;

/// A title of a chart: that of the chart itself, without an axis, or that of an axis.
pub(crate) type Title = (Option<i64>, String);

/// The titles that a call wants: that of the chart without an axis.
pub(crate) fn titles_of(args: CallArgs<'_>) -> Vec<Title> {
    let axes = [("title", None), ("x_title", Some(NAMES)), ("y_title", Some(VALUES))];
    axes.into_iter().filter_map(|(name, axis)| Some((axis, args.text(name)?.to_owned()))).collect()
}

/// Gives a chart its titles.
pub(crate) fn put_titles(chart: &Object, titles: &[Title]) -> Result<(), CallError> {
    for (axis, text) in titles {
        let (owner, member) = title_of(chart, *axis)?;
        owner.put("HasTitle", true)?;
        owner.object(member)?.put("Text", text)?;
    }
    Ok(())
}

/// Whether a chart has these titles.
pub(crate) fn has_titles(chart: &Object, titles: &[Title]) -> Result<bool, CallError> {
    for (axis, text) in titles {
        let (owner, member) = title_of(chart, *axis)?;
        if owner.object(member)?.text("Text")? != *text {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The object that has a title, and the member that is it.
fn title_of(chart: &Object, axis: Option<i64>) -> Result<(Object, &'static str), CallError> {
    match axis {
        Some(axis) => Ok((chart.object_of("Axes", args![axis])?, "AxisTitle")),
        None => Ok((chart.clone(), "ChartTitle")),
    }
}
