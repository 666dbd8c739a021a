//! The report about the index of knowledge.

use crate::{
    goals::{at_least, at_most, shown},
    machine::Machine,
    output::{BenchReport, markdown_of, text_of},
    table::Table,
};
use serde::{Deserialize, Serialize};

/// The results.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) machine: Machine,
    pub(super) speed: Option<Speed>,
    pub(super) comparison: Option<Comparison>,
    pub(super) quality: Option<Quality>,
    #[serde(default)]
    pub(super) records: Option<Records>,
}

/// Which records of experience are shown for subtasks.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Records {
    /// Subtasks with each record of their application, and how many of them help.
    pub(super) pairs: usize,
    pub(super) relevant: usize,
    pub(super) thresholds: Vec<Threshold>,
    /// The thresholds that sessions use.
    pub(super) in_use: Vec<Threshold>,
}

/// What a threshold shows: shares from 0 to 1, of all pairs and of those that were held out.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Threshold {
    pub(super) name: String,
    pub(super) least: f64,
    pub(super) shown: usize,
    pub(super) precision: f64,
    pub(super) recall: f64,
    pub(super) held_out_precision: f64,
    pub(super) held_out_recall: f64,
}

/// An index of many pages.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Speed {
    pub(super) pages: usize,
    pub(super) chunks: u64,
    /// Seconds to read and index all pages, and to find that none has changed.
    pub(super) add_seconds: f64,
    pub(super) again_seconds: f64,
    /// Milliseconds to compute the vector of a passage, in batches.
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
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct SearchTimes {
    pub(super) p50: f64,
    pub(super) p95: f64,
}

/// The same pages indexed with all vectors, here and by the pipeline.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Comparison {
    pub(super) pages: usize,
    /// Seconds until Deskpilot finds the pages by words.
    pub(super) words_seconds: f64,
    pub(super) ours: Indexing,
    pub(super) peer: Indexing,
}

/// What it takes to index pages with all vectors, and to search them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Indexing {
    /// Wall and processor seconds.
    pub(super) seconds: f64,
    pub(super) processor_seconds: f64,
    pub(super) passages: u64,
    pub(super) query: SearchTimes,
    pub(super) megabytes: f64,
    pub(super) file_megabytes: f64,
}

/// What was found for questions.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Quality {
    /// How the pages were indexed that the questions are about.
    pub(super) indexing: Comparison,
    pub(super) questions: usize,
    pub(super) scores: Vec<Score>,
    pub(super) better: Vec<Better>,
}

/// How well a way of ranking finds pages: shares from 0 to 1, of all questions and of a half of them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Score {
    pub(super) name: String,
    pub(super) recall: f64,
    pub(super) held_out_recall: f64,
    pub(super) ndcg: f64,
    pub(super) tuning_ndcg: f64,
    pub(super) held_out_ndcg: f64,
}

/// By how much words and meaning together are better than another way: the mean difference of nDCG on the questions that are
/// held out, where 95 % of the means are when questions are drawn again, and how many questions it wins and loses.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Better {
    pub(super) than: String,
    /// The mean difference of recall on all questions.
    pub(super) recall: f64,
    pub(super) mean: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) won: usize,
    pub(super) lost: usize,
}

const NOTES: &[&str] = &[
    "The pages of the first two tables are the installed help of this machine, repeated with other words, in sections of 110 words. In the \
     first, the vectors of passages are made up, those of queries are the model's; in the second, all are computed. The pages of the others are \
     installed help as it is.",
    "A query is embedded, found by words, compared with the vectors of all passages, ranked, and its texts are read.",
    "The pipeline cuts pages into 1,000 characters, 200 of them shared, and computes vectors with the same network in onnxruntime on all \
     cores, with weights of 32 bits. It gets the texts that Deskpilot has read: the time to read the pages is counted for Deskpilot alone.",
    "Questions are in other words than the pages (`bench/knowledge/questions.toml`), and all pages are in one index. Every second question was \
     held out while weights were chosen. Recall is that of answering pages among five, nDCG that of ten pages.",
];

impl Report {
    fn tables(&self) -> Vec<Table> {
        let mut tables: Vec<Table> = self.speed.iter().map(Speed::table).collect();
        tables.extend(self.comparison.as_ref().map(Comparison::table));
        tables.extend(self.quality.iter().flat_map(|it| [it.indexing.table(), it.table(), it.differences()]));
        tables.extend(self.records.as_ref().map(Records::table));
        tables.push(self.goals());
        tables
    }

