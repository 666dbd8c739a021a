//! Passages are stored in a folder, where the next session finds them.

use crate::common::{CountedServer, KEY, open, recall, searxng, settings, with_cache, with_key};
use deskpilot_testkit::loopback::Answer;
use deskpilot_web_search::WebSearchSettings;
use std::{fs, path::Path};

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("web")).into_iter().flatten().flatten();
    entries
        .map(|it| it.file_name().to_string_lossy().into_owned() + &fs::read_to_string(it.path()).unwrap())
        .collect()
}

#[tokio::test]
async fn a_search_is_done_once_and_its_engine_and_key_are_not_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let server = CountedServer::start(|_| {
        Answer::json(200, r#"{"items": [{"title": "T", "link": "https://a.example/", "snippet": "rows"}]}"#)
    })
    .await;
    let template = format!("{}/s?q={{searchTerms}}&apikey={KEY}", server.address());
    let settings = || with_cache(with_key(settings("opensearch", &template)), folder.path());
    let first = recall(&open(settings()), "delete a row").await.unwrap();
    assert_eq!(recall(&open(settings()), "delete  a row").await.unwrap(), first, "another session");
    assert_eq!((first.len(), server.asked()), (1, 1));
    recall(&open(settings()), "delete a column").await.unwrap();
    recall(&open(WebSearchSettings { results: 3, ..settings() }), "delete a row").await.unwrap();
    assert_eq!(server.asked(), 3, "another query, and other settings");
    let files = files(folder.path());
    assert_eq!(files.len(), 3);
    assert!(files.iter().all(|it| !it.contains(KEY) && !it.contains("127.0.0.1")), "{files:?}");
}

#[tokio::test]
async fn a_failure_and_an_empty_answer_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    for answer in [Answer::json(422, "x"), searxng(&[])] {
        let server = CountedServer::start(move |_| answer.clone()).await;
        let source = open(with_cache(settings("searxng", server.address()), folder.path()));
        for _ in 0..2 {
            let _ = recall(&source, "delete a row").await;
        }
        assert_eq!((server.asked(), files(folder.path()).len()), (2, 0));
    }
}
