//! The report about the index of knowledge.

use crate::{
    goals::{at_most, shown},
    machine::Machine,
    output::{BenchReport, markdown_of, text_of},
    table::Table,
};
use serde::{Deserialize, Serialize};

/// The results.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) machine: Machine,
    pub(super) pages: usize,
    pub(super) chunks: u64,
    /// Seconds to read and index all pages, and to find that none has changed.
    pub(super) add_seconds: f64,
    pub(super) again_seconds: f64,
    /// Milliseconds to compute the vector of a passage, in batches on half of the cores.
    pub(super) passage_millis: f64,
    /// Milliseconds of the first query of a process, which reads the vectors.
    pub(super) first_millis: f64,
    pub(super) with_meaning: SearchTimes,
    pub(super) words_alone: SearchTimes,
    /// The memory of the process with the model, and the size of the index.
    pub(super) megabytes: f64,
    pub(super) file_megabytes: f64,
}

/// Milliseconds of queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct SearchTimes {
    pub(super) p50: f64,
    pub(super) p95: f64,
}

const NOTES: &[&str] = &[
    "Pages are the installed help of this machine, repeated with other words; the vectors of passages are made up, those of \
     queries are the model's.",
    "A query is embedded, found by words, compared with the vectors of all passages, ranked, and its texts are read.",
];

impl Report {
    fn tables(&self) -> [Table; 2] {
        let mut figures = Table::headed(&["figure", "measured"]);
        for (what, figure) in [
            ("pages", self.pages as f64),
            ("passages", self.chunks as f64),
            ("indexing, pages a second", self.pages as f64 / self.add_seconds),
            ("unchanged, pages a second", self.pages as f64 / self.again_seconds),
            ("vector of a passage, ms", self.passage_millis),
            ("first query of a process, ms", self.first_millis),
            ("query by words and meaning, median, ms", self.with_meaning.p50),
            ("query by words alone, median, ms", self.words_alone.p50),
            ("query by words alone, 95 %, ms", self.words_alone.p95),
            ("the index on the disk, MB", self.file_megabytes),
        ] {
            figures.rows.push(vec![what.into(), shown(Some(figure))]);
        }
        let mut goals = Table::headed(&["goal", "wanted", "measured", "met"]);
        goals.rows.extend(at_most("query by words and meaning, 95 %, ms", 20.0, Some(self.with_meaning.p95)));
        goals.rows.extend(at_most("memory of the process, MB", 300.0, Some(self.megabytes)));
        [figures, goals]
    }
}

impl BenchReport for Report {
    const NAME: &'static str = "knowledge";

    fn text(&self) -> String {
        text_of(&self.machine, &self.tables(), NOTES)
    }

    fn markdown(&self) -> String {
        markdown_of(&self.machine, &self.tables(), NOTES)
    }
}
