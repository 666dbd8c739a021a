//! How fast pages are put into the index, how fast it answers, and how much memory that takes.

use super::{
    corpus,
    process::resident_megabytes,
    report::{SearchTimes, Speed},
};
use crate::{figures::percentile, root, say};
use anyhow::{Context, Result, bail};
use async_trait::async_trait;
use deskpilot_embeddings::{SentenceEmbedder, weights};
use deskpilot_knowledge::{Embedder, Index, Kind, KnowledgeError, Query, Scope, SourceFile, read_document};
use std::{fs, sync::Arc, time::Instant};

/// How many queries are timed.
const QUERIES: usize = 300;

/// How many passages are really embedded, to measure how long one takes.
const EMBEDDED: usize = 64;

/// Measures an index of so many pages.
pub(super) async fn measure(pages: usize) -> Result<Speed> {
    let model = SentenceEmbedder::new(weights(root().join("target/weights")));
    let folder = tempfile::tempdir()?;
    let texts = corpus::write(&folder.path().join("pages"), pages, QUERIES)?;
    let passage_millis = embedding(&model, &texts).await?;

    let path = folder.path().join("index.db");
    let index = Index::open(&path).await?.with_embedder(Arc::new(HalfReal { model: model.clone() }));
    let files = || SourceFile::all_in(&folder.path().join("pages"), Kind::Help, None);
    let (started, files_of_first) = (Instant::now(), files()?);
    let report = index.add(files_of_first, read_document, |_| ()).await?;
    if report.stored != pages {
        bail!("{} of {pages} pages were indexed: {:?}", report.stored, report.failures.first());
    }
    let add_seconds = started.elapsed().as_secs_f64();
    let started = Instant::now();
    index.add(files()?, read_document, |_| ()).await?;
    let again_seconds = started.elapsed().as_secs_f64();
    say("vectors are stored");
    index.embed(|_| ()).await?;
    let chunks: u64 = index.list().await?.iter().map(|it| it.chunks).sum();
    drop(index);

    let index = Index::open(&path).await?.with_embedder(Arc::new(HalfReal { model: model.clone() }));
    let first_millis = timed(&index, "print on both sides of the paper").await?;
    let with_meaning = search_times(&index, &texts).await?;
    let megabytes = resident_megabytes()?;
    let words = Index::open(&path).await?;
    timed(&words, "print on both sides of the paper").await?;
    let words_alone = search_times(&words, &texts).await?;
    Ok(Speed {
        pages,
        chunks,
        add_seconds,
        again_seconds,
        passage_millis,
        first_millis,
        with_meaning,
        words_alone,
        megabytes,
        file_megabytes: fs::metadata(&path)?.len() as f64 / 1e6,
    })
}

/// Milliseconds to embed a passage, in batches.
async fn embedding(model: &SentenceEmbedder, texts: &[String]) -> Result<f64> {
    let texts: Vec<&str> = texts.iter().take(EMBEDDED).map(String::as_str).collect();
    model.embed(&["once, to load the model"]).await?;
    let started = Instant::now();
    model.embed(&texts).await?;
    Ok(started.elapsed().as_secs_f64() * 1000.0 / texts.len() as f64)
}

/// Times queries made of sentences of the corpus.
async fn search_times(index: &Index, texts: &[String]) -> Result<SearchTimes> {
    let mut millis = Vec::new();
    for number in 0..QUERIES {
        let text = &texts[number % texts.len()];
        let words: Vec<&str> = text.split_whitespace().skip(number % 17).take(5 + number % 6).collect();
        millis.push(timed(index, &words.join(" ")).await?);
    }
    let percent = |it| percentile(&millis, it).context("nothing was timed");
    Ok(SearchTimes { p50: percent(50)?, p95: percent(95)? })
}

async fn timed(index: &Index, text: &str) -> Result<f64> {
    let query = Query { request: text.to_owned(), ..Query::default() };
    let started = Instant::now();
    let found = index.search(&query, Scope::Everything, 8).await?;
    let millis = started.elapsed().as_secs_f64() * 1000.0;
    if let Some(why) = found.words_only {
        bail!("the query was compared by words alone: {why}");
    }
    Ok(millis)
}

/// Computes queries with the real model, and makes the vectors of passages up: comparing takes as long, and computing them
/// all would take most of an hour.
struct HalfReal {
    model: SentenceEmbedder,
}

#[async_trait]
impl Embedder for HalfReal {
    fn model(&self) -> &str {
        self.model.model()
    }

    async fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, KnowledgeError> {
        if texts.len() == 1 {
            return self.model.embed(texts).await;
        }
        Ok(texts.iter().map(|text| made_up(text)).collect())
    }
}

fn made_up(text: &str) -> Vec<f32> {
    let mut state = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let vector: Vec<f32> = (0..384).map(|_| next()).collect();
    let length = vector.iter().map(|it| it * it).sum::<f32>().sqrt();
    vector.iter().map(|it| it / length).collect()
}
