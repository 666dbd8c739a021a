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
use deskpilot_log::{ListedTask, Listing, TaskQuery, duration};
use deskpilot_runtime::{Config, all_log_folders};
use std::path::PathBuf;

/// The folders whose tasks are listed.
enum ListedFolders {
    /// The one of the settings.
    Own,
    /// Every one in which the user had tasks: the table says which.
    All,
}

/// Prints the tasks in the folder of logs, or in every one, the newest last, and the space that all take.
pub(in crate::commands) fn list(config: &Config, args: &ListingArgs, json: bool) -> Result<Exit> {
    let listed = if args.everywhere { ListedFolders::All } else { ListedFolders::Own };
    let folders = listed.folders(config);
    let Listing { tasks, left_out, bytes } = Listing::read(&folders, &query(args))?;
    let place = match (&listed, folders.as_slice()) {
        (ListedFolders::Own, _) | (ListedFolders::All, [_]) => folders[0].display().to_string(),
        (ListedFolders::All, many) => format!("{} folders", many.len()),
    };
    if json {
        print(&serde_json::to_string_pretty(&tasks)?);
    } else if tasks.is_empty() && (!args.state.is_empty() || args.find.is_some()) {
        print(&format!("no task in {place} is meant by these filters"));
    } else if tasks.is_empty() {
        print(&format!("there are no tasks in {place}"));
    } else {
        print(&listed.table(&tasks).text());
        if left_out > 0 {
            print(&format!("{left_out} older tasks are not shown; --all shows them"));
        }
        print(&format!("the logs take {} in {place}; `deskpilot log rm` deletes some", amount(bytes)));
        if matches!(listed, ListedFolders::All) {
            print(
                "--log-dir FOLDER is for a task of another folder, such as `deskpilot log TASK --log-dir FOLDER`",
            );
        }
    }
    Ok(Exit::Finished)
}

fn query(args: &ListingArgs) -> TaskQuery {
    let most = (!args.all).then_some(args.last);
    TaskQuery { states: args.state.clone(), text: args.find.clone(), most }
}

impl ListedFolders {
    /// Their paths; at least one.
    fn folders(&self, config: &Config) -> Vec<PathBuf> {
        match self {
            ListedFolders::Own => vec![config.log_dir.clone()],
            ListedFolders::All => all_log_folders(config),
        }
    }

    fn table(&self, tasks: &[ListedTask]) -> Table {
        let mut columns = vec![
            Column::left("TASK"),
            Column::left("STARTED"),
            Column::left("STATE"),
            Column::right("STEPS"),
            Column::right("COST"),
            Column::right("TIME"),
            Column::right("SIZE"),
        ];
        if matches!(self, ListedFolders::All) {
            columns.push(Column::left("FOLDER"));
        }
        columns.push(Column::rest("REQUEST"));
        let mut table = Table::new(columns);
        tasks.iter().for_each(|it| table.push(self.row(it)));
        table
    }

    fn row(&self, ListedTask { task, bytes, log_dir }: &ListedTask) -> Vec<String> {
        let mut row = vec![
            task.name.clone(),
            moment(task.started),
            task.state.word().to_owned(),
            task.steps.to_string(),
            dollars(&task.cost),
            duration(task.last.since(task.started)),
            amount(*bytes),
        ];
        if matches!(self, ListedFolders::All) {
            row.push(plain(log_dir));
        }
        row.push(plain(&task.request));
        row
    }
}

/// The local date and time, to the minute.
pub(super) fn moment(at: Timestamp) -> String {
    let at = i64::try_from(at.0).ok().and_then(|millis| jiff::Timestamp::from_millisecond(millis).ok());
    match at.filter(|it| *it != jiff::Timestamp::UNIX_EPOCH) {
        Some(at) => at.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string(),
        None => "-".to_owned(),
    }
}

/// What a task cost; `$0` where no model was called, and a question mark for calls of unknown price.
fn dollars(cost: &Cost) -> String {
    match cost {
        Cost { calls: 0, .. } => "$0".into(),
        Cost { unpriced, calls, .. } if unpriced == calls => "?".into(),
        Cost { unpriced: 0, dollars, .. } => format!("${dollars:.2}"),
        Cost { dollars, .. } => format!("${dollars:.2}+?"),
    }
}

/// This many bytes in the unit that fits.
pub(in crate::commands) fn amount(bytes: u64) -> String {
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
    fn amounts_have_the_units_that_fit() {
        for (bytes, expected) in
            [(12, "12 B"), (2048, "2 KiB"), (1_600_000, "1.5 MiB"), (3_221_225_472, "3.0 GiB")]
        {
            assert_eq!(amount(bytes), expected);
        }
    }

    #[test]
    fn calls_of_unknown_price_are_not_free() {
        for (calls, unpriced, expected) in [(0, 0, "$0"), (2, 2, "?"), (2, 0, "$0.50"), (3, 1, "$0.50+?")] {
            assert_eq!(dollars(&Cost { dollars: 0.5, calls, unpriced, ..Cost::default() }), expected);
        }
    }
}
