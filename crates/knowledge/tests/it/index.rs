//! Tests of the index: the contract of a source, whose documents are found, what is read again, and what happens when files,
//! disks or other processes misbehave.

use crate::{common::*, embedders::Letters};
use deskpilot_documents::Document;
use deskpilot_knowledge::{
    Index, IndexSource, Kind, KnowledgeError, KnowledgeSource, LONGEST_PASSAGE, Query, Removal, Scope,
    SourceFile, read_document,
};
use std::{fs, path::Path, sync::Arc};
use tempfile::tempdir;
use tokio::sync::Notify;

fn query(application: &str, text: &str) -> Query {
    Query { subtask: text.into(), application: application.into(), ..Query::default() }
}

fn documents() -> tempfile::TempDir {
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
    let titles = async |query: &Query, limit| -> Vec<String> {
        let passages = source.recall(query, limit).await.expect("a query is never an error");
        for passage in &passages {
            assert!(Kind::from_name(&passage.source).is_some() && !passage.place.is_empty(), "{passage:?}");
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
    for text in ["", "   ", "?!", "zzzzqqqq", "\" OR NEAR("] {
        assert_eq!(titles(&query(&known.application, text), 9).await, [""; 0], "{text:?}");
    }
    titles(&query("", &known.subtask), 9).await;
    titles(&query(&known.application, &"save ".repeat(100_000)), 9).await;
}

#[tokio::test]
async fn the_index_conforms() {
    let folder = documents();
    let known = query("gnome-calculator", "save the result");
    let index = indexed(folder.path()).await;
    conforms(&IndexSource(index.index.clone()), &known).await;
    let letters = index.index.clone().with_embedder(Arc::new(Letters::local()));
    letters.embed(|_| ()).await.unwrap();
    // An embedder of letters finds something for every text, so only the form of its passages is checked.
    let found = IndexSource(letters).recall(&known, 9).await.unwrap();
    assert!(found.iter().all(|it| it.score > 0.0 && it.score <= 1.0) && !found.is_empty(), "{found:?}");
}

#[tokio::test]
async fn an_application_gets_its_own_documents_and_those_for_all() {
    let folder = documents();
    let index = indexed(folder.path()).await;
    let help = IndexSource(index.index.clone());
    for (application, text, expected) in [
        ("gnome-calculator", "multiply", vec!["keys: Multiplying"]),
        ("gnome-calculator", "the result of the history", vec!["history"]),
        ("gnome-calculator", "a long history", vec!["Long", "history"]),
        ("Calculator", "close with Alt", vec!["general"]),
        ("libreoffice-writer", "bullets list", vec!["make a list"]),
        ("gnome-calculator", "bullets list", vec![]),
        ("unheard-of", "multiply", vec![]),
        ("", "multiply", vec![]),
    ] {
        let passages = help.recall(&query(application, text), 9).await.unwrap();
        let mut titles: Vec<&str> = passages.iter().map(|passage| passage.title.as_str()).collect();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles, expected, "{text:?} in {application:?}");
    }
    let list = help.recall(&query("writer", "list"), 1).await.unwrap();
    assert_eq!(list[0].text, "1. select\n2. press Bullets");
    assert_eq!(list[0].place, fs::canonicalize(folder.path().join("guide.json")).unwrap().to_string_lossy());
    let everywhere = index.index.search(&query("", "multiply"), Scope::Everything, 9).await.unwrap();
    assert_eq!(everywhere.hits.len(), 1, "a person who searches sees all applications");
    assert_eq!((everywhere.hits[0].text_rank, everywhere.hits[0].meaning_rank), (Some(1), None));
}

#[tokio::test]
async fn words_match_their_other_forms_and_the_screen_decides_between_equals() {
    let folder = folder(&[
        ("a.md", "# Printing\nChoose Print to print pages of the document."),
        ("b.md", "# Printer\nChoose Print to print pages of the calendar."),
    ]);
    let index = indexed(folder.path()).await;
    let seen = Query { screen: "Calendar – May".into(), ..query("", "printed page") };
    for (query, first) in [(query("", "printed page"), "Printing"), (seen, "Printer")] {
        let hits = index.index.search(&query, Scope::Everything, 9).await.unwrap().hits;
        assert_eq!((hits.len(), hits[0].chunk.title.as_str()), (2, first));
    }
    let only_seen = Query { screen: "document calendar".into(), ..query("", "unheard") };
    let found = index.index.search(&only_seen, Scope::Everything, 9).await.unwrap();
    assert!(found.hits.is_empty(), "the screen alone finds nothing");
}

#[tokio::test]
async fn help_of_the_version_in_use_comes_first_and_no_text_comes_twice() {
    let folder = folder(&[
        ("new/a.txt", "Merge cells with the Merge button of the toolbar."),
        ("old/a.txt", "Merge cells with the Merge button of the toolbar."),
        ("old/b.txt", "Merge cells with the Merge command of the menu."),
    ]);
    let store = tempdir().unwrap();
    let index = Index::open(store.path().join("index")).await.unwrap();
    for (name, version) in [("old", "41"), ("new", "42")] {
        let path = folder.path().join(name);
        let mut files = SourceFile::all_in(&path, Kind::Help, Some("calc")).unwrap();
        files.iter_mut().for_each(|it| it.version = Some(version.into()));
        index.add(files, read_document, |_| ()).await.unwrap();
    }
    let wanted = Query { version: Some("42.3".into()), ..query("calc", "merge cells") };
    let hits = index.search(&wanted, Scope::Application("calc".into()), 9).await.unwrap().hits;
    let versions: Vec<_> = hits.iter().map(|it| it.chunk.version.as_deref().unwrap_or("")).collect();
    assert_eq!(versions, ["42", "41"], "{hits:?}");
}

#[tokio::test]
async fn versions_are_compared_number_by_number() {
    let folder = folder(&[
        ("4.txt", "Merge cells with the button of the tool bar at the top."),
        ("44.txt", "Merge cells with the button of the tool bar at the side."),
    ]);
    let store = tempdir().unwrap();
    let index = Index::open(store.path().join("index")).await.unwrap();
    for version in ["4", "44"] {
        let path = folder.path().join(format!("{version}.txt"));
        let mut files = SourceFile::all_in(&path, Kind::Help, Some("calc")).unwrap();
        files[0].version = Some(version.into());
        index.add(files, read_document, |_| ()).await.unwrap();
    }
    for (used, first) in [("44.2", "44"), ("4.1", "4"), ("44", "44"), ("4", "4")] {
        let wanted = Query { version: Some(used.into()), ..query("calc", "merge cells") };
        let hits = index.search(&wanted, Scope::Application("calc".into()), 9).await.unwrap().hits;
        assert_eq!((hits.len(), hits[0].chunk.version.as_deref()), (2, Some(first)), "{used}: {hits:?}");
    }
}

#[tokio::test]
async fn kinds_that_are_left_out_take_no_place_among_what_is_found() {
    let folder = folder(&[("a.txt", "Merge cells."), ("b.txt", "Merge cells, or merge cells again.")]);
    let store = tempdir().unwrap();
    let index = Index::open(store.path().join("index")).await.unwrap();
    for (name, kind) in [("a.txt", Kind::Help), ("b.txt", Kind::Experience)] {
        let files = SourceFile::all_in(&folder.path().join(name), kind, None).unwrap();
        index.add(files, read_document, |_| ()).await.unwrap();
    }
    let first = async |index: &Index| {
        let hits = index.search(&query("", "merge cells"), Scope::Everything, 1).await.unwrap().hits;
        hits.first().map(|it| it.chunk.kind)
    };
    for (left_out, found) in [
        (&[][..], Some(Kind::Experience)),
        (&[Kind::Experience], Some(Kind::Help)),
        (&[Kind::Experience, Kind::Help], None),
    ] {
        assert_eq!(first(&index.clone().without_kinds(left_out)).await, found, "{left_out:?}");
    }
}

/// A reader for files that must not be read.
fn unreadable(path: &Path) -> Result<Option<Document>, KnowledgeError> {
    Err(KnowledgeError::NotRead { path: path.into(), source: std::io::Error::other("it was read") })
}

#[tokio::test]
async fn only_files_that_changed_are_read_again_and_vanished_ones_are_forgotten() {
    let folder = documents();
    let index = indexed(folder.path()).await;
    let files = || SourceFile::all_in(folder.path(), Kind::Help, None).unwrap();
    let again = index.index.add(files(), unreadable, |_| ()).await.unwrap();
    assert_eq!((again.stored, again.unchanged, again.failures.len()), (0, 5, 1), "{again:?}");

    // The same bytes at another time are not read as a document either.
    let general = folder.path().join("general.md");
    let later = fs::metadata(&general).unwrap().modified().unwrap() + std::time::Duration::from_secs(5);
    fs::File::options().write(true).open(&general).unwrap().set_modified(later).unwrap();
    assert_eq!(index.index.add(files(), unreadable, |_| ()).await.unwrap().unchanged, 5);

    fs::write(&general, "# Saving\nPress Ctrl+Shift+S to overwrite.").unwrap();
    fs::remove_file(folder.path().join("guide.json")).unwrap();
    let changed = index.index.add(files(), read_document, |_| ()).await.unwrap();
    assert_eq!((changed.stored, changed.removed, changed.unchanged), (1, 1, 3), "{changed:?}");
    for (text, count) in [("overwrite", 1), ("closing", 0), ("bullets", 0)] {
        let found = index.index.search(&query("", text), Scope::Everything, 9).await.unwrap();
        assert_eq!(found.hits.len(), count, "{text}");
    }
}

#[tokio::test]
async fn documents_are_listed_and_removed_by_place_and_application() {
    let folder = documents();
    let index = indexed(folder.path()).await.index;
    let count = async || index.list().await.unwrap().iter().map(|it| it.documents).sum::<u64>();
    let root = fs::canonicalize(folder.path()).unwrap();
    assert_eq!(count().await, 5);
    let below = Removal::Place(root.join("calculator/deep"));
    for (removal, removed, left) in [
        (Removal::Place(root.join("calculator/dee")), 0, 5),
        (below, 1, 4),
        (Removal::Application("WRITER".into()), 1, 3),
        (Removal::Place(root), 3, 0),
    ] {
        assert_eq!(index.remove(removal.clone()).await.unwrap(), removed, "{removal:?}");
        assert_eq!(count().await, left);
    }
    assert!(index.search(&query("", "save"), Scope::Everything, 9).await.unwrap().hits.is_empty());
}

#[tokio::test]
async fn unreadable_documents_are_reported_and_cost_no_others() {
    for (file, text, expected) in [
        ("a/b.json", "{}", "b.json: it is not a guide"),
        ("a.odt", "no archive", "a.odt: it is not"),
        ("a.page", "<page", "a.page: it is not"),
    ] {
        let folder = folder(&[(file, text), ("good.txt", "save")]);
        let index = Index::open(folder.path().join("index.db")).await.unwrap();
        let files = SourceFile::all_in(folder.path(), Kind::Help, None).unwrap();
        let report = index.add(files, read_document, |_| ()).await.unwrap();
        let [error] = report.failures.as_slice() else { panic!("{report:?}") };
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(index.search(&query("", "save"), Scope::Everything, 9).await.unwrap().hits.len(), 1);
    }
    let deep = folder(&[("1/2/3/4/5/6/7/8/9/a.txt", "")]);
    let error = SourceFile::all_in(deep.path(), Kind::Help, None).unwrap_err().to_string();
    assert!(error.contains("9 is too large to be indexed: at most 8 folders deep"), "{error}");
    let nowhere = SourceFile::all_in(Path::new("/nowhere/at/all"), Kind::Help, None).unwrap_err();
    assert!(matches!(nowhere, KnowledgeError::NotRead { .. }), "{nowhere}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_does_not_lead_out_of_the_folder() {
    let secret = folder(&[("secret.txt", "the password is hunter2")]);
    let folder = documents();
    std::os::unix::fs::symlink(secret.path().join("secret.txt"), folder.path().join("link.txt")).unwrap();
    std::os::unix::fs::symlink(secret.path(), folder.path().join("linked")).unwrap();
    // A pipe without a writer.
    let pipe = std::process::Command::new("mkfifo").arg(folder.path().join("pipe.txt")).status();
    assert!(pipe.unwrap().success());
    let index = indexed(folder.path()).await.index;
    let found = index.search(&query("", "password"), Scope::Everything, 9).await.unwrap();
    assert!(found.hits.is_empty(), "{found:?}");
}

#[tokio::test]
async fn what_was_done_before_a_cut_stays_and_the_rest_follows() {
    let files: Vec<(String, String)> =
        (0..150).map(|it| (format!("{it}.txt"), format!("page{it}"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = folder(&files);
    let store = tempdir().unwrap();
    let index = Index::open(store.path().join("index")).await.unwrap();
    let all = || SourceFile::all_in(folder.path(), Kind::Help, None).unwrap();
    let first = Arc::new(Notify::new());
    let notifier = Arc::clone(&first);
    tokio::select! {
        biased;
        () = first.notified() => {}
        _ = index.add(all(), read_document, |_| notifier.notify_one()) => panic!("it was not cut"),
    }
    let whole = index.list().await.unwrap();
    let documents: u64 = whole.iter().map(|it| it.documents).sum();
    let chunks: u64 = whole.iter().map(|it| it.chunks).sum();
    assert!((64..150).contains(&documents) && documents == chunks, "{documents} documents, {chunks} chunks");
    let rest = index.add(all(), read_document, |_| ()).await.unwrap();
    assert_eq!(rest.stored + rest.unchanged, 150);
    assert!(rest.unchanged >= 64, "{rest:?}");
}

#[tokio::test]
async fn two_processes_take_turns_and_see_what_the_other_has_written() {
    let (folder, store) = (documents(), tempdir().unwrap());
    let path = store.path().join("index");
    let (one, other) = (Index::open(&path).await.unwrap(), Index::open(&path).await.unwrap());
    let files = SourceFile::all_in(folder.path(), Kind::Help, None).unwrap();
    let (first, second) =
        tokio::join!(one.add(files.clone(), read_document, |_| ()), other.add(files, read_document, |_| ()),);
    assert!(first.unwrap().failures.is_empty() && second.unwrap().failures.is_empty());
    for index in [&one, &other] {
        let found = index.search(&query("calculator", "multiply"), Scope::Everything, 9).await.unwrap();
        assert_eq!(found.hits.len(), 1);
    }
    one.remove(Removal::Application("calculator".into())).await.unwrap();
    let found = other.search(&query("calculator", "multiply"), Scope::Everything, 9).await.unwrap();
    assert!(found.hits.is_empty(), "what one removed, the other no longer finds");
}

#[tokio::test]
async fn a_file_that_is_no_index_is_left_alone() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("text"), "no database at all, and long enough to be read as one. ".repeat(100)).unwrap();
    let other = rusqlite::Connection::open(at("other")).unwrap();
    other.execute_batch("CREATE TABLE mine (it)").unwrap();
    drop(Index::open(at("newer")).await.unwrap());
    let newer = rusqlite::Connection::open(at("newer")).unwrap();
    newer.execute_batch("PRAGMA user_version = 5").unwrap();
    assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    for (name, expected) in [
        ("text", "is not an index of knowledge: it is no SQLite file"),
        ("other", "is not an index of knowledge: it is a SQLite file of another program"),
        ("newer", "has format 5, and this program knows formats up to 4"),
        ("pipe", "it is a pipe"),
    ] {
        let before = (name != "pipe").then(|| fs::read(at(name)).unwrap());
        let error = Index::open(at(name)).await.unwrap_err().to_string();
        assert!(error.contains(expected), "{name}: {error}");
        assert_eq!((name != "pipe").then(|| fs::read(at(name)).unwrap()), before, "{name} has changed");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_can_read_the_index() {
    use std::os::unix::fs::MetadataExt;
    let folder = tempdir().unwrap();
    let file = folder.path().join("knowledge/index.db");
    let _index = Index::open(&file).await.unwrap();
    let others = |it: &Path| fs::metadata(it).unwrap().mode() & 0o077;
    assert_eq!((others(&file), others(file.parent().unwrap())), (0, 0));
}

fn cjk() -> tempfile::TempDir {
    folder(&[
        ("zh.md", "# 打印\n在两面打印文档。"),
        ("ja.md", "# 印刷\n用紙の両面に印刷するには、プリンターを選びます。"),
        ("ko.md", "# 인쇄\n양면으로 문서를 인쇄합니다."),
        ("en.md", "# Printing\nPrint on both sides."),
    ])
}

async fn files(index: &Index, text: &str) -> Vec<String> {
    let found = index.search(&query("", text), Scope::Everything, 9).await.unwrap();
    let name = |it: &str| Path::new(it).file_name().unwrap_or_default().to_string_lossy().into_owned();
    found.hits.iter().map(|it| name(&it.chunk.place)).collect()
}

#[tokio::test]
async fn words_of_scripts_without_spaces_are_found_within_sentences() {
    let folder = cjk();
    let indexed = indexed(folder.path()).await;
    for (text, expected) in [
        ("打印文档", &["zh.md"][..]),
        ("プリンターで印刷", &["ja.md"]),
        ("문서", &["ko.md"]),
        ("both sides", &["en.md"]),
        ("刷印", &[]),
    ] {
        assert_eq!(files(&indexed.index, text).await, expected, "{text}");
    }
}

#[tokio::test]
async fn an_index_of_the_first_format_is_brought_to_this_one_and_its_documents_are_read_again() {
    let folder = cjk();
    let indexed = indexed(folder.path()).await;
    let path = indexed.index.path().to_owned();
    let store = indexed.close();
    let connection = rusqlite::Connection::open(&path).unwrap();
    let first = "INSERT INTO words (words) VALUES ('delete-all');
        INSERT INTO words (rowid, heading, text) SELECT id, heading, text FROM chunks;
        ALTER TABLE documents DROP COLUMN missing_text;
        PRAGMA user_version = 1";
    connection.execute_batch(first).unwrap();
    drop(connection);
    let index = Index::open(&path).await.unwrap();
    assert_eq!(files(&index, "打印文档").await, ["zh.md"]);
    assert_eq!(files(&index, "both sides").await, ["en.md"]);
    let format = |it: &rusqlite::Connection| it.pragma_query_value(None, "user_version", |row| row.get(0));
    assert_eq!(format(&rusqlite::Connection::open(&path).unwrap()), Ok(4_i64));
    let files = SourceFile::all_in(folder.path(), Kind::Help, None).unwrap();
    for stored in [files.len(), 0] {
        let report = index.add(files.clone(), read_document, |_| ()).await.unwrap();
        assert_eq!(report.stored, stored);
    }
    drop(store);
}

#[tokio::test]
async fn a_damaged_index_says_what_to_do() {
    let folder = documents();
    let indexed = indexed(folder.path()).await;
    let path = indexed.index.path().to_owned();
    let store = indexed.close();
    let mut bytes = fs::read(&path).unwrap();
    assert!(bytes.len() > 8192, "all of it is in the file");
    bytes[4096..].fill(0x5a);
    fs::write(&path, &bytes).unwrap();
    let error = match Index::open(&path).await {
        Ok(index) => index.search(&query("", "save"), Scope::Everything, 9).await.unwrap_err(),
        Err(error) => error,
    };
    let message = error.to_string();
    assert!(message.contains("is damaged") && message.contains("deskpilot knowledge add"), "{message}");
    drop(store);
}

#[tokio::test]
async fn a_folder_has_documents_of_several_kinds_and_each_vanishes_with_its_file() {
    let folder =
        folder(&[("works.md", "# Saving\nPress Ctrl+S."), ("fails.md", "# Closing\nnever press it")]);
    let store = tempdir().unwrap();
    let index = Index::open(store.path().join("knowledge.db")).await.unwrap();
    let root = folder.path().to_owned();
    let file = |name: &str, kind| SourceFile {
        path: root.join(name),
        root: root.clone(),
        kind,
        application: String::new(),
        version: None,
    };
    let files = vec![file("works.md", Kind::Experience), file("fails.md", Kind::Warning)];
    index.add(files, read_document, |_| ()).await.unwrap();
    let kinds: Vec<Kind> = index.list().await.unwrap().iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [Kind::Experience, Kind::Warning]);
    let left = index.add(vec![file("works.md", Kind::Experience)], read_document, |_| ()).await.unwrap();
    assert_eq!((left.removed, index.list().await.unwrap().len()), (1, 1), "the warning is gone");
}
