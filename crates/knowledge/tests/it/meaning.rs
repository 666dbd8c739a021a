//! Tests of the index with an embedder: ranks by meaning, other models, and models that fail.

use crate::{
    common::*,
    embedders::{Letters, Missing, Silent},
};
use deskpilot_knowledge::{Destination, EmbedProgress, Index, Query, Scope, SearchResult};
use std::sync::{Arc, atomic::Ordering};

fn anagrams() -> tempfile::TempDir {
    folder(&[("a.txt", "listen"), ("b.txt", "quick fox jumps"), ("c.txt", "silent night")])
}

async fn search(index: &Index, text: &str) -> SearchResult {
    let query = Query { request: text.into(), ..Query::default() };
    index.search(&query, Scope::Everything, 9).await.unwrap()
}

fn texts(result: &SearchResult) -> Vec<&str> {
    result.hits.iter().map(|it| it.chunk.text.as_str()).collect()
}

#[tokio::test]
async fn a_text_of_the_same_meaning_is_found_without_a_common_word() {
    let folder = anagrams();
    let index = indexed(folder.path()).await.index.with_embedder(Arc::new(Letters::local()));
    let before = search(&index, "enlist").await;
    assert_eq!(texts(&before), [""; 0]);
    assert!(before.words_only.unwrap().contains("no vectors yet; run `deskpilot knowledge embed`"));
    let mut progress = Vec::new();
    index.embed(|it| progress.push(it)).await.unwrap();
    assert_eq!(progress, [EmbedProgress { done: 3, all: 3 }]);
    let found = search(&index, "enlist").await;
    assert_eq!(texts(&found)[..2], ["listen", "silent night"]);
    assert_eq!((found.hits[0].text_rank, found.hits[0].meaning_rank), (None, Some(1)));
    assert_eq!(found.words_only, None);
    let night = search(&index, "night").await;
    assert_eq!((texts(&night)[0], night.hits[0].text_rank), ("silent night", Some(1)));
}

#[tokio::test]
async fn only_chunks_without_a_vector_are_computed_and_another_model_computes_all() {
    let folder = anagrams();
    let letters = Letters::local();
    let indexed = indexed(folder.path()).await;
    let index = indexed.index.clone().with_embedder(Arc::new(letters.clone()));
    index.embed(|_| ()).await.unwrap();
    // One more each time for the trial before vectors are touched.
    assert_eq!(letters.embedded.swap(0, Ordering::SeqCst), 3 + 1);
    index.embed(|_| ()).await.unwrap();
    assert_eq!(letters.embedded.swap(0, Ordering::SeqCst), 1);
    let other = Letters { model: "other letters", dimensions: 20, ..Letters::local() };
    let index = indexed.index.clone().with_embedder(Arc::new(other.clone()));
    let found = search(&index, "listen").await;
    assert_eq!(texts(&found), ["listen"]);
    assert!(found.words_only.unwrap().contains("are of another model; run `deskpilot knowledge embed`"));
    index.embed(|_| ()).await.unwrap();
    assert_eq!(other.embedded.load(Ordering::SeqCst), 1 + 1 + 3);
    assert_eq!(search(&index, "listen").await.words_only, None);
    assert_eq!(indexed.index.list().await.unwrap()[0].embedded, 3);
}

#[tokio::test]
async fn without_its_model_words_alone_decide_and_vectors_stay() {
    let folder = anagrams();
    let indexed = indexed(folder.path()).await;
    indexed.index.clone().with_embedder(Arc::new(Letters::local())).embed(|_| ()).await.unwrap();
    let index = indexed.index.clone().with_embedder(Arc::new(Missing));
    let found = search(&index, "listen").await;
    assert_eq!(texts(&found), ["listen"]);
    assert!(found.words_only.unwrap().contains("there is no model; fetch it"));
    index.embed(|_| ()).await.unwrap_err();
    assert_eq!(
        indexed.index.list().await.unwrap()[0].embedded,
        3,
        "the vectors of the other model are there"
    );
}

#[tokio::test]
async fn vectors_of_other_dimensions_are_refused() {
    let folder = anagrams();
    let indexed = indexed(folder.path()).await;
    indexed.index.clone().with_embedder(Arc::new(Letters::local())).embed(|_| ()).await.unwrap();
    let wrong = Letters { dimensions: 5, ..Letters::local() };
    let found = search(&indexed.index.clone().with_embedder(Arc::new(wrong)), "listen").await;
    assert_eq!(texts(&found), ["listen"]);
    assert!(found.words_only.is_some());
    let none = Letters { dimensions: 0, model: "none", ..Letters::local() };
    let error = indexed.index.clone().with_embedder(Arc::new(none)).embed(|_| ()).await.unwrap_err();
    assert!(error.to_string().contains("cannot be compared; install it again"), "{error}");
}

#[tokio::test]
async fn an_embedder_elsewhere_sees_no_text() {
    let folder = anagrams();
    let elsewhere =
        Letters { destination: Destination::Elsewhere("embed.example".into()), ..Letters::local() };
    let index = indexed(folder.path()).await.index.with_embedder(Arc::new(elsewhere.clone()));
    index.embed(|_| ()).await.unwrap();
    assert_eq!(texts(&search(&index, "listen").await), ["listen"]);
    assert_eq!(elsewhere.embedded.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_model_that_does_not_answer_leaves_the_words() {
    let folder = anagrams();
    let index = indexed(folder.path()).await.index.with_embedder(Arc::new(Silent));
    tokio::time::pause();
    let begun = tokio::time::Instant::now();
    let found = search(&index, "listen").await;
    assert_eq!((texts(&found), begun.elapsed().as_secs()), (vec!["listen"], 3), "by the clock of the test");
    assert_eq!(found.words_only.as_deref(), Some("no answer came within 3 s"));
}
