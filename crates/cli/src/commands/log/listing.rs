//! The tasks as a table, or as JSON.

use super::print;
use crate::{
    args::ListingArgs,
    console::plain,
    exit::Exit,
    table::{Column, Table},
};
use anyhow::Result;
use deskpilot_core::{Timestamp, fold::Cost};
use deskpilot_log::{ListedTask, Listing, TaskQuery};
use std::path::Path;

const HOUR: u64 = 3600;

/// Prints the tasks in this folder, the newest last.
pub(in crate::commands) fn list(root: &Path, args: &ListingArgs, json: bool) -> Result<Exit> {
    let Listing { tasks, left_out } = Listing::read(root, &query(args))?;
    if json {
        print(&serde_json::to_string_pretty(&tasks)?);
    } else if tasks.is_empty() && (!args.state.is_empty() || args.find.is_some()) {
        print(&format!("no task in {} is meant by these filters", root.display()));
    } else if tasks.is_empty() {
        print(&format!("there are no tasks in {}", root.display()));
    } else {
        print(&table(&tasks).text());
        if left_out > 0 {
            print(&format!("{left_out} older tasks are not shown; --all shows them"));
        }
    }
    Ok(Exit::Finished)
}

fn query(args: &ListingArgs) -> TaskQuery {
    let most = (!args.all).then_some(args.last);
    TaskQuery { states: args.state.clone(), text: args.find.clone(), most }
}

fn table(tasks: &[ListedTask]) -> Table {
    let mut table = Table::new(vec![
        Column::left("TASK"),
        Column::left("STARTED"),
        Column::left("STATE"),
        Column::right("STEPS"),
        Column::right("COST"),
        Column::right("TIME"),
        Column::right("SIZE"),
        Column::rest("REQUEST"),
    ]);
    for ListedTask { task, bytes } in tasks {
        table.push(vec![
            task.name.clone(),
            moment(task.started),
            task.state.word().to_owned(),
            task.steps.to_string(),
            dollars(&task.cost),
            duration(task.last.since(task.started)),
            amount(*bytes),
            plain(&task.request),
        ]);
    }
    table
}

/// The local date and time, to the minute.
fn moment(at: Timestamp) -> String {
    let at = i64::try_from(at.0).ok().and_then(|millis| jiff::Timestamp::from_millisecond(millis).ok());
    match at.filter(|it| *it != jiff::Timestamp::UNIX_EPOCH) {
        Some(at) => at.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string(),
        None => "-".to_owned(),
    }
}

/// What a task cost; `-` where no model was called, and a question mark for calls of unknown price.
fn dollars(cost: &Cost) -> String {
    match cost {
        Cost { calls: 0, .. } => "-".into(),
        Cost { unpriced, calls, .. } if unpriced == calls => "?".into(),
        Cost { unpriced: 0, dollars, .. } => format!("${dollars:.2}"),
        Cost { dollars, .. } => format!("${dollars:.2}+?"),
    }
}

/// A duration of this many milliseconds in its two largest units.
fn duration(millis: u64) -> String {
    let seconds = millis / 1000;
    match seconds {
        0..60 => format!("{}.{} s", seconds, millis % 1000 / 100),
        60..HOUR => format!("{} min {:02} s", seconds / 60, seconds % 60),
        HOUR.. => format!("{} h {:02} min", seconds / HOUR, seconds % HOUR / 60),
    }
}

/// This many bytes in the unit that fits.
pub(super) fn amount(bytes: u64) -> String {
    const KIB: u64 = 1024;
    const MIB: u64 = KIB * KIB;
    const GIB: u64 = MIB * KIB;
    match bytes {
        0..KIB => format!("{bytes} B"),
        KIB..MIB => format!("{} KiB", bytes / KIB),
        MIB..GIB => format!("{:.1} MiB", bytes as f64 / MIB as f64),
        GIB.. => format!("{:.1} GiB", bytes as f64 / GIB as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_amounts_have_the_units_that_fit() {
        for (millis, expected) in
            [(0, "0.0 s"), (1_260, "1.2 s"), (61_000, "1 min 01 s"), (7_500_000, "2 h 05 min")]
        {
            assert_eq!(duration(millis), expected);
        }
        for (bytes, expected) in
            [(12, "12 B"), (2048, "2 KiB"), (1_600_000, "1.5 MiB"), (3_221_225_472, "3.0 GiB")]
        {
            assert_eq!(amount(bytes), expected);
        }
    }

    #[test]
    fn calls_of_unknown_price_are_not_free() {
        for (calls, unpriced, expected) in [(0, 0, "-"), (2, 2, "?"), (2, 0, "$0.50"), (3, 1, "$0.50+?")] {
            assert_eq!(dollars(&Cost { dollars: 0.5, calls, unpriced, ..Cost::default() }), expected);
        }
    }
}
