//! Indexes the same pages here and with the pipeline, with the vectors of all passages.

use super::{
    corpus, peer,
    process::{processor_seconds, resident_megabytes},
    report::{Comparison, Indexing, SearchTimes},
};
use crate::{figures::percentile, root, say};
use anyhow::{Context, Result};
use deskpilot_embeddings::{SentenceEmbedder, weights};
use deskpilot_knowledge::{Embedder, Index, Kind, Query, Scope, SourceFile, read_document};
use std::{fs, path::Path, sync::Arc, time::Instant};

/// How many queries are timed.
const QUERIES: usize = 200;

/// Where the index of a comparison is, in its folder.
pub(super) const INDEX: &str = "index.db";

/// Indexes so many pages.
pub(super) async fn measure(pages: usize) -> Result<Comparison> {
    let folder = tempfile::tempdir()?;
    let texts = corpus::write(&folder.path().join("pages"), pages, QUERIES)?;
    let queries: Vec<String> = texts.iter().map(|it| first_words(it)).collect();
    let queries: Vec<&str> = queries.iter().map(String::as_str).collect();
    let files = SourceFile::all_in(&folder.path().join("pages"), Kind::Help, None)?;
    Ok(compare(&files, &queries, folder.path()).await?.0)
}

/// Indexes these files here and with the pipeline. Returns the pipeline's ranking for each query too.
pub(super) async fn compare(
    files: &[SourceFile],
    queries: &[&str],
    at: &Path,
) -> Result<(Comparison, Vec<Vec<String>>)> {
    let (pages, words_seconds, ours) = index(files, queries, at).await?;
    say("... and by the pipeline");
    let peer = peer::run(files, queries, at).await?;
    let rankings = peer.rankings;
    let peer = Indexing {
        seconds: peer.seconds,
        processor_seconds: peer.processor_seconds,
        passages: peer.passages as u64,
        query: times(&peer.query_millis)?,
        megabytes: peer.megabytes,
        file_megabytes: peer.file_megabytes,
    };
    Ok((Comparison { pages, words_seconds, ours, peer }, rankings))
}

/// The number of pages, the seconds until they can be found by words, and everything once they have their vectors.
async fn index(files: &[SourceFile], queries: &[&str], at: &Path) -> Result<(usize, f64, Indexing)> {
    let model = SentenceEmbedder::new(weights(root().join("target/weights")));
    model.embed(&["once, to load everything"]).await?;
    let path = at.join(INDEX);
    let (started, before) = (Instant::now(), processor_seconds()?);
    let index = Index::open(&path).await?.with_embedder(Arc::new(model));
    let pages = index.add(files.to_vec(), read_document, |_| ()).await?.stored;
    let words_seconds = started.elapsed().as_secs_f64();
    index.embed(|_| ()).await?;
    let (seconds, processor_seconds) = (started.elapsed().as_secs_f64(), processor_seconds()? - before);
    let passages = index.list().await?.iter().map(|it| it.chunks).sum();
    let mut millis = Vec::new();
    for text in queries {
        let query = Query { request: (*text).to_owned(), ..Query::default() };
        let asked = Instant::now();
        index.search(&query, Scope::Everything, 8).await?;
        millis.push(asked.elapsed().as_secs_f64() * 1000.0);
    }
    let ours = Indexing {
        seconds,
        processor_seconds,
        passages,
        query: times(&millis)?,
        megabytes: resident_megabytes()?,
        file_megabytes: fs::metadata(&path)?.len() as f64 / 1e6,
    };
    Ok((pages, words_seconds, ours))
}

fn first_words(text: &str) -> String {
    text.split_whitespace().take(8).collect::<Vec<_>>().join(" ")
}

/// The times of queries.
fn times(millis: &[f64]) -> Result<SearchTimes> {
    let percent = |it| percentile(millis, it).context("nothing was timed");
    Ok(SearchTimes { p50: percent(50)?, p95: percent(95)? })
}
