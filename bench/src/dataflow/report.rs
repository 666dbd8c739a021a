//! The report on the dataflow. Pure.

use super::{
    memory::Memory,
    plan::{PlanTimes, Scripted},
    queue::QueueTimes,
    throughput::Throughput,
};
use crate::{
    figures::percentile,
    goals::{at_least, at_most},
    machine::Machine,
    output::{BenchReport, markdown_of, text_of},
    table::Table,
};
use serde::{Deserialize, Serialize};

/// The results of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    /// The machine.
    pub(super) machine: Machine,
    /// The plan of ten steps.
    pub(super) plan: Option<PlanTimes>,
    /// Many plans on several desktops.
    pub(super) throughput: Vec<Throughput>,
    /// The memory of desktops.
    pub(super) memory: Vec<Memory>,
    /// The engines of the queue.
    pub(super) queues: Vec<QueueTimes>,
}

/// The notes below the tables.
const NOTES: &[&str] = &[
    "The plan adds three lines to a letter, one of them bold, and saves it. Deskpilot looks at the window before each step, keeps \
     a picture and the controls, and waits for the effect of each; the script dispatches the same operations through UNO and \
     waits for nothing. Both start LibreOffice on a new private desktop with a new home, in turn.",
    "The waits are those of the reference's documentation and default settings for a plan of its dataflow; its own looks, \
     actions and start of the application are not among them.",
    "The own share is the processor time of the command alone by the time it ran. Its time contains the desktop, the \
     application, the checks and the records.",
    "The memory of a desktop is that of its X server, buses and window manager without an application (PSS).",
    "A job of the queue is claimed and finished by one worker, one after the other. To continue is to open the queue again, to end \
     leases that ran out, to count the jobs, and to claim the first.",
];

impl BenchReport for Report {
    const NAME: &'static str = "dataflow";

    fn text(&self) -> String {
        text_of(&self.machine, &self.tables(), NOTES)
    }

    fn markdown(&self) -> String {
        markdown_of(&self.machine, &self.tables(), NOTES)
    }
}

impl Report {
    fn tables(&self) -> Vec<Table> {
        let plan = self.plan.as_ref();
        let all = [
            self.goal_table(),
            plan.map(plan_table).unwrap_or_default(),
            plan.map(wait_table).unwrap_or_default(),
            self.throughput_table(),
            self.memory_table(),
            self.queue_table(),
        ];
        all.into_iter().filter(|it| !it.rows.is_empty()).collect()
    }

    fn goal_table(&self) -> Table {
        let plan = self.plan.as_ref();
        let waits: Option<f64> = plan.map(|it| it.waits.iter().map(|(.., seconds)| seconds).sum());
        let of = |figures: Option<&Vec<f64>>| figures.and_then(|it| percentile(it, 50));
        let executed = of(plan.map(|it| &it.executions));
        let scripted: Vec<f64> =
            plan.iter().flat_map(|it| it.scripted.iter().map(|it| it.seconds())).collect();
        let ratio = |whole: Option<f64>, part: Option<f64>| Some(whole? / part?);
        let own = of(plan.map(|it| &it.own_shares)).map(|it| 100.0 * it);
        let memory = self.memory.iter().map(|it| it.megabytes / it.desktops as f64).reduce(f64::max);
        let queue = |engine: &str| self.queues.iter().find(|it| it.engine.starts_with(engine));
        let mut table = Table::headed(&["goal", "wanted", "measured", "met"]);
        table.rows = [
            at_least(
                "the waits of the reference by the steps",
                8.0,
                ratio(waits, of(plan.map(|it| &it.steps))),
            ),
            at_most("the plan by the script and its start", 1.5, ratio(executed, percentile(&scripted, 50))),
            at_most("own share of the time, %", 10.0, own),
            at_most("memory of a desktop, MB", 120.0, memory),
            at_most("a job of SQLite, ms", 2.0, queue("SQLite").map(|it| it.millis_a_job)),
            at_most("a job of NATS, ms", 5.0, queue("NATS").map(|it| it.millis_a_job)),
        ]
        .into_iter()
        .flatten()
        .collect();
        table
    }

    fn throughput_table(&self) -> Table {
        let mut table = Table::headed(&[
            "desktops",
            "tasks",
            "passed",
            "seconds",
            "tasks a minute",
            "own processor time, %",
        ]);
        table.rows = self
            .throughput
            .iter()
            .map(|it| {
                vec![
                    it.desktops.to_string(),
                    it.tasks.to_string(),
                    it.passed.to_string(),
                    format!("{:.1}", it.seconds),
                    format!("{:.1}", 60.0 * it.tasks as f64 / it.seconds),
                    format!("{:.1}", 100.0 * it.own_cpu / it.seconds),
                ]
            })
            .collect();
        table
    }

    fn memory_table(&self) -> Table {
        let mut table = Table::headed(&["desktops without an application", "MB", "MB each"]);
        table.rows = self
            .memory
            .iter()
            .map(|it| {
                let each = it.megabytes / it.desktops as f64;
                vec![it.desktops.to_string(), format!("{:.0}", it.megabytes), format!("{each:.0}")]
            })
            .collect();
        table
    }

    fn queue_table(&self) -> Table {
        let mut table =
            Table::headed(&["queue", "ms a job", "many jobs", "submit, s", "list, s", "continue, s"]);
        table.rows = self
            .queues
            .iter()
            .map(|it| {
                let seconds = [it.submit, it.list, it.resume].map(|it| format!("{it:.2}"));
                let mut row = vec![it.engine.clone(), format!("{:.2}", it.millis_a_job), it.many.to_string()];
                row.extend(seconds);
                row
            })
            .collect();
        table
    }
}

fn plan_table(plan: &PlanTimes) -> Table {
    let scripted = |part: fn(&Scripted) -> f64| plan.scripted.iter().map(part).collect::<Vec<f64>>();
    let row = |what: &str, figures: &[f64]| {
        let of = |percent| percentile(figures, percent).map_or_else(String::new, |it| format!("{it:.2}"));
        vec![what.to_owned(), of(50), of(0), of(100)]
    };
    let mut table = Table::headed(&["a plan of 10 steps on Writer, s", "median", "least", "most"]);
    table.rows = vec![
        row("Deskpilot: start, steps, save", &plan.executions),
        row("Deskpilot: the steps and the save alone", &plan.steps),
        row("script: start, operations, save", &scripted(|it| it.seconds())),
        row("script: the start alone", &scripted(|it| it.start / 1000.0)),
        row("script: the operations and the save alone", &scripted(|it| (it.operations + it.save) / 1000.0)),
    ];
    table
}

fn wait_table(plan: &PlanTimes) -> Table {
    let mut table = Table::headed(&["fixed waits of the reference", "times", "seconds"]);
    let row = |(what, times, seconds): &(String, usize, f64)| {
        vec![what.clone(), times.to_string(), format!("{seconds:.2}")]
    };
    table.rows = plan.waits.iter().map(row).collect();
    let all: f64 = plan.waits.iter().map(|(.., seconds)| seconds).sum();
    table.rows.push(vec!["all".into(), String::new(), format!("{all:.2}")]);
    table
}
