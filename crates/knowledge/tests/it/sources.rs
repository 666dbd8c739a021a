//! Tests of the contract of every knowledge source, and of the results of help documents.

use deskpilot_knowledge::{HelpDocuments, KnowledgeError, KnowledgeSource, LONGEST_PASSAGE, Query, SOURCES};
use std::{fs, path::Path};
use tempfile::{TempDir, tempdir};

fn query(application: &str, text: &str) -> Query {
    Query { subtask: text.into(), application: application.into(), ..Query::default() }
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().expect("a folder for the test");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("its sub-folders");
        fs::write(path, text).expect("its files");
    }
    folder
}

fn documents() -> TempDir {
    let long = format!("# Long\n{}", "save the long chapter again\n".repeat(300));
    folder(&[
        ("general.md", "# Saving\nPress Ctrl+S to save.\n# Closing\nPress Alt+F4."),
        ("calculator/keys.md", "## Multiplying\nPress * to multiply."),
        ("calculator/deep/er/history.txt", "Open the history to save a result."),
        (
            "guide.json",
            r#"{"application": "Writer", "request": "make a list", "guidance": ["select", "press Bullets"]}"#,
        ),
        ("long.md", &long),
        ("picture.png", "\u{1}"),
    ])
}

/// Checks the contract of a source; `known` is a query that it has passages for.
async fn conforms(source: &dyn KnowledgeSource, known: &Query) {
    assert!(
        SOURCES.iter().any(|spec| spec.name == source.name() && !spec.doc.is_empty()),
        "{} is in no table",
        source.name()
    );
    let titles = async |query: &Query, limit| -> Vec<String> {
        let passages = source.recall(query, limit).await.expect("a query is never an error");
        for passage in &passages {
            assert_eq!(passage.source, source.name());
            assert!(passage.text.len() <= LONGEST_PASSAGE && !passage.text.is_empty(), "{passage:?}");
            assert!(passage.score.is_finite() && passage.score > 0.0, "{passage:?}");
        }
        assert!(passages.is_sorted_by(|a, b| a.score >= b.score), "the best comes first");
        passages.into_iter().map(|passage| passage.title).collect()
    };
    let all = titles(known, usize::MAX).await;
    assert!(!all.is_empty(), "nothing for {known:?}");
    assert_eq!(titles(known, 1).await, all[..1], "the limit holds, and the best is the same");
    assert_eq!(titles(known, 0).await, [""; 0]);
    for text in ["", "   ", "?!", "zzzzqqqq"] {
        assert_eq!(titles(&query(&known.application, text), 9).await, [""; 0], "{text:?}");
    }
    titles(&query("", &known.subtask), 9).await;
    titles(&query(&known.application, &"save ".repeat(100_000)), 9).await;
}

#[tokio::test]
async fn help_documents_conform() {
    let folder = documents();
    conforms(&HelpDocuments::open(folder.path()).unwrap(), &query("gnome-calculator", "save the result"))
        .await;
}

#[tokio::test]
async fn an_application_gets_its_own_documents_and_those_for_all() {
    let folder = documents();
    let help = HelpDocuments::open(folder.path()).unwrap();
    for (application, text, expected) in [
        ("gnome-calculator", "multiply", vec!["keys: Multiplying"]),
        ("gnome-calculator", "the result of the history", vec!["history", "long: Long"]),
        ("Calculator", "close with Alt", vec!["general: Closing"]),
        ("libreoffice-writer", "bullets list", vec!["make a list"]),
        ("gnome-calculator", "bullets list", vec![]),
        ("unheard-of", "multiply", vec![]),
        ("", "multiply", vec![]),
    ] {
        let passages = help.recall(&query(application, text), 9).await.unwrap();
        let mut titles: Vec<&str> = passages.iter().map(|passage| passage.title.as_str()).collect();
        titles.dedup();
        assert_eq!(titles, expected, "{text:?} in {application:?}");
    }
    let list = help.recall(&query("writer", "list"), 1).await.unwrap();
    assert_eq!(list[0].text, "select\npress Bullets");
}

#[test]
fn unreadable_documents_are_reported() {
    let large = "x".repeat(1024 * 1024 + 1);
    for (files, expected) in [
        (&[("a/b.json", "{}")][..], "b.json is no help document: missing field `request`"),
        (&[("a.txt", large.as_str())], "a.txt is too large to be searched at every step: at most 1 MiB"),
        (
            &[("1/2/3/4/5/6/7/8/9/a.txt", "")],
            "9 is too large to be searched at every step: at most 8 folders deep",
        ),
    ] {
        let folder = folder(files);
        let error = HelpDocuments::open(folder.path()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let nowhere = HelpDocuments::open(Path::new("/nowhere/at/all")).unwrap_err();
    assert!(matches!(nowhere, KnowledgeError::NotRead { .. }), "{nowhere}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_does_not_lead_out_of_the_folder() {
    let secret = folder(&[("secret.txt", "the password is hunter2")]);
    let folder = documents();
    std::os::unix::fs::symlink(secret.path().join("secret.txt"), folder.path().join("link.txt")).unwrap();
    std::os::unix::fs::symlink(secret.path(), folder.path().join("linked")).unwrap();
    // A pipe to which nobody writes.
    let pipe = std::process::Command::new("mkfifo").arg(folder.path().join("pipe.txt")).status();
    assert!(pipe.unwrap().success());
    let help = HelpDocuments::open(folder.path()).unwrap();
    assert_eq!(help.recall(&query("linked", "password"), 9).await.unwrap(), []);
}
