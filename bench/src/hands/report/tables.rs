//! The tables of the report.

use super::{CallCost, Report, median, millis, ratio, token_counts};
use crate::{
    goals::times,
    hands::{
        fixed_cost::FixedCost,
        servers::{Both, Server},
        tasks::{TaskRun, Way},
        truth::{CASES, Judgement, Tally},
    },
    table::Table,
};

/// The cell without a figure.
const NOTHING: &str = "–";

impl Report {
    /// Looks: times and tokens.
    pub(super) fn looks(&self) -> Table {
        let mut table = Table::headed(&[
            "a look",
            "cold: ours, ms",
            "theirs, ms",
            "time ×",
            "tokens: ours",
            "theirs",
            "unchanged: ours, ms",
            "theirs, ms",
            "time ×",
            "tokens: ours",
            "theirs",
            "the library alone, ms",
        ]);
        let row = |it: &super::WindowTimes| {
            let name = vec![format!("{} ({})", it.name, it.about)];
            [name, look_cells(&it.cold), look_cells(&it.warm), vec![spread(&it.library)]].concat()
        };
        table.rows = self.windows.iter().map(row).collect();
        table
    }

    /// Single actions.
    pub(super) fn actions(&self) -> Table {
        let mut table = Table::headed(&[
            "an action with its effect",
            "ours, ms",
            "theirs, ms",
            "time ×",
            "tokens: ours",
            "theirs",
        ]);
        let row = |it: &super::WindowTimes| [vec![it.name.clone()], look_cells(&it.actions)].concat();
        table.rows = self.windows.iter().map(row).collect();
        table
    }

    /// Twelve actions in a call. Times are those of the runs that went through.
    pub(super) fn lists(&self) -> Table {
        let mut table = Table::headed(&[
            "twelve actions",
            "ours, ms",
            "theirs, ms",
            "time ×",
            "tokens: ours",
            "theirs",
            "went through: ours",
            "theirs",
        ]);
        let row = |it: &super::JobTimes| {
            let whole = |server| it.runs.of(server).iter().filter(|it| it.is_whole());
            let costs = |server| whole(server).map(|it| it.cost).collect::<Vec<CallCost>>();
            let both = Both { ours: costs(Server::Deskpilot), theirs: costs(Server::CuaDriver) };
            let through = |server| format!("{}/{}", whole(server).count(), it.runs.of(server).len());
            [vec![it.window.name().to_owned()], look_cells(&both), Server::ALL.map(through).to_vec()].concat()
        };
        table.rows = self.jobs.iter().map(row).collect();
        table
    }

    /// What was said beside what is true.
    pub(super) fn truth(&self) -> Table {
        let tallies = Server::ALL.map(|server| tally(self.judgements.of(server).iter()));
        let mut table = Table::headed(&["what was said of actions", "ours", "theirs"]);
        if tallies.iter().all(|it| it.judged() + it.unknown == 0) {
            return table;
        }
        let row = |what: &str, figure: fn(Tally) -> usize| {
            [vec![what.to_owned()], tallies.map(|it| figure(it).to_string()).to_vec()].concat()
        };
        table.rows = vec![
            row("said done, and was", |it| it.done_true),
            row("said done, and was not", |it| it.done_false),
            row("unverified, and was", |it| it.unverified_was),
            row("unverified, and was not", |it| it.unverified_was_not),
            row("said failed, and was not", |it| it.failed_was_not),
            row("said failed, and was", |it| it.failed_was),
            row("did what nobody wanted", |it| it.harm),
            row("the window told nothing", |it| it.unknown),
            row("happened", Tally::happened),
            row("judged", Tally::judged),
        ];
        table
    }

    /// The actions that were said to be done and were not.
    pub(super) fn falsehoods(&self) -> Table {
        let mut table = Table::headed(&["said done, and was not", "window", "server"]);
        let of = |server: Server| {
            let false_ones = self.judgements.of(server).iter().filter(|it| it.is_false());
            false_ones
                .map(move |it| vec![it.class.clone(), it.window.name().to_owned(), server.name().to_owned()])
        };
        table.rows = Server::ALL.into_iter().flat_map(of).collect();
        table
    }

    /// The classes of actions: in how many windows each happened, and of how many that was known.
    pub(super) fn by_class(&self) -> Table {
        let mut table = Table::headed(&["happened, and was said to be done", "ours", "theirs"]);
        let cell = |server: Server, class: &str| {
            let all = || self.judgements.of(server).iter().filter(|it| it.class == class);
            let tally = tally(all());
            match tally.judged() {
                0 => NOTHING.to_owned(),
                judged => format!("{} and {} of {judged}", tally.happened(), tally.done_true),
            }
        };
        let rows = CASES.iter().map(|case| {
            [vec![case.class.to_owned()], Server::ALL.map(|it| cell(it, case.class)).to_vec()].concat()
        });
        table.rows = rows.filter(|row| row[1..].iter().any(|it| it != NOTHING)).collect();
        table
    }

