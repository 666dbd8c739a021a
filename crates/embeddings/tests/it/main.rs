//! Tests of the network with its real weights, which `cargo xtask setup` fetches.

#![expect(clippy::panic, reason = "a test that cannot go on fails")]

use deskpilot_embeddings::{SentenceEmbedder, weights};
use deskpilot_knowledge::Embedder;
use std::{fs, path::Path};

/// An embedder with the weights that `cargo xtask setup` fetched.
fn embedder() -> SentenceEmbedder {
    let weights = weights(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/weights"));
    weights
        .check()
        .unwrap_or_else(|error| panic!("{error}, or all that tests need with `cargo xtask setup`"));
    SentenceEmbedder::new(weights)
}

fn similarity(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[tokio::test]
async fn texts_of_similar_meaning_are_close() {
    let texts = [
        "How do I make text bold?",
        "Emphasise words with a heavier font weight",
        "Connect to a wireless network",
        "Join the Wi-Fi of your home",
    ];
    let vectors = embedder().embed(&texts).await.unwrap();
    for vector in &vectors {
        assert_eq!(vector.len(), 384);
        assert!((similarity(vector, vector) - 1.0).abs() < 1e-5, "a vector has length 1");
    }
    let of = |one: usize, other: usize| similarity(&vectors[one], &vectors[other]);
    assert!(of(0, 1) > 0.4 && of(2, 3) > 0.5, "{} {}", of(0, 1), of(2, 3));
    assert!(of(0, 2) < 0.2 && of(1, 3) < 0.2, "{} {}", of(0, 2), of(1, 3));
}

#[tokio::test]
async fn a_text_has_one_vector_alone_and_in_any_batch() {
    let embedder = embedder();
    let long = "Select the cells, and choose Merge. ".repeat(40);
    let texts: Vec<String> = (0..20).map(|n| format!("{}{n}", &long[..n * 40])).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).chain([""]).collect();
    let together = embedder.embed(&texts).await.unwrap();
    assert_eq!(together.len(), texts.len());
    for (text, vector) in texts.iter().zip(&together) {
        let alone = embedder.embed(&[text]).await.unwrap();
        assert!(similarity(&alone[0], vector) > 0.999, "{text:?}");
    }
    assert!(embedder.embed(&[]).await.unwrap().is_empty());
}

#[tokio::test]
async fn missing_and_damaged_weights_say_what_to_do_and_are_found_later() {
    let folder = tempfile::tempdir().unwrap();
    let late = SentenceEmbedder::new(weights(folder.path()));
    let error = late.embed(&["a"]).await.unwrap_err().to_string();
    assert!(error.ends_with("is not there; fetch it with `deskpilot knowledge model fetch`"), "{error}");
    fs::write(folder.path().join("model.onnx"), "no network").unwrap();
    let error = late.embed(&["a"]).await.unwrap_err().to_string();
    assert!(error.contains("does not hold the bytes that were tried"), "{error}");
    let fetched = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/weights");
    weights(folder.path()).add(&fetched).unwrap();
    assert_eq!(late.embed(&["a"]).await.unwrap().len(), 1);
}
