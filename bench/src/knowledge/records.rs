//! Which records of experience are shown for subtasks: precision and recall by threshold, on a set that people labelled.

use super::report::{Records, Threshold};
use crate::{folder, root};
use anyhow::{Context, Result, ensure};
use deskpilot_embeddings::{SentenceEmbedder, weights};
use deskpilot_knowledge::{
    Embedder, Hit, Index, Kind, LEAST_MEANING, LEAST_WORDS, Query, Relevance, Scope, SourceFile,
};
use deskpilot_learning::read_experience;
use serde::Deserialize;
use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

/// More records than an application has.
const ALL: usize = 200;
/// The thresholds that are compared.
const THRESHOLDS: [f64; 13] = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];

/// The file of the set.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelledSet {
    records: Vec<Record>,
    subtasks: Vec<Subtask>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    name: String,
    application: String,
    #[serde(default)]
    kind: Option<String>,
    sub_task: String,
    tips: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subtask {
    application: String,
    text: String,
    /// The records that help with it.
    relevant: Vec<String>,
}

/// A subtask and a record of its application.
struct Pair {
    relevance: Relevance,
    is_relevant: bool,
    is_held_out: bool,
}

/// Compares the thresholds, with the model where its weights are there.
pub(super) async fn measure() -> Result<Records> {
    let set = LabelledSet::read()?;
    let by_words = set.pairs(None).await?;
    let weights = weights(root().join("target/weights"));
    let by_meaning = match weights.check_presence() {
        Ok(()) => Some(set.pairs(Some(Arc::new(SentenceEmbedder::new(weights)))).await?),
        Err(_) => None,
    };
    let words = |it: &Relevance| it.words;
    let meaning = |it: &Relevance| it.meaning.unwrap_or_default();
    let mut thresholds: Vec<Threshold> = THRESHOLDS
        .iter()
        .map(|least| threshold("words alone", *least, &by_words, |it| words(it) >= *least))
        .collect();
    let mut in_use = vec![threshold("words alone", LEAST_WORDS, &by_words, |it| it.is_enough())];
    if let Some(pairs) = &by_meaning {
        let of = |least: &f64| threshold("meaning alone", *least, pairs, |it| meaning(it) >= *least);
        thresholds.extend(THRESHOLDS.iter().map(of));
        in_use.push(threshold("words or meaning", LEAST_MEANING, pairs, |it| it.is_enough()));
    }
    Ok(Records {
        pairs: by_words.len(),
        relevant: by_words.iter().filter(|it| it.is_relevant).count(),
        thresholds,
        in_use,
    })
}

fn threshold(name: &str, least: f64, pairs: &[Pair], is_shown: impl Fn(&Relevance) -> bool) -> Threshold {
    let shares = |is_counted: &dyn Fn(&Pair) -> bool| {
        let counted = || pairs.iter().filter(|it| is_counted(it));
        let shown = counted().filter(|it| is_shown(&it.relevance));
        let right = shown.clone().filter(|it| it.is_relevant).count() as f64;
        let relevant = counted().filter(|it| it.is_relevant).count();
        (right / shown.count().max(1) as f64, right / relevant.max(1) as f64)
    };
    let (precision, recall) = shares(&|_| true);
    let (held_out_precision, held_out_recall) = shares(&|it| it.is_held_out);
    let shown = pairs.iter().filter(|it| is_shown(&it.relevance)).count();
    Threshold { name: name.into(), least, shown, precision, recall, held_out_precision, held_out_recall }
}

impl LabelledSet {
    fn read() -> Result<LabelledSet> {
        let path = folder().join("knowledge/records.toml");
        let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let set: LabelledSet = toml::from_str(&text)?;
        let known: BTreeMap<&str, &str> =
            set.records.iter().map(|it| (it.name.as_str(), it.application.as_str())).collect();
        for subtask in &set.subtasks {
            let is_there = |it: &&String| known.get(it.as_str()) == Some(&subtask.application.as_str());
            let all = subtask.relevant.iter().all(|it| is_there(&it));
            ensure!(all, "{:?} names a record that its application does not have", subtask.text);
        }
        Ok(set)
    }

    /// Every subtask with every record of its application, as the index compares them.
    async fn pairs(&self, embedder: Option<Arc<dyn Embedder>>) -> Result<Vec<Pair>> {
        let at = tempfile::tempdir()?;
        let files = self.records.iter().map(|it| it.file(at.path())).collect::<Result<Vec<_>>>()?;
        let index = Index::open(at.path().join("records.db")).await?;
        let index = match embedder {
            Some(embedder) => index.with_embedder(embedder),
            None => index,
        };
        let report = index.add(files, read_experience, |_| ()).await?;
        ensure!(report.failures.is_empty(), "{:?}", report.failures);
        index.embed(|_| ()).await?;
        let mut pairs = Vec::new();
        for (at, subtask) in self.subtasks.iter().enumerate() {
            let query = Query {
                subtask: subtask.text.clone(),
                application: subtask.application.clone(),
                ..Query::default()
            };
            let scope = Scope::Application(subtask.application.clone());
            let hits = index.search(&query, scope, ALL).await?.hits;
            let own = self.records.iter().filter(|it| it.application == subtask.application);
            pairs.extend(own.map(|it| Pair {
                relevance: it.relevance(&hits, &query),
                is_relevant: subtask.relevant.contains(&it.name),
                is_held_out: at % 2 == 1,
            }));
        }
        Ok(pairs)
    }
}

impl Record {
    /// Writes the record as Deskpilot does.
    fn file(&self, folder: &Path) -> Result<SourceFile> {
        let kind = self.kind.as_deref().unwrap_or("experience");
        let record = serde_json::json!({
            "format": 1, "kind": kind, "sub_task": self.sub_task, "applications": [self.application],
            "tips": self.tips,
        });
        let path = folder.join(&self.name).with_extension("toml");
        fs::write(&path, toml::to_string(&record)?)?;
        let kind = Kind::from_name(kind).context("it is no kind of record")?;
        Ok(SourceFile { path, root: folder.to_owned(), kind, application: String::new(), version: None })
    }

    /// How similar the record is; not at all if it was not found.
    fn relevance(&self, hits: &[Hit], query: &Query) -> Relevance {
        let stem = |it: &Hit| Path::new(&it.chunk.place).file_stem().map(ToOwned::to_owned);
        let hit = hits.iter().find(|it| stem(it).is_some_and(|it| it == *self.name));
        hit.map_or(Relevance { meaning: None, words: 0.0 }, |it| it.relevance(query))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the records that are shown must help.
    const LEAST_PRECISION: f64 = 0.9;

    #[tokio::test]
    async fn of_ten_records_that_are_shown_nine_help() {
        let Records { in_use, thresholds, .. } = measure().await.unwrap();
        assert_eq!(
            in_use.len(),
            2,
            "fetch the weights of the model: `deskpilot knowledge model fetch --folder target/weights`"
        );
        for Threshold { name, precision, held_out_precision, shown, .. } in &in_use {
            let least = precision.min(*held_out_precision);
            assert!(*shown > 20 && least >= LEAST_PRECISION, "{name}: {least}\n{thresholds:#?}");
        }
        let below = |name: &str, at: f64| {
            let found = thresholds.iter().find(|it| it.name == name && it.least == at).unwrap();
            found.precision
        };
        assert!(below("words alone", 0.3) < LEAST_PRECISION, "the set has records that would mislead");
        assert!(below("meaning alone", 0.35) < LEAST_PRECISION, "the set has records that would mislead");
    }
}