    fn goals(&self) -> Table {
        let mut goals = Table::headed(&["goal", "wanted", "measured", "met"]);
        let speed = self.speed.as_ref();
        let comparison = self.comparison.as_ref();
        let faster = comparison.map(|it| it.peer.seconds / it.ours.seconds);
        let earlier = comparison.map(|it| it.peer.seconds / it.words_seconds);
        let least = |of: fn(&Better) -> f64| {
            self.quality
                .as_ref()
                .and_then(|it| it.better.iter().map(of).reduce(f64::min))
                .map(|it| it * 100.0)
        };
        let precision = self.records.iter().flat_map(|it| &it.in_use).map(|it| it.precision * 100.0);
        let precision = precision.reduce(f64::min);
        let real = self.quality.as_ref().map(|it| it.indexing.peer.seconds / it.indexing.ours.seconds);
        goals.rows.extend(at_least("indexing made-up pages with all vectors, times as fast", 5.0, faster));
        goals.rows.extend(at_least("indexing installed help with all vectors, times as fast", 5.0, real));
        goals.rows.extend(at_least("found by words, times as fast as the pipeline", 5.0, earlier));
        let p95 = speed.map(|it| it.with_meaning.p95);
        goals.rows.extend(at_most("query by words and meaning, 95 %, ms", 20.0, p95));
        goals.rows.extend(at_most("memory of the process, MB", 300.0, speed.map(|it| it.megabytes)));
        goals.rows.extend(at_least("nDCG of both above each other way, percent", 0.0, least(|it| it.mean)));
        goals.rows.extend(at_least(
            "recall of both above each other way, percent",
            0.0,
            least(|it| it.recall),
        ));
        goals.rows.extend(at_least("records shown that help, percent", 90.0, precision));
        goals
    }
}

impl Records {
    fn table(&self) -> Table {
        let of = format!("records shown ({} pairs, {} help)", self.pairs, self.relevant);
        let heads =
            [of.as_str(), "least", "shown", "precision", "recall", "precision, held out", "recall, held out"];
        let mut table = Table::headed(&heads);
        let in_use = self.in_use.iter().map(|it| (format!("{}, in use", it.name), it));
        for (name, it) in self.thresholds.iter().map(|it| (it.name.clone(), it)).chain(in_use) {
            let shares = [it.precision, it.recall, it.held_out_precision, it.held_out_recall];
            let cells = shares.iter().map(|it| format!("{it:.2}"));
            let first = [name, format!("{:.2}", it.least), it.shown.to_string()];
            table.rows.push(first.into_iter().chain(cells).collect());
        }
        table
    }
}

impl Speed {
    fn table(&self) -> Table {
        let mut figures = Table::headed(&["figure", "measured"]);
        for (what, figure) in [
            ("pages", self.pages as f64),
            ("passages", self.chunks as f64),
            ("indexing, pages a second", self.pages as f64 / self.add_seconds),
            ("unchanged, pages a second", self.pages as f64 / self.again_seconds),
            ("vector of a passage, ms", self.passage_millis),
            ("first query of a process, ms", self.first_millis),
            ("query by words and meaning, median, ms", self.with_meaning.p50),
            ("query by words and meaning, 95 %, ms", self.with_meaning.p95),
            ("query by words alone, median, ms", self.words_alone.p50),
            ("query by words alone, 95 %, ms", self.words_alone.p95),
            ("memory of the process, MB", self.megabytes),
            ("the index on the disk, MB", self.file_megabytes),
        ] {
            figures.rows.push(vec![what.into(), shown(Some(figure))]);
        }
        figures
    }
}

impl Comparison {
    fn table(&self) -> Table {
        let Comparison { pages, words_seconds, ours, peer } = self;
        let first = format!("{pages} pages");
        let mut table = Table::headed(&[&first, "Deskpilot", "LangChain, FAISS, MiniLM", "ratio"]);
        for (what, own, other) in [
            ("found by words, s", *words_seconds, peer.seconds),
            ("with all vectors, s", ours.seconds, peer.seconds),
            ("the same, s of processor time", ours.processor_seconds, peer.processor_seconds),
            ("passages", ours.passages as f64, peer.passages as f64),
            ("query, median, ms", ours.query.p50, peer.query.p50),
            ("query, 95 %, ms", ours.query.p95, peer.query.p95),
            ("memory of the process, MB", ours.megabytes, peer.megabytes),
            ("the index on the disk, MB", ours.file_megabytes, peer.file_megabytes),
        ] {
            let figures = [own, other, other / own].map(|it| shown(Some(it)));
            table.rows.push([vec![what.to_owned()], figures.to_vec()].concat());
        }
        table
    }
}

impl Quality {
    fn table(&self) -> Table {
        let (questions, pages, passages) = (self.questions, self.indexing.pages, self.indexing.ours.passages);
        let first = format!("{questions} questions, {pages} pages, {passages} passages");
        let heads = ["recall", "recall, held out", "nDCG", "nDCG, tuning", "nDCG, held out"];
        let mut table = Table::headed(&[[first.as_str()].as_slice(), &heads].concat());
        for it in &self.scores {
            let figures = [it.recall, it.held_out_recall, it.ndcg, it.tuning_ndcg, it.held_out_ndcg];
            let figures = figures.iter().map(|it| format!("{it:.3}"));
            table.rows.push([it.name.clone()].into_iter().chain(figures).collect());
        }
        table
    }

    fn differences(&self) -> Table {
        let heads =
            ["words and meaning next to", "recall, all", "nDCG, held out", "95 % of draws", "won", "lost"];
        let mut table = Table::headed(&heads);
        for it in &self.better {
            let range = format!("{:+.3} to {:+.3}", it.low, it.high);
            let counts = [it.won, it.lost].map(|it| it.to_string());
            let row = [it.than.clone(), format!("{:+.3}", it.recall), format!("{:+.3}", it.mean), range];
            table.rows.push(row.into_iter().chain(counts).collect());
        }
        table
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