    /// The tasks.
    pub(super) fn task_table(&self) -> Table {
        let mut table =
            Table::headed(&["task: calls, tokens, seconds", "ours", "theirs", "theirs, one program"]);
        let rows = self.tasks.iter().map(|it| {
            let of = |way: Way| it.runs.iter().find(|it| it.way == way).map_or(NOTHING.into(), task_cell);
            [vec![it.task.clone()], Way::ALL.map(of).to_vec()].concat()
        });
        table.rows = rows.collect();
        table
    }

    /// What each server costs before it does anything.
    pub(super) fn cost_table(&self) -> Table {
        let mut table = Table::headed(&[
            "fixed cost",
            "tools",
            "tokens as sent",
            "tokens for a model",
            "MB after the start",
            "MB after ten looks",
        ]);
        let row = |server: Server| {
            let costs = self.costs.of(server);
            let list = costs.first()?.list;
            let figures =
                |figure: fn(&FixedCost) -> f64| spread(&costs.iter().map(figure).collect::<Vec<f64>>());
            Some(vec![
                server.name().to_owned(),
                list.tools.to_string(),
                list.sent_tokens.to_string(),
                list.model_tokens.to_string(),
                figures(|it| it.megabytes),
                figures(|it| it.megabytes_after_calls),
            ])
        };
        table.rows = Server::ALL.into_iter().filter_map(row).collect();
        table
    }
}

/// Times of both, their ratio, and tokens of both.
fn look_cells(costs: &Both<Vec<CallCost>>) -> Vec<String> {
    let [ours, theirs] = Server::ALL.map(|it| millis(costs.of(it)));
    let time = ratio(&ours, &theirs).map_or(NOTHING.to_owned(), |it| times(Some(it)));
    let tokens = Server::ALL.map(|it| median(&token_counts(costs.of(it))));
    let tokens = tokens.map(|it| it.map_or(NOTHING.to_owned(), |it| format!("{it:.0}")));
    [vec![spread(&ours), spread(&theirs), time], tokens.to_vec()].concat()
}

/// The median of figures, with the least and the most of them.
fn spread(figures: &[f64]) -> String {
    let extreme = |percent| crate::figures::percentile(figures, percent).unwrap_or_default();
    match median(figures) {
        None => NOTHING.to_owned(),
        Some(only) if figures.len() == 1 => format!("{only:.1}"),
        Some(middle) => format!("{middle:.1} [{:.1}–{:.1}]", extreme(0), extreme(100)),
    }
}

fn tally<'j>(judgements: impl Iterator<Item = &'j Judgement>) -> Tally {
    Tally::of(judgements.map(Judgement::statement))
}

fn task_cell(run: &TaskRun) -> String {
    let TaskRun { calls, tokens, millis, failure, .. } = run;
    let done = if failure.is_none() { "" } else { "NOT done: " };
    format!("{done}{calls}, {tokens}, {:.1}", millis / 1e3)
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::NOTHING;

    #[test]
    fn a_row_has_medians_with_their_spread_and_a_ratio() {
        let report = sample();
        let row = &report.looks().rows[0];
        assert_eq!(row.len(), report.looks().heads.len());
        assert_eq!(
            row[..6],
            ["gtk-4 (a calculator)", "10.0 [8.0–30.0]", "40.0 [20.0–50.0]", "0.25", "100", "400"]
        );
        assert_eq!(row[11], "7.0 [6.0–9.0]");
    }

    #[test]
    fn only_lists_that_went_through_have_a_time() {
        let row = sample().lists().rows[0].clone();
        assert_eq!(row, ["gtk-3", "100.0", "200.0", "0.50", "50", "50", "1/1", "1/2"]);
    }

    #[test]
    fn what_was_said_is_counted_beside_what_is_true() {
        let report = sample();
        let rows = report.truth().rows;
        assert_eq!(rows[0], ["said done, and was", "1", "0"]);
        assert_eq!(rows[1], ["said done, and was not", "0", "1"]);
        assert_eq!(rows[3], ["unverified, and was not", "1", "0"]);
        assert_eq!(report.falsehoods().rows, [["check box", "gtk-3", "cua-driver"]]);
        assert_eq!(report.by_class().rows, [["check box", "1 and 1 of 2", "0 and 0 of 1"]]);
    }

    #[test]
    fn a_task_that_is_not_done_says_so_and_a_server_that_is_absent_has_no_row() {
        let report = sample();
        assert_eq!(
            report.task_table().rows,
            [
                ["replace", "2, 200, 0.0", "NOT done: 4, 400, 0.0", "1, 100, 0.0"],
                ["rename", "1, 100, 0.0", "4, 400, 0.0", NOTHING],
            ]
        );
        assert_eq!(report.cost_table().rows, [["Deskpilot", "12", "4100", "3900", "20.0", "39.0"]]);
    }
}
